//! The status of the server that answers, which the console shows on every page: each server has its own disk and its own
//! encoders.

use axum::extract::State;
use domain::ids::{ChannelId, EventId};
use domain::time::Timestamp;
use live::{self, Fault, Health, RecordingState};
use media::ingest::Unshown;
use serde::Serialize;
use utoipa::ToSchema;

use super::session::Operator;
use crate::channels::game_text::game_title;
use crate::commerce::Closed;
use crate::http::envelope::Data;
use crate::state::App;

/// The state of the server's disk and of the live games of the operator's channels.
#[derive(Serialize, ToSchema)]
pub(super) struct ServerStatus {
    storage: Storage,
    games: Vec<LiveGame>,
    /// Why sales are closed; null while they are open.
    not_for_sale: Option<Closed>,
}

/// The disk that games are recorded on.
#[derive(Serialize, ToSchema)]
struct Storage {
    state: StorageState,
    /// Seconds since 1970; null while there is enough space.
    since: Option<i64>,
    /// Null if unknown.
    free_bytes: Option<u64>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StorageState {
    Ample,
    /// There is little room left.
    Low,
    /// There is too little for a new game: its encoder is refused.
    Short,
    /// There is no room: games that are live are not being recorded.
    Full,
    /// It cannot be written to: games that are live are not being recorded.
    Broken,
    /// It is too slow: parts of games that are live are not being recorded.
    Slow,
}

impl From<live::StorageState> for StorageState {
    fn from(state: live::StorageState) -> Self {
        match state {
            live::StorageState::Ample => Self::Ample,
            live::StorageState::Low => Self::Low,
            live::StorageState::Short => Self::Short,
            live::StorageState::Failing(Fault::Full) => Self::Full,
            live::StorageState::Failing(Fault::Broken) => Self::Broken,
            live::StorageState::Failing(Fault::Slow) => Self::Slow,
        }
    }
}

/// A game that is live or has a connected encoder.
#[derive(Serialize, ToSchema)]
struct LiveGame {
    #[schema(value_type = i64)]
    channel_id: ChannelId,
    event_id: EventId,
    title: String,
    encoder: EncoderState,
    /// Start of the encoder's current state, in seconds since 1970.
    since: i64,
    /// Encoder settings that should be changed.
    advice: Vec<Advice>,
    is_recorded: bool,
    /// Total length of the recording's gaps in seconds.
    missing: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EncoderState {
    Sending,
    /// It is connected, and nothing comes.
    Silent,
    /// It sends a transport stream without tables: nothing of it can be shown.
    NoTables,
    /// It sends, but no pictures that can be shown.
    NoPictures,
    /// It is away; the game goes on when it is back.
    Lost,
}

impl From<live::EncoderState> for EncoderState {
    fn from(state: live::EncoderState) -> Self {
        match state {
            live::EncoderState::Sending => Self::Sending,
            live::EncoderState::Silent => Self::Silent,
            live::EncoderState::Unshown(Unshown::NoTables) => Self::NoTables,
            live::EncoderState::Unshown(Unshown::NoPictures) => Self::NoPictures,
            live::EncoderState::Lost => Self::Lost,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Advice {
    /// Its key frames are far apart: viewers wait at the start.
    KeyFrames,
    /// Its colours are not 4:2:0 with 8 bits: many devices cannot show them.
    Colours,
}

impl From<live::Advice> for Advice {
    fn from(advice: live::Advice) -> Self {
        match advice {
            live::Advice::KeyFrames => Self::KeyFrames,
            live::Advice::Colours => Self::Colours,
        }
    }
}

impl LiveGame {
    /// Nothing for a game of a channel that is not the operator's.
    fn of(app: &App, operator: &Operator, health: &Health) -> Option<Self> {
        let (channel, game) = app.channels.of_event(health.event)?;
        let id = operator.channels.iter().map(|(id, _)| *id).find(|id| *id == channel.identity.id)?;
        if operator.needs_second_factor(id) {
            return None;
        }
        let (encoder, since) = health.encoder(app.now());
        Some(Self {
            channel_id: id,
            event_id: health.event,
            title: game_title(&channel, &game),
            encoder: encoder.into(),
            since: since.seconds(),
            advice: health.advice.iter().copied().map(Advice::from).collect(),
            is_recorded: health.recording == RecordingState::Written,
            missing: health.missing.as_secs_f64(),
        })
    }
}

/// Returns the state of the server's disk and of the encoders of the operator's live games.
#[utoipa::path(
    get,
    path = "/console/api/status",
    tag = "status",
    responses(
        (status = 200, description = "The current state", body = Data<ServerStatus>)
    )
)]
pub(super) async fn get_status(State(app): State<App>, operator: Operator) -> Data<ServerStatus> {
    let live::Storage { state, since, free_bytes } = app.hub.storage();
    let storage = Storage { state: state.into(), since: since.map(Timestamp::seconds), free_bytes };
    let games = app.hub.health().iter().filter_map(|health| LiveGame::of(&app, &operator, health)).collect();
    Data::new(ServerStatus { storage, games, not_for_sale: app.not_for_sale })
}
