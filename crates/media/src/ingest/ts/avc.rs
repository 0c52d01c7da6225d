//! H.264 in transport streams: NAL units behind start codes, with in-band parameter sets.

use bytes::{BufMut, Bytes, BytesMut};

use super::pes::Unit;
use crate::codec::frame::{Config, Frame, Input, Track};
use crate::codec::{AvcConfig, CodecError};

const KEY_PICTURE: u8 = 5;
const SEQUENCE_SET: u8 = 7;
const PICTURE_SET: u8 = 8;
/// Limits and ends of pictures, and stuffing: the container says the first, and the rest nobody needs.
const LEFT_OUT: [u8; 4] = [9, 10, 11, 12];
/// Of one kind; encoders have one.
const MAX_SETS: usize = 8;

#[derive(Default)]
pub struct Pictures {
    sequence_sets: Vec<Bytes>,
    picture_sets: Vec<Bytes>,
    /// What was told last.
    config: Option<AvcConfig>,
    /// Whether pictures can be understood: from a key frame on.
    running: bool,
}

impl Pictures {
    pub fn unit(&mut self, unit: &Unit, inputs: &mut Vec<Input>) -> Result<(), CodecError> {
        if unit.after_loss {
            self.running = false;
        }
        let (mut sequence_sets, mut picture_sets) = (Vec::new(), Vec::new());
        let mut data = BytesMut::with_capacity(unit.data.len() + 64);
        let mut keyframe = false;
        for part in parts(&unit.data) {
            match part[0] & 0x1f {
                SEQUENCE_SET => sequence_sets.push(unit.data.slice_ref(part)),
                PICTURE_SET => picture_sets.push(unit.data.slice_ref(part)),
                kind if LEFT_OUT.contains(&kind) => {}
                kind => {
                    keyframe |= kind == KEY_PICTURE;
                    data.put_u32(u32::try_from(part.len()).map_err(|_| CodecError::BadAvc)?);
                    data.extend_from_slice(part);
                }
            }
        }
        // A changed sequence brings its own pictures' sets along.
        if !sequence_sets.is_empty() {
            self.sequence_sets = sequence_sets;
        }
        if !picture_sets.is_empty() {
            self.picture_sets = picture_sets;
        }
        if keyframe && !self.sequence_sets.is_empty() && !self.picture_sets.is_empty() {
            self.running = true;
            let config = AvcConfig::parse(self.record().ok_or(CodecError::BadAvc)?)?;
            if self.config.as_ref() != Some(&config) {
                inputs.push(Input::Config(Config::Video(config.clone())));
                self.config = Some(config);
            }
        }
        if self.running && !data.is_empty() {
            let (dts, pts) = (unit.dts, unit.pts);
            inputs.push(Input::Frame(Frame { track: Track::Video, dts, pts, keyframe, data: data.freeze() }));
        }
        Ok(())
    }

    /// The record that other containers have in front.
    fn record(&self) -> Option<Bytes> {
        let &[_, profile, compatibility, level] = self.sequence_sets.first()?.first_chunk()?;
        let mut record = BytesMut::from(&[1, profile, compatibility, level, 0xff][..]);
        for (mark, sets) in [(0xe0, &self.sequence_sets), (0, &self.picture_sets)] {
            let count = u8::try_from(sets.len().min(MAX_SETS)).ok()?;
            record.put_u8(mark | count);
            for set in sets.iter().take(MAX_SETS) {
                record.put_u16(u16::try_from(set.len()).ok()?);
                record.extend_from_slice(set);
            }
        }
        Some(record.freeze())
    }
}

/// The units between start codes, none of them empty.
fn parts(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = start_code(data).map(|at| &data[at + 3..]);
    std::iter::from_fn(move || {
        let bytes = rest?;
        let end = start_code(bytes);
        rest = end.map(|at| &bytes[at + 3..]);
        Some(&bytes[..end.unwrap_or(bytes.len())])
    })
    .map(without_zeros)
    .filter(|part| !part.is_empty())
}

fn start_code(data: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(&[a, b, c]) = data.get(at..).and_then(<[u8]>::first_chunk) {
        match (a, b, c) {
            (0, 0, 1) => return Some(at),
            // No start code can begin before a byte that none contains.
            (_, _, 2..) => at += 3,
            _ => at += 1,
        }
    }
    None
}

/// Zeros behind a unit belong to the next start code, or to nothing.
fn without_zeros(part: &[u8]) -> &[u8] {
    let length = part.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
    &part[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_what_stands_between_start_codes() {
        let list = |data: &'static [u8]| parts(data).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(
            list(b"\0\0\0\x01\x09\xf0\0\0\x01\x65ab\0\0\x03\x01\0\0\0\x01\0\0\x01x"),
            [b"\x09\xf0".to_vec(), b"\x65ab\0\0\x03\x01".to_vec(), b"x".to_vec()]
        );
        assert!(list(b"").is_empty() && list(b"\0\0").is_empty() && list(b"abc\0\0\x01").is_empty());
    }
}
