//! Encodes drawn frames to H.264 and AAC with ffmpeg.

use std::ffi::OsStr;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use footage::{Clip, Match, Size};

use super::avi;

/// Seconds between key frames: segments of the stream begin there.
const KEY_FRAMES: u32 = 2;

/// Whether ffmpeg is there, with the encoders that are needed.
pub(super) async fn able(ffmpeg: &OsStr) -> Result<()> {
    let output = tokio::process::Command::new(ffmpeg)
        .args(["-hide_banner", "-encoders"])
        .stdin(Stdio::null())
        .output()
        .await
        .context("ffmpeg cannot be started")?;
    let encoders = String::from_utf8_lossy(&output.stdout);
    if !encoders.contains("libx264") || !encoders.contains(" aac ") {
        bail!("this ffmpeg has no encoder for H.264 and AAC");
    }
    Ok(())
}

/// Draws and encodes all of it, and tells of every second that is drawn; ends early once told to stop.
pub(super) fn encode(
    ffmpeg: &OsStr,
    game: Match,
    size: Size,
    to: &Path,
    stop: &AtomicBool,
    tell: impl Fn(),
) -> Result<()> {
    let mut child = command(ffmpeg, size, to).spawn().context("ffmpeg cannot be started")?;
    let drawn = draw(&mut child, Clip::new(game, size), size, stop, tell);
    if drawn.is_err() && stop.load(Ordering::Relaxed) {
        let _ = child.kill();
    }
    // Its own words say more than the broken pipe that follows from them.
    let mut said = String::new();
    if let Some(stderr) = child.stderr.take() {
        let _ = stderr.take(2000).read_to_string(&mut said);
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("ffmpeg ended with {status}: {}", said.trim());
    }
    drawn
}

fn command(ffmpeg: &OsStr, size: Size, to: &Path) -> Command {
    let every = (size.fps * KEY_FRAMES).to_string();
    let [quality, most] = if size.height > 500 { ["26", "2200k"] } else { ["27", "800k"] };
    let mut command = Command::new(ffmpeg);
    command
        .args(["-hide_banner", "-loglevel", "error", "-y", "-f", "avi", "-i", "pipe:0", "-map", "0"])
        .args(["-c:v", "libx264", "-preset", "superfast", "-profile:v", "main", "-threads", "2"])
        .args(["-crf", quality, "-maxrate", most, "-bufsize", "4M", "-bf", "0"])
        .args(["-g", &every, "-keyint_min", &every, "-sc_threshold", "0"])
        .args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"])
        .args(["-c:a", "aac", "-b:a", "96k", "-f", "flv"])
        .arg(to)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

fn draw(child: &mut Child, mut clip: Clip, size: Size, stop: &AtomicBool, tell: impl Fn()) -> Result<()> {
    // Dropped at the end, which tells ffmpeg that there is no more; so does our own death.
    let mut pipe = BufWriter::with_capacity(1 << 20, child.stdin.take().context("ffmpeg takes no input")?);
    pipe.write_all(&avi::head(size))?;
    let frames = clip.frames();
    for frame in 1..=frames {
        if stop.load(Ordering::Relaxed) {
            bail!("told to stop");
        }
        let Some(shot) = clip.shoot() else { break };
        avi::picture(&mut pipe, shot.picture.planes())?;
        avi::sound(&mut pipe, shot.sound)?;
        if frame % size.fps == 0 {
            tell();
        }
        if frame % (60 * size.fps) == 0 {
            tracing::info!(percent = frame * 100 / frames, "drawing footage");
        }
    }
    pipe.flush()?;
    Ok(())
}
