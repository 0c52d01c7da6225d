//! Real encoders push into us, and what arrives is packaged and judged by ffmpeg.
//!
//! Skipped, and said so, where ffmpeg is not installed; `scripts/setup-system ffmpeg` does that.
//! GStreamer is not installed by it, and is tried by hand: `videotestsrc ! x264enc ! mux. audiotestsrc ! voaacenc !
//! aacparse ! mux.` with `flvmux name=mux streamable=true ! rtmpsink` (whose library is also the one of OBS), the same
//! with `rtmp2sink`, and `mpegtsmux name=mux alignment=7 ! srtsink`, with and without a pass phrase.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod logs;
mod rtmp;
mod srt;
mod support;
