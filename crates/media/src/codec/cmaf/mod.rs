//! The boxes of ISO files that we write and read, and no others.
//!
//! - [`init_segment`]: the start of a track, one track per file;
//! - [`fragment`]: samples as `moof` and `mdat`, which is a part of a segment;
//! - [`parse_init`] and [`parse_fragments`]: the way back, safe on bytes from anywhere;
//! - [`Progressive`]: a plain MP4 file for download, planned from stored fragments and read piece by piece.

mod boxes;
mod fragment;
mod init;
mod parse;
mod progressive;

use bytes::Bytes;

pub use fragment::{empty_fragment, fragment, key_end};
pub use init::init_segment;
pub use parse::{ParseError, ParsedSample, StoredTrack, parse_fragments, parse_init, parse_moof};
pub use progressive::{ClipSegment, ClipTrack, Piece, Progressive, ProgressiveError};

/// A coded frame on the media timeline, in ticks of its track. It lasts until the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub dts: u64,
    /// From decoding to presentation; negative where pictures were reordered.
    pub cts: i32,
    pub keyframe: bool,
    pub data: Bytes,
}
