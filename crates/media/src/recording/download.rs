//! A range of a recording as one MP4 file.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use bytes::Bytes;

use super::record::Kind;
use super::{RecordingError, Replay, init_path, segment_path};
use crate::cmaf::{ClipSegment, ClipTrack, ParseError, ParsedSample, Progressive, parse_init, parse_moof};
use crate::codec::VIDEO_TIMESCALE;
use crate::segment::{Rendition, rescale};

const MAX_INIT: u64 = 64 * 1024;
const MAX_MOOF: u64 = 4 * 1024 * 1024;
/// Boxes at the top of a segment: two for each part.
const MAX_BOXES: usize = 10_000;
const BUFFER: usize = 256 * 1024;

/// The plan of a file: its head is in memory, the rest is read when it is sent.
pub struct Download {
    plan: Progressive,
    files: Vec<PathBuf>,
}

impl Download {
    /// What the renditions show from `from` until `to`, in ticks of 90 kHz; holes are held pictures and silence.
    pub fn plan(replay: &Replay, renditions: &[Rendition], from: u64, to: u64) -> Result<Self, RecordingError> {
        let mut files = Vec::new();
        let mut tracks = Vec::new();
        for &rendition in renditions {
            let Some(track) = replay.tracks.get(&rendition) else { continue };
            let mut inits: Vec<u32> = Vec::new();
            let mut clip = ClipTrack { codecs: Vec::new(), segments: Vec::new() };
            let wanted: Vec<_> = track
                .entries
                .iter()
                .filter(|record| record.kind == Kind::Segment)
                .filter(|record| rescale(record.head.start, record.head.timescale, VIDEO_TIMESCALE) < to)
                .collect();
            let ends = |end, timescale| rescale(end, timescale, VIDEO_TIMESCALE);
            let first = wanted.iter().position(|record| ends(record.end(), record.head.timescale) > from);
            let Some(first) = first else { continue };
            let mut first = first;
            loop {
                let record = wanted[first];
                let file = File::open(segment_path(&replay.folder, rendition, record.head.number))?;
                // A segment that was cut without a key frame needs the one before it.
                let key = read_samples(&file)?.iter().any(|sample| {
                    let shown = sample.dts.saturating_add_signed(sample.cts.into());
                    sample.keyframe && rescale(shown, record.head.timescale, VIDEO_TIMESCALE) <= from
                });
                if key || first == 0 {
                    break;
                }
                first -= 1;
            }
            for record in &wanted[first..] {
                let path = segment_path(&replay.folder, rendition, record.head.number);
                let samples = read_samples(&File::open(&path)?)?;
                let codec = match inits.iter().position(|&init| init == record.head.init) {
                    Some(codec) => codec,
                    None => {
                        let init = File::open(init_path(&replay.folder, rendition, record.head.init))?;
                        clip.codecs.push(parse_init(&read_range(&init, 0, MAX_INIT)?)?.codec);
                        inits.push(record.head.init);
                        inits.len() - 1
                    }
                };
                let source = u32::try_from(files.len()).unwrap_or(u32::MAX);
                files.push(path);
                clip.segments.push(ClipSegment { source, codec, samples });
            }
            tracks.push(clip);
        }
        Ok(Self { plan: Progressive::plan(&tracks, from, to)?, files })
    }

    /// Of the whole file.
    pub fn length(&self) -> u64 {
        self.plan.length
    }

    /// Writes the whole file; blocking.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.plan.head)?;
        let mut buffer = vec![0; BUFFER];
        let mut open: Option<(u32, File)> = None;
        for piece in &self.plan.pieces {
            let file = match &open {
                Some((source, file)) if *source == piece.source => file,
                _ => {
                    let path = self.files.get(piece.source as usize).ok_or(io::ErrorKind::NotFound)?;
                    &open.insert((piece.source, File::open(path)?)).1
                }
            };
            let (mut at, end) = (piece.offset, piece.offset + piece.length);
            while at < end {
                let length = usize::try_from(end - at).unwrap_or(BUFFER).min(BUFFER);
                file.read_exact_at(&mut buffer[..length], at)?;
                out.write_all(&buffer[..length])?;
                at += length as u64;
            }
        }
        Ok(())
    }
}

/// The samples of a stored segment, without reading its media.
fn read_samples(file: &File) -> Result<Vec<ParsedSample>, RecordingError> {
    let length = file.metadata()?.len();
    let mut samples = Vec::new();
    let mut at = 0;
    for _ in 0..MAX_BOXES {
        if at + 8 > length {
            return Ok(samples);
        }
        let mut head = [0; 8];
        file.read_exact_at(&mut head, at)?;
        let [s0, s1, s2, s3, kind @ ..] = head;
        let size = u64::from(u32::from_be_bytes([s0, s1, s2, s3]));
        if size < 8 || at + size > length {
            return Err(ParseError::Truncated.into());
        }
        if kind == *b"moof" {
            if size > MAX_MOOF {
                return Err(ParseError::TooMany.into());
            }
            let body = read_range(file, at + 8, size - 8)?;
            parse_moof(&body, at, length, &mut samples)?;
        }
        at += size;
    }
    Err(ParseError::TooMany.into())
}

fn read_range(file: &File, at: u64, limit: u64) -> io::Result<Bytes> {
    let length = file.metadata()?.len().saturating_sub(at).min(limit);
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    file.read_exact_at(&mut bytes, at)?;
    Ok(bytes.into())
}
