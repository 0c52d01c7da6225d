//! The playlist that names the renditions of a game.

use std::fmt::{self, Write};

use bytes::Bytes;
use domain::captions::Track;

use super::key_frames::KEY_FRAMES_FILE;
use crate::codec::{AacConfig, AvcConfig, Codec};
use crate::hls::Rendition;

const MAX_LABEL: usize = 64;

/// A person's words inside quotes: without line ends, other control characters and quotes, and not long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label(String);

impl Label {
    pub fn new(text: &str) -> Self {
        // Unicode has line ends of its own, which are no control characters.
        let harmful = |c: &char| c.is_control() || matches!(c, '"' | '\u{2028}' | '\u{2029}');
        Self(text.chars().filter(|c| !harmful(c)).take(MAX_LABEL).collect())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A rendition of the picture.
#[derive(Clone, Debug)]
pub struct Variant {
    pub rendition: Rendition,
    pub codec: AvcConfig,
    /// Bits per second with its sound, at most and on average.
    pub peak: u64,
    pub average: u64,
    /// Bits per second of its key frames alone, at most, where they have a list of their own.
    pub key_frames: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct SoundTrack {
    pub rendition: Rendition,
    pub codec: AacConfig,
    pub name: Label,
}

/// Renders the variants in their order: players start with the first.
pub fn multivariant(variants: &[Variant], sound: Option<&SoundTrack>, captions: &[Track]) -> Bytes {
    let mut out = String::with_capacity(512);
    // Writing into a string cannot fail.
    let _ = write_all(&mut out, variants, sound, captions);
    out.into()
}

fn write_all(out: &mut String, variants: &[Variant], sound: Option<&SoundTrack>, captions: &[Track]) -> fmt::Result {
    out.push_str("#EXTM3U\n#EXT-X-VERSION:9\n");
    if let Some(sound) = sound {
        let (name, channels, rendition) = (&sound.name, sound.codec.channels(), sound.rendition);
        write!(out, "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"{name}\",DEFAULT=YES,AUTOSELECT=YES")?;
        writeln!(out, ",CHANNELS=\"{channels}\",URI=\"{rendition}/index.m3u8\"")?;
    }
    for Track { id, language } in captions {
        let (name, tag) = (Label::new(language.name()), language.tag());
        write!(out, "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"c\",NAME=\"{name}\",LANGUAGE=\"{tag}\"")?;
        writeln!(out, ",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI=\"c{id}/index.m3u8\"")?;
    }
    for variant in variants {
        let codec = Codec::Avc(variant.codec.clone());
        write!(out, "#EXT-X-STREAM-INF:BANDWIDTH={},AVERAGE-BANDWIDTH={}", variant.peak, variant.average)?;
        match sound {
            Some(sound) => write!(out, ",CODECS=\"{codec},{}\"", Codec::Aac(sound.codec.clone()))?,
            None => write!(out, ",CODECS=\"{codec}\"")?,
        }
        write!(out, ",RESOLUTION={}x{}", variant.codec.width(), variant.codec.height())?;
        if let Some(rate) = variant.codec.frame_rate() {
            write!(out, ",FRAME-RATE={}.{:03}", rate / 1000, rate % 1000)?;
        }
        if sound.is_some() {
            out.push_str(",AUDIO=\"a\"");
        }
        if !captions.is_empty() {
            out.push_str(",SUBTITLES=\"c\"");
        }
        writeln!(out, "\n{}/index.m3u8", variant.rendition)?;
    }
    for variant in variants {
        let Some(peak) = variant.key_frames else { continue };
        let (codec, rendition) = (Codec::Avc(variant.codec.clone()), variant.rendition);
        let (width, height) = (variant.codec.width(), variant.codec.height());
        write!(out, "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH={peak},CODECS=\"{codec}\",RESOLUTION={width}x{height}")?;
        writeln!(out, ",URI=\"{rendition}/{KEY_FRAMES_FILE}\"")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::captions::Language;
    use domain::ids::CaptionsId;

    use super::*;
    use crate::codec::tests::{aac, avc};

    fn variant() -> Variant {
        let (rendition, codec) = (Rendition::SOURCE, avc());
        Variant { rendition, codec, peak: 3_500_000, average: 3_000_000, key_frames: None }
    }

    #[test]
    fn renditions_are_listed_with_their_codecs() {
        let sound = SoundTrack { rendition: Rendition::SOUND, codec: aac(), name: Label::new("Main") };
        let text = multivariant(&[variant()], Some(&sound), &[]);
        let expected = "#EXTM3U\n#EXT-X-VERSION:9\n\
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Main\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\",\
            URI=\"a0/index.m3u8\"\n\
            #EXT-X-STREAM-INF:BANDWIDTH=3500000,AVERAGE-BANDWIDTH=3000000,CODECS=\"avc1.64001f,mp4a.40.2\",\
            RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO=\"a\"\nv0/index.m3u8\n";
        assert_eq!(text, expected);
        let text = multivariant(&[variant()], None, &[]);
        assert!(!text.windows(5).any(|part| part == b"AUDIO"));
    }

    /// Players that wind show key frames, where a recording lists them.
    #[test]
    fn key_frames_have_a_list_of_their_own() {
        let text = multivariant(&[Variant { key_frames: Some(240_000), ..variant() }], None, &[]);
        let listed = "v0/index.m3u8\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=240000,CODECS=\"avc1.64001f\",\
            RESOLUTION=1280x720,URI=\"v0/key-frames.m3u8\"\n";
        assert!(str::from_utf8(&text).unwrap().ends_with(listed), "{text:?}");
    }

    /// PLAY-08: captions are a group that every picture goes with.
    #[test]
    fn captions_are_listed_in_their_own_words() {
        let track = |id, tag| Track { id: CaptionsId(id), language: Language::of_tag(tag).unwrap() };
        let text = multivariant(&[variant(), variant()], None, &[track(7, "bg"), track(9, "en")]);
        let text = str::from_utf8(&text).unwrap();
        let listed = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"c\",NAME=\"Български\",LANGUAGE=\"bg\",\
            DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI=\"c7/index.m3u8\"\n";
        assert!(text.contains(listed), "{text}");
        assert!(text.contains("NAME=\"English\"") && text.contains("URI=\"c9/index.m3u8\""), "{text}");
        let pictures = text.lines().filter(|line| line.starts_with("#EXT-X-STREAM-INF"));
        assert!(pictures.clone().count() == 2 && pictures.clone().all(|line| line.ends_with(",SUBTITLES=\"c\"")));
    }

    /// T31: nothing that a person types makes a line or a tag.
    #[test]
    fn labels_cannot_leave_their_quotes() {
        let hostile = "Main\"\r\n#EXT-X-KEY:URI=\"https://evil.test\"\u{2028}\u{85}\0x";
        let sound = SoundTrack { rendition: Rendition::SOUND, codec: aac(), name: Label::new(hostile) };
        let bytes = multivariant(&[variant()], Some(&sound), &[]);
        let text = str::from_utf8(&bytes).unwrap();
        assert_eq!(text.lines().count(), 5);
        assert!(!text.lines().any(|line| line.starts_with("#EXT-X-KEY")));
        let media = text.lines().nth(2).unwrap();
        assert_eq!(media.matches('"').count(), 8);
        assert!(!media.contains(|c: char| c.is_control() || c == '\u{2028}'));
        assert_eq!(Label::new(&"x".repeat(1000)).to_string().len(), MAX_LABEL);
    }
}
