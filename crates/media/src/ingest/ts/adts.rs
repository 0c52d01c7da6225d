//! AAC in transport streams: each frame has an ADTS header that repeats the configuration.

use bytes::{Bytes, BytesMut};

use super::TIME_MASK;
use super::pes::Unit;
use crate::codec::frame::{Config, Frame, Input, Track};
use crate::codec::{AacConfig, CodecError};

struct Header {
    config: [u8; 2],
    /// Of the header, and of the whole frame.
    length: usize,
    whole: usize,
    /// Of the frames in it.
    blocks: u8,
}

impl Header {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let &[0xff, mark, what, channels, length, low, blocks] = bytes.first_chunk()? else { return None };
        if mark & 0xf6 != 0xf0 {
            return None;
        }
        let object_type = (what >> 6) + 1;
        let rate = what >> 2 & 0x0f;
        let channels = (what & 1) << 2 | channels >> 6;
        let header = if mark & 1 == 1 { 7 } else { 9 };
        let whole = usize::from(bytes[3] & 3) << 11 | usize::from(length) << 3 | usize::from(low >> 5);
        let config = [object_type << 3 | rate >> 1, rate << 7 | channels << 3];
        (whole > header).then_some(Self { config, length: header, whole, blocks: blocks & 3 })
    }
}

#[derive(Default)]
pub struct Sound {
    /// A frame that goes on in the next unit, and its time.
    rest: BytesMut,
    next: u64,
    config: Option<AacConfig>,
}

impl Sound {
    pub fn unit(&mut self, unit: &Unit, inputs: &mut Vec<Input>) -> Result<(), CodecError> {
        if unit.after_loss {
            self.rest.clear();
        }
        // The time of a unit is that of the first frame that begins in it.
        let begins = self.rest.len();
        self.rest.extend_from_slice(&unit.data);
        let bytes = self.rest.split().freeze();
        let (mut at, mut timed) = (0, false);
        while at < bytes.len() {
            if at >= begins && !timed {
                self.next = unit.pts;
                timed = true;
            }
            let Some(header) = Header::parse(&bytes[at..]) else {
                // Too few bytes for a header are the beginning of one; anything else is not sound.
                if bytes.len() - at < 7 && bytes[at] == 0xff {
                    break;
                }
                at += 1;
                continue;
            };
            if bytes.len() - at < header.whole {
                break;
            }
            at += self.frame(&header, &bytes.slice(at..at + header.whole), inputs)?;
        }
        self.rest.extend_from_slice(&bytes[at..]);
        Ok(())
    }

    /// Returns the number of bytes to advance.
    fn frame(&mut self, header: &Header, frame: &Bytes, inputs: &mut Vec<Input>) -> Result<usize, CodecError> {
        if header.blocks > 0 {
            return Err(CodecError::Unsupported);
        }
        if self.config.as_ref().is_none_or(|known| known.record()[..] != header.config) {
            // Bytes that only look like a header name what does not exist.
            let Ok(config) = AacConfig::parse(Bytes::copy_from_slice(&header.config)) else { return Ok(1) };
            inputs.push(Input::Config(Config::Audio(config.clone())));
            self.config = Some(config);
        }
        let time = self.next;
        let data = frame.slice(header.length..);
        inputs.push(Input::Frame(Frame { track: Track::Audio, dts: time, pts: time, keyframe: true, data }));
        let config = self.config.as_ref();
        let ticks =
            config.map_or(0, |config| u64::from(config.frame_samples()) * 90_000 / u64::from(config.sample_rate()));
        self.next = (time + ticks) & TIME_MASK;
        Ok(header.whole)
    }
}
