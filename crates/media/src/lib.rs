//! What is stored and served as files: object storage, the pictures of a channel on top of it, and video.

pub mod air;
mod bits;
pub mod clip;
pub mod cmaf;
pub mod codec;
pub mod error;
pub mod ffmpeg;
pub mod flv;
pub mod frame;
pub mod images;
pub mod import;
pub mod ingest;
mod lane;
pub mod live;
pub mod objects;
pub mod packager;
pub mod pictures;
pub mod playlist;
pub mod portrait;
pub mod recording;
pub mod renditions;
pub mod ring;
pub mod rung;
pub mod segment;
pub mod timeline;
pub mod tracks;
pub mod vault;
