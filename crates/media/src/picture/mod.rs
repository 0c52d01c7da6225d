//! Pictures from outside: read within limits and written anew, so that nothing of the file that was sent is ever served.

mod icon;
mod jpeg;
mod monogram;
mod read;
mod render;

pub use icon::{IconLook, IconShape, icon};
pub use read::{MAX_MEGAPIXELS, Original, PictureError, read};
pub use render::{Rendered, render, samples};
