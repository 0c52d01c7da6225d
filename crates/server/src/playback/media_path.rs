//! The file names behind a token. They are parsed strictly; no path is ever built from request text.

use domain::ids::CaptionsId;
use domain::playback::Scope;
use media::hls::{CAPTIONS_FILE, KEY_FRAMES_FILE, Rendition};
use media::recording::RecordingFile;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MediaPath {
    Multivariant,
    Playlist(Rendition),
    /// Of a recording's key frames alone.
    KeyFrames(Rendition),
    CaptionsPlaylist(CaptionsId),
    Captions(CaptionsId),
    Stored(RecordingFile),
    Download,
    /// A clip as one file, to be shown.
    ClipFile,
}

impl MediaPath {
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name.split_once('/') {
            Some((captions, "index.m3u8")) if captions.starts_with('c') => {
                return captions_id(captions).map(Self::CaptionsPlaylist);
            }
            Some((rendition, "index.m3u8")) => return Rendition::parse(rendition).map(Self::Playlist),
            Some((rendition, KEY_FRAMES_FILE)) => return Rendition::parse(rendition).map(Self::KeyFrames),
            Some((captions, CAPTIONS_FILE)) => return captions_id(captions).map(Self::Captions),
            _ => {}
        }
        Some(match name {
            "index.m3u8" => Self::Multivariant,
            "download.mp4" => Self::Download,
            "clip.mp4" => Self::ClipFile,
            _ => Self::Stored(RecordingFile::parse(name)?),
        })
    }

    /// Whether a token of this scope opens it.
    pub(super) fn is_within(self, scope: Scope) -> bool {
        match self {
            Self::Stored(RecordingFile::Poster) => scope != Scope::Download,
            Self::Stored(RecordingFile::Preview) => matches!(scope, Scope::Play | Scope::Preview),
            // Which segments of a clip's game is asked of the clip.
            Self::Multivariant
            | Self::Playlist(_)
            | Self::Stored(RecordingFile::Init(..) | RecordingFile::Segment(..)) => {
                matches!(scope, Scope::Play | Scope::Clip)
            }
            Self::KeyFrames(_) | Self::CaptionsPlaylist(_) | Self::Captions(_) | Self::Stored(_) => {
                scope == Scope::Play
            }
            Self::Download => scope == Scope::Download,
            Self::ClipFile => scope == Scope::ClipPreview,
        }
    }
}

/// Reads `c7` and the like, letter for letter.
fn captions_id(name: &str) -> Option<CaptionsId> {
    let id = CaptionsId(name.strip_prefix('c')?.parse().ok().filter(|id| *id > 0)?);
    (format!("c{id}") == name).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T2: what is in the folder but not meant for viewers has no name here, and nothing leads out of it.
    #[test]
    fn unknown_media_names_are_refused() {
        for name in [
            "index.m3u8",
            "v0/index.m3u8",
            "v0/key-frames.m3u8",
            "v0/init-0.mp4",
            "v12/7.m4s",
            "c7/index.m3u8",
            "c7/text.vtt",
            "a0/7.3.m4s",
            "thumbs.vtt",
            "sprite-0.jpg",
            "still-0.jpg",
            "poster.jpg",
            "preview.mp4",
            "download.mp4",
        ] {
            assert!(MediaPath::parse(name).is_some(), "{name}");
        }
        for name in [
            "",
            "meta.json",
            "v0/index.log",
            "v0/7.m4s.tmp",
            "v0/",
            "v0",
            "v00/7.m4s",
            "v0/07.m4s",
            "v0/+7.m4s",
            "../7/index.m3u8",
            "v0/../meta.json",
            "v0/..%2fmeta.json",
            "v0//7.m4s",
            "/v0/7.m4s",
            "v0/7.m4s/",
            "sprite-00.jpg",
            "sprite--1.jpg",
            "still-07.jpg",
            "still-.jpg",
            "still-1.jpg.jpg",
            "v0/still-1.jpg",
            "poster.jpg%00",
            "V0/7.m4s",
            "c7",
            "c07/text.vtt",
            "c-7/text.vtt",
            "c+7/index.m3u8",
            "c0/index.m3u8",
            "c/text.vtt",
            "v0/text.vtt",
            "c7/7.m4s",
            "c7/../text.vtt",
            "text.vtt",
            "v0/7.M4S",
        ] {
            assert_eq!(MediaPath::parse(name), None, "{name}");
        }
    }

    /// PLAY-07, T5: each scope opens its own.
    #[test]
    fn scope_opens_its_own_files_alone() {
        let opened = |name: &str| {
            let wanted = MediaPath::parse(name).unwrap();
            let scopes = [Scope::Play, Scope::Preview, Scope::Download, Scope::Clip, Scope::ClipPreview];
            scopes.map(|scope| wanted.is_within(scope))
        };
        for name in ["index.m3u8", "v0/index.m3u8", "v0/7.m4s", "v0/init-0.mp4"] {
            assert_eq!(opened(name), [true, false, false, true, false], "{name}");
        }
        for name in ["v0/7.1.m4s", "thumbs.vtt", "sprite-1.jpg", "still-1.jpg", "c7/index.m3u8", "c7/text.vtt"] {
            assert_eq!(opened(name), [true, false, false, false, false], "{name}");
        }
        assert_eq!(opened("poster.jpg"), [true, true, false, true, true]);
        assert_eq!(opened("preview.mp4"), [true, true, false, false, false]);
        assert_eq!(opened("download.mp4"), [false, false, true, false, false]);
        assert_eq!(opened("clip.mp4"), [false, false, false, false, true]);
    }

    #[test]
    fn a_file_stands_where_it_is_asked_for() {
        for name in ["v0/init-3.mp4", "a0/12.m4s", "v1/12.3.m4s", "thumbs.vtt", "sprite-2.jpg", "poster.jpg"] {
            let Some(MediaPath::Stored(stored)) = MediaPath::parse(name) else { panic!("{name}") };
            assert_eq!(stored.to_string(), name);
        }
    }
}
