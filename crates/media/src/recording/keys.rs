//! Key frames of a recording: frames that decode without any other.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use bytes::Bytes;

use super::download::read_samples;
use super::record::{Kind, Record};
use super::{RecordingError, Replay, init_path, segment_path};
use crate::codec::cmaf::parse_init;
use crate::codec::frame::MAX_FRAME_BYTES;
use crate::codec::{AvcConfig, Codec, VIDEO_TIMESCALE, rescale};
use crate::hls::Rendition;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyFrame {
    /// Since the recording began, in ticks of 90 kHz.
    pub at: u64,
    pub init: u32,
    number: u64,
    offset: u64,
    size: u32,
}

impl Replay {
    /// How long the source is, in ticks of 90 kHz.
    pub fn length(&self) -> u64 {
        let entries = self.tracks.get(&Rendition::SOURCE).map_or(&[][..], |track| &track.entries);
        // A gap may be told in the clock of another rendition.
        let end = |record: &Record| rescale(record.end(), record.head.timescale, VIDEO_TIMESCALE);
        entries.last().map_or(0, end).saturating_sub(self.begin())
    }

    /// Where the source begins on the game's timeline.
    pub fn begin(&self) -> u64 {
        let first = self.tracks.get(&Rendition::SOURCE).and_then(|track| track.entries.first());
        first.map_or(0, |first| first.head.start)
    }

    /// The source's first key frame in every so many ticks, without its bytes; blocking.
    pub fn key_frames(&self, every: u64) -> Result<Vec<KeyFrame>, RecordingError> {
        let entries = self.tracks.get(&Rendition::SOURCE).map_or(&[][..], |track| &track.entries);
        let begin = self.begin();
        let mut found = Vec::new();
        let mut wanted = 0;
        for record in entries.iter().filter(|record| record.kind == Kind::Segment) {
            if record.end().saturating_sub(begin) <= wanted {
                continue;
            }
            let file = File::open(segment_path(&self.folder, Rendition::SOURCE, record.head.number))?;
            for sample in read_samples(&file)?.iter().filter(|sample| sample.keyframe) {
                let at = sample.pts().saturating_sub(begin);
                if at >= wanted {
                    let (init, number) = (record.head.init, record.head.number);
                    found.push(KeyFrame { at, init, number, offset: sample.offset, size: sample.size });
                    wanted = (at / every.max(1) + 1).saturating_mul(every);
                }
            }
        }
        Ok(found)
    }

    /// The bytes of a key frame; blocking.
    pub fn read_key_frame(&self, key: &KeyFrame) -> Result<Bytes, RecordingError> {
        let size = usize::try_from(key.size).ok().filter(|size| *size <= MAX_FRAME_BYTES);
        let mut bytes = vec![0; size.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?];
        let file = File::open(segment_path(&self.folder, Rendition::SOURCE, key.number))?;
        file.read_exact_at(&mut bytes, key.offset)?;
        Ok(bytes.into())
    }

    /// What the source's pictures with this init are coded with; blocking.
    pub fn picture_codec(&self, init: u32) -> Result<AvcConfig, RecordingError> {
        let bytes = std::fs::read(init_path(&self.folder, Rendition::SOURCE, init))?;
        match parse_init(&bytes.into())?.codec {
            Codec::Avc(config) => Ok(config),
            Codec::Aac(_) => Err(io::Error::from(io::ErrorKind::InvalidData).into()),
        }
    }
}
