//! A range of a recording as one MP4 file.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::record::{Kind, Record};
use super::{RecordingError, Replay, init_path, segment_path};
use crate::codec::VIDEO_TIMESCALE;
use crate::codec::cmaf::{
    ClipSegment, ClipTrack, ParseError, ParsedSample, Piece, Progressive, parse_init, parse_moof,
};
use crate::codec::rescale;
use crate::hls::Rendition;

const MAX_INIT_BYTES: u64 = 64 * 1024;
const MAX_MOOF_BYTES: u64 = 4 * 1024 * 1024;
/// Boxes at the top of a segment: two for each part.
const MAX_BOXES: usize = 10_000;
const BUFFER_BYTES: usize = 256 * 1024;

/// The plan of a file: its head is in memory, the rest is read when it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Where the segments lie, if they are on this machine.
    folder: PathBuf,
    head: Bytes,
    ranges: Vec<SegmentRange>,
    /// Where each range begins in the file.
    starts: Vec<u64>,
    length: u64,
}

/// Bytes of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentRange {
    pub rendition: Rendition,
    pub number: u64,
    pub offset: u64,
    pub length: u64,
}

/// What stands at a place of the file.
pub enum DownloadSpan<'a> {
    Head(&'a [u8]),
    Segment(SegmentRange),
}

/// A plan as it is stored: this in a line of its own, and the head behind it.
#[derive(Serialize, Deserialize)]
struct StoredPlan {
    /// Plans of older versions are read under this name.
    #[serde(rename = "stretches")]
    ranges: Vec<(String, u64, u64, u64)>,
}

impl Download {
    /// All of a recording.
    pub fn whole(replay: &Replay) -> Result<Self, RecordingError> {
        let end = replay.resume().map_or(0, |resume| resume.end);
        Self::plan(replay, &[Rendition::SOURCE, Rendition::SOUND], 0, end)
    }

    /// What the renditions show from `from` until `to`, in ticks of 90 kHz; gaps are held pictures and silence.
    pub fn plan(replay: &Replay, renditions: &[Rendition], from: u64, to: u64) -> Result<Self, RecordingError> {
        let mut segments = Vec::new();
        let mut tracks = Vec::new();
        for &rendition in renditions {
            if let Some(track) = replay.tracks.get(&rendition) {
                let folder = &replay.folder;
                let there = track.entries.iter().filter(|record| record.kind == Kind::Segment);
                let wanted: Vec<_> = there.filter(|record| ticks(record, record.head.start) < to).collect();
                tracks.push(clip_track(folder, rendition, &wanted, from, &mut segments)?);
            }
        }
        Ok(Self::of(replay.folder.clone(), Progressive::plan(&tracks, from, to)?, &segments)?)
    }

    /// A file whose pieces lie in these segments, by their places in the list.
    pub(super) fn of(folder: PathBuf, file: Progressive, segments: &[(Rendition, u64)]) -> Result<Self, ParseError> {
        let range = |piece: Piece| {
            let (rendition, number) = segments.get(piece.source as usize).copied().ok_or(ParseError::Truncated)?;
            Ok(SegmentRange { rendition, number, offset: piece.offset, length: piece.length })
        };
        let ranges = file.pieces.into_iter().map(range).collect::<Result<Vec<_>, ParseError>>()?;
        Ok(Self::new(folder, file.head, ranges))
    }

    fn new(folder: PathBuf, head: Bytes, ranges: Vec<SegmentRange>) -> Self {
        let mut length = head.len() as u64;
        let mut starts = Vec::with_capacity(ranges.len());
        for range in &ranges {
            starts.push(length);
            length = length.saturating_add(range.length);
        }
        Self { folder, head, ranges, starts, length }
    }

    /// The plan as bytes, so that it can be kept beside segments that lie elsewhere: those are not read to plan anew.
    pub fn encode(&self) -> Result<Vec<u8>, RecordingError> {
        let row = |one: &SegmentRange| (one.rendition.to_string(), one.number, one.offset, one.length);
        let stored = StoredPlan { ranges: self.ranges.iter().map(row).collect() };
        let mut bytes = serde_json::to_vec(&stored).map_err(io::Error::other)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&self.head);
        Ok(bytes)
    }

    /// Reads a plan of the recording in that folder.
    pub fn decode(folder: PathBuf, bytes: &Bytes) -> Result<Self, RecordingError> {
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(ParseError::Truncated)?;
        let stored: StoredPlan = serde_json::from_slice(&bytes[..end]).map_err(io::Error::other)?;
        let range = |(rendition, number, offset, length): (String, u64, u64, u64)| {
            let rendition = Rendition::parse(&rendition).ok_or(ParseError::Truncated)?;
            Ok(SegmentRange { rendition, number, offset, length })
        };
        let ranges = stored.ranges.into_iter().map(range).collect::<Result<Vec<_>, ParseError>>()?;
        Ok(Self::new(folder, bytes.slice(end + 1..), ranges))
    }

    /// Of the whole file.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// What stands at a place, to the end of the range; nothing after the end of the file.
    pub fn at(&self, at: u64) -> Option<DownloadSpan<'_>> {
        let head = usize::try_from(at).ok().and_then(|at| self.head.get(at..)).unwrap_or_default();
        if !head.is_empty() {
            return Some(DownloadSpan::Head(head));
        }
        let index = self.starts.partition_point(|&start| start <= at).checked_sub(1)?;
        let (range, inside) = (self.ranges[index], at - self.starts[index]);
        let length = range.length.checked_sub(inside).filter(|&length| length > 0)?;
        Some(DownloadSpan::Segment(SegmentRange { offset: range.offset + inside, length, ..range }))
    }

    /// Reads some bytes at a place of the file, none only at its end; blocking.
    pub fn read_at(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        match self.at(at) {
            None => Ok(0),
            Some(DownloadSpan::Head(head)) => {
                let length = head.len().min(buffer.len());
                buffer[..length].copy_from_slice(&head[..length]);
                Ok(length)
            }
            Some(DownloadSpan::Segment(range)) => {
                let length = usize::try_from(range.length).unwrap_or(usize::MAX).min(buffer.len());
                let path = segment_path(&self.folder, range.rendition, range.number);
                File::open(path)?.read_exact_at(&mut buffer[..length], range.offset)?;
                Ok(length)
            }
        }
    }

    /// Writes the whole file; blocking.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut at = 0;
        while at < self.length() {
            let length = self.read_at(&mut buffer, at)?;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            out.write_all(&buffer[..length])?;
            at += length as u64;
        }
        Ok(())
    }
}

fn clip_track(
    folder: &Path,
    rendition: Rendition,
    wanted: &[&Record],
    from: u64,
    segments: &mut Vec<(Rendition, u64)>,
) -> Result<ClipTrack, RecordingError> {
    let mut clip = ClipTrack { codecs: Vec::new(), segments: Vec::new() };
    let mut inits: Vec<u32> = Vec::new();
    let first = first_with_key(folder, rendition, wanted, from)?;
    for record in &wanted[first..] {
        let path = segment_path(folder, rendition, record.head.number);
        let samples = read_samples(&File::open(&path)?)?;
        let codec = match inits.iter().position(|&init| init == record.head.init) {
            Some(codec) => codec,
            None => {
                let init = File::open(init_path(folder, rendition, record.head.init))?;
                clip.codecs.push(parse_init(&read_range(&init, 0, MAX_INIT_BYTES)?)?.codec);
                inits.push(record.head.init);
                inits.len() - 1
            }
        };
        let source = u32::try_from(segments.len()).unwrap_or(u32::MAX);
        segments.push((rendition, record.head.number));
        clip.segments.push(ClipSegment { source, codec, samples });
    }
    Ok(clip)
}

/// The last segment with a key frame at or before the start: one that was cut without a key frame needs those before it.
fn first_with_key(folder: &Path, rendition: Rendition, wanted: &[&Record], from: u64) -> Result<usize, RecordingError> {
    let after = wanted.iter().position(|record| ticks(record, record.end()) > from);
    let Some(after) = after else { return Ok(wanted.len()) };
    for index in (1..=after).rev() {
        let record = wanted[index];
        let samples = read_samples(&File::open(segment_path(folder, rendition, record.head.number))?)?;
        if samples.iter().any(|sample| sample.keyframe && ticks(record, sample.pts()) <= from) {
            return Ok(index);
        }
    }
    Ok(0)
}

fn ticks(record: &Record, time: u64) -> u64 {
    rescale(time, record.head.timescale, VIDEO_TIMESCALE)
}

/// The samples of a stored segment, without reading its media.
pub(super) fn read_samples(file: &File) -> Result<Vec<ParsedSample>, RecordingError> {
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
            if size > MAX_MOOF_BYTES {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan that was stored by an older version is still read.
    #[test]
    fn stored_plans_keep_their_form() {
        let stored = Bytes::from_static(b"{\"stretches\":[[\"v0\",3,16,100],[\"a0\",3,0,20]]}\nhead");
        let plan = Download::decode(PathBuf::from("7"), &stored).unwrap();
        assert_eq!(plan.length(), 4 + 100 + 20);
        assert_eq!(plan.encode().unwrap(), stored);
        let Some(DownloadSpan::Segment(range)) = plan.at(4 + 100 + 5) else { panic!("the sound comes last") };
        assert_eq!(range, SegmentRange { rendition: Rendition::SOUND, number: 3, offset: 5, length: 15 });
    }
}
