//! A text with a gap that is filled anew for each visitor, compressed once all the same. At kick-off everybody asks for
//! the page at once: compressing it each time would cost a thousand times more than filling the gap.

use std::io::Write;

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// No name, no time, any system.
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

pub(crate) struct Spliced {
    before: Part,
    after: Part,
}

struct Part {
    plain: String,
    deflated: Vec<u8>,
    checksum: Hasher,
}

impl Spliced {
    pub(crate) fn new(before: String, after: String) -> Self {
        Self { before: Part::new(before, false), after: Part::new(after, true) }
    }

    pub(crate) fn plain(&self, gap: &str) -> Vec<u8> {
        [self.before.plain.as_str(), gap, &self.after.plain].concat().into_bytes()
    }

    /// One gzip stream: the parts as they were compressed, and between them the gap as a block that is not.
    pub(crate) fn gzip(&self, gap: &str) -> Vec<u8> {
        // A stored block holds this much; a key is far shorter.
        let Ok(length) = u16::try_from(gap.len()) else { return crate::prepared::gzip(&self.plain(gap)).into() };
        let mut checksum = self.before.checksum.clone();
        checksum.update(gap.as_bytes());
        checksum.combine(&self.after.checksum);
        let size = self.before.plain.len() + gap.len() + self.after.plain.len();

        let mut packed = Vec::with_capacity(self.before.deflated.len() + gap.len() + self.after.deflated.len() + 32);
        packed.extend_from_slice(&GZIP_HEAD);
        packed.extend_from_slice(&self.before.deflated);
        packed.push(0);
        packed.extend_from_slice(&length.to_le_bytes());
        packed.extend_from_slice(&(!length).to_le_bytes());
        packed.extend_from_slice(gap.as_bytes());
        packed.extend_from_slice(&self.after.deflated);
        packed.extend_from_slice(&checksum.finalize().to_le_bytes());
        // The format keeps the size modulo 2^32.
        packed.extend_from_slice(&(size as u32).to_le_bytes());
        packed
    }
}

impl Part {
    fn new(plain: String, last: bool) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail. A flush ends at a whole byte without ending the stream.
        let deflated = match encoder.write_all(plain.as_bytes()).and_then(|()| encoder.flush()) {
            Ok(()) if last => encoder.finish().unwrap_or_default(),
            _ => encoder.get_ref().clone(),
        };
        let mut checksum = Hasher::new();
        checksum.update(plain.as_bytes());
        Self { plain, deflated, checksum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unpacked_is_what_was_put_together() {
        let long = "a game of the season ".repeat(4_000);
        for (before, gap, after) in
            [("", "", ""), ("a", "b", "c"), (&long, "AQAAAAAA-key_", &long), ("", "key", &long), (&long, "", "")]
        {
            let spliced = Spliced::new(before.to_owned(), after.to_owned());
            let packed = spliced.gzip(gap);
            let mut unpacked = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).unwrap();
            assert_eq!(unpacked, [before, gap, after].concat().into_bytes());
            assert_eq!(unpacked, spliced.plain(gap));
        }
    }

    #[test]
    fn a_gap_too_long_for_a_block_is_packed_the_plain_way() {
        let gap = "x".repeat(70_000);
        let packed = Spliced::new("a".into(), "b".into()).gzip(&gap);
        let mut unpacked = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).unwrap();
        assert_eq!(unpacked, format!("a{gap}b"));
    }
}
