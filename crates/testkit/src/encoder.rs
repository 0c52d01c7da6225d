//! An encoder with round numbers: 25 pictures a second, a key frame every two seconds, and sound.

use bytes::Bytes;
use media::codec::frame::{Config, Frame, Input, Track};
use media::codec::{AacConfig, AvcConfig};

/// H.264 at 1280 × 720, and at 640 × 360.
const HIGH: &[u8] = &[
    1, 100, 0, 31, 0xff, 0xe1, 0, 26, 0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9, 0x40, 0x50, 0x05, 0xbb, 0x01, 0x10, 0x00,
    0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03, 0xc0, 0xf1, 0x83, 0x19, 0x60, 1, 0, 6, 0x68, 0xeb, 0xe3, 0xcb,
    0x22, 0xc0,
];
const WIDE: &[u8] = &[
    1, 122, 0, 13, 0xff, 0xe1, 0, 26, 0x67, 0x7a, 0x00, 0x0d, 0xbc, 0xd9, 0x41, 0x41, 0x9f, 0x8d, 0xc0, 0x44, 0x00,
    0x00, 0x03, 0x00, 0x04, 0x00, 0x00, 0x03, 0x00, 0xf0, 0x3c, 0x50, 0xa6, 0x58, 1, 0, 6, 0x68, 0xeb, 0xe3, 0xcb,
    0x22, 0xc0, 0xfe, 0xf8, 0xf8, 0x00,
];
const LOW: &[u8] = &[
    1, 66, 0xc0, 30, 0xff, 0xe1, 0, 10, 0x67, 0x42, 0xc0, 0x1e, 0xda, 0x02, 0x80, 0xbf, 0xe5, 0x40, 1, 0, 4, 0x68,
    0xce, 0x3c, 0x80,
];
/// AAC-LC, 48 kHz, stereo.
const SOUND: &[u8] = &[0x11, 0x90];

pub struct Encoder {
    /// What its clock said at its first picture, in milliseconds.
    pub base: u64,
    pictures: u64,
    heard: u64,
}

impl Encoder {
    pub fn new(base: u64) -> Self {
        Self { base, pictures: 0, heard: 0 }
    }

    /// What it says first.
    pub fn configs(&self) -> [Input; 2] {
        let sound = AacConfig::parse(Bytes::from_static(SOUND)).expect("a configuration of AAC");
        [Self::picture(HIGH), Input::Config(Config::Audio(sound))]
    }

    /// What it says when its pictures become smaller.
    pub fn smaller(&self) -> Input {
        Self::picture(LOW)
    }

    /// What it says when its colours are 4:2:2.
    pub fn wider_colours(&self) -> Input {
        Self::picture(WIDE)
    }

    fn picture(record: &'static [u8]) -> Input {
        Input::Config(Config::Video(AvcConfig::parse(Bytes::from_static(record)).expect("a configuration of H.264")))
    }

    /// The next picture, and the sound before it.
    pub fn step(&mut self) -> Vec<Input> {
        let time = self.pictures * 40;
        let mut inputs = Vec::new();
        while self.heard * 1024 * 1000 / 48_000 <= time {
            let dts = self.base + self.heard * 1024 * 1000 / 48_000;
            let data = Bytes::from_static(&[0x21; 200]);
            inputs.push(Input::Frame(Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data }));
            self.heard += 1;
        }
        let keyframe = self.pictures.is_multiple_of(50);
        let (dts, data) = (self.base + time, Bytes::from(vec![1; if keyframe { 9_000 } else { 1_000 }]));
        inputs.push(Input::Frame(Frame { track: Track::Video, dts, pts: dts, keyframe, data }));
        self.pictures += 1;
        inputs
    }
}
