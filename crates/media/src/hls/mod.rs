//! HLS: renditions, segments, and playlists from typed data. No text of a person gets in but through [`Label`], which
//! cannot end a line or a quote.
//!
//! - [`Rendition`], [`Segment`], [`Part`]: what is listed, and what packager, ring and recording tell each other;
//! - [`multivariant`]: the renditions of a game;
//! - [`MediaPlaylist`]: one rendition, live with the whole game to rewind to, and after its end;
//! - [`key_frames`]: the pictures of a recording that can be shown by themselves;
//! - [`captions`]: the text beside a recording;
//! - [`Edge`]: whether a blocking reload is answered, waits or is refused.

mod captions;
mod edge;
mod gzip;
mod key_frames;
mod media;
mod multivariant;
mod segment;
mod settings;
mod tracks;

pub use captions::{CAPTIONS_FILE, captions};
pub use edge::{Edge, Reload};
pub use key_frames::{KEY_FRAMES_FILE, key_frames};
pub use media::{Entry, MediaPlaylist, Rendered, gap_segment};
pub use multivariant::{Label, SoundTrack, Variant, multivariant};
pub(crate) use segment::exact;
pub use segment::{FileName, Gap, Head, Part, Rendition, Segment, SegmentEvent};
pub use settings::Settings;
pub use tracks::Tracks;

#[cfg(test)]
pub(crate) use media::tests;
