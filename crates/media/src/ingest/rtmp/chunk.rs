//! The chunk layer of RTMP: messages split into interleaved chunks.

use std::collections::HashMap;

use bytes::{Buf, Bytes, BytesMut};

use crate::codec::frame::MAX_FRAME_BYTES;

/// Until the other side says otherwise.
const CHUNK_SIZE: usize = 128;
/// Encoders use about five.
const MAX_STREAMS: usize = 32;
/// A frame with what FLV puts in front of it.
const MAX_MEDIA: usize = MAX_FRAME_BYTES + 16;
/// Everything that is not media is small.
pub const MAX_CONTROL: usize = 64 * 1024;
const EXTENDED: u32 = 0xff_ffff;

pub mod kind {
    pub const SET_CHUNK_SIZE: u8 = 1;
    pub const ABORT: u8 = 2;
    pub const ACKNOWLEDGEMENT: u8 = 3;
    pub const USER_CONTROL: u8 = 4;
    pub const WINDOW_SIZE: u8 = 5;
    pub const PEER_BANDWIDTH: u8 = 6;
    pub const AUDIO: u8 = 8;
    pub const VIDEO: u8 = 9;
    pub const COMMAND_AMF3: u8 = 17;
    pub const COMMAND: u8 = 20;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub kind: u8,
    pub timestamp: u32,
    pub body: Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChunkError {
    #[error("a message is too large")]
    TooLarge,
    #[error("too many chunk streams")]
    TooManyStreams,
    #[error("a chunk refers to an unknown chunk")]
    NoHeader,
}

/// What the newest header of a chunk stream said, and what has come of its message.
#[derive(Default)]
struct Stream {
    timestamp: u32,
    delta: u32,
    extended: bool,
    length: usize,
    kind: u8,
    open: bool,
    body: BytesMut,
}

/// Puts messages together. Holds a message of each stream at most, and allocates only for bytes that came.
pub struct Reader {
    /// Where received bytes are put.
    pub buffer: BytesMut,
    chunk_size: usize,
    streams: HashMap<u32, Stream>,
    /// The stream whose chunk is being read, and what is missing of it.
    chunk: Option<(u32, usize)>,
    /// In the bodies of all streams.
    held: usize,
}

impl Reader {
    pub fn new(buffer: BytesMut) -> Self {
        Self { buffer, chunk_size: CHUNK_SIZE, streams: HashMap::new(), chunk: None, held: 0 }
    }

    pub fn set_chunk_size(&mut self, size: u32) {
        self.chunk_size = usize::try_from(size & 0x7fff_ffff).unwrap_or(usize::MAX).max(1);
    }

    /// The other side gives up the message that it has begun.
    pub fn abort(&mut self, stream: u32) {
        if let Some(stream) = self.streams.get_mut(&stream) {
            self.held -= stream.body.len();
            stream.body.clear();
            stream.open = false;
        }
    }

    /// The next message, or nothing until more bytes are in the buffer.
    pub fn next_message(&mut self) -> Result<Option<Message>, ChunkError> {
        loop {
            let (id, missing) = match self.chunk {
                Some(chunk) => chunk,
                None => match self.header()? {
                    Some(chunk) => chunk,
                    None => return Ok(None),
                },
            };
            let stream = self.streams.get_mut(&id).ok_or(ChunkError::NoHeader)?;
            let come = missing.min(self.buffer.len());
            if self.held + come > MAX_MEDIA {
                return Err(ChunkError::TooLarge);
            }
            self.held += come;
            stream.body.extend_from_slice(&self.buffer[..come]);
            self.buffer.advance(come);
            if come < missing {
                self.chunk = Some((id, missing - come));
                return Ok(None);
            }
            self.chunk = None;
            if stream.body.len() == stream.length {
                stream.open = false;
                let body = stream.body.split().freeze();
                self.held -= body.len();
                return Ok(Some(Message { kind: stream.kind, timestamp: stream.timestamp, body }));
            }
        }
    }

    /// Reads the header of the next chunk, once all of it has come.
    fn header(&mut self) -> Result<Option<(u32, usize)>, ChunkError> {
        let bytes = &self.buffer[..];
        let (first, id, at) = match *bytes {
            [first, low, ..] if first & 0x3f == 0 => (first, 64 + u32::from(low), 2),
            [first, low, high, ..] if first & 0x3f == 1 => (first, 64 + u32::from(low) + 256 * u32::from(high), 3),
            [first, ..] if first & 0x3f > 1 => (first, u32::from(first & 0x3f), 1),
            _ => return Ok(None),
        };
        let format = first >> 6;
        let length = [11, 7, 3, 0][usize::from(format)];
        let Some(head) = bytes.get(at..at + length) else { return Ok(None) };
        let field = head.first_chunk().map(number_24);
        let what = head.get(3..).and_then(<[u8]>::first_chunk).copied();
        let known = self.streams.get(&id);
        let extended = field.map_or_else(|| known.is_some_and(|stream| stream.extended), |field| field == EXTENDED);
        let end = at + length + if extended { 4 } else { 0 };
        let Some(extension) = bytes.get(at + length..end) else { return Ok(None) };
        let time = extension.first_chunk().map_or(field.unwrap_or(0), |bytes| u32::from_be_bytes(*bytes));
        if known.is_none() && format != 0 {
            return Err(ChunkError::NoHeader);
        }
        if known.is_none() && self.streams.len() >= MAX_STREAMS {
            return Err(ChunkError::TooManyStreams);
        }
        if format < 3 {
            // A header in the middle of a message begins another one.
            self.abort(id);
        }
        let stream = self.streams.entry(id).or_default();
        if let Some([l2, l1, l0, kind]) = what {
            stream.length = number_24(&[l2, l1, l0]) as usize;
            stream.kind = kind;
        }
        if format < 3 {
            stream.delta = time;
            stream.extended = extended;
        }
        if !stream.open {
            // A message that has no header of its own is as far from the one before as that was from its own.
            stream.timestamp = if format == 0 { time } else { stream.timestamp.wrapping_add(stream.delta) };
            stream.open = true;
        }
        let is_media = matches!(stream.kind, kind::AUDIO | kind::VIDEO);
        if stream.length > if is_media { MAX_MEDIA } else { MAX_CONTROL } {
            return Err(ChunkError::TooLarge);
        }
        let missing = (stream.length - stream.body.len()).min(self.chunk_size);
        self.buffer.advance(end);
        Ok(Some((id, missing)))
    }
}

fn number_24(bytes: &[u8; 3]) -> u32 {
    u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]])
}

/// Writes a message of ours, all of which are short, on a chunk stream below 64.
pub fn write(out: &mut Vec<u8>, stream: u8, kind: u8, message_stream: u32, body: &[u8]) {
    let length = u32::try_from(body.len()).unwrap_or(EXTENDED).to_be_bytes();
    out.extend([stream, 0, 0, 0, length[1], length[2], length[3], kind]);
    out.extend(message_stream.to_le_bytes());
    for (index, chunk) in body.chunks(CHUNK_SIZE).enumerate() {
        if index > 0 {
            out.push(0xc0 | stream);
        }
        out.extend(chunk);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<Message>, ChunkError> {
        let mut reader = Reader::new(BytesMut::from(bytes));
        let mut messages = Vec::new();
        while let Some(message) = reader.next_message()? {
            messages.push(message);
        }
        Ok(messages)
    }

    fn times(bytes: &[u8]) -> Vec<u32> {
        read(bytes).unwrap().iter().map(|message| message.timestamp).collect()
    }

    /// ffmpeg leaves the header out for frames of equal size and spacing.
    #[test]
    fn messages_without_a_header_keep_their_distance() {
        let stream = [
            &[0x04, 0, 0, 10, 0, 0, 1, 8, 1, 0, 0, 0, b'a'][..],
            &[0x44, 0, 0, 40, 0, 0, 1, 8, b'b'],
            &[0xc4, b'c'],
            &[0xc4, b'd'],
            &[0x84, 0, 0, 5, b'e'],
        ];
        assert_eq!(times(&stream.concat()), [10, 50, 90, 130, 135]);
    }

    #[test]
    fn long_times_are_read_and_wrap() {
        let stream = [
            &[0x04, 0xff, 0xff, 0xff, 0, 0, 129, 9, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xf0][..],
            &[7; 128],
            &[0xc4, 0xff, 0xff, 0xff, 0xf0, 7],
            &[0x44, 0, 0, 0x20, 0, 0, 0, 9],
        ];
        let messages = read(&stream.concat()).unwrap();
        assert_eq!((messages[0].timestamp, &messages[0].body[..]), (0xffff_fff0, &[7; 129][..]));
        assert_eq!((messages[1].timestamp, messages[1].body.len()), (0x10, 0));
    }

    #[test]
    fn streams_are_interleaved_and_messages_given_up() {
        let mut stream = vec![0x04, 0, 0, 0, 0, 0, 200, 9, 1, 0, 0, 0];
        stream.extend([1; 128]);
        write(&mut stream, 2, kind::ABORT, 0, b"abcd");
        stream.extend([0xc4]);
        stream.extend([1; 72]);
        let messages = read(&stream).unwrap();
        assert_eq!(messages.iter().map(|message| message.kind).collect::<Vec<_>>(), [kind::ABORT, kind::VIDEO]);
        assert_eq!(&messages[1].body[..], &[1; 200]);

        let mut reader = Reader::new(BytesMut::from(&stream[..140]));
        assert_eq!(reader.next_message(), Ok(None));
        assert_eq!(reader.held, 128);
        reader.abort(4);
        assert_eq!(reader.held, 0);
    }

    /// T35: no memory is given for a size that is only claimed.
    #[test]
    fn too_large_message_is_refused_by_its_header() {
        let header = |kind, stream: u8| [stream, 0, 0, 0, 0xff, 0xff, 0xff, kind, 1, 0, 0, 0];
        assert_eq!(read(&header(kind::VIDEO, 4)), Err(ChunkError::TooLarge));
        assert_eq!(read(&[4, 0, 0, 0, 1, 0, 1, kind::COMMAND, 0, 0, 0, 0]), Err(ChunkError::TooLarge));
        assert_eq!(read(&[0xc4]), Err(ChunkError::NoHeader));
        let mut many = Vec::new();
        for stream in 2..=34 {
            write(&mut many, stream, kind::AUDIO, 1, b"");
        }
        assert_eq!(read(&many), Err(ChunkError::TooManyStreams));
        // Many messages that are each small enough, and never finished.
        let mut held = Reader::new(BytesMut::new());
        held.set_chunk_size(u32::MAX);
        for stream in 2..4 {
            held.buffer.extend_from_slice(&[stream, 0, 0, 0, 0x7f, 0, 0, kind::VIDEO, 1, 0, 0, 0]);
            held.buffer.resize(held.buffer.len() + 0x7f_0000 - 1, 0);
            let read = held.next_message();
            assert!(read == Ok(None) && stream == 2 || read == Err(ChunkError::TooLarge) && stream == 3, "{read:?}");
            held.chunk = None;
        }
    }

    proptest! {
        /// However the network cuts or joins it, a stream is the same messages.
        #[test]
        fn messages_are_the_same_however_the_stream_is_cut(
            bodies in prop::collection::vec((2..8_u8, prop::collection::vec(any::<u8>(), 0..400)), 1..12),
            piece in 1..300_usize,
        ) {
            let mut stream = Vec::new();
            for (id, body) in &bodies {
                write(&mut stream, *id, kind::VIDEO, 1, body);
            }
            let mut reader = Reader::new(BytesMut::new());
            let mut messages = Vec::new();
            for piece in stream.chunks(piece) {
                reader.buffer.extend_from_slice(piece);
                while let Some(message) = reader.next_message().unwrap() {
                    messages.push(message.body.to_vec());
                }
            }
            let bodies: Vec<_> = bodies.into_iter().map(|(_, body)| body).collect();
            prop_assert_eq!(messages, bodies);
            prop_assert!(reader.buffer.is_empty() && reader.held == 0);
        }

        #[test]
        fn any_bytes_are_parsed_without_panic(bytes in prop::collection::vec(prop_oneof![0..9_u8, any::<u8>()], 0..2000)) {
            let _ = read(&bytes);
        }
    }
}
