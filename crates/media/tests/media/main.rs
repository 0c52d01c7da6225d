//! Video against real peers: ffmpeg, ffprobe and an S3 server, which `scripts/setup-system` and `scripts/python-packages`
//! install.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod bucket;
mod clips;
mod common;
mod conformance;
mod flv;
mod ladder;
mod layers;
mod renditions;
mod uploads;
