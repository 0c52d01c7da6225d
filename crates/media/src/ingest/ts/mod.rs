//! Demultiplexer of MPEG transport streams, as SRT carries them: one program, H.264 in PES, AAC in ADTS.
//!
//! After a loss, decoding resumes at the next key frame. All input is checked, and all buffers are bounded.

mod adts;
mod avc;
mod pes;
mod section;
#[cfg(test)]
mod tests;

use bytes::{Buf, BytesMut};

use crate::codec::CodecError;
use crate::codec::frame::{Config, Frame, Input, MAX_FRAME_BYTES, Track};
use crate::ingest::Unshown;
use adts::Sound;
use avc::Pictures;
use pes::Elementary;
use section::{Section, association, program};

const PACKET_BYTES: usize = 188;
const SYNC: u8 = 0x47;
const TIME_MASK: u64 = (1 << 33) - 1;
/// A PES packet of sound tells its length, in 16 bits.
const MAX_SOUND_BYTES: usize = 70_000;
/// A second of pictures, about.
const MAX_EARLY: usize = 60;

/// One packet, without its header.
struct Packet<'a> {
    pid: u16,
    starts: bool,
    counter: u8,
    /// The counter may have jumped here.
    jumps: bool,
    /// Filled up: multiplexers do that at the end of a unit alone.
    is_padded: bool,
    payload: &'a [u8],
}

impl<'a> Packet<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&[_, high, low, flags], rest) = bytes.split_first_chunk()?;
        let (is_damaged, is_scrambled) = (high & 0x80 != 0, flags & 0xc0 != 0);
        if is_damaged || is_scrambled {
            return None;
        }
        let (mut payload, mut jumps, mut is_padded) = (rest, false, false);
        if flags & 0x20 != 0 {
            let (&length, rest) = rest.split_first()?;
            let extra = if length > 0 { *rest.first()? } else { 0 };
            jumps = extra & 0x80 != 0;
            // Two clocks may stand there; what else may is not sent.
            let clocks = 6 * (u8::from(extra & 0x10 != 0) + u8::from(extra & 0x08 != 0));
            is_padded = length == 0 || (extra & 0x07 == 0 && length > 1 + clocks);
            payload = rest.get(length.into()..)?;
        }
        if flags & 0x10 == 0 {
            return None;
        }
        let pid = u16::from_be_bytes([high & 0x1f, low]);
        Some(Self { pid, starts: high & 0x40 != 0, counter: flags & 0x0f, jumps, is_padded, payload })
    }
}

#[derive(Default)]
pub struct Demuxer {
    /// Less than a packet, between two pushes.
    bytes: BytesMut,
    association: Section,
    program: Option<(u16, Section)>,
    pictures: Option<(Elementary, Pictures)>,
    sound: Option<(Elementary, Sound)>,
    early: Early,
    has_picture: bool,
}

/// Pictures that came before the first sound of a program that has some. A game begins with both or waits for its next
/// key frame, and multiplexers send sound in batches, late.
#[derive(Default)]
struct Early {
    inputs: Vec<Input>,
    bytes: usize,
    over: bool,
}

impl Early {
    /// Gives what need not wait.
    fn pass(&mut self, inputs: Vec<Input>) -> Vec<Input> {
        if self.over {
            return inputs;
        }
        for input in inputs {
            match input {
                Input::Config(Config::Audio(_)) => {
                    self.inputs.insert(0, input);
                    self.over = true;
                }
                Input::Frame(Frame { ref data, .. }) => {
                    self.bytes += data.len();
                    self.inputs.push(input);
                }
                input => self.inputs.push(input),
            }
        }
        self.over |= self.inputs.len() > MAX_EARLY || self.bytes > MAX_FRAME_BYTES;
        if self.over { std::mem::take(&mut self.inputs) } else { Vec::new() }
    }
}

impl Demuxer {
    /// What the bytes bring. A picture is whole when the next one begins: the last of all comes with [`Self::end`]. An
    /// error is one of the encoder's settings, and stays.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Input>, CodecError> {
        let mut inputs = Vec::new();
        self.bytes.extend_from_slice(bytes);
        while self.bytes.len() >= PACKET_BYTES {
            // Somewhere else the same byte may stand too, but not also a packet further on.
            let next = self.bytes.get(PACKET_BYTES).copied();
            if self.bytes[0] != SYNC || next.is_some_and(|byte| byte != SYNC) {
                self.bytes.advance(1);
                continue;
            }
            let bytes = self.bytes.split_to(PACKET_BYTES);
            if let Some(packet) = Packet::parse(&bytes) {
                self.packet(&packet, &mut inputs)?;
            }
        }
        self.early.over |= self.pictures.is_some() && self.sound.is_none();
        self.has_picture |=
            inputs.iter().any(|input| matches!(input, Input::Frame(frame) if frame.track == Track::Video));
        Ok(self.early.pass(inputs))
    }

    /// No more bytes come: what waits for the next picture, or for sound, waits no longer.
    pub fn end(&mut self) -> Result<Vec<Input>, CodecError> {
        let mut inputs = Vec::new();
        if let Some((elementary, pictures)) = &mut self.pictures
            && let Some(unit) = elementary.end()
        {
            pictures.unit(&unit, &mut inputs)?;
        }
        let mut early = self.early.pass(inputs);
        early.extend(std::mem::take(&mut self.early.inputs));
        Ok(early)
    }

    /// Why there was nothing to see so far.
    pub fn unshown(&self) -> Option<Unshown> {
        match (&self.pictures, self.has_picture) {
            (None, _) => Some(Unshown::NoTables),
            (Some(_), false) => Some(Unshown::NoPictures),
            (Some(_), true) => None,
        }
    }

    fn packet(&mut self, packet: &Packet<'_>, inputs: &mut Vec<Input>) -> Result<(), CodecError> {
        if packet.pid == 0 {
            if let Some(pid) = self.association.packet(packet).and_then(association)
                && self.program.as_ref().is_none_or(|(known, _)| *known != pid)
            {
                self.program = Some((pid, Section::default()));
            }
            return Ok(());
        }
        if let Some((pid, section)) = &mut self.program
            && *pid == packet.pid
        {
            if let Some(streams) = section.packet(packet).and_then(program) {
                self.streams(&streams)?;
            }
            return Ok(());
        }
        if let Some((elementary, pictures)) = &mut self.pictures
            && elementary.pid == packet.pid
        {
            for unit in elementary.packet(packet).into_iter().flatten() {
                pictures.unit(&unit, inputs)?;
            }
        } else if let Some((elementary, sound)) = &mut self.sound
            && elementary.pid == packet.pid
        {
            for unit in elementary.packet(packet).into_iter().flatten() {
                sound.unit(&unit, inputs)?;
            }
        }
        Ok(())
    }

    /// The program is made of these streams from now on.
    fn streams(&mut self, streams: &[(u8, u16)]) -> Result<(), CodecError> {
        const AVC: u8 = 0x1b;
        const ADTS: u8 = 0x0f;
        /// MPEG audio, AAC in LATM, AC-3 and its successor.
        const OTHER_SOUND: [u8; 5] = [0x03, 0x04, 0x11, 0x81, 0x87];
        let find = |wanted| streams.iter().find(|(kind, _)| *kind == wanted).map(|(_, pid)| *pid);
        let sound = find(ADTS);
        let is_sound_alone = sound.is_some() && streams.len() == 1;
        let missing = if is_sound_alone { CodecError::SoundAlone } else { CodecError::Unsupported };
        let pictures = find(AVC).ok_or(missing)?;
        if sound.is_none() && streams.iter().any(|(kind, _)| OTHER_SOUND.contains(kind)) {
            return Err(CodecError::Unsupported);
        }
        if self.pictures.as_ref().is_none_or(|(known, _)| known.pid != pictures) {
            self.pictures = Some((Elementary::new(pictures, MAX_FRAME_BYTES), Pictures::default()));
        }
        if self.sound.as_ref().map(|(known, _)| known.pid) != sound {
            self.sound = sound.map(|pid| (Elementary::new(pid, MAX_SOUND_BYTES), Sound::default()));
        }
        Ok(())
    }
}
