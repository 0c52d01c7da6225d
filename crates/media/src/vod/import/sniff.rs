//! Checks the first bytes of an upload: files that are clearly not videos are refused before any program reads them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{ImportError, Refused};

const SNIFFED_BYTES: u64 = 4096;

const PICTURES: [&[u8]; 9] =
    [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"\0\0\x01\0", b"8BPS", b"\0\0\0\x0cJXL "];
const ARCHIVES: [&[u8]; 8] =
    [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b", b"BZh", b"\xfd7zXZ"];
/// Texts that make ffmpeg open other files.
const PLAYLISTS: [&[u8]; 7] = [b"#EXTM3U", b"ffconcat", b"[playlist]", b"<MPD", b"<smil", b"v=0\r\n", b"RTSPtext"];
/// Kinds of ISO files that are still pictures.
const STILLS: [&[u8]; 6] = [b"avif", b"heic", b"heix", b"mif1", b"hevc", b"avis"];

/// Refuses what is empty, too large, or something else by its first bytes; blocking.
pub(super) fn look(file: &Path, most: u64) -> Result<(), ImportError> {
    let file = File::open(file)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(Refused::TooLarge(most).into());
    }
    let mut head = Vec::new();
    file.take(SNIFFED_BYTES).read_to_end(&mut head)?;
    match sniff(&head) {
        Some(refused) => Err(refused.into()),
        None => Ok(()),
    }
}

fn sniff(head: &[u8]) -> Option<Refused> {
    if head.is_empty() {
        return Some(Refused::Empty);
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let starts = |kinds: &[&[u8]], bytes: &[u8]| kinds.iter().any(|kind| bytes.starts_with(kind));
    let names = |kind: &&[u8]| text.windows(kind.len()).any(|part| part == *kind);
    if starts(&PLAYLISTS, text) || (text.starts_with(b"<?xml") && PLAYLISTS[3..5].iter().any(names)) {
        return Some(Refused::Playlist);
    }
    let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    let is_still = head.get(4..8) == Some(b"ftyp") && head.get(8..12).is_some_and(|kind| starts(&STILLS, kind));
    if starts(&PICTURES, head) || is_webp || is_still {
        return Some(Refused::Picture);
    }
    if starts(&ARCHIVES, head) || head.get(257..262) == Some(b"ustar") {
        return Some(Refused::Archive);
    }
    let plain = |byte: &&u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
    let valid = str::from_utf8(head).map_or_else(|error| error.valid_up_to(), str::len);
    (valid + 4 > head.len() && head.iter().filter(plain).count() == head.len()).then_some(Refused::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T33, T34: what is plainly something else is told so.
    #[test]
    fn other_kinds_are_known_by_their_first_bytes() {
        for (head, expected) in [
            (&b""[..], Refused::Empty),
            (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", Refused::Playlist),
            (b"\xef\xbb\xbf \r\n#EXTM3U\n", Refused::Playlist),
            (b"ffconcat version 1.0\nfile /etc/passwd\n", Refused::Playlist),
            (b"<?xml version='1.0'?>\n<MPD xmlns='x'></MPD>", Refused::Playlist),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Refused::Picture),
            (b"\0\0\0\x1cftypavif\0\0\0\0", Refused::Picture),
            (b"RIFF\0\0\0\0WEBPVP8 ", Refused::Picture),
            (b"PK\x03\x04\x14\0", Refused::Archive),
            (b"Hello, this is no video.\n", Refused::Text),
            ("Grüße".as_bytes(), Refused::Text),
        ] {
            assert_eq!(sniff(head), Some(expected), "{}", String::from_utf8_lossy(head));
        }
        for head in
            [&b"\0\0\0\x20ftypisom\0\0\x02\0"[..], b"\x1a\x45\xdf\xa3\x9f\x42", b"FLV\x01\x05\0\0\0\x09", b"G@\0\x10\0"]
        {
            assert_eq!(sniff(head), None, "{}", String::from_utf8_lossy(head));
        }
    }
}
