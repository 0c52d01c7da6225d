//! Gzip of a growing playlist: final text is compressed once, in blocks, and only the rest is compressed again.

use bytes::{BufMut, Bytes, BytesMut};
use crc32fast::Hasher;
use flate2::{Compress, Compression, FlushCompress, Status};

/// Final text is packed in pieces of this size: large enough to pack well, small enough to leave little for each
/// change.
const MIN_BLOCK_BYTES: usize = 8 * 1024;
/// Deflate, no name, no time, any system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// The final text of a playlist so far, packed.
#[derive(Default)]
pub struct Packed {
    bytes: Vec<u8>,
    /// How much of the text is in there, and its checksum.
    length: usize,
    sum: Hasher,
}

impl Packed {
    /// Packs what has become final, as far as it fills a block.
    pub fn grow(&mut self, settled: &str) {
        let rest = settled.get(self.length..).unwrap_or_default();
        if rest.len() >= MIN_BLOCK_BYTES {
            deflate(rest.as_bytes(), false, &mut self.bytes);
            self.sum.update(rest.as_bytes());
            self.length = settled.len();
        }
    }

    /// All three texts as one file.
    pub fn gzip(&self, head: &str, settled: &str, tail: &str) -> Bytes {
        let rest = settled.get(self.length..).unwrap_or_default();
        let mut out = Vec::with_capacity(self.bytes.len() + (head.len() + rest.len() + tail.len()) / 2 + 64);
        out.extend_from_slice(&GZIP_HEADER);
        deflate(head.as_bytes(), false, &mut out);
        out.extend_from_slice(&self.bytes);
        let last = [rest, tail].concat();
        deflate(last.as_bytes(), true, &mut out);
        let mut sum = Hasher::new();
        sum.update(head.as_bytes());
        sum.combine(&self.sum);
        sum.update(last.as_bytes());
        let mut out = BytesMut::from(Bytes::from(out));
        out.put_u32_le(sum.finalize());
        out.put_u32_le(u32::try_from(head.len() + settled.len() + tail.len()).unwrap_or(u32::MAX));
        out.freeze()
    }
}

/// Appends a stretch of deflate that refers to nothing before it, and ends on a whole byte.
fn deflate(text: &[u8], last: bool, out: &mut Vec<u8>) {
    let mut packer = Compress::new(Compression::default(), false);
    let flush = if last { FlushCompress::Finish } else { FlushCompress::Sync };
    loop {
        // Enough for all of it at once, as a rule; otherwise it goes round again.
        out.reserve(text.len() + 64);
        let done = usize::try_from(packer.total_in()).unwrap_or(text.len());
        let room = out.capacity() - out.len();
        let before = out.len();
        match packer.compress_vec(text.get(done..).unwrap_or_default(), out, flush) {
            Ok(Status::StreamEnd) | Err(_) => return,
            Ok(_) if !last && out.len() - before < room && packer.total_in() == text.len() as u64 => return,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;
    use proptest::prelude::*;

    use super::*;

    fn unpack(bytes: &[u8]) -> String {
        let mut text = String::new();
        let mut decoder = GzDecoder::new(bytes);
        decoder.read_to_string(&mut text).unwrap();
        assert!(decoder.into_inner().is_empty(), "something stands behind the file");
        text
    }

    #[test]
    fn a_game_packs_well() {
        let (mut packed, mut settled) = (Packed::default(), String::new());
        for number in 0..2700 {
            settled += &format!("#EXTINF:4.000,\n{number}.m4s\n");
            packed.grow(&settled);
        }
        let bytes = packed.gzip("head\n", &settled, "tail\n");
        assert_eq!(unpack(&bytes), format!("head\n{settled}tail\n"));
        assert!(bytes.len() * 4 < settled.len(), "{} of {}", bytes.len(), settled.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn packed_playlist_unpacks_to_the_original(
            head in ".{0,100}", steps in prop::collection::vec("[ -~]{0,900}", 0..40), tail in ".{0,900}",
        ) {
            let (mut packed, mut settled) = (Packed::default(), String::new());
            for step in steps {
                settled += &step;
                packed.grow(&settled);
            }
            prop_assert_eq!(unpack(&packed.gzip(&head, &settled, &tail)), format!("{head}{settled}{tail}"));
        }
    }
}
