//! A real encoder: ffmpeg with a test picture and a tone, pushed by RTMP.

use std::process::{Child, Command, Stdio};

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
            .args(["-bufsize", "1M", "-c:a", "aac", "-b:a", "64k", "-f", "flv", address])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("scripts/setup-system installs ffmpeg");
        Self(ffmpeg)
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
