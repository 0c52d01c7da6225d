//! The picture library.

use axum::body::Body;
use axum::extract::State;
use bytes::Bytes;
use domain::editing::{Editable, Listed, edit_errors};
use domain::operator::Action;
use domain::picture::{Crop, Focus, Picture, PictureFields, PictureFiles, PictureUseKind, Size};
use domain::time::Timestamp;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use media::storage::{MAX_UPLOAD_BYTES, NewPicture};
use serde::{Deserialize, Serialize};
use store::{PictureRemoval, PictureUse, PictureUses, Versioned};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, EditSite};
use super::site::{EditError, ItemEdit, ItemNumber, RemovedItem, RemovedVersion, RequestKey, refusal};
use super::write::SameOrigin;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::state::App;

/// Files of an upload that has not come to an end by then are removed.
const GIVEN_UP_AFTER: i64 = Timestamp::HOUR;

/// A picture of the library.
#[derive(Serialize, ToSchema)]
pub(super) struct PictureItem {
    id: i64,
    version: i64,
    /// What it shows, in words.
    name: String,
    /// Where its largest file is. `KEY-HASH-X-Y-WIDTH.FORMAT` names the focal point, and the other sizes by their widths.
    address: String,
    width: u32,
    height: u32,
    /// Of the whole picture.
    original: Size,
    /// The part that is shown; null for all of it.
    crop: Option<Crop>,
    focus: Focus,
    /// Seconds since 1970.
    created_at: i64,
    uses: Vec<PictureUseItem>,
}

/// What shows a picture.
#[derive(Serialize, ToSchema)]
pub(super) struct PictureUseItem {
    kind: PictureUseKind,
    /// Null for the logo.
    id: Option<i64>,
    name: Option<String>,
}

impl From<PictureUse> for PictureUseItem {
    fn from(PictureUse { kind, id, name }: PictureUse) -> Self {
        Self { kind, id, name }
    }
}

impl PictureItem {
    fn of(Versioned { item, version }: Versioned<Picture>, uses: &mut PictureUses) -> Self {
        let used = uses.remove(&item.files.key).unwrap_or_default();
        Self {
            id: item.id,
            version,
            address: item.address(),
            width: item.files.size.width,
            height: item.files.size.height,
            original: item.original,
            crop: item.crop,
            focus: item.focus,
            created_at: item.created_at.seconds(),
            uses: used.into_iter().map(PictureUseItem::from).collect(),
            name: item.name,
        }
    }

    async fn with_uses(app: &App, allowed: &Allowed<EditSite>, picture: Versioned<Picture>) -> Result<Data<Self>> {
        let mut uses = app.store.picture_uses(allowed.channel.identity.id).await?;
        Ok(Data::new(Self::of(picture, &mut uses)))
    }
}

/// Lists the pictures with their uses, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/pictures",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole library", body = Data<Vec<PictureItem>>)
    )
)]
pub(super) async fn list_pictures(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<PictureItem>>> {
    let channel = allowed.channel.identity.id;
    let pictures = app.store.edited::<Picture>(channel).await?;
    let mut uses = app.store.picture_uses(channel).await?;
    let item = |picture| PictureItem::of(picture, &mut uses);
    Ok(Data::all(pictures.into_iter().rev().map(item).collect()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct NewPictureQuery {
    /// What it shows, in words.
    #[param(min_length = 1, max_length = 120)]
    name: String,
}

/// Adds a picture. The body is a PNG, JPEG, WebP or GIF file; what is served is written anew, upright and without metadata.
/// The same `Idempotency-Key` again gives the picture that was added first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/pictures",
    tag = "pictures",
    params(
        ("id" = i64, Path, description = "The channel"),
        NewPictureQuery,
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The picture", body = Data<PictureItem>),
        (status = 409, description = "The channel has too many"),
        (status = 413, description = "The file is larger than 20 MB"),
        (status = "default", description = "The file cannot be used, or the role does not allow it")
    )
)]
pub(super) async fn upload_picture(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    Query(NewPictureQuery { name }): Query<NewPictureQuery>,
    key: RequestKey,
    body: Body,
) -> Result<Data<PictureItem>> {
    let named = Picture { name: name.trim().to_owned(), ..Picture::draft(0) };
    let errors = named.errors();
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let place = app.pictures.place()?;
    let file = read(body).await?;
    let made = app.pictures.make(&allowed.channel.identity.alias, file, place).await?;
    // In a task of its own: a client that hangs up does not leave half a picture behind.
    let detached = app.detached.clone();
    let added = detached.spawn(async move { add(&app, &allowed, named, key, made).await });
    added.await.map_err(|_| Error::Internal)?
}

async fn read(body: Body) -> Result<Bytes> {
    match Limited::new(body, MAX_UPLOAD_BYTES).collect().await {
        Ok(file) => Ok(file.to_bytes()),
        Err(cause) if cause.is::<LengthLimitError>() => Err(Error::TooLarge),
        Err(_) => Err(Error::TooSlow),
    }
}

async fn add(
    app: &App,
    allowed: &Allowed<EditSite>,
    named: Picture,
    RequestKey(request_key): RequestKey,
    made: NewPicture,
) -> Result<Data<PictureItem>> {
    let channel = allowed.channel.identity.id;
    let now = app.now();
    app.store.picture_begin(channel, made.files.clone(), now.plus(GIVEN_UP_AFTER)).await?;
    let added = match app.pictures.add(&made).await {
        Ok(()) => store(app, allowed, Picture { created_at: now, ..named }, request_key, &made).await,
        Err(cause) => Err(cause.into()),
    };
    // Not after an error of the database, which may have the row all the same: the job knows.
    if !matches!(&added, Ok(picture) if picture.item.files.key == made.files.key)
        && !matches!(&added, Err(Error::Store(_)))
    {
        remove_files(app, &made.files).await;
    }
    PictureItem::with_uses(app, allowed, added?).await
}

async fn store(
    app: &App,
    allowed: &Allowed<EditSite>,
    named: Picture,
    request_key: Option<String>,
    made: &NewPicture,
) -> Result<Versioned<Picture>> {
    let picture = Picture { original: made.original, files: made.files.clone(), ..named };
    let (fields, entry) = (picture.fields(), allowed.entry(Action::UploadPicture, ""));
    let change = move |picture: &mut Picture| picture.apply(fields.clone());
    let stored = app.store.edit_create::<Picture>(allowed.channel.identity.id, request_key, change, entry).await?;
    stored.map_err(refused)
}

/// At once; what is left is for a job.
async fn remove_files(app: &App, files: &PictureFiles) {
    if let Err(cause) = app.pictures.remove(files).await {
        tracing::warn!(alias = files.alias, key = files.key, %cause, "files of a picture were not removed, will retry");
    }
}

/// Changes the words, the part that is shown, or the focal point. All places that use the picture show the change.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/pictures/{item}",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The picture")),
    request_body = ItemEdit<PictureFields>,
    responses(
        (status = 200, description = "The picture at its next version", body = Data<PictureItem>),
        (status = "default", description = "A field breaks a rule, there is no such picture, or the role does not allow it")
    )
)]
pub(super) async fn update_picture(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    ItemEdit { fields, version }: ItemEdit<PictureFields>,
) -> Result<Data<PictureItem>> {
    let channel = allowed.channel.identity.id;
    let fields = fields.of_operator();
    let found = app.store.picture(channel, id).await?.ok_or(Error::NotFound("picture"))?;
    let mut wanted = found.item.clone();
    wanted.apply(fields.clone());
    let errors = edit_errors(Some(&found.item), &wanted);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let is_drawn = (wanted.crop, wanted.focus) != (found.item.crop, found.item.focus);
    let files = match is_drawn && found.version == version {
        true => Some(app.pictures.render(&wanted.files, wanted.crop, wanted.focus).await?),
        false => None,
    };
    let fields = PictureFields { files, ..fields };
    let change = move |picture: &mut Picture| picture.apply(fields.clone());
    let entry = allowed.entry(Action::UpdatePicture, id);
    let updated = app.store.picture_update(channel, id, version, change, entry).await?;
    let updated = updated.map_err(refused)?;
    PictureItem::with_uses(&app, &allowed, updated).await
}

/// Removes a picture that nothing shows, with its files.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/pictures/{item}",
    tag = "pictures",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The picture"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = 409, description = "Something shows it (`in_use`), or somebody else changed it"),
        (status = "default", description = "There is no such picture, or the role does not allow it")
    )
)]
pub(super) async fn remove_picture(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    RemovedVersion { version }: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    let version = version.ok_or(EditError::VersionRequired)?;
    let entry = allowed.entry(Action::RemovePicture, id);
    match app.store.picture_remove(allowed.channel.identity.id, id, version, entry).await? {
        PictureRemoval::Refused(why) => Err(refused(why)),
        PictureRemoval::InUse(uses) => Err(EditError::InUse(uses.iter().map(said).collect()).into()),
        PictureRemoval::Removed { version, files } => {
            remove_files(&app, &files).await;
            Ok(Data::new(RemovedItem { id, version }))
        }
    }
}

fn said(PictureUse { kind, name, .. }: &PictureUse) -> String {
    [kind.word(), name.as_deref().unwrap_or_default()].join(" ").trim_end().to_owned()
}

fn refused(why: store::EditError<Picture>) -> Error {
    let shown = |current| PictureItem::of(current, &mut PictureUses::new());
    // Texts, numbers and lists of them always serialise.
    refusal(why, |current| serde_json::to_value(shown(current)).unwrap_or_default())
}
