//! The files of a recording by their names.

use std::fmt;

use crate::hls::{FileName, Rendition, exact};

/// A file of a recording, under the same name in addresses, folders and buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordingFile {
    Init(Rendition, u32),
    Segment(Rendition, u64),
    /// In memory only, while its segment is open or new.
    Part(Rendition, u64, u32),
    Thumbnails,
    Sprite(u32),
    /// Of a segment; made when it is asked for, and kept in memory only.
    Still(u64),
    Poster,
    Preview,
}

impl RecordingFile {
    /// Reads a name letter for letter.
    pub fn parse(name: &str) -> Option<Self> {
        if let Some((rendition, file)) = name.split_once('/') {
            let rendition = Rendition::parse(rendition)?;
            return match FileName::parse(file)? {
                FileName::Playlist => None,
                FileName::Init(index) => Some(Self::Init(rendition, index)),
                FileName::Segment(number) => Some(Self::Segment(rendition, number)),
                FileName::Part(number, part) => Some(Self::Part(rendition, number, part)),
            };
        }
        Some(match name {
            "thumbs.vtt" => Self::Thumbnails,
            "poster.jpg" => Self::Poster,
            "preview.mp4" => Self::Preview,
            _ => match name.strip_suffix(".jpg")?.split_once('-')? {
                ("sprite", number) => Self::Sprite(exact(number)?),
                ("still", number) => Self::Still(exact(number)?),
                _ => return None,
            },
        })
    }
}

impl fmt::Display for RecordingFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Init(rendition, index) => write!(f, "{rendition}/{}", FileName::Init(*index)),
            Self::Segment(rendition, number) => write!(f, "{rendition}/{}", FileName::Segment(*number)),
            Self::Part(rendition, number, part) => write!(f, "{rendition}/{}", FileName::Part(*number, *part)),
            Self::Thumbnails => f.write_str("thumbs.vtt"),
            Self::Poster => f.write_str("poster.jpg"),
            Self::Preview => f.write_str("preview.mp4"),
            Self::Sprite(number) => write!(f, "sprite-{number}.jpg"),
            Self::Still(number) => write!(f, "still-{number}.jpg"),
        }
    }
}
