//! Video and pictures: from an encoder or an upload to the files that players ask for.
//!
//! Each folder uses only those above it in this list; a test reads the paths and fails on any other arrow.
//!
//! - [`codec`]: H.264 and AAC, and the containers around them;
//! - [`ffmpeg`]: ffmpeg and ffprobe as child processes;
//! - [`picture`]: pictures from outside, read and written anew;
//! - [`ingest`]: encoders that push, by RTMP and SRT;
//! - [`hls`]: renditions, segments and playlists;
//! - [`recording`]: a game on disk, and clips and stills of it;
//! - [`storage`]: a folder or a bucket, with the recordings and the pictures of a channel in it;
//! - [`live`]: a game while it is live, in memory;
//! - [`vod`]: what is made after the fact: uploads, lower renditions, thumbnails, clips in other shapes.

pub mod codec;
pub mod ffmpeg;
pub mod hls;
pub mod ingest;
pub mod live;
pub mod picture;
pub mod recording;
pub mod storage;
pub mod vod;
