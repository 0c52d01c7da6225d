//! Playable media of games and films: our own stream and recording, or an external player.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::captions::Track;
use crate::event::StreamStatus;
use crate::ids::MediaId;

/// Where the pictures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// An encoder: live while it lasts, and recorded.
    Stream,
    /// An uploaded file.
    Upload,
    /// A player of another site.
    Embedded,
    /// The same, for everybody, before the game.
    EmbeddedPreview,
}

impl Source {
    /// Whether we hold the pictures ourselves.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Stream | Self::Upload)
    }
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MediaState {
    /// Nothing came yet.
    Waiting,
    /// The encoder sends.
    OnAir,
    /// The encoder is away, and may come back.
    Interrupted,
    /// An upload is being made ready.
    Processing,
    /// Whole: it can be watched from its beginning to its end.
    Ready,
    /// An upload that cannot be used.
    Failed,
}

impl MediaState {
    /// Whether there may be something to see.
    pub fn can_be_watched(self) -> bool {
        matches!(self, Self::OnAir | Self::Interrupted | Self::Ready)
    }

    /// Whether more may come.
    pub fn is_open(self) -> bool {
        matches!(self, Self::OnAir | Self::Interrupted)
    }
}

/// The types that the API knows by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MediaType {
    Image = 1,
    Live = 2,
    Vod = 3,
    Embedded = 4,
    Thumbnails = 5,
    Preview = 6,
    PreviewAlt = 7,
    EmbeddedPreview = 8,
}

impl MediaType {
    pub fn number(self) -> u8 {
        self as u8
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    pub id: MediaId,
    pub source: Source,
    pub state: MediaState,
    /// Of another site's player.
    pub url: Option<String>,
    pub duration_ms: Option<i64>,
    /// Whether poster, thumbnails and preview have been made.
    pub has_pictures: bool,
    /// What can be read along, in the order of their languages' tags.
    pub captions: Vec<Track>,
}

/// The state of a lower rendition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RungState)]
pub enum RenditionState {
    /// For room on disk, or for live games to need less of the processor.
    Waiting,
    Making,
    Ready,
    /// It could not be made: the rest plays without it.
    Failed,
}

/// A lower rendition of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RungProgress)]
pub struct RenditionProgress {
    /// Height of the picture in pixels.
    pub height: u16,
    pub state: RenditionState,
    pub percent: u8,
}

impl Media {
    /// What it is to viewers of a game in this state, when there is something to see.
    pub fn shown_as(&self, status: StreamStatus) -> Option<MediaType> {
        match self.source {
            Source::Embedded => Some(MediaType::Embedded),
            Source::EmbeddedPreview => Some(MediaType::EmbeddedPreview),
            Source::Stream | Source::Upload if !self.state.can_be_watched() => None,
            // Until an operator ends the game it is live, whatever its encoder does.
            Source::Stream | Source::Upload if status == StreamStatus::Live && self.state.is_open() => {
                Some(MediaType::Live)
            }
            Source::Stream | Source::Upload => Some(MediaType::Vod),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media(source: Source, state: MediaState) -> Media {
        Media { id: MediaId(1), source, state, url: None, duration_ms: None, has_pictures: false, captions: Vec::new() }
    }

    /// EVT-04: a stream is live as long as its game is, and on demand from its end.
    #[test]
    fn a_stream_is_live_until_its_game_ends() {
        for state in [MediaState::OnAir, MediaState::Interrupted] {
            let stream = media(Source::Stream, state);
            assert_eq!(stream.shown_as(StreamStatus::Live), Some(MediaType::Live));
            assert_eq!(stream.shown_as(StreamStatus::Finished), Some(MediaType::Vod));
        }
        let recorded = media(Source::Stream, MediaState::Ready);
        assert_eq!(recorded.shown_as(StreamStatus::Finished), Some(MediaType::Vod));
        for state in [MediaState::Waiting, MediaState::Processing, MediaState::Failed] {
            for status in StreamStatus::ALL {
                assert_eq!(media(Source::Upload, state).shown_as(status), None);
            }
        }
    }

    #[test]
    fn numbers_are_those_of_the_specification() {
        let all = [
            MediaType::Image,
            MediaType::Live,
            MediaType::Vod,
            MediaType::Embedded,
            MediaType::Thumbnails,
            MediaType::Preview,
            MediaType::PreviewAlt,
            MediaType::EmbeddedPreview,
        ];
        assert_eq!(all.map(MediaType::number), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
