//! The tables (PAT and PMT) of a transport stream.

use super::Packet;

/// As its 12 bits of length allow.
const MAX_SECTION: usize = 3 + 4095;

/// Puts a table together from the packets of its stream.
#[derive(Default)]
pub struct Section {
    counter: u8,
    open: bool,
    bytes: Vec<u8>,
}

impl Section {
    /// The table that the packet completes, if it is whole.
    pub fn packet(&mut self, packet: &Packet<'_>) -> Option<&[u8]> {
        if packet.starts {
            let (&pointer, rest) = packet.payload.split_first()?;
            self.bytes.clear();
            self.bytes.extend_from_slice(rest.get(pointer.into()..)?);
            self.open = true;
        } else if self.open && packet.counter == (self.counter + 1) & 0x0f {
            self.bytes.extend_from_slice(packet.payload);
        } else {
            self.open = self.open && packet.counter == self.counter;
            return None;
        }
        self.counter = packet.counter;
        let length = 3 + (usize::from(*self.bytes.get(1)? & 0x0f) << 8 | usize::from(*self.bytes.get(2)?));
        self.open = self.open && self.bytes.len() < length.min(MAX_SECTION);
        let table = self.bytes.get(..length)?;
        // The checksum over all of it, itself included, is nothing.
        let is_current = table.get(5)? & 1 == 1;
        (is_current && checksum(table) == 0).then_some(table)
    }
}

/// Where the first program is described.
pub fn association(table: &[u8]) -> Option<u16> {
    let programs = table.get(8..table.len().checked_sub(4)?)?;
    if table[0] != 0 {
        return None;
    }
    let (programs, _) = programs.as_chunks::<4>();
    programs.iter().find(|program| program[..2] != [0, 0]).map(|&[_, _, high, low]| pid(high, low))
}

/// The streams of a program: kind and number.
pub fn program(table: &[u8]) -> Option<Vec<(u8, u16)>> {
    let (table, _) = table.split_at_checked(table.len().checked_sub(4)?)?;
    if table.first() != Some(&2) {
        return None;
    }
    let described = usize::from(pid(*table.get(10)?, *table.get(11)?) & 0x0fff);
    let mut rest = table.get(12 + described..)?;
    let mut streams = Vec::new();
    while let Some((&[kind, high, low, length_high, length_low], after)) = rest.split_first_chunk() {
        streams.push((kind, pid(high, low)));
        rest = after.get(usize::from(pid(length_high, length_low) & 0x0fff)..)?;
    }
    Some(streams)
}

fn pid(high: u8, low: u8) -> u16 {
    u16::from_be_bytes([high & 0x1f, low])
}

/// The CRC-32 of MPEG: highest bit first, and not turned over at the end.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte) << 24, |sum, _| sum << 1 ^ if sum >> 31 == 1 { 0x04c1_1db7 } else { 0 })
    })
}
