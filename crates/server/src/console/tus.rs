//! Uploads by tus 1.0 (core, creation, termination, expiration), so that an interrupted upload can be resumed. The
//! offset is always the length of the stored file.

use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::operator::Action;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use store::{NewUpload, Removed, Upload, UploadBegun, UploadFor, UploadState};

use super::permission::{Allowed, EditLibrary};
use super::uploads::{TargetKind, UploadId};
use super::write::SameOrigin;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
use crate::recordings::uploads::IDLE_TIMEOUT;
use crate::recordings::uploads::UploadError;
use crate::state::App;

const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
const RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const LENGTH: HeaderName = HeaderName::from_static("upload-length");
const METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const EXPIRES: HeaderName = HeaderName::from_static("upload-expires");

/// Uploads of a channel that are not done.
const MAX_OPEN: u64 = 10;
const MAX_METADATA: usize = 4096;
/// Signs of a file's name that are kept.
const MAX_NAME: usize = 200;

/// Says on every answer what is spoken here.
pub(super) async fn name_the_protocol(mut answer: Response) -> Response {
    answer.headers_mut().insert(RESUMABLE, VERSION);
    answer
}

/// A request in the tus version of this server.
pub(super) struct Tus;

impl FromRequestParts<App> for Tus {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let spoken = parts.headers.get(RESUMABLE).is_some_and(|version| version == VERSION);
        if spoken { Ok(Self) } else { Err(UploadError::UnknownTusVersion.into()) }
    }
}

/// What a new upload says of itself.
#[derive(Debug, PartialEq, Eq)]
struct Announced {
    bytes: u64,
    of: UploadFor,
    name: String,
}

impl Announced {
    fn read(headers: &HeaderMap) -> Result<Self> {
        let bytes = number(headers, &LENGTH)?;
        if bytes == 0 {
            return Err(Error::invalid("upload-length", FieldCode::FileEmpty, "the file is empty"));
        }
        let metadata = headers.get(METADATA).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if metadata.len() > MAX_METADATA {
            let reason = FieldCode::Length.within(0, MAX_METADATA);
            return Err(Error::invalid("upload-metadata", reason, "upload-metadata is too long"));
        }
        let said = |key: &str| {
            let mut pairs = metadata.split(',').filter_map(|pair| pair.trim().split_once(' '));
            let (_, value) = pairs.find(|(found, _)| *found == key)?;
            String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()
        };
        let kind = match said("kind").as_deref() {
            Some("event") => TargetKind::Event,
            Some("vod") => TargetKind::Vod,
            _ => return Err(Error::invalid("kind", FieldCode::Invalid, "kind must be event or vod")),
        };
        let id = said("id").and_then(|id| id.parse().ok());
        let id = id.ok_or_else(|| Error::invalid("id", FieldCode::Number, "id must be a number"))?;
        let name = said("filename").unwrap_or_default();
        let name = name.chars().filter(|sign| !sign.is_control()).take(MAX_NAME).collect();
        Ok(Self { bytes, of: kind.with(id), name })
    }
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Result<u64> {
    let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // `parse` alone would take a sign.
    let number = text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    // The database counts no further.
    let number = number.filter(|number| *number <= i64::MAX.unsigned_abs());
    number.ok_or_else(|| Error::invalid(name.as_str(), FieldCode::Number, format!("{name} must be a number")))
}

/// Describes the upload protocol (tus).
#[utoipa::path(
    options,
    path = "/console/api/channels/{id}/uploads",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 204, description = "Supported tus versions and extensions, and the maximum file size")
    )
)]
pub(super) async fn describe(State(app): State<App>, _: Allowed<EditLibrary>) -> Response {
    let headers = [
        ("tus-version", VERSION),
        ("tus-extension", HeaderValue::from_static("creation,termination,expiration")),
        ("tus-max-size", app.inbox.most_bytes().into()),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Creates an upload (tus): `Upload-Length`, and `Upload-Metadata` with `filename`, `kind` (`event` or `vod`) and `id`.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/uploads",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 201, description = "`Location` is the URL to send the file to"),
        (status = 413, description = "The file is too large"),
        (status = 507, description = "Not enough disk space"),
        (status = "default", description = "No such game or film, or the role does not allow it")
    )
)]
pub(super) async fn begin_upload(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    _: SameOrigin,
    _: Tus,
    headers: HeaderMap,
) -> Result<Response> {
    let Announced { bytes, of, name } = Announced::read(&headers)?;
    if bytes > app.inbox.most_bytes() {
        return Err(UploadError::UploadTooLarge.into());
    }
    // The file, and what is made of it.
    if !app.inbox.has_room(bytes.saturating_mul(2)).await.map_err(unreadable)? {
        return Err(UploadError::NoRoom.into());
    }
    let (channel, now) = (allowed.channel.identity.id, app.now());
    let new = NewUpload { of, name, bytes, most_open: MAX_OPEN, now };
    let id = match app.store.upload_create(channel, new, allowed.entry(Action::UploadVideo, "")).await? {
        UploadBegun::Upload(id) => id,
        UploadBegun::NoTarget => return Err(Error::NotFound("game or film")),
        UploadBegun::OnAir => return Err(UploadError::GameIsLive.into()),
        UploadBegun::TooMany => return Err(UploadError::TooManyUploads.into()),
    };
    let location = format!("/console/api/channels/{channel}/uploads/{id}");
    let headers = [(header::LOCATION, text(&location)), (EXPIRES, expires(now))];
    Ok((StatusCode::CREATED, headers).into_response())
}

/// Returns how many bytes of an upload were received (tus).
#[utoipa::path(
    head,
    path = "/console/api/channels/{id}/uploads/{upload}",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), ("upload" = i64, Path, description = "The upload")),
    responses(
        (status = 200, description = "`Upload-Offset` is the position to continue from"),
        (status = "default", description = "No such upload")
    )
)]
pub(super) async fn ask_offset(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    UploadId(id): UploadId,
    _: Tus,
) -> Result<Response> {
    let upload = found(&app, &allowed, id).await?;
    let offset = match upload.state {
        UploadState::Receiving => app.inbox.length(id).await.map_err(unreadable)?.min(upload.bytes),
        _ => upload.bytes,
    };
    // The server may have ended between the last byte and its note of it.
    if upload.state == UploadState::Receiving && offset == upload.bytes {
        app.store.upload_received(upload.channel, id, offset, app.now()).await?;
    }
    let fresh = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let headers =
        [fresh, (OFFSET, offset.into()), (LENGTH, upload.bytes.into()), (EXPIRES, expires(upload.changed_at))];
    Ok((StatusCode::OK, headers).into_response())
}

/// Sends the next part of an upload (tus). Processing starts after the last part.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/uploads/{upload}",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), ("upload" = i64, Path, description = "The upload")),
    request_body(content_type = "application/offset+octet-stream", description = "The bytes starting at `Upload-Offset`"),
    responses(
        (status = 204, description = "`Upload-Offset` is the position to continue from"),
        (status = 409, description = "Wrong offset: ask for the current one with HEAD"),
        (status = 413, description = "More bytes than `Upload-Length`"),
        (status = 423, description = "Another client is sending this upload"),
        (status = 507, description = "Not enough disk space"),
        (status = "default", description = "No such upload")
    )
)]
pub(super) async fn send_part(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    UploadId(id): UploadId,
    _: SameOrigin,
    _: Tus,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    if headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != "application/offset+octet-stream") {
        return Err(UploadError::NotAPart.into());
    }
    let (offset, sent) = (number(&headers, &OFFSET)?, number(&headers, &header::CONTENT_LENGTH)?);
    let upload = found(&app, &allowed, id).await?;
    // In a task of its own: a client that hangs up does not leave half a write behind.
    let detached = app.detached.clone();
    let received = detached.spawn(async move { receive(&app, &upload, offset, sent, body).await });
    let (length, at) = received.await.map_err(|_| Error::Internal)??;
    Ok((StatusCode::NO_CONTENT, [(OFFSET, length.into()), (EXPIRES, expires(at))]).into_response())
}

async fn receive(
    app: &App,
    upload: &Upload,
    offset: u64,
    sent: u64,
    body: Body,
) -> Result<(u64, domain::time::Timestamp)> {
    let writing = app.inbox.claim(upload.id).ok_or(UploadError::UploadBusy)?;
    let length = writing.length().await.map_err(unreadable)?;
    if upload.state != UploadState::Receiving || offset != length {
        return Err(UploadError::WrongOffset.into());
    }
    if sent > upload.bytes.saturating_sub(length) {
        return Err(UploadError::UploadTooLarge.into());
    }
    if !app.inbox.has_room(sent).await.map_err(unreadable)? {
        return Err(UploadError::NoRoom.into());
    }
    let appended = writing.append(length, sent, body).await;
    let length = writing.length().await.map_err(unreadable)?;
    let at = app.now();
    // Also when it broke off, so that nobody takes it for idle.
    app.store.upload_received(upload.channel, upload.id, length, at).await?;
    appended.map(|length| (length, at)).map_err(unreadable)
}

/// Cancels an upload (tus) that is being received or processed, or that failed.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/uploads/{upload}",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), ("upload" = i64, Path, description = "The upload")),
    responses(
        (status = 204, description = "Removed"),
        (status = "default", description = "No such upload, or the video is already available")
    )
)]
pub(super) async fn remove_upload(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    UploadId(id): UploadId,
    _: SameOrigin,
    _: Tus,
) -> Result<StatusCode> {
    let entry = allowed.entry(Action::RemoveUpload, id);
    match app.store.upload_delete(allowed.channel.identity.id, id, entry).await? {
        Removed::Gone => app.inbox.remove(id).await.map(|()| StatusCode::NO_CONTENT).map_err(unreadable),
        Removed::Unknown => Err(Error::NotFound("upload")),
        Removed::Watched => Err(UploadError::UploadIsReady.into()),
    }
}

async fn found(app: &App, allowed: &Allowed<EditLibrary>, id: i64) -> Result<Upload> {
    app.store.upload(allowed.channel.identity.id, id).await?.ok_or(Error::NotFound("upload"))
}

fn unreadable(cause: std::io::Error) -> Error {
    match cause.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => UploadError::NoRoom.into(),
        _ => media::storage::StorageError::from(cause).into(),
    }
}

/// Until when an upload is waited for that last changed then.
fn expires(changed: domain::time::Timestamp) -> HeaderValue {
    let end = jiff::Timestamp::from_millisecond(changed.plus(IDLE_TIMEOUT).0).unwrap_or_default();
    text(&end.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string())
}

fn text(text: &str) -> HeaderValue {
    // Plain ASCII throughout.
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::ids::{EventId, VodItemId};

    fn announced(length: &str, metadata: &str) -> Result<Announced> {
        let value = |text: &str| HeaderValue::from_str(text).unwrap();
        Announced::read(&HeaderMap::from_iter([(LENGTH, value(length)), (METADATA, value(metadata))]))
    }

    /// PLAY-06, T37: a file says how long it is and what it is for; its name is for people alone.
    #[test]
    fn an_upload_is_announced() {
        // "event", "7", "../../a\nb.mp4"
        let game = announced("42", "kind ZXZlbnQ=,id Nw==,filename Li4vLi4vYQpiLm1wNA==").unwrap();
        assert_eq!(game, Announced { bytes: 42, of: UploadFor::Game(EventId(7)), name: "../../ab.mp4".into() },);
        assert_eq!(announced("1", "id Nw==, kind dm9k").unwrap().of, UploadFor::Film(VodItemId(7)));
        for (length, metadata) in [
            ("0", "kind dm9k,id Nw=="),
            ("+1", "kind dm9k,id Nw=="),
            ("-1", "kind dm9k,id Nw=="),
            ("18446744073709551615", "kind dm9k,id Nw=="),
            ("", "kind dm9k,id Nw=="),
            ("1", "kind dm9k"),
            ("1", "id Nw=="),
            ("1", "kind vod,id 7"),
            ("1", ""),
            ("1", &"a".repeat(MAX_METADATA + 1)),
        ] {
            assert!(matches!(announced(length, metadata), Err(Error::Invalid(_))), "{length} {metadata}");
        }
    }

    #[test]
    fn expiry_is_written_as_an_http_date() {
        assert_eq!(expires(domain::time::Timestamp(0)), "Fri, 02 Jan 1970 00:00:00 GMT");
    }
}
