//! Who else has a form of the console open, as server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use domain::ids::OperatorId;
use domain::site::SiteKind;
use domain::time::Timestamp;
use futures::stream;
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use transport::sse_writer::LongLived;
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, AnyPermission};
use super::write::SameOriginJson;
use crate::channels::presence::{Form, OpenWindow, Present};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;
use crate::state::App;

/// How often a stream on which nothing is said is looked at and kept open.
const QUIET: Duration = Duration::from_secs(20);
const MAX_PLACE: usize = 40;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PresenceQuery {
    /// The kind of thing that the form edits.
    #[param(inline)]
    kind: SiteKind,
    /// Its id.
    item: i64,
    /// A word that the window has made up, the same as long as it is open.
    #[param(min_length = 1, max_length = 40)]
    place: String,
}

/// Somebody else who has the form open.
#[derive(Serialize, ToSchema)]
pub(super) struct PresentOperator {
    #[schema(value_type = i64)]
    id: OperatorId,
    /// Empty if the operator has given none.
    name: String,
    /// When they typed something last, in seconds since 1970; null if they have not.
    edited_at: Option<i64>,
}

impl From<Present> for PresentOperator {
    fn from(Present { operator, name, edited_at }: Present) -> Self {
        Self { id: operator, name, edited_at: edited_at.map(Timestamp::seconds) }
    }
}

/// Opens a form for the caller, and streams who else has it open: `event: presence` with a list of `PresentOperator`, at
/// once and with each change. The caller counts as there until the stream ends, or for 60 s without `renew_presence`.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/presence",
    tag = "presence",
    params(("id" = i64, Path, description = "The channel"), PresenceQuery),
    responses(
        (status = 200, description = "A stream of the others", body = String, content_type = "text/event-stream"),
        (status = "default", description = "Too many open forms")
    )
)]
pub(super) async fn follow_presence(
    State(app): State<App>,
    allowed: Allowed<AnyPermission>,
    Query(PresenceQuery { kind, item, place }): Query<PresenceQuery>,
) -> Result<Response> {
    check(&place)?;
    let operator = allowed.operator();
    let form = Form::new(allowed.channel.identity.id, kind, item);
    let window = app.presence.enter(form, operator.id, &operator.name, &place);
    let window = window.ok_or(Error::Busy("open forms are full"))?;
    let follower = Follower { window, stop: app.change_feed.stop.clone(), told: None };
    let body = stream::unfold(Box::new(follower), |mut follower| async {
        let bytes = follower.next().await?;
        Some((Ok::<_, Infallible>(bytes), follower))
    });
    let mut answer = Response::new(Body::from_stream(body));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    answer.extensions_mut().insert(LongLived);
    Ok(answer)
}

fn check(place: &str) -> Result<()> {
    if (1..=MAX_PLACE).contains(&place.len()) {
        return Ok(());
    }
    Err(Error::invalid("place", FieldCode::Length.within(1, MAX_PLACE), "place must be 1 to 40 characters"))
}

struct Follower {
    window: OpenWindow,
    stop: CancellationToken,
    told: Option<Vec<Present>>,
}

impl Follower {
    /// The next event. Ends when the server stops, or the window has said nothing for long.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let others = self.window.others();
            if self.told.as_ref() != Some(&others) {
                let bytes = frame(&others, self.told.is_none());
                self.told = Some(others);
                return Some(bytes);
            }
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return None,
                () = self.window.changed() => {}
                () = tokio::time::sleep(QUIET) => {
                    return self.window.is_there().then(|| Bytes::from_static(b": still here\n\n"));
                }
            }
        }
    }
}

fn frame(others: &[Present], is_first: bool) -> Bytes {
    let others: Vec<_> = others.iter().cloned().map(PresentOperator::from).collect();
    // Plain numbers and texts always serialise; JSON has no line breaks, so it is one line of data.
    let json = serde_json::to_string(&others).unwrap_or_else(|_| "[]".into());
    let retry = if is_first { "retry: 5000\n" } else { "" };
    format!("{retry}event: presence\ndata: {json}\n\n").into()
}

#[derive(Deserialize, ToSchema)]
pub(super) struct RenewPresenceRequest {
    #[schema(min_length = 1, max_length = 40)]
    place: String,
    /// Whether something was typed since the call before.
    is_edited: bool,
}

/// The window counts for another 60 s.
#[derive(Serialize, ToSchema)]
pub(super) struct PresenceRenewed {
    renewed: bool,
}

/// Says that a window with an open form is still there.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/presence",
    tag = "presence",
    params(("id" = i64, Path, description = "The channel")),
    request_body = RenewPresenceRequest,
    responses(
        (status = 200, description = "Noted", body = Data<PresenceRenewed>)
    )
)]
pub(super) async fn renew_presence(
    State(app): State<App>,
    allowed: Allowed<AnyPermission>,
    SameOriginJson(RenewPresenceRequest { place, is_edited }): SameOriginJson<RenewPresenceRequest>,
) -> Result<Data<PresenceRenewed>> {
    check(&place)?;
    app.presence.renew(allowed.operator().id, &place, is_edited);
    Ok(Data::new(PresenceRenewed { renewed: true }))
}
