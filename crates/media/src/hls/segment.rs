//! Renditions, segments and parts: the types that packager, playlists, ring and recording share.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

use bytes::Bytes;
use domain::time::Timestamp;

use crate::codec::{Codec, seconds};

/// A track under its name in addresses and folders: `v0` is the source, `v1` and on are lower renditions, `a0` the
/// sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rendition {
    Video(u8),
    Audio(u8),
}

impl Rendition {
    pub const SOURCE: Self = Self::Video(0);
    pub const SOUND: Self = Self::Audio(0);

    /// Reads `v0` and the like, letter for letter.
    pub fn parse(name: &str) -> Option<Self> {
        let make = match name.as_bytes().first()? {
            b'v' => Self::Video,
            b'a' => Self::Audio,
            _ => return None,
        };
        exact(name.get(1..)?).map(make)
    }
}

impl fmt::Display for Rendition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Video(index) => write!(f, "v{index}"),
            Self::Audio(index) => write!(f, "a{index}"),
        }
    }
}

/// The files of a rendition by their names, the same in playlists, in the ring's requests and on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileName {
    Playlist,
    Init(u32),
    Segment(u64),
    Part(u64, u32),
}

impl FileName {
    /// Reads a name letter for letter: what is not written exactly as we write it is no file.
    pub fn parse(name: &str) -> Option<Self> {
        if name == "index.m3u8" {
            return Some(Self::Playlist);
        }
        if let Some(index) = name.strip_prefix("init-").and_then(|name| name.strip_suffix(".mp4")) {
            return exact(index).map(Self::Init);
        }
        let stem = name.strip_suffix(".m4s")?;
        match stem.split_once('.') {
            Some((number, part)) => Some(Self::Part(exact(number)?, exact(part)?)),
            None => exact(stem).map(Self::Segment),
        }
    }
}

/// A number as we write it: digits alone, and no zero before others.
pub(crate) fn exact<T: FromStr>(written: &str) -> Option<T> {
    let is_ours = match written.as_bytes() {
        [b'0', rest @ ..] => rest.is_empty(),
        [first, ..] => first.is_ascii_digit(),
        [] => false,
    };
    is_ours.then(|| written.parse().ok())?
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Playlist => f.write_str("index.m3u8"),
            Self::Init(index) => write!(f, "init-{index}.mp4"),
            Self::Segment(number) => write!(f, "{number}.m4s"),
            Self::Part(number, part) => write!(f, "{number}.{part}.m4s"),
        }
    }
}

/// What is known of a segment when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The same in all renditions of a game, and never used twice.
    pub number: u64,
    /// Which `init-{k}` it needs.
    pub init: u32,
    /// On the media timeline, in ticks of `timescale`.
    pub start: u64,
    pub timescale: u32,
    /// When it happened.
    pub wall: Timestamp,
    /// Whether it does not follow from the one before.
    pub discontinuity: bool,
    /// How many discontinuities there were, with its own.
    pub discontinuities: u32,
}

/// A part inside its segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub duration: u64,
    /// Starts with a key frame.
    pub independent: bool,
    /// Its bytes in the segment.
    pub range: Range<usize>,
}

/// A whole segment: its parts, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub head: Head,
    pub duration: u64,
    /// End of the first sample if that is a key frame, for readers that need only one frame.
    pub key_end: Option<u32>,
    pub parts: Vec<Part>,
    pub bytes: Bytes,
}

impl Segment {
    pub fn independent(&self) -> bool {
        self.parts.first().is_some_and(|part| part.independent)
    }

    /// Where it ends on the media timeline.
    pub fn end(&self) -> Duration {
        seconds(self.head.start + self.duration, self.head.timescale)
    }
}

/// A segment that is not there: its number and time are taken all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub head: Head,
    pub duration: u64,
}

/// What happened in a live session, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SegmentEvent {
    /// A new `init-{index}`; segments that name it come after it.
    InitReady {
        rendition: Rendition,
        index: u32,
        codec: Codec,
        bytes: Bytes,
    },
    /// The next segment of every rendition does not follow from the one before: the encoder came back, or changed.
    Discontinuity {
        number: u64,
    },
    SegmentOpened {
        rendition: Rendition,
        head: Head,
    },
    /// Part `index` of the open segment.
    PartReady {
        rendition: Rendition,
        number: u64,
        index: u32,
        duration: u64,
        independent: bool,
        bytes: Bytes,
    },
    SegmentReady {
        rendition: Rendition,
        segment: Segment,
    },
    /// A number that will never have a segment.
    Gap {
        rendition: Rendition,
        gap: Gap,
    },
    Ended,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_read_letter_for_letter() {
        for rendition in [Rendition::Video(0), Rendition::Video(12), Rendition::Audio(0)] {
            assert_eq!(Rendition::parse(&rendition.to_string()), Some(rendition));
        }
        let files = [FileName::Playlist, FileName::Init(3), FileName::Segment(12), FileName::Part(12, 0)];
        for file in files {
            assert_eq!(FileName::parse(&file.to_string()), Some(file));
        }
        for name in
            ["", "012.m4s", "+1.m4s", "1.m4s.tmp", "index.log", "init-.mp4", "init-1.m4s", "1.2.3.m4s", "-1.m4s"]
        {
            assert_eq!(FileName::parse(name), None, "{name}");
        }
        for name in ["../v0/1.m4s", "1.m4s/", ".m4s", "..m4s", "1..m4s", "18446744073709551616.m4s", "meta.json"] {
            assert_eq!(FileName::parse(name), None, "{name}");
        }
        for name in ["", "v", "v00", "v+1", "v256", "b0", "V0", "v0/", "v-0", "é0"] {
            assert_eq!(Rendition::parse(name), None, "{name}");
        }
    }

    proptest! {
        /// T2: whatever is read as a name is written as it was.
        #[test]
        fn parsed_name_is_written_alike(name in "(v|a|init-)?[-+]?[0-9]{0,3}[.]?[0-9]{0,3}([.]m4s|[.]mp4)?") {
            prop_assert!(Rendition::parse(&name).is_none_or(|read| read.to_string() == name));
            prop_assert!(FileName::parse(&name).is_none_or(|read| read.to_string() == name));
        }
    }
}
