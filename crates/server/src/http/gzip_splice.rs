//! Joins precompressed parts and a little per-visitor text into one gzip stream. At kick-off many visitors load the
//! page at once, and compressing it each time would cost a thousand times more.

use std::io::Write;

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// No name, no time, any system.
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// An empty block that says that it is the last.
const LAST_BLOCK: [u8; 5] = [1, 0, 0, 0xff, 0xff];
/// What a block that is not compressed can hold.
const BLOCK: usize = u16::MAX as usize;

/// A piece of text, compressed when it was made.
pub(crate) struct Part {
    plain: String,
    deflated: Vec<u8>,
    checksum: Hasher,
}

impl Part {
    pub(crate) fn new(plain: String) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail. A flush ends at a whole byte without ending the stream.
        let deflated = match encoder.write_all(plain.as_bytes()).and_then(|()| encoder.flush()) {
            Ok(()) => encoder.get_ref().clone(),
            Err(_) => Vec::new(),
        };
        let mut checksum = Hasher::new();
        checksum.update(plain.as_bytes());
        Self { plain, deflated, checksum }
    }
}

/// What a spliced text is put together from.
#[derive(Clone, Copy)]
pub(crate) enum Piece<'a> {
    Ready(&'a Part),
    Text(&'a str),
}

impl Piece<'_> {
    fn plain(&self) -> &str {
        match self {
            Self::Ready(part) => &part.plain,
            Self::Text(text) => text,
        }
    }
}

pub(crate) fn plain(pieces: &[Piece<'_>]) -> Vec<u8> {
    pieces.iter().map(Piece::plain).collect::<String>().into_bytes()
}

/// One gzip stream: the parts as they were compressed, and the text between them in blocks that are not.
pub(crate) fn gzip(pieces: &[Piece<'_>]) -> Vec<u8> {
    let room = pieces.iter().map(|piece| match piece {
        Piece::Ready(part) => part.deflated.len(),
        Piece::Text(text) => text.len() + 5 * (text.len() / BLOCK + 1),
    });
    let mut packed = Vec::with_capacity(room.sum::<usize>() + 32);
    packed.extend_from_slice(&GZIP_HEAD);
    let mut checksum = Hasher::new();
    let mut size = 0;
    for piece in pieces {
        size += piece.plain().len();
        match piece {
            Piece::Ready(part) => {
                packed.extend_from_slice(&part.deflated);
                checksum.combine(&part.checksum);
            }
            Piece::Text(text) => {
                for block in text.as_bytes().chunks(BLOCK) {
                    // Never longer than a block, see above.
                    let length = block.len() as u16;
                    packed.push(0);
                    packed.extend_from_slice(&length.to_le_bytes());
                    packed.extend_from_slice(&(!length).to_le_bytes());
                    packed.extend_from_slice(block);
                }
                checksum.update(text.as_bytes());
            }
        }
    }
    packed.extend_from_slice(&LAST_BLOCK);
    packed.extend_from_slice(&checksum.finalize().to_le_bytes());
    // The format keeps the size modulo 2^32.
    packed.extend_from_slice(&(size as u32).to_le_bytes());
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(packed: &[u8]) -> String {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed), &mut text).unwrap();
        text
    }

    #[test]
    fn spliced_gzip_unpacks_to_its_parts() {
        let long = "a game of the season ".repeat(4_000);
        let beyond_a_block = "x".repeat(200_000);
        for [first, gap, second, other, third] in [
            ["", "", "", "", ""],
            ["a", "b", "c", "d", "e"],
            [&long, "AQAAAAAA-key_", &long, "été", &long],
            ["", "key", &long, "", ""],
            [&long, &beyond_a_block, "", "", "b"],
        ] {
            let parts = [first, second, third].map(|text| Part::new(text.to_owned()));
            let pieces = [
                Piece::Ready(&parts[0]),
                Piece::Text(gap),
                Piece::Ready(&parts[1]),
                Piece::Text(other),
                Piece::Ready(&parts[2]),
            ];
            let whole = [first, gap, second, other, third].concat();
            assert_eq!(unpacked(&gzip(&pieces)), whole);
            assert_eq!(plain(&pieces), whole.into_bytes());
        }
    }
}
