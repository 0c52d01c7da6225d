//! A plain MP4 file out of stored fragments, for downloads and clips.
//!
//! Only the head is built; the rest is a list of [`Piece`]s of the stored files, so that a whole game is sent without
//! being held, and any range of it can be. The edit list starts the presentation at the exact frame: what lies between
//! it and the key frame before is decoded and not shown.

use bytes::{BufMut, Bytes, BytesMut};

use super::boxes::{Edit, Trak, count, full, mvhd, plain, stsd};
use super::parse::ParsedSample;
use crate::codec::{Codec, VIDEO_TIMESCALE, rescale};

/// Eight hours of 120 pictures a second.
const MAX_SAMPLES: usize = 4_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgressiveError {
    #[error("the range is empty")]
    Empty,
    #[error("track samples are out of order")]
    OutOfOrder,
    #[error("the timescale of a track changes within the range")]
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
    timescale: u32,
    samples: Vec<ParsedSample>,
    chunks: Vec<Chunk>,
}

impl<'a> Table<'a> {
    fn choose(track: &'a ClipTrack, from: u64, to: u64) -> Result<Option<Self>, ProgressiveError> {
        let Some(codec) = track.codecs.first() else { return Ok(None) };
        if track.codecs.iter().any(|other| other.timescale() != codec.timescale()) {
            return Err(ProgressiveError::MixedClocks);
        }
        let timescale = codec.timescale();
        let (from, to) = (rescale(from, VIDEO_TIMESCALE, timescale), rescale(to, VIDEO_TIMESCALE, timescale));
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
            if sample.keyframe && sample.pts() <= from {
                first = index;
            }
            if sample.pts() < to {
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
        // A frame lasts until the next: what is missing between them is a held picture, not a shift of all that
        // follows.
        for index in 1..table.samples.len() {
            let next = table.samples[index].dts;
            let sample = &mut table.samples[index - 1];
            sample.duration = u32::try_from(next - sample.dts).map_err(|_| ProgressiveError::OutOfOrder)?;
        }
        Ok((!table.samples.is_empty()).then_some(table))
    }

    fn push(&mut self, segment: &ClipSegment, sample: ParsedSample) {
        let codec = segment.codec.min(self.codecs.len() - 1);
        let time = rescale(sample.dts, self.timescale, VIDEO_TIMESCALE);
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
        self.samples.first().map_or(0, |sample| rescale(sample.pts(), self.timescale, VIDEO_TIMESCALE))
    }

    /// Waits until the track has something, then shows it from the wanted moment on.
    fn edits(&self, from: u64, to: u64) -> Vec<Edit> {
        let start = self.samples.first().map_or(0, |sample| sample.dts);
        let delay = self.first_shown().saturating_sub(from).min(to - from);
        let media_time = rescale(from + delay, VIDEO_TIMESCALE, self.timescale).saturating_sub(start);
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

#[cfg(test)]
mod tests {
    use mp4_atom::{Any, DecodeMaybe, StszSamples};
    use proptest::prelude::*;

    use super::super::{Sample, fragment, parse_fragments};
    use super::*;
    use crate::codec::tests::{aac, avc};

    const SECOND: u64 = 90_000;
    /// Where the tracks begin, in seconds: clips come out of the middle of games.
    const BASE: u64 = 5000;

    /// Six seconds in files of two, each sample with its number as content; a key frame a second, pictures reordered.
    fn stored() -> (Vec<ClipTrack>, Vec<Bytes>) {
        let picture = |n: u32| {
            let cts = [0, 6000, -3000, -3000][n as usize % 4];
            (BASE * SECOND + u64::from(n) * 3000, if n.is_multiple_of(30) { 0 } else { cts }, n.is_multiple_of(30))
        };
        let sound = |n: u32| (BASE * 48_000 + u64::from(n) * 1024, 0, true);
        let mut files = Vec::new();
        let mut store = |codec: Codec, step: u64, per_file: u32, place: &dyn Fn(u32) -> (u64, i32, bool)| {
            let mut segments = Vec::new();
            for file in 0..3 {
                let mut bytes = Vec::new();
                let numbers: Vec<u32> = (file * per_file..(file + 1) * per_file).collect();
                for part in numbers.chunks(15) {
                    let sample = |&n: &u32| {
                        let (dts, cts, keyframe) = place(n);
                        let data = [n.to_be_bytes().as_slice(), &vec![7; n as usize % 5]].concat().into();
                        Sample { dts, cts, keyframe, data }
                    };
                    let samples: Vec<_> = part.iter().map(sample).collect();
                    let end = samples.last().unwrap().dts + step;
                    bytes.extend_from_slice(&fragment(0, &samples, end));
                }
                let source = u32::try_from(files.len()).unwrap();
                segments.push(ClipSegment { source, codec: 0, samples: parse_fragments(&bytes).unwrap() });
                files.push(Bytes::from(bytes));
            }
            ClipTrack { codecs: vec![codec], segments }
        };
        let video = store(Codec::Avc(avc()), 3000, 60, &picture);
        let audio = store(Codec::Aac(aac()), 1024, 94, &sound);
        (vec![video, audio], files)
    }

    fn assemble(plan: &Progressive, files: &[Bytes]) -> Vec<u8> {
        let mut out = plan.head.to_vec();
        for piece in &plan.pieces {
            let start = usize::try_from(piece.offset).unwrap();
            let end = start + usize::try_from(piece.length).unwrap();
            out.extend_from_slice(&files[piece.source as usize][start..end]);
        }
        assert_eq!(out.len() as u64, plan.length);
        out
    }

    /// The numbers of a track's samples, found by another library's reading of the tables.
    fn numbers(file: &[u8], trak: &mp4_atom::Trak) -> Vec<u32> {
        let stbl = &trak.mdia.minf.stbl;
        let StszSamples::Different { sizes } = &stbl.stsz.samples else { panic!("sizes differ") };
        let mut sizes = sizes.iter();
        let mut numbers = Vec::new();
        for (&offset, chunk) in stbl.co64.as_ref().unwrap().entries.iter().zip(1..) {
            let run = stbl.stsc.entries.iter().rev().find(|run| run.first_chunk <= chunk).unwrap();
            let mut at = usize::try_from(offset).unwrap();
            for _ in 0..run.samples_per_chunk {
                numbers.push(u32::from_be_bytes(*file[at..].first_chunk().unwrap()));
                at += *sizes.next().unwrap() as usize;
            }
        }
        assert!(sizes.next().is_none());
        let times: u32 = stbl.stts.entries.iter().map(|entry| entry.sample_count).sum();
        assert_eq!(times as usize, numbers.len());
        numbers
    }

    proptest! {
        /// Every sample is where the tables say, and the first that is shown is the one of that moment.
        #[test]
        fn any_range_is_cut_at_its_frame(start in 0..6 * SECOND, length in 1..6 * SECOND) {
            let (tracks, files) = stored();
            let (from, to) = (BASE * SECOND + start, BASE * SECOND + start + length);
            let plan = Progressive::plan(&tracks, from, to).unwrap();
            let file = assemble(&plan, &files);
            let mut rest = &file[..];
            let Some(Any::Ftyp(_)) = Any::decode_maybe(&mut rest).unwrap() else { panic!("no ftyp") };
            let Some(Any::Moov(moov)) = Any::decode_maybe(&mut rest).unwrap() else { panic!("no moov") };
            prop_assert_eq!(moov.mvhd.duration, length);
            prop_assert_eq!(moov.mvhd.next_track_id, 3);
            let [video, audio] = &moov.trak[..] else { panic!("not two tracks") };

            let pictures = numbers(&file, video);
            prop_assert_eq!(pictures[0] % 30, 0, "starts with a key frame");
            prop_assert!(pictures.windows(2).all(|pair| pair[1] == pair[0] + 1));
            let edit = &video.edts.as_ref().unwrap().elst.as_ref().unwrap().entries[0];
            prop_assert_eq!(edit.segment_duration, length);
            // From the key frame to the wanted moment.
            prop_assert_eq!(edit.media_time, Some(start - u64::from(pictures[0]) * 3000));
            prop_assert!(edit.media_time < Some(SECOND));

            let sounds = numbers(&file, audio);
            prop_assert!(sounds.windows(2).all(|pair| pair[1] == pair[0] + 1));
            let first = u64::from(sounds[0]) * 1024;
            prop_assert!(first <= start * 48 / 90 && first + 1024 > (start * 48 / 90).min(281 * 1024));
        }
    }

    #[test]
    fn plan_that_gives_no_file_is_refused() {
        let (tracks, _) = stored();
        let plan = |tracks: &[ClipTrack], from, to| Progressive::plan(tracks, from, to).map(|_| ());
        assert_eq!(plan(&[], 0, SECOND), Err(ProgressiveError::Empty));
        assert_eq!(plan(&tracks, 0, SECOND), Err(ProgressiveError::Empty));
        assert_eq!(plan(&tracks, BASE * SECOND + 10, BASE * SECOND), Err(ProgressiveError::Empty));
        let mut mixed = tracks.clone();
        mixed[0].codecs.push(Codec::Aac(aac()));
        assert_eq!(plan(&mixed, BASE * SECOND, u64::MAX), Err(ProgressiveError::MixedClocks));
        let mut shuffled = tracks;
        shuffled[0].segments.swap(0, 2);
        assert_eq!(plan(&shuffled, BASE * SECOND, (BASE + 6) * SECOND), Err(ProgressiveError::OutOfOrder));
    }

    /// Sound that begins later than the picture waits; a picture that begins later moves the start.
    #[test]
    fn a_track_that_begins_late_waits_for_its_time() {
        let (mut tracks, files) = stored();
        tracks[1].segments.remove(0);
        let plan = Progressive::plan(&tracks, BASE * SECOND, (BASE + 6) * SECOND).unwrap();
        let file = assemble(&plan, &files);
        let mut rest = &file[..];
        Any::decode_maybe(&mut rest).unwrap();
        let Some(Any::Moov(moov)) = Any::decode_maybe(&mut rest).unwrap() else { panic!("no moov") };
        let edits = &moov.trak[1].edts.as_ref().unwrap().elst.as_ref().unwrap().entries;
        let late = 94 * 1024 * 90 / 48;
        let edits: Vec<_> = edits.iter().map(|edit| (edit.segment_duration, edit.media_time)).collect();
        assert_eq!(edits, [(late, None), (6 * SECOND - late, Some(0))]);

        let (mut tracks, files) = stored();
        tracks[0].segments.remove(0);
        let plan = Progressive::plan(&tracks, BASE * SECOND, (BASE + 6) * SECOND).unwrap();
        let file = assemble(&plan, &files);
        let mut rest = &file[..];
        Any::decode_maybe(&mut rest).unwrap();
        let Some(Any::Moov(moov)) = Any::decode_maybe(&mut rest).unwrap() else { panic!("no moov") };
        assert_eq!(moov.mvhd.duration, 4 * SECOND);
    }
}
