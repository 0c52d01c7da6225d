//! Reads init segments and fragments: our own from storage, and those that ffmpeg made of an upload.
//!
//! Nothing is believed: lengths and offsets are checked against the bytes that are there, counts against limits, and
//! only known paths are followed, so that nesting has no depth to exhaust.

use bytes::Bytes;

use crate::codec::{AacConfig, AvcConfig, Codec, CodecError};

/// A segment of 10 s at 120 frames a second has 1,200.
const MAX_SAMPLES: usize = 100_000;
/// Boxes in one body: ours have below ten.
const MAX_BOXES: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    #[error("a box is truncated")]
    Truncated,
    #[error("the box `{0}` is missing")]
    Missing(&'static str),
    #[error("expected a file with one track")]
    ManyTracks,
    #[error("too many boxes or samples")]
    TooMany,
    #[error("a sample lies outside the file")]
    OutOfBounds,
    #[error(transparent)]
    Codec(#[from] CodecError),
}

/// What an init segment says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTrack {
    pub codec: Codec,
    pub timescale: u32,
}

/// A sample of a stored fragment, and where its bytes lie in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedSample {
    pub dts: u64,
    pub duration: u32,
    pub cts: i32,
    pub keyframe: bool,
    pub offset: u64,
    pub size: u32,
}

impl ParsedSample {
    /// When it is presented; before the beginning of time is the beginning.
    pub fn pts(&self) -> u64 {
        self.dts.saturating_add_signed(self.cts.into())
    }

    /// Its bytes in the file that it was read from.
    pub fn data(&self, file: &Bytes) -> Result<Bytes, ParseError> {
        let start = usize::try_from(self.offset).map_err(|_| ParseError::OutOfBounds)?;
        let end = start.checked_add(self.size as usize).filter(|end| *end <= file.len());
        Ok(file.slice(start..end.ok_or(ParseError::OutOfBounds)?))
    }
}

pub fn parse_init(bytes: &Bytes) -> Result<StoredTrack, ParseError> {
    let moov = child(bytes, b"moov", "moov")?;
    let mut traks = Boxes::new(moov).filter(|item| item.as_ref().is_ok_and(|found| found.kind == *b"trak"));
    let trak = traks.next().ok_or(ParseError::Missing("trak"))??.body;
    if traks.next().is_some() {
        return Err(ParseError::ManyTracks);
    }
    let mdia = child(trak, b"mdia", "mdia")?;
    let mut mdhd = Cursor(child(mdia, b"mdhd", "mdhd")?);
    let version = mdhd.u32()? >> 24;
    mdhd.skip(if version == 1 { 16 } else { 8 })?;
    let timescale = mdhd.u32()?;
    let stbl = child(child(mdia, b"minf", "minf")?, b"stbl", "stbl")?;
    let mut stsd = Cursor(child(stbl, b"stsd", "stsd")?);
    stsd.skip(8)?;
    let entry = Boxes::new(stsd.0).next().ok_or(ParseError::Missing("sample entry"))??;
    let codec = match &entry.kind {
        b"avc1" => {
            let record = child(entry.body.get(78..).ok_or(ParseError::Truncated)?, b"avcC", "avcC")?;
            Codec::Avc(AvcConfig::parse(bytes.slice_ref(record))?)
        }
        b"mp4a" => {
            let esds = child(entry.body.get(28..).ok_or(ParseError::Truncated)?, b"esds", "esds")?;
            Codec::Aac(AacConfig::parse(bytes.slice_ref(specific_config(esds)?))?)
        }
        _ => return Err(CodecError::Unsupported.into()),
    };
    Ok(StoredTrack { codec, timescale })
}

/// All samples of a segment that is in memory, in the order of the file.
pub fn parse_fragments(bytes: &[u8]) -> Result<Vec<ParsedSample>, ParseError> {
    let mut samples = Vec::new();
    for item in Boxes::new(bytes) {
        let found = item?;
        if found.kind == *b"moof" {
            parse_moof(found.body, found.start as u64, bytes.len() as u64, &mut samples)?;
        }
    }
    Ok(samples)
}

/// The samples of one `moof`, given without its head, that starts at `position` of a file of `length` bytes.
pub fn parse_moof(body: &[u8], position: u64, length: u64, samples: &mut Vec<ParsedSample>) -> Result<(), ParseError> {
    for item in Boxes::new(body) {
        let found = item?;
        if found.kind == *b"traf" {
            parse_traf(found.body, position, length, samples)?;
        }
    }
    Ok(())
}

fn parse_traf(body: &[u8], moof: u64, length: u64, samples: &mut Vec<ParsedSample>) -> Result<(), ParseError> {
    let mut tfhd = Cursor(child(body, b"tfhd", "tfhd")?);
    let flags = tfhd.u32()?;
    tfhd.skip(4)?;
    let base = if flags & 0x1 != 0 { tfhd.u64()? } else { moof };
    tfhd.optional(flags & 0x2 != 0)?;
    let duration = tfhd.optional(flags & 0x8 != 0)?.unwrap_or(0);
    let size = tfhd.optional(flags & 0x10 != 0)?.unwrap_or(0);
    let sample_flags = tfhd.optional(flags & 0x20 != 0)?.unwrap_or(0);
    let mut tfdt = Cursor(child(body, b"tfdt", "tfdt")?);
    let mut dts = if tfdt.u32()? >> 24 == 1 { tfdt.u64()? } else { tfdt.u32()?.into() };
    let mut next = None;
    for item in Boxes::new(body) {
        let found = item?;
        if found.kind != *b"trun" {
            continue;
        }
        let mut run = Cursor(found.body);
        let flags = run.u32()?;
        let count = run.u32()? as usize;
        if count > MAX_SAMPLES - samples.len().min(MAX_SAMPLES) {
            return Err(ParseError::TooMany);
        }
        let offset = run.optional(flags & 0x1 != 0)?.map(u32::cast_signed);
        let first_flags = run.optional(flags & 0x4 != 0)?;
        let mut at = match (offset, next) {
            (Some(offset), _) => base.checked_add_signed(offset.into()).ok_or(ParseError::OutOfBounds)?,
            (None, Some(next)) => next,
            (None, None) => base,
        };
        for index in 0..count {
            let duration = run.optional(flags & 0x100 != 0)?.unwrap_or(duration);
            let size = run.optional(flags & 0x200 != 0)?.unwrap_or(size);
            let own_flags = run.optional(flags & 0x400 != 0)?;
            let cts = run.optional(flags & 0x800 != 0)?.unwrap_or(0).cast_signed();
            let first = first_flags.filter(|_| index == 0);
            let sample_flags = first.or(own_flags).unwrap_or(sample_flags);
            let end = at.checked_add(size.into()).filter(|&end| end <= length).ok_or(ParseError::OutOfBounds)?;
            let keyframe = sample_flags & 0x1_0000 == 0;
            samples.push(ParsedSample { dts, duration, cts, keyframe, offset: at, size });
            at = end;
            dts = dts.checked_add(duration.into()).ok_or(ParseError::OutOfBounds)?;
        }
        next = Some(at);
    }
    Ok(())
}

/// The `AudioSpecificConfig` inside the descriptors of an `esds`.
fn specific_config(esds: &[u8]) -> Result<&[u8], ParseError> {
    let mut cursor = Cursor(esds);
    cursor.skip(4)?;
    // Three levels at most; others beside them are stepped over.
    for _ in 0..8 {
        let tag = cursor.u8()?;
        let length = cursor.descriptor_length()?;
        match tag {
            3 => {
                cursor.skip(2)?;
                let flags = cursor.u8()?;
                cursor.skip(if flags & 0x80 != 0 { 2 } else { 0 })?;
                let url = if flags & 0x40 != 0 { cursor.u8()?.into() } else { 0 };
                cursor.skip(url)?;
                cursor.skip(if flags & 0x20 != 0 { 2 } else { 0 })?;
            }
            4 => cursor.skip(13)?,
            5 => return cursor.0.get(..length).ok_or(ParseError::Truncated),
            _ => cursor.skip(length)?,
        }
    }
    Err(ParseError::Missing("audio configuration"))
}

fn child<'a>(bytes: &'a [u8], kind: &[u8; 4], name: &'static str) -> Result<&'a [u8], ParseError> {
    for item in Boxes::new(bytes) {
        let found = item?;
        if found.kind == *kind {
            return Ok(found.body);
        }
    }
    Err(ParseError::Missing(name))
}

struct Found<'a> {
    kind: [u8; 4],
    body: &'a [u8],
    /// Of the whole box, in the bytes that were walked.
    start: usize,
}

/// Boxes one after the other; ends with an error where a length does not fit.
struct Boxes<'a> {
    bytes: &'a [u8],
    at: usize,
    seen: usize,
}

impl<'a> Boxes<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, seen: 0 }
    }

    fn read(&mut self) -> Result<Found<'a>, ParseError> {
        self.seen += 1;
        if self.seen > MAX_BOXES {
            return Err(ParseError::TooMany);
        }
        let start = self.at;
        let rest = self.bytes.get(start..).ok_or(ParseError::Truncated)?;
        let mut cursor = Cursor(rest);
        let short = u64::from(cursor.u32()?);
        let kind = cursor.u32()?.to_be_bytes();
        let (length, head) = if short == 1 { (cursor.u64()?, 16) } else { (short, 8) };
        let length = usize::try_from(length).map_err(|_| ParseError::Truncated)?;
        let body = rest.get(head..length).ok_or(ParseError::Truncated)?;
        self.at = start + length;
        Ok(Found { kind, body, start })
    }
}

impl<'a> Iterator for Boxes<'a> {
    type Item = Result<Found<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let found = self.read();
        if found.is_err() {
            self.at = self.bytes.len();
        }
        Some(found)
    }
}

struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], ParseError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(ParseError::Truncated)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u8(&mut self) -> Result<u8, ParseError> {
        self.take().map(u8::from_be_bytes)
    }

    fn u32(&mut self) -> Result<u32, ParseError> {
        self.take().map(u32::from_be_bytes)
    }

    fn u64(&mut self) -> Result<u64, ParseError> {
        self.take().map(u64::from_be_bytes)
    }

    fn optional(&mut self, there: bool) -> Result<Option<u32>, ParseError> {
        if there { self.u32().map(Some) } else { Ok(None) }
    }

    fn skip(&mut self, count: usize) -> Result<(), ParseError> {
        self.0 = self.0.get(count..).ok_or(ParseError::Truncated)?;
        Ok(())
    }

    fn descriptor_length(&mut self) -> Result<usize, ParseError> {
        let mut length = 0;
        for _ in 0..4 {
            let byte = self.u8()?;
            length = length << 7 | usize::from(byte & 0x7f);
            if byte & 0x80 == 0 {
                return Ok(length);
            }
        }
        Err(ParseError::Truncated)
    }
}

#[cfg(test)]
mod tests {
    use mp4_atom::{Any, DecodeMaybe};
    use proptest::prelude::*;

    use super::super::{Sample, fragment, init_segment};
    use super::*;
    use crate::codec::tests::{aac, avc};

    fn video() -> Vec<Sample> {
        let sample = |index: u64, cts| Sample {
            dts: 900_000 + index * 3000,
            cts,
            keyframe: index == 0,
            data: vec![u8::try_from(index).unwrap(); 100 + usize::try_from(index).unwrap()].into(),
        };
        vec![sample(0, 0), sample(1, 6000), sample(2, -3000), sample(3, -3000)]
    }

    fn audio() -> Vec<Sample> {
        (0..5).map(|n| Sample { dts: n * 1024, cts: 0, keyframe: true, data: vec![7; 20].into() }).collect()
    }

    #[test]
    fn init_and_fragments_read_back_as_written() {
        for codec in [Codec::Avc(avc()), Codec::Aac(aac())] {
            let track = parse_init(&init_segment(&codec)).unwrap();
            assert_eq!(track.timescale, codec.timescale());
            assert_eq!(track.codec, codec);
        }
        for (samples, end) in [(video(), 912_000), (audio(), 5120)] {
            let bytes = [fragment(1, &samples, end), fragment(2, &samples, end)].concat();
            let read = parse_fragments(&bytes).unwrap();
            assert_eq!(read.len(), samples.len() * 2);
            for (sample, read) in samples.iter().chain(&samples).zip(read) {
                assert_eq!((read.dts, read.cts, read.keyframe), (sample.dts, sample.cts, sample.keyframe));
                let start = usize::try_from(read.offset).unwrap();
                assert_eq!(&bytes[start..start + read.size as usize], &sample.data[..]);
            }
        }
    }

    /// A library that knows nothing of ours reads the same out of them.
    #[test]
    fn mp4_atom_agrees() {
        let init = init_segment(&Codec::Avc(avc()));
        let mut init = &init[..];
        let Some(Any::Ftyp(_)) = Any::decode_maybe(&mut init).unwrap() else { panic!("no ftyp") };
        let Some(Any::Moov(moov)) = Any::decode_maybe(&mut init).unwrap() else { panic!("no moov") };
        assert_eq!(moov.mvhd.next_track_id, 2);
        assert_eq!(moov.trak.len(), 1);
        assert_eq!(moov.trak[0].tkhd.track_id, 1);
        assert_eq!(moov.trak[0].mdia.mdhd.timescale, 90_000);
        assert!(moov.trak[0].edts.is_none());
        assert_eq!(moov.mvex.unwrap().trex[0].track_id, 1);
        let mp4_atom::Codec::Avc1(avc1) = &moov.trak[0].mdia.minf.stbl.stsd.codecs[0] else { panic!("not avc1") };
        assert_eq!((avc1.visual.width, avc1.visual.height), (1280, 720));
        assert_eq!(avc1.avcc.avc_profile_indication, 100);

        let init = init_segment(&Codec::Aac(aac()));
        let mut init = &init[..];
        Any::decode_maybe(&mut init).unwrap();
        let Some(Any::Moov(moov)) = Any::decode_maybe(&mut init).unwrap() else { panic!("no moov") };
        let mp4_atom::Codec::Mp4a(mp4a) = &moov.trak[0].mdia.minf.stbl.stsd.codecs[0] else { panic!("not mp4a") };
        let specific = mp4a.esds.es_desc.dec_config.dec_specific.as_ref().unwrap();
        assert_eq!((specific.profile, specific.freq_index, specific.chan_conf), (2, 3, 2));

        let bytes = fragment(9, &video(), 912_000);
        let mut bytes = &bytes[..];
        let Some(Any::Moof(moof)) = Any::decode_maybe(&mut bytes).unwrap() else { panic!("no moof") };
        assert_eq!(moof.mfhd.sequence_number, 9);
        assert_eq!(moof.traf[0].tfhd.track_id, 1);
        assert_eq!(moof.traf[0].tfdt.as_ref().unwrap().base_media_decode_time, 900_000);
        let entries: Vec<_> = moof.traf[0].trun[0].samples.iter().map(|entry| (entry.duration, entry.cts)).collect();
        assert_eq!(entries, [0, 6000, -3000, -3000].map(|cts| (Some(3000), Some(cts))));
        let Some(Any::Mdat(mdat)) = Any::decode_maybe(&mut bytes).unwrap() else { panic!("no mdat") };
        assert_eq!(mdat.data.len(), 100 + 101 + 102 + 103);
        assert!(bytes.is_empty());
    }

    /// A run without fields of its own costs nothing to claim, so its count is bounded.
    #[test]
    fn a_claimed_count_is_not_believed() {
        let mut bytes = fragment(1, &audio(), 5120).to_vec();
        let run = bytes.windows(4).position(|kind| kind == b"trun").unwrap();
        bytes[run + 4..run + 8].copy_from_slice(&[0, 0, 0, 0]);
        bytes[run + 8..run + 12].copy_from_slice(&u32::MAX.to_be_bytes());
        assert_eq!(parse_fragments(&bytes), Err(ParseError::TooMany));
    }

    #[test]
    fn a_cut_file_is_an_error_and_not_a_panic() {
        let whole = fragment(1, &video(), 912_000);
        for length in 1..whole.len() {
            assert!(parse_fragments(&whole[..length]).is_err(), "{length}");
        }
        let whole = init_segment(&Codec::Aac(aac()));
        for length in 0..whole.len() {
            assert!(parse_init(&whole.slice(..length)).is_err(), "{length}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn changed_bytes_never_panic_nor_point_outside(
            kind in 0..3,
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        ) {
            let whole = match kind {
                0 => init_segment(&Codec::Avc(avc())),
                1 => init_segment(&Codec::Aac(aac())),
                _ => fragment(1, &video(), 912_000),
            };
            let mut bytes = whole.to_vec();
            for (at, with) in changes {
                let at = at.index(bytes.len());
                bytes[at] = with;
            }
            let _ = parse_init(&bytes.clone().into());
            for sample in parse_fragments(&bytes).unwrap_or_default() {
                prop_assert!(sample.offset + u64::from(sample.size) <= bytes.len() as u64);
            }
        }
    }
}
