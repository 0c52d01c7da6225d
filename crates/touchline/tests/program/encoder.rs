//! Real encoders: ffmpeg with a test picture and a tone, and GStreamer with its own.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

pub struct Encoder(Child);

impl Encoder {
    pub fn push(address: &str) -> Self {
        Self::push_sized(address, "320x180")
    }

    pub fn push_sized(address: &str, size: &str) -> Self {
        Self::push_filtered(address, size, "null", "anull")
    }

    /// With something done to picture and sound. A key frame every second, so that tests wait little.
    pub fn push_filtered(address: &str, size: &str, picture: &str, sound: &str) -> Self {
        let source = format!("testsrc2=size={size}:rate=25");
        let ffmpeg = Command::new("ffmpeg")
            .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-re"])
            .args(["-f", "lavfi", "-i", &source, "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"])
            .args(["-vf", picture, "-af", sound, "-fps_mode", "passthrough"])
            .args(["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p"])
            .args(["-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-crf", "30", "-maxrate", "4M"])
            .args(["-bufsize", "1M", "-c:a", "aac", "-b:a", "64k"])
            .args(["-f", if address.starts_with("srt:") { "mpegts" } else { "flv" }, address])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("scripts/setup-system installs ffmpeg");
        Self(ffmpeg)
    }

    /// Pushes with GStreamer, by one of its sinks.
    pub fn gstreamer(sink: &str, address: &str) -> Self {
        let (multiplexer, place) = if sink == "srtsink" { ("mpegtsmux", "uri") } else { ("flvmux", "location") };
        // Its SRT sink leaves out the tables of a stream whose packets come one by one.
        let kind = if multiplexer == "flvmux" { "streamable=true" } else { "alignment=7" };
        let gstreamer = Command::new("gst-launch-1.0")
            .args(["-q", "videotestsrc", "is-live=true", "!", "video/x-raw,width=320,height=180,framerate=25/1", "!"])
            .args(["x264enc", "tune=zerolatency", "speed-preset=ultrafast", "key-int-max=25", "!", "h264parse", "!"])
            .args(["queue", "!", "mux.", "audiotestsrc", "is-live=true", "!", "audio/x-raw,rate=48000,channels=2"])
            .args(["!", "voaacenc", "!", "aacparse", "!", "queue", "!", "mux.", multiplexer, "name=mux", kind])
            .args(["!", sink, &format!("{place}={address}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("scripts/setup-system installs GStreamer");
        Self(gstreamer)
    }

    /// Sends nothing for a while, but stays connected.
    pub fn hold(&self) {
        self.signal(Signal::STOP);
    }

    pub fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Whether it ends by itself within this time, as one does that was let go.
    pub async fn ends_within(&mut self, time: Duration) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < time {
            if self.0.try_wait().unwrap().is_some() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    }

    /// Gone without a word, as when the power or the network fails.
    pub fn kill(mut self) {
        self.end();
    }

    /// Whether it gave up by itself; waits for that.
    pub fn failed(mut self) -> bool {
        !self.0.wait().unwrap().success()
    }

    fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        self.end();
    }
}
