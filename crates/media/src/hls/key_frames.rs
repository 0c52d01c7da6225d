//! The I-frame playlist of a recording, for previews while seeking.

use std::fmt::{self, Write};
use std::time::Duration;

use bytes::Bytes;

use super::media::{Entry, write_seconds};

pub const KEY_FRAMES_FILE: &str = "key-frames.m3u8";

/// Lists the key frame that each segment begins with, as the first bytes of the segment; nothing where none is known.
/// Each lasts until the next: segments without one, and gaps, are passed over.
pub fn key_frames(entries: &[Entry]) -> Option<Bytes> {
    let keys: Vec<(&Entry, u32)> =
        entries.iter().filter(|entry| !entry.gap).filter_map(|entry| Some((entry, entry.key_end?))).collect();
    let end = entries.last()?.end();
    let ends = keys.iter().skip(1).map(|(next, _)| next.start).chain([end]);
    let lengths: Vec<Duration> = keys.iter().zip(ends).map(|((key, _), end)| end.saturating_sub(key.start)).collect();
    let longest = lengths.iter().max()?;
    let mut out = String::with_capacity(256 + keys.len() * 64);
    // Writing into a string cannot fail.
    let _ = write_all(&mut out, &keys, &lengths, *longest);
    Some(out.into())
}

fn write_all(out: &mut String, keys: &[(&Entry, u32)], lengths: &[Duration], longest: Duration) -> fmt::Result {
    let target = longest.as_millis().div_ceil(1000).max(1);
    write!(out, "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:{target}\n#EXT-X-MEDIA-SEQUENCE:0\n")?;
    out.push_str("#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-I-FRAMES-ONLY\n");
    let (mut init, mut breaks) = (None, None);
    for ((entry, key_end), length) in keys.iter().zip(lengths) {
        // The break itself may stand before a segment that is passed over.
        if breaks.replace(entry.discontinuities).is_some_and(|before| before != entry.discontinuities) {
            out.push_str("#EXT-X-DISCONTINUITY\n");
        }
        if init.replace(entry.init) != Some(entry.init) {
            writeln!(out, "#EXT-X-MAP:URI=\"init-{}.mp4\"", entry.init)?;
        }
        out.push_str("#EXTINF:");
        write_seconds(out, *length)?;
        writeln!(out, ",\n#EXT-X-BYTERANGE:{key_end}@0\n{}.m4s", entry.number)?;
    }
    out.write_str("#EXT-X-ENDLIST\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hls::media;

    fn entry(number: u64, key_end: Option<u32>) -> Entry {
        Entry { key_end, ..media::tests::entry(number) }
    }

    /// PLAY-08: each key frame is the beginning of its segment, and lasts until the next one.
    #[test]
    fn key_frames_are_listed_by_their_bytes() {
        let gap = Entry { gap: true, ..entry(3, Some(9)) };
        let again = Entry { init: 1, discontinuity: true, discontinuities: 1, ..entry(4, None) };
        let last = Entry { init: 1, discontinuities: 1, ..entry(5, Some(700)) };
        let entries = [entry(0, Some(900)), entry(1, None), entry(2, Some(800)), gap, again, last];
        let expected = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:12\n#EXT-X-MEDIA-SEQUENCE:0\n\
            #EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"init-0.mp4\"\n\
            #EXTINF:8.000,\n#EXT-X-BYTERANGE:900@0\n0.m4s\n#EXTINF:12.000,\n#EXT-X-BYTERANGE:800@0\n2.m4s\n\
            #EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"init-1.mp4\"\n#EXTINF:4.000,\n#EXT-X-BYTERANGE:700@0\n5.m4s\n\
            #EXT-X-ENDLIST\n";
        assert_eq!(key_frames(&entries).unwrap(), expected);
        assert_eq!(key_frames(&[entry(0, None)]), None);
        assert_eq!(key_frames(&[]), None);
    }
}
