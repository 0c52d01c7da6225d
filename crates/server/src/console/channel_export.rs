//! The channel as a file to take along.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::operator::Action;
use futures::{StreamExt, stream};
use http::{HeaderValue, header};

use super::permission::ManagedChannel;
use crate::channel_files;
use crate::channels::long_work::WorkKind;
use crate::http::error::{Error, Result};
use crate::state::App;

/// Returns the channel as a tar archive: content and pictures, without people, orders, video and secrets. The export is
/// recorded in the audit log first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/export",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/x-tar")
    )
)]
pub(super) async fn export_channel(State(app): State<App>, managed: ManagedChannel) -> Result<Response> {
    let identity = &managed.channel.identity;
    let found = channel_files::of_channel(&app.store, |id, _| id == identity.id).await?;
    let file = found.ok_or(Error::NotFound("channel"))?;
    app.store.record(managed.entry(Action::ExportChannel, &identity.alias)).await?;
    // An alias is plain.
    let name = format!("attachment; filename=\"{}.tar\"", file.alias);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/x-tar")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(|_| Error::Internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    let (operator, steps) = (managed.operator.operator.id, file.pictures().len() + 2);
    let work = app.long_work.begin(operator, WorkKind::ExportChannel, &identity.alias, steps);
    let tar = channel_files::tar(app.images.clone(), file);
    let body = stream::unfold((tar, work), |(mut tar, work)| async move {
        let Some(piece) = tar.next().await else {
            work.end();
            return None;
        };
        work.step();
        Some((piece, (tar, work)))
    });
    Ok((headers, Body::from_stream(body)).into_response())
}
