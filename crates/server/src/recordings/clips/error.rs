//! Errors of clip calls. The messages are the specification's.

use domain::clip::{MAX_NAME, MAX_TAG, MAX_TAGS};
use http::StatusCode;

use crate::http::problem::{FieldCode, Reason};
use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ClipError {
    #[error("Clips are not included in your passes")]
    NoClipping,
    #[error("You need access to the game to make a clip of it")]
    NoAccess,
    #[error("Please select tag")]
    ClipTag,
    #[error("A clip has at most 10 tags of 30 letters")]
    ClipTags,
    #[error("Please fill in the input field")]
    ClipName,
    #[error("Field length must be greater than 0, and must be less than 101")]
    ClipNameLength,
    #[error("Your clip duration is longer than the end time")]
    ClipTooLong,
    #[error("A clip begins within the game")]
    ClipStart,
    #[error("A clip is between 1 and {longest_s} seconds long")]
    ClipRange { longest_s: u32 },
    #[error("Nothing was recorded at this time")]
    ClipOfNothing,
    #[error("You have reached your limit of clips: delete one first")]
    ClipQuota,
    #[error("The channel has no logo that can be put on clips")]
    NoWatermark,
}

impl Refusal for ClipError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoClipping | Self::NoAccess => StatusCode::FORBIDDEN,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoClipping => "no_clipping",
            Self::NoAccess => "no_access",
            Self::ClipTag => "clip_tag",
            Self::ClipTags => "clip_tags",
            Self::ClipName => "clip_name",
            Self::ClipNameLength => "clip_name_length",
            Self::ClipTooLong => "clip_too_long",
            Self::ClipStart => "clip_start",
            Self::ClipRange { .. } => "clip_range",
            Self::ClipOfNothing => "clip_nothing",
            Self::ClipQuota => "clip_quota",
            Self::NoWatermark => "no_watermark",
        }
    }

    fn problem(&self) -> Option<(&'static str, Reason)> {
        Some(match self {
            Self::ClipTag => ("tags", FieldCode::TagRequired.into()),
            Self::ClipTags => ("tags", FieldCode::Tags.with("max", MAX_TAGS).with("letters", MAX_TAG)),
            Self::ClipName => ("name", FieldCode::ClipNameRequired.into()),
            Self::ClipNameLength => ("name", FieldCode::Length.within(1, MAX_NAME)),
            Self::ClipTooLong => ("duration", FieldCode::PastEnd.into()),
            Self::ClipRange { longest_s } => ("duration", FieldCode::ClipLength.within(1, *longest_s)),
            Self::ClipStart => ("start_time", FieldCode::ClipStart.into()),
            Self::ClipOfNothing => ("start_time", FieldCode::NothingRecorded.into()),
            Self::NoWatermark => ("watermark", FieldCode::NoLogo.into()),
            _ => return None,
        })
    }
}
