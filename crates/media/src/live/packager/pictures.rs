//! The source's video frames, for encoding lower renditions.

use crate::codec::AvcConfig;
use crate::codec::frame::Frame;

use super::early::MAX_EARLY_PICTURES;

/// Maximum number of queued frames; more means that no encoder takes them.
const MAX_PICTURES: usize = MAX_EARLY_PICTURES + 64;

/// The source's frames for encoding lower renditions. Times are those of the game, in ticks of 90 kHz.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// What the pictures after this are coded with.
    Begin(AvcConfig),
    Frame(Frame),
    /// What comes next does not follow.
    Break,
}

/// The frames since they were last taken; `None` if there are no lower renditions.
#[derive(Default)]
pub(super) struct SourcePictures(Option<Vec<Picture>>);

impl SourcePictures {
    pub(super) fn keep(&mut self, wanted: bool) {
        self.0 = wanted.then(Vec::new);
    }

    pub(super) fn are_kept(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn push(&mut self, picture: Picture) {
        if let Some(pictures) = &mut self.0 {
            if pictures.len() >= MAX_PICTURES {
                pictures.clear();
            }
            pictures.push(picture);
        }
    }

    pub(super) fn take(&mut self) -> Vec<Picture> {
        self.0.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
