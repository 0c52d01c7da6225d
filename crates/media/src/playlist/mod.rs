//! HLS playlists from typed data: no text of a person gets in but through [`Label`], which cannot end a line or a quote.
//!
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

pub use captions::{CAPTIONS_FILE, captions};
pub use edge::{Edge, Reload};
pub use key_frames::{KEY_FRAMES_FILE, key_frames};
pub use media::{Entry, MediaPlaylist, Rendered, stand_in};
pub use multivariant::{Label, SoundTrack, Variant, multivariant};

#[cfg(test)]
pub(crate) use media::tests;
