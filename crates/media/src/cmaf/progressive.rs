//! A plain MP4 file out of stored fragments, for downloads and clips.
//!
//! Only the head is built; the rest is a list of [`Piece`]s of the stored files, so that a whole game is sent without being
//! held, and any range of it can be. The edit list starts the presentation at the exact frame: what lies between it and
//! the key frame before is decoded and not shown.

use bytes::{BufMut, Bytes, BytesMut};

use super::boxes::{Edit, Trak, count, full, mvhd, plain, stsd};
use super::parse::ParsedSample;
use crate::codec::{Codec, VIDEO_TIMESCALE};

/// Eight hours of 120 pictures a second.
const MAX_SAMPLES: usize = 4_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgressiveError {
    #[error("there is nothing between the start and the end")]
    Empty,
    #[error("the samples of a track are not in order")]
    OutOfOrder,
    #[error("the clock of a track changes within the range")]
    MixedClocks,
    #[error("the range has too many samples for one file")]
    TooLong,
}

/// Samples of one stored file.
#[derive(Clone, Debug)]
pub struct ClipSegment {
    /// What the caller knows the file by.
    pub source: u32,
    /// Which of the track's codecs it needs.
    pub codec: usize,
    pub samples: Vec<ParsedSample>,
}

/// A track with at least the wanted range, from a key frame on.
#[derive(Clone, Debug)]
pub struct ClipTrack {
    pub codecs: Vec<Codec>,
    pub segments: Vec<ClipSegment>,
}

/// Bytes of a stored file that come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub source: u32,
    pub offset: u64,
    pub length: u64,
}

/// The file: `head`, then the pieces in order, `length` bytes in all.
#[derive(Clone, Debug)]
pub struct Progressive {
    pub head: Bytes,
    pub pieces: Vec<Piece>,
    pub length: u64,
}

impl Progressive {
    /// What is presented from `from` until `to`, in ticks of 90 kHz on the media timeline.
    pub fn plan(tracks: &[ClipTrack], from: u64, to: u64) -> Result<Self, ProgressiveError> {
        let mut chosen = Vec::new();
        let mut from = from;
        for track in tracks {
            let Some(table) = Table::choose(track, from, to)? else { continue };
            // A picture that is missing at the start moves the start; missing sound does not.
            if table.video {
                from = from.max(table.first_shown());
            }
            chosen.push(table);
        }
        if chosen.is_empty() || from >= to {
            return Err(ProgressiveError::Empty);
        }
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (index, table) in chosen.iter().enumerate() {
            order.extend((0..table.chunks.len()).map(|chunk| (index, chunk)));
        }
        order.sort_by_key(|&(index, chunk)| (chosen[index].chunks[chunk].time, index));
        let mut pieces: Vec<Piece> = Vec::with_capacity(order.len());
        let mut media = 0;
        for (index, chunk) in order {
            let chunk = &mut chosen[index].chunks[chunk];
            chunk.position = media;
            media += chunk.piece.length;
            pieces.push(chunk.piece);
        }
        let head = head(&chosen, from, to, media);
        Ok(Self { length: head.len() as u64 + media, head, pieces })
    }
}

/// Samples that lie one after the other in one file.
struct Chunk {
    piece: Piece,
    samples: u32,
    codec: usize,
    /// When it begins, in ticks of 90 kHz: chunks of all tracks are laid out by it.
    time: u64,
    /// In the media data.
    position: u64,
}

/// The samples of a track that go into the file.
struct Table<'a> {
    codecs: &'a [Codec],
    codec: &'a Codec,
    video: bool,
    timescale: u64,
    samples: Vec<ParsedSample>,
    chunks: Vec<Chunk>,
}

impl<'a> Table<'a> {
    fn choose(track: &'a ClipTrack, from: u64, to: u64) -> Result<Option<Self>, ProgressiveError> {
        let Some(codec) = track.codecs.first() else { return Ok(None) };
        if track.codecs.iter().any(|other| other.timescale() != codec.timescale()) {
            return Err(ProgressiveError::MixedClocks);
        }
        let timescale = u64::from(codec.timescale());
        let (from, to) = (rescale(from, timescale), rescale(to, timescale));
        let all = || track.segments.iter().flat_map(|segment| segment.samples.iter().map(move |s| (segment, s)));
        let total: usize = track.segments.iter().map(|segment| segment.samples.len()).sum();
        if total > MAX_SAMPLES {
            return Err(ProgressiveError::TooLong);
        }
        let (mut first, mut end) = (0, 0);
        let mut last_dts = None;
        for (index, (_, sample)) in all().enumerate() {
            if last_dts.is_some_and(|last| sample.dts <= last) {
                return Err(ProgressiveError::OutOfOrder);
            }
            last_dts = Some(sample.dts);
            if sample.keyframe && shown(sample) <= from {
                first = index;
            }
            if shown(sample) < to {
                end = index + 1;
            }
        }
        let mut table = Self {
            codecs: &track.codecs,
            codec,
            video: codec.is_video(),
            timescale,
            samples: Vec::new(),
            chunks: Vec::new(),
        };
        for (segment, sample) in all().skip(first).take(end.saturating_sub(first)) {
            table.push(segment, *sample);
        }
        // A frame lasts until the next: what is missing between them is a held picture, not a shift of all that follows.
        for index in 1..table.samples.len() {
            let next = table.samples[index].dts;
            let sample = &mut table.samples[index - 1];
            sample.duration = u32::try_from(next - sample.dts).map_err(|_| ProgressiveError::OutOfOrder)?;
        }
        Ok((!table.samples.is_empty()).then_some(table))
    }

    fn push(&mut self, segment: &ClipSegment, sample: ParsedSample) {
        let codec = segment.codec.min(self.codecs.len() - 1);
        let time = rescale_from(sample.dts, self.timescale);
        self.samples.push(sample);
        match self.chunks.last_mut() {
            Some(chunk)
                if chunk.piece.source == segment.source
                    && chunk.codec == codec
                    && chunk.piece.offset + chunk.piece.length == sample.offset =>
            {
                chunk.piece.length += u64::from(sample.size);
                chunk.samples += 1;
            }
            _ => {
                let piece = Piece { source: segment.source, offset: sample.offset, length: sample.size.into() };
                self.chunks.push(Chunk { piece, samples: 1, codec, time, position: 0 });
            }
        }
    }

    fn first_shown(&self) -> u64 {
        self.samples.first().map_or(0, |sample| rescale_from(shown(sample), self.timescale))
    }

    /// Waits until the track has something, then shows it from the wanted moment on.
    fn edits(&self, from: u64, to: u64) -> Vec<Edit> {
        let start = self.samples.first().map_or(0, |sample| sample.dts);
        let delay = self.first_shown().saturating_sub(from).min(to - from);
        let media_time = rescale(from + delay, self.timescale).saturating_sub(start);
        let mut edits = Vec::new();
        if delay > 0 {
            edits.push(Edit { duration: delay, media_time: -1 });
        }
        edits.push(Edit { duration: to - from - delay, media_time: media_time.cast_signed() });
        edits
    }

    fn write(&self, out: &mut BytesMut, id: u32, from: u64, to: u64, offsets: &mut Vec<usize>) {
        let media_duration = self.samples.iter().map(|sample| u64::from(sample.duration)).sum();
        let trak =
            Trak { id, codec: self.codec, movie_duration: to - from, media_duration, edits: self.edits(from, to) };
        trak.write(out, |out| {
            stsd(out, &self.codecs.iter().collect::<Vec<_>>());
            let durations = runs(self.samples.iter().map(|sample| sample.duration));
            full(out, b"stts", 0, 0, |out| pairs(out, &durations));
            if self.video {
                let keys = self.samples.iter().zip(1_u32..).filter(|(sample, _)| sample.keyframe);
                let keys: Vec<u32> = keys.map(|(_, number)| number).collect();
                full(out, b"stss", 0, 0, |out| {
                    out.put_u32(count(keys.len()));
                    keys.iter().for_each(|&key| out.put_u32(key));
                });
                let shifts = runs(self.samples.iter().map(|sample| sample.cts.cast_unsigned()));
                full(out, b"ctts", 1, 0, |out| pairs(out, &shifts));
            }
            self.chunk_tables(out, offsets);
        });
    }

    fn chunk_tables(&self, out: &mut BytesMut, offsets: &mut Vec<usize>) {
        let mut runs: Vec<(u32, u32, u32)> = Vec::new();
        for (chunk, number) in self.chunks.iter().zip(1_u32..) {
            let description = count(chunk.codec) + 1;
            if runs.last().is_none_or(|&(_, samples, codec)| (samples, codec) != (chunk.samples, description)) {
                runs.push((number, chunk.samples, description));
            }
        }
        full(out, b"stsc", 0, 0, |out| {
            out.put_u32(count(runs.len()));
            for (number, samples, description) in runs {
                out.put_u32(number);
                out.put_u32(samples);
                out.put_u32(description);
            }
        });
        full(out, b"stsz", 0, 0, |out| {
            out.put_u32(0);
            out.put_u32(count(self.samples.len()));
            self.samples.iter().for_each(|sample| out.put_u32(sample.size));
        });
        full(out, b"co64", 0, 0, |out| {
            out.put_u32(count(self.chunks.len()));
            for chunk in &self.chunks {
                offsets.push(out.len());
                out.put_u64(chunk.position);
            }
        });
    }
}

fn head(tables: &[Table<'_>], from: u64, to: u64, media: u64) -> Bytes {
    let samples: usize = tables.iter().map(|table| table.samples.len()).sum();
    let mut out = BytesMut::with_capacity(4096 + samples * 8);
    let mut offsets = Vec::new();
    plain(&mut out, b"ftyp", |out| {
        out.put_slice(b"isom");
        out.put_u32(0x200);
        out.put_slice(b"isomiso2avc1mp41");
    });
    plain(&mut out, b"moov", |out| {
        mvhd(out, VIDEO_TIMESCALE, to - from, count(tables.len()) + 1);
        for (table, id) in tables.iter().zip(1..) {
            table.write(out, id, from, to, &mut offsets);
        }
    });
    out.put_u32(1);
    out.put_slice(b"mdat");
    out.put_u64(media + 16);
    // Where the media begins is known only now.
    let begin = out.len() as u64;
    for at in offsets {
        let field = &mut out[at..at + 8];
        let mut position = [0; 8];
        position.copy_from_slice(field);
        field.copy_from_slice(&(u64::from_be_bytes(position) + begin).to_be_bytes());
    }
    out.freeze()
}

/// When a sample is presented; before the beginning of time is the beginning.
fn shown(sample: &ParsedSample) -> u64 {
    sample.dts.saturating_add_signed(sample.cts.into())
}

fn rescale(ticks: u64, timescale: u64) -> u64 {
    let scaled = u128::from(ticks) * u128::from(timescale) / u128::from(VIDEO_TIMESCALE);
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

fn rescale_from(ticks: u64, timescale: u64) -> u64 {
    let scaled = u128::from(ticks) * u128::from(VIDEO_TIMESCALE) / u128::from(timescale.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

fn runs(values: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some(run) if run.1 == value => run.0 += 1,
            _ => runs.push((1, value)),
        }
    }
    runs
}

fn pairs(out: &mut BytesMut, pairs: &[(u32, u32)]) {
    out.put_u32(count(pairs.len()));
    for &(first, second) in pairs {
        out.put_u32(first);
        out.put_u32(second);
    }
}
