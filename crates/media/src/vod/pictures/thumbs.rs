//! Thumbnails for the timeline: sheets of small pictures, and a WebVTT file with their positions.

use std::fmt::Write;

use super::{Maker, PicturesError, limits, pictures_job};
use crate::ffmpeg::{Job, Limits};
use crate::recording::stills::{HEIGHT, WIDTH, clock};
use crate::recording::{KeyFrame, RecordingFile};

const SHEET_SIDE: usize = 5;
const SHEET: usize = SHEET_SIDE * SHEET_SIDE;
/// A picture of 8 bits, its colours at half the size.
const RAW_BYTES: usize = WIDTH * HEIGHT * 3 / 2;
const MAX_SHEET_BYTES: usize = 2 * 1024 * 1024;

impl Maker<'_> {
    pub(super) async fn thumbnails(&self) -> Result<(), PicturesError> {
        for (sheet, keys) in self.keys.chunks(SHEET).enumerate() {
            let mut raw = Vec::with_capacity(SHEET * RAW_BYTES);
            // A change of size or codec needs a new child.
            for alike in keys.chunk_by(|one, next| one.init == next.init) {
                raw.extend(self.small(alike).await?);
            }
            self.write(sheet_file(sheet), self.sheet(&raw).await?).await?;
        }
        let ends = self.keys.iter().skip(1).map(|key| key.at).chain([self.replay.length()]);
        let vtt = list(self.keys.iter().map(|key| key.at).zip(ends), self.every);
        self.write(RecordingFile::Thumbnails, vtt.into_bytes()).await
    }

    /// Exactly one small picture for each key frame, without any coding: what cannot be decoded is as the one before.
    async fn small(&self, keys: &[KeyFrame]) -> Result<Vec<u8>, PicturesError> {
        let job = pictures_job(limits()).arg(fitted()).args("-fps_mode cfr -r 1 -frames:v").arg(keys.len().to_string());
        let job = job.args("-f rawvideo pipe:1");
        let length = keys.len() * RAW_BYTES;
        let mut raw = job.run(self.ffmpeg, &self.stream(keys.to_vec()).await?, length).await?;
        let last = raw.len().checked_sub(RAW_BYTES).map(|at| raw[at..].to_vec()).ok_or(PicturesError::Empty)?;
        while raw.len() < length {
            raw.extend_from_slice(&last);
        }
        raw.truncate(length);
        Ok(raw)
    }

    async fn sheet(&self, raw: &[u8]) -> Result<Vec<u8>, PicturesError> {
        let job = Job::ffmpeg(Limits { nice: 15, ..Limits::default() });
        let job = job.args(&format!("-pixel_format yuvj420p -video_size {WIDTH}x{HEIGHT} -framerate 1"));
        let job = job
            .read_pipe("rawvideo")
            .args(&format!("-vf tile={SHEET_SIDE}x{SHEET_SIDE} -frames:v 1 -q:v 5 -f mjpeg pipe:1"));
        Ok(job.run(self.ffmpeg, raw, MAX_SHEET_BYTES).await?)
    }
}

/// All of a picture, in the size of a thumbnail.
pub(super) fn fitted() -> String {
    let size = format!("{WIDTH}:{HEIGHT}");
    format!("scale={size}:force_original_aspect_ratio=decrease,pad={size}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuvj420p")
}

fn sheet_file(index: usize) -> RecordingFile {
    RecordingFile::Sprite(u32::try_from(index).unwrap_or(u32::MAX))
}

/// Each thumbnail stands from the beginning of its stretch until the next, and no longer than two stretches.
fn list(times: impl Iterator<Item = (u64, u64)>, every: u64) -> String {
    let mut out = String::from("WEBVTT\n");
    for (index, (at, next)) in times.enumerate() {
        let start = at / every * every;
        let end = if next / every > at / every { next / every * every } else { next };
        let end = end.clamp(start + 1, start + 2 * every);
        let (sheet, x, y) = (index / SHEET, index % SHEET_SIDE * WIDTH, index % SHEET / SHEET_SIDE * HEIGHT);
        // Writing into a string cannot fail.
        let _ = write!(out, "\n{} --> {}\n", clock(start), clock(end));
        let _ = writeln!(out, "{}#xywh={x},{y},{WIDTH},{HEIGHT}", sheet_file(sheet));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::SECOND;

    #[test]
    fn thumbnails_are_listed_with_their_places() {
        // A gap of 40 seconds after the second.
        let at = [0, 10 * SECOND, 52 * SECOND + 9_000, 60 * SECOND];
        let ends = [at[1], at[2], at[3], 3_664 * SECOND + 45_000];
        let text = list(at.into_iter().zip(ends), 10 * SECOND);
        let expected = "WEBVTT\n\n\
            00:00:00.000 --> 00:00:10.000\nsprite-0.jpg#xywh=0,0,160,90\n\n\
            00:00:10.000 --> 00:00:30.000\nsprite-0.jpg#xywh=160,0,160,90\n\n\
            00:00:50.000 --> 00:01:00.000\nsprite-0.jpg#xywh=320,0,160,90\n\n\
            00:01:00.000 --> 00:01:20.000\nsprite-0.jpg#xywh=480,0,160,90\n";
        assert_eq!(text, expected);
        let many = list((0..60).map(|index| (index * 10 * SECOND, (index + 1) * 10 * SECOND)), 10 * SECOND);
        assert!(many.contains("00:04:10.000 --> 00:04:20.000\nsprite-1.jpg#xywh=0,0,160,90\n"));
        assert!(many.ends_with("00:09:50.000 --> 00:10:00.000\nsprite-2.jpg#xywh=640,90,160,90\n"), "{many}");
        assert_eq!(clock(3_664 * SECOND + 45_000), "01:01:04.500");
    }
}
