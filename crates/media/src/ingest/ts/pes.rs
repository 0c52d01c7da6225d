//! Elementary streams: joins PES packets to access units with timestamps.

use bytes::{Bytes, BytesMut};

use super::Packet;

/// One picture, or some sound.
#[derive(Debug, PartialEq, Eq)]
pub struct Unit {
    pub pts: u64,
    pub dts: u64,
    pub data: Bytes,
    /// Something before it is missing.
    pub after_loss: bool,
}

pub struct Elementary {
    pub pid: u16,
    limit: usize,
    counter: Option<u8>,
    /// Since the last start; nothing of a unit whose start or middle was lost.
    open: bool,
    /// The last packet of the unit was its end, as far as one can see.
    is_whole: bool,
    bytes: BytesMut,
    lost: bool,
}

impl Elementary {
    pub fn new(pid: u16, limit: usize) -> Self {
        Self { pid, limit, counter: None, open: false, is_whole: false, bytes: BytesMut::new(), lost: false }
    }

    /// The unit that the packet's start ends, and the one that its end completes.
    pub fn packet(&mut self, packet: &Packet<'_>) -> [Option<Unit>; 2] {
        let before = self.counter.replace(packet.counter);
        if before == Some(packet.counter) && !packet.jumps {
            // Sent twice, as the standard allows.
            return [None, None];
        }
        if before.is_some_and(|before| packet.counter != (before + 1) & 0x0f) && !packet.jumps {
            self.lose();
        }
        let mut done = [None, None];
        if packet.starts {
            done[0] = self.finish();
            self.open = true;
        }
        self.is_whole = packet.is_padded;
        if self.open {
            self.bytes.extend_from_slice(packet.payload);
            // Units that tell their length need not wait for the next one.
            if let Some(&[_, _, _, _, high, low]) = self.bytes.first_chunk()
                && (high, low) != (0, 0)
                && self.bytes.len() >= 6 + usize::from(u16::from_be_bytes([high, low]))
            {
                self.bytes.truncate(6 + usize::from(u16::from_be_bytes([high, low])));
                done[1] = self.finish();
            } else if self.bytes.len() > self.limit {
                self.lose();
            }
        }
        done
    }

    /// The unit that nothing follows, unless its end may be missing.
    pub fn end(&mut self) -> Option<Unit> {
        self.is_whole.then(|| self.finish()).flatten()
    }

    /// What there is, as the last of its unit.
    fn finish(&mut self) -> Option<Unit> {
        if !std::mem::take(&mut self.open) {
            return None;
        }
        let bytes = self.bytes.split().freeze();
        let unit = parse(&bytes, self.lost);
        self.lost = unit.is_none();
        unit
    }

    fn lose(&mut self) {
        self.open = false;
        self.bytes.clear();
        self.lost = true;
    }
}

fn parse(bytes: &Bytes, after_loss: bool) -> Option<Unit> {
    let &[0, 0, 1, _, _, _, mark, flags, length] = bytes.first_chunk()? else { return None };
    if mark & 0xc0 != 0x80 || flags & 0x80 == 0 {
        return None;
    }
    let start = 9 + usize::from(length);
    let pts = time(bytes.get(9..14)?)?;
    let dts = if flags & 0x40 == 0 { pts } else { time(bytes.get(14..19)?)? };
    (start <= bytes.len()).then(|| Unit { pts, dts, data: bytes.slice(start..), after_loss })
}

/// 33 bits among marks.
fn time(bytes: &[u8]) -> Option<u64> {
    let &[a, b, c, d, e] = bytes.first_chunk()?;
    let part = |value: u8, shift: u32| u64::from(value) << shift;
    Some(part(a >> 1 & 7, 30) | part(b, 22) | part(c >> 1, 15) | part(d, 7) | part(e >> 1, 0))
}
