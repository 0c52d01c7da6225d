//! The analytics events: the only facts that are stored, each of bounded size.
//!
//! No type here has room for a user: the reporter comes from the api key, never from the body.

use std::time::Duration;

use serde::Deserialize;

/// Something a visitor did outside the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The channel's analytics key.
    pub profile: String,
    pub session: String,
    pub kind: ActivityKind,
    /// The page it happened on, without query and fragment: those carry tokens.
    pub origin_url: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActivityKind {
    VisitPage { title: Option<String>, referrer: Option<String> },
    Login { method: Option<String> },
    ApiRequest { path: Option<String>, method: Option<String>, status: Option<u16>, took: Option<Duration> },
}

/// Something that happened in the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoEvent {
    pub session: Option<String>,
    /// One viewing of one stream, from opening the player to leaving it.
    pub view: String,
    pub stream_id: u64,
    pub stream_type: StreamType,
    pub kind: VideoEventKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamType {
    Live,
    Vod,
    Clip,
    Preroll,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VideoEventKind {
    #[default]
    FirstFrame,
    Play,
    Pause,
    Seek,
    Stall,
    Ended,
    Error,
}

/// Time spent watching, and of what kind it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewing {
    pub session: Option<String>,
    pub view: Option<String>,
    pub time: Duration,
    pub category: Option<String>,
    pub sport: Option<String>,
    pub gender: Option<String>,
    pub school: Option<String>,
    pub league: Option<String>,
}
