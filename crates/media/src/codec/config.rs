//! Codec configurations of tracks: H.264 and AAC, parsed from what an encoder sends first.
//!
//! The records are untrusted: every length is checked, and unsupported ones are rejected with a reason.

use std::fmt;

use bytes::Bytes;

use super::bits::Bits;
use super::ticks::VIDEO_TIMESCALE;

/// Far more than the parameter sets of any real encoder.
const MAX_RECORD: usize = 8 * 1024;
const MAX_SIDE: u32 = 8192;

const SAMPLE_RATES: [u32; 13] =
    [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

/// Profiles whose parameter sets also contain the chroma format.
const HIGH_PROFILES: [u8; 13] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    #[error("the video configuration is not valid H.264")]
    BadAvc,
    #[error("the video size is missing or out of range")]
    BadPicture,
    #[error("the audio configuration is not valid AAC")]
    BadAac,
    #[error("the codec is not supported: send H.264 with AAC")]
    Unsupported,
    #[error("the stream has no video: send H.264 video with the audio")]
    SoundAlone,
}

/// The configuration of a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codec {
    Avc(AvcConfig),
    Aac(AacConfig),
}

impl Codec {
    pub fn timescale(&self) -> u32 {
        match self {
            Self::Avc(_) => VIDEO_TIMESCALE,
            Self::Aac(config) => config.sample_rate,
        }
    }

    pub fn is_video(&self) -> bool {
        matches!(self, Self::Avc(_))
    }
}

/// The name for playlists, by RFC 6381.
impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Avc(config) => {
                let [profile, compatibility, level] = config.profile;
                write!(f, "avc1.{profile:02x}{compatibility:02x}{level:02x}")
            }
            Self::Aac(config) => write!(f, "mp4a.40.{}", config.object_type),
        }
    }
}

/// H.264: the record is passed through as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvcConfig {
    record: Bytes,
    profile: [u8; 3],
    width: u16,
    height: u16,
    /// 4:2:0 with 8 bits: what every device can show.
    is_plain: bool,
    frame_rate: Option<u32>,
}

impl AvcConfig {
    /// Reads an `AVCDecoderConfigurationRecord`.
    pub fn parse(record: Bytes) -> Result<Self, CodecError> {
        if record.len() > MAX_RECORD {
            return Err(CodecError::BadAvc);
        }
        let (&[version, profile, compatibility, level, _, sets], mut rest) =
            record.split_first_chunk().ok_or(CodecError::BadAvc)?;
        let mut first = None;
        if version != 1 {
            return Err(CodecError::BadAvc);
        }
        for _ in 0..sets & 0x1f {
            let set = take_set(&mut rest)?;
            first.get_or_insert(set);
        }
        let (&pictures, mut rest) = rest.split_first().ok_or(CodecError::BadAvc)?;
        for _ in 0..pictures {
            take_set(&mut rest)?;
        }
        let first = first.filter(|_| pictures > 0).ok_or(CodecError::BadAvc)?;
        let Pictures { width, height, is_plain, frame_rate } = pictures_of(first).ok_or(CodecError::BadPicture)?;
        Ok(Self { profile: [profile, compatibility, level], width, height, is_plain, frame_rate, record })
    }

    pub fn record(&self) -> &Bytes {
        &self.record
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn height(&self) -> u16 {
        self.height
    }

    /// Whether its colours are 4:2:0 with 8 bits, which every device can show.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// In thousandths of pictures a second, where the encoder tells.
    pub fn frame_rate(&self) -> Option<u32> {
        self.frame_rate
    }
}

/// AAC, as an `AudioSpecificConfig` describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AacConfig {
    record: Bytes,
    object_type: u8,
    sample_rate: u32,
    channels: u16,
    frame_samples: u32,
}

impl AacConfig {
    pub fn parse(record: Bytes) -> Result<Self, CodecError> {
        if record.len() > MAX_RECORD {
            return Err(CodecError::BadAac);
        }
        read_aac(&record).map(|config| Self { record: record.clone(), ..config }).ok_or(CodecError::BadAac)
    }

    pub fn record(&self) -> &Bytes {
        &self.record
    }

    /// Of the core, in which frames are counted: HE-AAC plays at twice of it.
    pub fn sample_rate(&self) -> u32 {
        self.sample_rate
    }

    pub fn channels(&self) -> u16 {
        self.channels
    }

    /// Samples in a frame: 1,024, rarely 960.
    pub fn frame_samples(&self) -> u32 {
        self.frame_samples
    }

    /// A frame of silence to fill gaps with, where one is known: AAC-LC in mono or stereo.
    pub fn silence(&self) -> Option<Bytes> {
        match (self.object_type, self.frame_samples, self.channels) {
            (2, 1024, 1) => Some(Bytes::from_static(&[0x00, 0xc8, 0x00, 0x80, 0x23, 0x80])),
            (2, 1024, 2) => Some(Bytes::from_static(&[0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80])),
            _ => None,
        }
    }
}

/// A parameter set with its 16-bit length in front.
fn take_set<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], CodecError> {
    let (length, after) = rest.split_first_chunk().ok_or(CodecError::BadAvc)?;
    let length = usize::from(u16::from_be_bytes(*length));
    let (set, after) = after.split_at_checked(length).ok_or(CodecError::BadAvc)?;
    *rest = after;
    Ok(set)
}

struct Pictures {
    width: u16,
    height: u16,
    is_plain: bool,
    frame_rate: Option<u32>,
}

/// Width and height that are shown, and how often, from a sequence parameter set.
fn pictures_of(set: &[u8]) -> Option<Pictures> {
    let payload = without_emulation(set.get(1..)?);
    let mut bits = Bits::new(&payload);
    let profile = u8::try_from(bits.take(8)?).ok()?;
    bits.take(16)?;
    bits.unsigned()?;
    let (mut chroma, mut is_deep) = (1, false);
    if HIGH_PROFILES.contains(&profile) {
        chroma = bits.unsigned()?;
        if chroma == 3 {
            bits.flag()?;
        }
        // Bits beyond eight, of brightness and of colour.
        is_deep = bits.unsigned()? + bits.unsigned()? > 0;
        bits.flag()?;
        if bits.flag()? {
            for list in 0..if chroma == 3 { 12 } else { 8 } {
                if bits.flag()? {
                    skip_scaling_list(&mut bits, if list < 6 { 16 } else { 64 })?;
                }
            }
        }
    }
    bits.unsigned()?;
    match bits.unsigned()? {
        0 => {
            bits.unsigned()?;
        }
        1 => {
            bits.flag()?;
            bits.signed()?;
            bits.signed()?;
            for _ in 0..bits.unsigned().filter(|&count| count < 256)? {
                bits.signed()?;
            }
        }
        _ => {}
    }
    bits.unsigned()?;
    bits.flag()?;
    let columns = bits.unsigned()?.checked_add(1)?;
    let rows = bits.unsigned()?.checked_add(1)?;
    let frames_only = bits.flag()?;
    if !frames_only {
        bits.flag()?;
    }
    bits.flag()?;
    let mut crop = [0; 4];
    if bits.flag()? {
        for side in &mut crop {
            *side = bits.unsigned()?;
        }
    }
    let fields = if frames_only { 1 } else { 2 };
    let (unit_x, unit_y) = match chroma {
        1 => (2, 2 * fields),
        2 => (2, fields),
        _ => (1, fields),
    };
    let side = |blocks: u32, times: u32, unit: u32, from: u32, to: u32| {
        let whole = blocks.checked_mul(16)?.checked_mul(times)?;
        let shown = whole.checked_sub(unit.checked_mul(from.checked_add(to)?)?)?;
        u16::try_from(shown).ok().filter(|_| (16..=MAX_SIDE).contains(&shown))
    };
    let (width, height) = (side(columns, 1, unit_x, crop[0], crop[1])?, side(rows, fields, unit_y, crop[2], crop[3])?);
    // Grey is fine too.
    let is_plain = chroma <= 1 && !is_deep;
    Some(Pictures { width, height, is_plain, frame_rate: frame_rate(&mut bits) })
}

/// From the parameter set's optional usability information (VUI).
fn frame_rate(bits: &mut Bits<'_>) -> Option<u32> {
    const EXTENDED_RATIO: u32 = 255;
    if !bits.flag()? {
        return None;
    }
    if bits.flag()? && bits.take(8)? == EXTENDED_RATIO {
        bits.take(32)?;
    }
    // Overscan, then colours, then where chroma is sampled.
    if bits.flag()? {
        bits.flag()?;
    }
    if bits.flag()? {
        bits.take(4)?;
        if bits.flag()? {
            bits.take(24)?;
        }
    }
    if bits.flag()? {
        bits.unsigned()?;
        bits.unsigned()?;
    }
    if !bits.flag()? {
        return None;
    }
    // A tick is a field, and a picture two.
    let (units, scale) = (u64::from(bits.take(32)?), u64::from(bits.take(32)?));
    let rate = (scale * 1000 + units).checked_div(units * 2)?;
    u32::try_from(rate).ok().filter(|rate| (1_000..=300_000).contains(rate))
}

fn skip_scaling_list(bits: &mut Bits<'_>, size: u32) -> Option<()> {
    let (mut last, mut next) = (8_i64, 8_i64);
    for _ in 0..size {
        if next != 0 {
            next = (last + i64::from(bits.signed()?) + 256) % 256;
        }
        if next != 0 {
            last = next;
        }
    }
    Some(())
}

/// The payload without the bytes that keep start codes out of it.
fn without_emulation(bytes: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(bytes.len());
    let mut zeros = 0;
    for &byte in bytes {
        if zeros >= 2 && byte == 3 {
            zeros = 0;
            continue;
        }
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        payload.push(byte);
    }
    payload
}

fn read_aac(record: &[u8]) -> Option<AacConfig> {
    let mut bits = Bits::new(record);
    let object_type = aac_object_type(&mut bits)?;
    let sample_rate = aac_rate(&mut bits)?;
    let channels = match bits.take(4)? {
        // Described elsewhere in the stream; stereo is by far the likeliest.
        0 => 2,
        7 => 8,
        count @ 1..=6 => u16::try_from(count).ok()?,
        _ => return None,
    };
    let mut core = object_type;
    if object_type == 5 || object_type == 29 {
        aac_rate(&mut bits)?;
        core = aac_object_type(&mut bits)?;
    }
    if !(1..=4).contains(&core) {
        return None;
    }
    let short = bits.flag()?;
    Some(AacConfig {
        record: Bytes::new(),
        object_type,
        sample_rate,
        channels,
        frame_samples: if short { 960 } else { 1024 },
    })
}

fn aac_object_type(bits: &mut Bits<'_>) -> Option<u8> {
    let short = bits.take(5)?;
    u8::try_from(if short == 31 { 32 + bits.take(6)? } else { short }).ok()
}

fn aac_rate(bits: &mut Bits<'_>) -> Option<u32> {
    let index = bits.take(4)?;
    let rate = if index == 15 { bits.take(24)? } else { *SAMPLE_RATES.get(usize::try_from(index).ok()?)? };
    (7_350..=96_000).contains(&rate).then_some(rate)
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// 1280x720, High, level 3.1, as x264 wrote it.
    pub(crate) const AVCC: &[u8] = &[
        1, 100, 0, 31, 0xff, 0xe1, 0, 26, 0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9, 0x40, 0x50, 0x05, 0xbb, 0x01, 0x10, 0x00,
        0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03, 0xc0, 0xf1, 0x83, 0x19, 0x60, 1, 0, 6, 0x68, 0xeb, 0xe3, 0xcb,
        0x22, 0xc0,
    ];
    /// AAC-LC, 48 kHz, stereo.
    pub(crate) const ASC: &[u8] = &[0x11, 0x90];

    pub(crate) fn avc() -> AvcConfig {
        AvcConfig::parse(Bytes::from_static(AVCC)).unwrap()
    }

    pub(crate) fn aac() -> AacConfig {
        AacConfig::parse(Bytes::from_static(ASC)).unwrap()
    }

    #[test]
    fn a_record_of_x264_gives_size_rate_and_name() {
        let config = avc();
        assert_eq!((config.width(), config.height(), config.frame_rate()), (1280, 720, Some(30_000)));
        assert!(config.is_plain());
        assert_eq!(Codec::Avc(config).to_string(), "avc1.64001f");
    }

    /// Records of x264 with yuv422p and with yuv420p10le.
    #[test]
    fn colours_that_many_devices_cannot_show_are_known() {
        let wide =
            b"\x01\x7a\x00\x0d\xff\xe1\x00\x1a\x67\x7a\x00\x0d\xbc\xd9\x41\x41\x9f\x8d\xc0\x44\x00\x00\x03\x00\x04\
            \x00\x00\x03\x00\xf0\x3c\x50\xa6\x58\x01\x00\x06\x68\xeb\xe3\xcb\x22\xc0\xfe\xf8\xf8\x00";
        let deep =
            b"\x01\x6e\x00\x0d\xff\xe1\x00\x1a\x67\x6e\x00\x0d\xa6\xcd\x94\x14\x19\xf9\xf0\x11\x00\x00\x03\x00\x01\
            \x00\x00\x03\x00\x3c\x0f\x14\x29\x96\x01\x00\x06\x68\xeb\xe3\xcb\x22\xc0\xfd\xfa\xfa\x00";
        for record in [&wide[..], deep] {
            let config = AvcConfig::parse(Bytes::copy_from_slice(record)).unwrap();
            assert_eq!((config.width(), config.height(), config.frame_rate()), (320, 180, Some(30_000)));
            assert!(!config.is_plain());
        }
    }

    #[test]
    fn audio_configurations_are_read() {
        let config = aac();
        assert_eq!((config.sample_rate(), config.channels(), config.frame_samples()), (48_000, 2, 1024));
        assert_eq!(Codec::Aac(config).to_string(), "mp4a.40.2");
        let he = AacConfig::parse(Bytes::from_static(&[0x2b, 0x11, 0x88, 0x00])).unwrap();
        assert_eq!((he.sample_rate(), he.object_type), (24_000, 5));
        assert_eq!(he.silence(), None);
    }

    #[test]
    fn cut_records_are_refused() {
        for length in 0..AVCC.len() {
            assert!(AvcConfig::parse(Bytes::from_static(&AVCC[..length])).is_err(), "{length}");
        }
        assert!(AacConfig::parse(Bytes::from_static(&[0x11])).is_err());
        assert!(AacConfig::parse(Bytes::new()).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_parsed_without_panic(record in prop::collection::vec(any::<u8>(), 0..80), at in 0..AVCC.len(), with: u8) {
            let _ = AacConfig::parse(record.clone().into());
            let _ = AvcConfig::parse(record.into());
            let mut changed = AVCC.to_vec();
            changed[at] = with;
            let _ = AvcConfig::parse(changed.into());
        }
    }
}
