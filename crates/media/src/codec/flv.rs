//! The bodies of FLV tags, which RTMP messages carry too, as [`Input`]; and whole FLV streams, from a pipe and into
//! one.
//!
//! H.264 is taken in its old form (codec 7) and by enhanced RTMP (`avc1`); audio is AAC. What is not media is skipped.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use crate::codec::frame::{Config, Frame, Input, Track};
use crate::codec::{AacConfig, AvcConfig, CodecError};

/// Larger than any picture of a stream that we would take.
pub const MAX_TAG: usize = 16 * 1024 * 1024;

const TAG_AUDIO: u8 = 8;
const TAG_VIDEO: u8 = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlvError {
    #[error("the stream is not FLV")]
    NotFlv,
    #[error("a tag has more than {MAX_TAG} bytes")]
    TooLarge,
    #[error(transparent)]
    Codec(#[from] CodecError),
}

/// The body of a video tag; nothing where it holds no media.
pub fn video(timestamp: u32, body: &Bytes) -> Result<Option<Input>, CodecError> {
    let Some(&first) = body.first() else { return Ok(None) };
    let keyframe = first >> 4 & 7 == 1;
    // Kind 0 is a configuration, 1 a frame with its offset, 3 a frame without one (enhanced only).
    let (kind, offset_at, payload_at) = if first & 0x80 != 0 {
        if body.get(1..5) != Some(b"avc1") {
            return Err(CodecError::Unsupported);
        }
        match first & 0x0f {
            1 => (1, Some(5), 8),
            3 => (1, None, 5),
            other => (other, None, 5),
        }
    } else {
        if first & 0x0f != 7 {
            return Err(CodecError::Unsupported);
        }
        let Some(&kind) = body.get(1) else { return Ok(None) };
        (kind, Some(2), 5)
    };
    if body.len() <= payload_at {
        return Ok(None);
    }
    let data = body.slice(payload_at..);
    match kind {
        0 => Ok(Some(Input::Config(Config::Video(AvcConfig::parse(data)?)))),
        1 => {
            let dts = u64::from(timestamp);
            let offset = offset_at.map_or(0, |at| signed_24(&body[at..at + 3]));
            let pts = dts.wrapping_add_signed(offset.into());
            Ok(Some(Input::Frame(Frame { track: Track::Video, dts, pts, keyframe, data })))
        }
        _ => Ok(None),
    }
}

/// The body of an audio tag; nothing where it holds no media.
pub fn audio(timestamp: u32, body: &Bytes) -> Result<Option<Input>, CodecError> {
    let [first, kind, _, ..] = body[..] else { return Ok(None) };
    if first >> 4 != 10 {
        return Err(CodecError::Unsupported);
    }
    let data = body.slice(2..);
    match kind {
        0 => Ok(Some(Input::Config(Config::Audio(AacConfig::parse(data)?)))),
        1 => {
            let dts = timestamp.into();
            Ok(Some(Input::Frame(Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data })))
        }
        _ => Ok(None),
    }
}

fn signed_24(bytes: &[u8]) -> i32 {
    bytes.iter().fold(0, |value, &byte| value << 8 | i32::from(byte)) << 8 >> 8
}

/// Takes a stream as it arrives and gives its media; holds at most one tag and what was pushed with it.
#[derive(Debug, Default)]
pub struct Reader {
    buffer: BytesMut,
    started: bool,
}

impl Reader {
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next frame or configuration, or nothing until more bytes are pushed.
    pub fn next_input(&mut self) -> Result<Option<Input>, FlvError> {
        if !self.started {
            if self.buffer.len() < 13 {
                return Ok(None);
            }
            if !self.buffer.starts_with(b"FLV\x01") {
                return Err(FlvError::NotFlv);
            }
            self.buffer.advance(13);
            self.started = true;
        }
        loop {
            let Some(&[kind, l2, l1, l0, t2, t1, t0, t3, ..]) = self.buffer.first_chunk::<11>() else {
                return Ok(None);
            };
            let length = u32::from_be_bytes([0, l2, l1, l0]) as usize;
            if length > MAX_TAG {
                return Err(FlvError::TooLarge);
            }
            // The length of the tag stands behind it once more.
            if self.buffer.len() < 11 + length + 4 {
                return Ok(None);
            }
            let mut tag = self.buffer.split_to(11 + length + 4).freeze();
            tag.advance(11);
            tag.truncate(length);
            let timestamp = u32::from_be_bytes([t3, t2, t1, t0]);
            let input = match kind & 0x1f {
                TAG_VIDEO => video(timestamp, &tag)?,
                TAG_AUDIO => audio(timestamp, &tag)?,
                _ => None,
            };
            if input.is_some() {
                return Ok(input);
            }
        }
    }
}

/// The header of a stream with video, and audio if `sound`.
pub fn write_head(out: &mut BytesMut, sound: bool) {
    out.put_slice(b"FLV\x01");
    out.put_u8(if sound { 5 } else { 1 });
    out.put_u32(9);
    out.put_u32(0);
}

/// A tag, with the times of frames in milliseconds; a configuration is of the moment `now`.
pub fn write_tag(out: &mut BytesMut, input: &Input, now: u32) {
    let (time, front, data): (u32, &[u8], &Bytes) = match input {
        Input::Config(Config::Video(config)) => (now, &[0x17, 0, 0, 0, 0], config.record()),
        Input::Config(Config::Audio(config)) => (now, &[0xaf, 0], config.record()),
        Input::Frame(frame) => {
            let time = u32::try_from(frame.dts & u64::from(u32::MAX)).unwrap_or(0);
            let [_, offset @ ..] =
                u32::try_from(frame.pts.wrapping_sub(frame.dts) & 0xff_ffff).unwrap_or(0).to_be_bytes();
            let [o2, o1, o0] = offset;
            match frame.track {
                Track::Video => (time, &[if frame.keyframe { 0x17 } else { 0x27 }, 1, o2, o1, o0], &frame.data),
                Track::Audio => (time, &[0xaf, 1], &frame.data),
            }
        }
    };
    let is_video = matches!(front, [0x17 | 0x27, ..]);
    let length = front.len() + data.len();
    out.reserve(length + 15);
    out.put_u8(if is_video { TAG_VIDEO } else { TAG_AUDIO });
    out.put_uint(length as u64, 3);
    let [t3, t2, t1, t0] = time.to_be_bytes();
    out.put_slice(&[t2, t1, t0, t3, 0, 0, 0]);
    out.put_slice(front);
    out.put_slice(data);
    out.put_u32(u32::try_from(length + 11).unwrap_or(0));
}

/// A stream of one picture.
pub fn picture(config: AvcConfig, data: Bytes) -> Vec<u8> {
    let mut out = BytesMut::new();
    write_head(&mut out, false);
    write_tag(&mut out, &Input::Config(Config::Video(config)), 0);
    let frame = Frame { track: Track::Video, dts: 0, pts: 0, keyframe: true, data };
    write_tag(&mut out, &Input::Frame(frame), 0);
    out.into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::codec::frame::Clock;
    use crate::codec::tests::{ASC, AVCC, aac, avc};
    use crate::hls::Settings;
    use crate::live::Packager;
    use crate::live::packager::tests::{NOW, check};

    fn body(front: &[u8], rest: &[u8]) -> Bytes {
        [front, rest].concat().into()
    }

    #[test]
    fn old_and_enhanced_tags_say_the_same() {
        let config = Some(Input::Config(Config::Video(avc())));
        assert_eq!(video(0, &body(&[0x17, 0, 0, 0, 0], AVCC)).unwrap(), config);
        assert_eq!(video(0, &body(b"\x90avc1", AVCC)).unwrap(), config);
        let frame = |keyframe, pts| Frame { track: Track::Video, dts: 40, pts, keyframe, data: "abc".into() };
        let old = video(40, &body(&[0x17, 1, 0, 0, 80], b"abc")).unwrap();
        assert_eq!(old, Some(Input::Frame(frame(true, 120))));
        let negative = video(40, &body(&[0x27, 1, 0xff, 0xff, 0xff], b"abc")).unwrap();
        assert_eq!(negative, Some(Input::Frame(frame(false, 39))));
        assert_eq!(video(40, &body(b"\x91avc1\0\0\x50", b"abc")).unwrap(), old);
        assert_eq!(video(40, &body(b"\xa3avc1", b"abc")).unwrap(), Some(Input::Frame(frame(false, 40))));
    }

    #[test]
    fn other_codecs_are_refused_and_ends_are_skipped() {
        assert_eq!(video(0, &body(&[0x12, 1, 0, 0, 0], b"x")), Err(CodecError::Unsupported));
        assert_eq!(video(0, &body(b"\x90hvc1", b"x")), Err(CodecError::Unsupported));
        assert_eq!(audio(0, &body(&[0x2f, 1], b"mp3")), Err(CodecError::Unsupported));
        assert_eq!(video(0, &body(&[0x17, 2, 0, 0, 0], b"")), Ok(None));
        assert_eq!(audio(0, &body(&[0xaf, 0], ASC)), Ok(Some(Input::Config(Config::Audio(aac())))));
    }

    fn tag(kind: u8, time: u32, front: &[u8], rest: &[u8]) -> Vec<u8> {
        let length = u32::try_from(front.len() + rest.len()).unwrap().to_be_bytes();
        let [t3, t2, t1, t0] = time.to_be_bytes();
        let head = [kind, length[1], length[2], length[3], t2, t1, t0, t3, 0, 0, 0];
        [&head, front, rest, &[0; 4]].concat()
    }

    /// Six seconds at ten pictures a second.
    fn stream() -> Vec<u8> {
        let mut out = b"FLV\x01\x05\0\0\0\x09\0\0\0\0".to_vec();
        out.extend(tag(TAG_VIDEO, 0, &[0x17, 0, 0, 0, 0], AVCC));
        out.extend(tag(TAG_AUDIO, 0, &[0xaf, 0], ASC));
        for picture in 0..60 {
            let first = if picture % 20 == 0 { 0x17 } else { 0x27 };
            out.extend(tag(TAG_VIDEO, picture * 100, &[first, 1, 0, 0, 0], b"picture"));
            for sound in 0..5 {
                out.extend(tag(TAG_AUDIO, picture * 100 + sound * 21, &[0xaf, 1], b"sound"));
            }
        }
        out
    }

    proptest! {
        /// What is written is what is read.
        #[test]
        fn written_streams_are_read_back(
            frames in prop::collection::vec((any::<u32>(), -8_000_i64..8_000, any::<bool>(), any::<bool>(), 1..300_usize), 0..20),
        ) {
            let mut inputs = vec![Input::Config(Config::Video(avc())), Input::Config(Config::Audio(aac()))];
            for (dts, offset, keyframe, video, size) in frames {
                let (dts, data) = (u64::from(dts), Bytes::from(vec![7; size]));
                inputs.push(Input::Frame(if video {
                    Frame { track: Track::Video, dts, pts: dts.wrapping_add_signed(offset), keyframe, data }
                } else {
                    Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data }
                }));
            }
            let mut out = BytesMut::new();
            write_head(&mut out, true);
            inputs.iter().for_each(|input| write_tag(&mut out, input, 40));
            let mut reader = Reader::default();
            reader.push(&out);
            for input in inputs {
                prop_assert_eq!(reader.next_input().unwrap(), Some(input));
            }
            prop_assert_eq!(reader.next_input().unwrap(), None);
        }

        /// A stream with changed bytes is cut, jumps, changes its codec or ends, and stays a session that holds
        /// together.
        #[test]
        fn a_damaged_stream_is_packaged_or_refused(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        ) {
            let mut bytes = stream();
            for (at, with) in changes {
                let at = at.index(bytes.len());
                bytes[at] = with;
            }
            let mut packager = Packager::new(Settings::default());
            let mut events = packager.connect(Clock::Milliseconds);
            let mut reader = Reader::default();
            reader.push(&bytes);
            while let Ok(Some(input)) = reader.next_input() {
                events.extend(match input {
                    Input::Config(config) => packager.config(config),
                    Input::Frame(frame) => packager.frame(frame, NOW),
                });
            }
            events.extend(packager.end());
            check(&events);
        }

        #[test]
        fn any_bytes_are_parsed_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..64), flv: bool) {
            let body = Bytes::from(bytes.clone());
            let _ = video(1, &body);
            let _ = audio(1, &body);
            let mut reader = Reader::default();
            if flv {
                reader.push(b"FLV\x01\x05\0\0\0\x09\0\0\0\0");
            }
            reader.push(&bytes);
            while let Ok(Some(_)) = reader.next_input() {}
        }
    }
}
