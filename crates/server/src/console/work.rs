//! What goes on for the operator: imports, exports and uploads, with how far they are.

use axum::extract::State;
use domain::ids::ChannelId;
use domain::operator::{May, Role};
use serde::Serialize;
use store::{Upload, UploadState};
use utoipa::ToSchema;

use super::session::Operator;
use crate::channels::long_work::{Work, WorkKind, WorkState};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// The newest uploads of a channel that are looked at.
const UPLOADS: u64 = 10;
/// The channels whose uploads are looked at.
const MAX_CHANNELS: usize = 20;

/// Something long that goes on, or has ended in the last ten minutes.
#[derive(Serialize, ToSchema)]
pub(super) struct WorkItem {
    /// The same until its end.
    id: String,
    kind: WorkKind,
    /// Null if it is of no channel yet.
    #[schema(value_type = Option<i64>)]
    channel: Option<ChannelId>,
    /// The alias of the channel, or the name of the file.
    subject: String,
    state: WorkState,
    /// In percent.
    progress: u8,
    /// Seconds since 1970.
    begun_at: i64,
}

impl From<Work> for WorkItem {
    fn from(work: Work) -> Self {
        Self {
            id: format!("work-{}", work.id),
            kind: work.kind,
            channel: None,
            progress: work.progress(),
            state: work.state,
            begun_at: work.begun_at.seconds(),
            subject: work.subject,
        }
    }
}

fn of_upload(channel: ChannelId, upload: Upload) -> Option<WorkItem> {
    let progress = match upload.state {
        UploadState::Receiving => u8::try_from(upload.received * 100 / upload.bytes.max(1)).unwrap_or(100),
        UploadState::Ready | UploadState::Failed => return None,
        _ => upload.progress,
    };
    Some(WorkItem {
        id: format!("upload-{}", upload.id),
        kind: WorkKind::Upload,
        channel: Some(channel),
        subject: upload.name,
        state: WorkState::Running,
        progress,
        begun_at: upload.created_at.seconds(),
    })
}

/// Lists the operator's imports and exports, and the uploads of their channels that go on.
#[utoipa::path(
    get,
    path = "/console/api/work",
    tag = "session",
    responses(
        (status = 200, description = "What goes on, and what has ended lately", body = Data<Vec<WorkItem>>)
    )
)]
pub(super) async fn list_work(State(app): State<App>, operator: Operator) -> Result<Data<Vec<WorkItem>>> {
    let mut found: Vec<WorkItem> = app.long_work.of(operator.operator.id).into_iter().map(WorkItem::from).collect();
    let see = |(id, role): &&(ChannelId, Role)| {
        role.may(May::EditLibrary) && !operator.needs_second_factor(*id) && app.channels.by_id(*id).is_some()
    };
    for (channel, _) in operator.channels.iter().filter(see).take(MAX_CHANNELS) {
        let (uploads, _) = app.store.uploads(*channel, 0, UPLOADS).await?;
        found.extend(uploads.into_iter().filter_map(|upload| of_upload(*channel, upload)));
    }
    Ok(Data::all(found))
}
