//! The records of `index.log`: 64 bytes each, with a checksum at the end that reveals torn writes.

use domain::time::Timestamp;

use crate::hls::{Gap, Head, Segment};

pub const RECORD_BYTES: usize = 64;
const CHECKED_BYTES: usize = RECORD_BYTES - 4;
const VERSION: u8 = 1;
const DISCONTINUITY: u8 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Segment,
    Gap,
    /// The game has ended; nothing follows.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub kind: Kind,
    pub head: Head,
    pub duration: u64,
    /// Of the segment's file.
    pub bytes: u64,
    /// Where its first picture ends in it, where that is a key frame; older recordings do not tell.
    pub key_end: Option<u32>,
}

impl Record {
    pub fn segment(segment: &Segment) -> Self {
        let bytes = segment.bytes.len() as u64;
        Self { kind: Kind::Segment, head: segment.head, duration: segment.duration, bytes, key_end: segment.key_end }
    }

    pub fn gap(gap: &Gap) -> Self {
        Self { kind: Kind::Gap, head: gap.head, duration: gap.duration, bytes: 0, key_end: None }
    }

    /// The same number and time without a segment.
    pub fn into_gap(self) -> Self {
        Self { kind: Kind::Gap, bytes: 0, key_end: None, ..self }
    }

    /// Behind the last one.
    pub fn end_of(head: Head) -> Self {
        Self { kind: Kind::End, head, duration: 0, bytes: 0, key_end: None }
    }

    /// Where it ends, in ticks of its clock.
    pub fn end(&self) -> u64 {
        self.head.start.saturating_add(self.duration)
    }

    pub fn encode(&self) -> [u8; RECORD_BYTES] {
        let kind = match self.kind {
            Kind::Segment => 1,
            Kind::Gap => 2,
            Kind::End => 3,
        };
        let mut out = [0; RECORD_BYTES];
        let mut at = 0;
        let mut put = |bytes: &[u8]| {
            out[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        };
        put(&[VERSION, kind, if self.head.discontinuity { DISCONTINUITY } else { 0 }, 0]);
        put(&self.head.init.to_be_bytes());
        put(&self.head.number.to_be_bytes());
        put(&self.head.start.to_be_bytes());
        put(&self.duration.to_be_bytes());
        put(&self.head.timescale.to_be_bytes());
        put(&self.head.discontinuities.to_be_bytes());
        put(&self.head.wall.0.to_be_bytes());
        put(&self.bytes.to_be_bytes());
        put(&self.key_end.unwrap_or(0).to_be_bytes());
        let sum = crc32fast::hash(&out[..CHECKED_BYTES]).to_be_bytes();
        out[CHECKED_BYTES..].copy_from_slice(&sum);
        out
    }

    /// Nothing where the checksum, or anything else, is wrong.
    pub fn decode(record: &[u8; RECORD_BYTES]) -> Option<Self> {
        let (checked, sum) = record.split_last_chunk()?;
        if crc32fast::hash(checked) != u32::from_be_bytes(*sum) {
            return None;
        }
        let long = |at: usize| Some(u64::from_be_bytes(*record.get(at..)?.first_chunk()?));
        let short = |at: usize| Some(u32::from_be_bytes(*record.get(at..)?.first_chunk()?));
        let [version, kind, flags, _, ..] = *record;
        let kind = match (version, kind) {
            (VERSION, 1) => Kind::Segment,
            (VERSION, 2) => Kind::Gap,
            (VERSION, 3) => Kind::End,
            _ => return None,
        };
        let head = Head {
            init: short(4)?,
            number: long(8)?,
            start: long(16)?,
            timescale: short(32).filter(|&timescale| timescale > 0)?,
            discontinuity: flags & DISCONTINUITY != 0,
            discontinuities: short(36)?,
            wall: Timestamp(long(40)?.cast_signed()),
        };
        let key_end = Some(short(56)?).filter(|end| *end > 0);
        Some(Self { kind, head, duration: long(24)?, bytes: long(48)?, key_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_and_any_changed_bit_shows() {
        let head = Head {
            number: 12,
            init: 3,
            start: 4_320_000,
            timescale: 90_000,
            wall: Timestamp(1_700_000_048_000),
            discontinuity: true,
            discontinuities: 2,
        };
        for kind in [Kind::Segment, Kind::Gap, Kind::End] {
            let record = Record { kind, head, duration: 360_000, bytes: 1_500_000, key_end: Some(80_123) };
            let bytes = record.encode();
            assert_eq!(Record::decode(&bytes), Some(record));
            for bit in 0..RECORD_BYTES * 8 {
                let mut changed = bytes;
                changed[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(Record::decode(&changed), None, "{bit}");
            }
        }
    }
}
