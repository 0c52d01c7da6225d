//! Real encoders push into us, and what arrives is packaged and judged by ffmpeg.
//!
//! `scripts/setup-system` installs ffmpeg. GStreamer's sinks push into the whole program
//! (`crates/touchline/tests/program`). OBS Studio needs a screen, and is
//! tried by hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod logs;
mod rtmp;
mod srt;
mod support;
