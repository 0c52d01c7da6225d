//! The playlist of captions: one text file for the whole recording. Its times are those of the media timeline, which
//! starts at 0, so the text needs no offset.

use std::time::Duration;

use bytes::Bytes;

/// What the text is called beside its playlist.
pub const CAPTIONS_FILE: &str = "text.vtt";

/// Renders the playlist of the captions of a recording.
pub fn captions(length: Duration) -> Bytes {
    let target = length.as_millis().div_ceil(1000).max(1);
    let (seconds, millis) = (length.as_secs(), length.subsec_millis());
    // Other renditions have shorter segments: the type allows captions to differ from them.
    let text = format!(
        "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:{target}\n#EXT-X-PLAYLIST-TYPE:VOD\n\
         #EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:{seconds}.{millis:03},\n{CAPTIONS_FILE}\n#EXT-X-ENDLIST\n"
    );
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_as_long_as_the_game() {
        let text = captions(Duration::from_millis(61_040));
        let text = str::from_utf8(&text).unwrap();
        assert!(
            text.contains("\n#EXT-X-TARGETDURATION:62\n") && text.contains("\n#EXTINF:61.040,\ntext.vtt\n"),
            "{text}"
        );
        assert!(text.ends_with("\n#EXT-X-ENDLIST\n"), "{text}");
    }
}
