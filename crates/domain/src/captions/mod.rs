//! Captions of a video. Files come from untrusted uploads and from ffmpeg, as WebVTT or SubRip; they are parsed and
//! written again as times and plain text with three tags.

mod language;
mod text;

use std::fmt::Write;

use crate::ids::CaptionsId;

pub use language::Language;

/// The largest file that is taken, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The most captions of a film or game: everything that is said in twelve hours.
pub const MAX_CUES: usize = 20_000;
/// Signs of one caption; nobody reads more at once.
const MAX_CUE: usize = 1000;
/// No video is longer than twelve hours, and no time that is read is past this.
const LATEST_MS: u64 = 100 * 3_600_000;

/// Captions that a video has, without their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    /// Never that of another text: what is replaced gets a new one.
    pub id: CaptionsId,
    pub language: Language,
}

/// Why a file of captions is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    #[error("the file is larger than 1 MB")]
    TooLarge,
    #[error("the file must be text in UTF-8")]
    NotUtf8,
    #[error("line {0} should say from when to when a caption is shown, such as 00:01:02.000 --> 00:01:04.000")]
    Time(usize),
    #[error("there are more than 20000 captions in the file")]
    TooMany,
    #[error("there are no captions in the file: it must be WebVTT (.vtt) or SubRip (.srt)")]
    Empty,
}

/// Captions as they were understood, in the order in which they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captions(Vec<Cue>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cue {
    start_ms: u64,
    end_ms: u64,
    /// As WebVTT: escaped, with tags that are closed.
    text: String,
}

impl Captions {
    /// Reads WebVTT or SubRip. Styles, regions, notes, places on the screen and all tags but those for italic, bold and
    /// underlined text are left out.
    pub fn parse(file: &[u8]) -> Result<Self, Unusable> {
        if file.len() > MAX_BYTES {
            return Err(Unusable::TooLarge);
        }
        let text = str::from_utf8(file).map_err(|_| Unusable::NotUtf8)?;
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        let mut cues = Vec::new();
        let mut lines = text.split('\n').enumerate().peekable();
        while lines.peek().is_some() {
            let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| !line.trim().is_empty()).collect();
            if let Some(cue) = cue(&block)? {
                cues.push(cue);
            }
            if cues.len() > MAX_CUES {
                return Err(Unusable::TooMany);
            }
        }
        if cues.is_empty() {
            return Err(Unusable::Empty);
        }
        cues.sort_by_key(|cue| cue.start_ms);
        Ok(Self(cues))
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The same as WebVTT of our own.
    pub fn to_vtt(&self) -> String {
        let mut out = String::from("WEBVTT\n");
        for Cue { start_ms, end_ms, text } in &self.0 {
            // Writing into a string cannot fail.
            let _ = write!(out, "\n{} --> {}\n{text}\n", Time(*start_ms), Time(*end_ms));
        }
        out
    }
}

/// What the lines between two empty ones say; nothing where they are a head, a style, a note, or a caption that is never
/// seen.
fn cue(block: &[(usize, &str)]) -> Result<Option<Cue>, Unusable> {
    let Some(at) = block.iter().take(2).position(|(_, line)| line.contains("-->")) else { return Ok(None) };
    let (number, timing) = block[at];
    let (start_ms, end_ms) = span(timing).ok_or(Unusable::Time(number + 1))?;
    let lines: Vec<&str> = block[at + 1..].iter().map(|(_, line)| *line).collect();
    let text = text::cleaned(&lines.join("\n"), MAX_CUE);
    Ok((start_ms < end_ms && !text.is_empty()).then_some(Cue { start_ms, end_ms, text }))
}

/// From when to when; what stands behind it, where the caption should be, is not looked at.
fn span(line: &str) -> Option<(u64, u64)> {
    let (start, rest) = line.split_once("-->")?;
    let end = rest.split_whitespace().next()?;
    Some((milliseconds(start.trim())?, milliseconds(end)?))
}

/// `[h]hh:mm:ss.mmm`, the hours left out as WebVTT may, and with a comma as SubRip has it.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once(['.', ','])?;
    let mut parts = whole.rsplit(':');
    let (seconds, minutes, hours) = (parts.next()?, parts.next()?, parts.next().unwrap_or("0"));
    if parts.next().is_some() || fraction.len() != 3 {
        return None;
    }
    let [hours, minutes, seconds, fraction] = [hours, minutes, seconds, fraction].map(|digits| {
        // `parse` alone would take a sign.
        let is_number = digits.len() <= 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| digits.parse::<u64>().ok()).flatten()
    });
    let (minutes, seconds) = (minutes.filter(|minutes| *minutes < 60)?, seconds.filter(|seconds| *seconds < 60)?);
    let time = ((hours? * 60 + minutes) * 60 + seconds) * 1000 + fraction?;
    (time < LATEST_MS).then_some(time)
}

/// A time as WebVTT has it.
struct Time(u64);

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seconds, fraction) = (self.0 / 1000, self.0 % 1000);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{hours:02}:{minutes:02}:{:02}.{fraction:03}", seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vtt(file: &str) -> String {
        Captions::parse(file.as_bytes()).unwrap().to_vtt()
    }

    /// PLAY-08: both ways of writing captions become one.
    #[test]
    fn both_formats_are_read() {
        let expected = "WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nKick-off!\nHere we go.\n\n\
                        01:00:04.000 --> 01:00:05.250\n<i>Whistle</i>\n";
        let written = "\u{feff}WEBVTT - a game\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE a note\n\n\
                       intro\n00:01.500 --> 00:03.000 line:0 align:start\nKick-off!\nHere we go.\n\n\
                       01:00:04.000 --> 01:00:05.250\n<i>Whistle</i>";
        assert_eq!(vtt(written), expected);
        let written = "2\r\n01:00:04,000 --> 01:00:05,250 X1:10\r\n<i>Whistle</i>\r\n\r\n\
                       1\r\n00:00:01,500 --> 00:00:03,000\r\nKick-off!\r\nHere we go.\r\n\r\n";
        assert_eq!(vtt(written), expected, "and those that come too early wait for their turn");
    }

    #[test]
    fn invisible_cues_are_left_out() {
        let written = "WEBVTT\n\n00:02.000 --> 00:01.000\nbackwards\n\n00:01.000 --> 00:02.000\n\n\
                       00:01.000 --> 00:02.000\n<c.loud></c>\n\n00:03.000 --> 00:04.000\nseen\n";
        assert_eq!(vtt(written), "WEBVTT\n\n00:00:03.000 --> 00:00:04.000\nseen\n");
    }

    #[test]
    fn a_file_that_is_none_is_refused() {
        let refused = |file: &[u8]| Captions::parse(file).err();
        assert_eq!(refused(b""), Some(Unusable::Empty));
        assert_eq!(refused(b"WEBVTT\n\nNOTE nothing else\n"), Some(Unusable::Empty));
        assert_eq!(refused(b"<!DOCTYPE html><script>alert(1)</script>"), Some(Unusable::Empty));
        assert_eq!(refused(&[0xff, 0xfe, b'W', 0]), Some(Unusable::NotUtf8));
        assert_eq!(refused(&vec![b'a'; MAX_BYTES + 1]), Some(Unusable::TooLarge));
        let many = "00:01.000 --> 00:02.000\nx\n\n".repeat(MAX_CUES + 1);
        assert_eq!(refused(many.as_bytes()), Some(Unusable::TooMany));
        for wrong in [
            "00:01 --> 00:02",
            "00:01.000 -->",
            "--> 00:02.000",
            "00:61.000 --> 00:62.000",
            "-1:00.000 --> 00:02.000",
            "1:2:3:04.000 --> 00:02.000",
            "00:01.0000 --> 00:02.000",
            "9999:00:00.000 --> 9999:00:01.000",
            "99999999999999999999:00:00.000 --> 00:02.000",
        ] {
            let file = format!("WEBVTT\n\n{wrong}\nx\n");
            assert_eq!(refused(file.as_bytes()), Some(Unusable::Time(3)), "{wrong}");
        }
    }

    /// Nothing of a cue but its text and the three tags comes through.
    fn check(written: &str) -> Result<(), TestCaseError> {
        for block in written.split("\n\n").skip(1) {
            let (timing, text) = block.split_once('\n').unwrap();
            prop_assert!(span(timing).is_some(), "{timing:?}");
            prop_assert!(!text.contains("-->") && !text.trim().is_empty(), "{text:?}");
            for tag in text.split('<').skip(1) {
                let name = tag.split_once('>').map(|(name, _)| name.trim_start_matches('/'));
                prop_assert!(matches!(name, Some("i" | "b" | "u")), "{text:?}");
            }
        }
        Ok(())
    }

    proptest! {
        /// Whatever comes, nothing is worse than refused, and what is taken is read again as what it is.
        #[test]
        fn captions_read_back_as_written(lines in prop::collection::vec(
            prop_oneof![
                Just("WEBVTT".to_owned()), Just(String::new()), Just("\r".to_owned()), Just("-->".to_owned()),
                Just("00:01.000 --> 00:02.000 line:1".to_owned()), Just("00:00:03,100 --> 00:00:04,000".to_owned()),
                "[<>&;ibuc/ .:{}\\-a-c0-9\u{2028}\u{85}]{0,40}", "\\PC{0,30}", "(<|</|&)?(i|b|u|c|script|lt|amp)[>; .]{0,2}",
            ], 0..40)) {
            let file = lines.join("\n");
            if let Ok(captions) = Captions::parse(file.as_bytes()) {
                let written = captions.to_vtt();
                check(&written)?;
                prop_assert_eq!(Captions::parse(written.as_bytes()), Ok(captions));
            }
        }

        #[test]
        fn any_bytes_are_parsed_or_refused_without_panic(file in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = Captions::parse(&file);
        }
    }
}
