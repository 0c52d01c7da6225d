//! What the tests with a real ffmpeg share.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use domain::time::Timestamp;
use media::ffmpeg::Ffmpeg;

pub const NOW: Timestamp = Timestamp(1_700_000_000_000);

pub fn ffmpeg() -> Ffmpeg {
    Ffmpeg::find().expect("scripts/setup-system installs ffmpeg")
}

/// Standard output of a program that must be content.
pub fn quiet(program: &str, folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.current_dir(folder).args(["-hide_banner", "-v", "error"]).args(arguments);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{program} {arguments:?} said:\n{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// A moving picture with a tone, 30 pictures a second; options of the encoder come last and win.
pub fn clip(folder: &Path, name: &str, size: &str, seconds: u32, options: &[&str]) -> PathBuf {
    let (picture, seconds) = (format!("testsrc2=s={size}:r=30"), seconds.to_string());
    let source = ["-f", "lavfi", "-i", &picture, "-f", "lavfi", "-i", "sine=f=440:r=48000", "-t", &seconds];
    let codec = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-c:a", "aac"];
    quiet("ffmpeg", folder, &[&source[..], &codec, options, &["-y", name]].concat());
    folder.join(name)
}
