//! A new channel from a channel file.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::extract::State;
use channelfile::{Archive, ArchiveError, ChannelFile, Options, Problems};
use domain::channel::normal_host;
use domain::ids::ChannelId;
use domain::new_channel::alias_error;
use domain::operator::Action;
use http_body_util::BodyExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{FileCreation, Imported};
use utoipa::{IntoParams, ToSchema};

use super::channels::alias_taken;
use super::permission::{Administrator, entry};
use super::session::Operator;
use super::write::SameOrigin;
use crate::channel_files::{import_of, picture_problems};
use crate::channels::long_work::{Progress, WorkKind};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::{FieldCode, FieldProblem};
use crate::state::App;

/// Files with more pictures are imported by the command line.
const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FileQuery {
    /// The channel's alias (default: the file's).
    alias: Option<String>,
    /// The channel's host (default: the file's hosts).
    host: Option<String>,
    /// Only says what an import would do.
    #[serde(default)]
    plan: bool,
}

/// How many rows of each kind a file has.
#[derive(Serialize, ToSchema)]
struct FileCounts {
    games: usize,
    teams: usize,
    schools: usize,
    sports: usize,
    venues: usize,
    passes: usize,
    pages: usize,
    films: usize,
    pictures: usize,
}

/// What a file becomes.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelFileReport {
    /// Null for a plan.
    #[schema(value_type = Option<i64>)]
    id: Option<ChannelId>,
    alias: String,
    hosts: Vec<String>,
    name: String,
    counts: FileCounts,
    /// Rows that get other ids than in the file, because other channels use those.
    renumbered: usize,
    /// Pictures that the channel uses and that are not stored.
    missing_pictures: Vec<String>,
}

/// Makes a new channel of a channel file, or says what it would be. The channel belongs to the administrator.
#[utoipa::path(
    post,
    path = "/console/api/server/channel-files",
    tag = "channels",
    params(FileQuery),
    request_body(content_type = "application/x-tar", description = "A channel file of at most 64 MiB"),
    responses(
        (status = 200, description = "What the file becomes, or became", body = Data<ChannelFileReport>),
        (status = 413, description = "The file is too large"),
        (status = "default", description = "What is wrong with the file, each by its place; or an alias or host of another channel")
    )
)]
pub(super) async fn import_channel(
    State(app): State<App>,
    Administrator(operator): Administrator,
    _: SameOrigin,
    Query(FileQuery { alias, host, plan }): Query<FileQuery>,
    body: Body,
) -> Result<Data<ChannelFileReport>> {
    let slot = app.slots.channel_imports.clone().acquire_owned().await.map_err(|_| Error::Internal)?;
    let (archive, file) = read(body, alias, host, app.now()).await?;
    // In a task of its own: a client that hangs up does not leave a channel without its pictures behind.
    let detached = app.detached.clone();
    let made = detached.spawn(async move {
        let _slot = slot;
        make(&app, &operator, archive, file, plan).await
    });
    made.await.map_err(|_| Error::Internal)?
}

async fn make(
    app: &App,
    operator: &Operator,
    archive: Archive,
    file: ChannelFile,
    is_plan: bool,
) -> Result<Data<ChannelFileReport>> {
    let (alias, hosts, name) = (file.alias.clone(), file.hosts.clone(), file.profile.name.clone());
    let (counts, wanted) = (counts(&file, &archive), file.pictures());
    let entry = entry(operator, None, Action::UploadChannel, &alias, json!({ "hosts": &hosts }));
    let import = import_of(file, app.now());
    let steps = archive.pictures.len() + 1;
    let work = (!is_plan).then(|| app.long_work.begin(operator.operator.id, WorkKind::ImportChannel, &alias, steps));
    let step = || work.iter().for_each(Progress::step);
    let (id, renumbered) = match app.store.channel_file_create(import, operator.operator.id, is_plan, entry).await? {
        FileCreation::Planned { renumbered } => (None, renumbered),
        FileCreation::Created(Imported { channel, renumbered, .. }) => (Some(channel), renumbered),
        FileCreation::AliasTaken => return Err(alias_taken()),
        FileCreation::HostTaken(host) => {
            let message = format!("another channel is served at {host}");
            return Err(Error::invalid("host", FieldCode::HostTaken, message));
        }
    };
    step();
    let mut missing: BTreeSet<String> =
        wanted.into_iter().filter(|name| !archive.pictures.contains_key(name)).collect();
    if let Some(id) = id {
        for (name, bytes) in archive.pictures {
            if let Err(cause) = app.images.put(&alias, &name, bytes.into()).await {
                tracing::warn!(%cause, channel = %id, name, "picture of a channel file could not be stored");
                missing.insert(name);
            }
            step();
        }
        app.channels.until(|channels| channels.by_id(id).is_some()).await;
    }
    work.into_iter().for_each(Progress::end);
    let missing_pictures = missing.into_iter().collect();
    Ok(Data::new(ChannelFileReport { id, alias, hosts, name, counts, renumbered, missing_pictures }))
}

async fn read(
    body: Body,
    alias: Option<String>,
    host: Option<String>,
    now: domain::time::Timestamp,
) -> Result<(Archive, ChannelFile)> {
    let hosts = host
        .map(|host| {
            let normal = normal_host(host.trim()).map(|host| vec![host.into_owned()]);
            normal.ok_or_else(|| Error::invalid("host", FieldCode::Invalid, "Field is not valid"))
        })
        .transpose()?;
    let bytes = match http_body_util::Limited::new(body, MAX_FILE_BYTES).collect().await {
        Ok(body) => body.to_bytes(),
        Err(cause) if cause.is::<http_body_util::LengthLimitError>() => return Err(Error::TooLarge),
        Err(_) => return Err(Error::TooSlow),
    };
    // A large file takes too long for a thread that answers visitors.
    let read = move || {
        let archive = Archive::of_tar(&bytes).map_err(|cause| no_archive(&cause))?;
        let options = Options { now, alias: alias.as_deref(), hosts: hosts.as_deref() };
        let file = ChannelFile::read(&archive.json, options).map_err(|problems| wrong(&problems))?;
        if let Some(error) = alias_error(&file.alias) {
            return Err(Error::of_field("alias", error));
        }
        let problems = picture_problems(&archive, &file.pictures());
        if problems.is_empty() { Ok((archive, file)) } else { Err(wrong(&problems)) }
    };
    tokio::task::spawn_blocking(read).await.map_err(|_| Error::Internal)?
}

fn no_archive(cause: &ArchiveError) -> Error {
    Error::invalid("file", FieldCode::Invalid, cause.to_string())
}

/// Each problem by its place in the file.
fn wrong(problems: &Problems) -> Error {
    let place = |place: &str| if place.is_empty() { "file".to_owned() } else { place.to_owned() };
    let listed = problems.listed().iter();
    let mut fields: Vec<FieldProblem> =
        listed.map(|problem| FieldProblem::new(place(&problem.place), FieldCode::Invalid, &problem.what)).collect();
    if problems.others() > 0 {
        fields.push(FieldProblem::new("file", FieldCode::Invalid, format!("and {} more", problems.others())));
    }
    Error::InvalidFields(fields)
}

fn counts(file: &ChannelFile, archive: &Archive) -> FileCounts {
    let content = &file.content;
    FileCounts {
        games: content.events.len(),
        teams: content.participants.len(),
        schools: content.groups.len(),
        sports: content.categories.len(),
        venues: content.locations.len(),
        passes: content.passes.len(),
        pages: content.pages.len(),
        films: content.vod_items.len(),
        pictures: archive.pictures.len(),
    }
}
