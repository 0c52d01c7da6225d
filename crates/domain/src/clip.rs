//! Clips: short ranges of a game that fans cut and share.

mod sharing;

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use crate::ids::{AccountId, ClipId, EventId, MediaId};
use crate::time::Timestamp;

pub use sharing::{Audience, Limit, Right, Shares, Sharing};

/// Shorter ones show nothing.
pub const SHORTEST_MS: i64 = Timestamp::SECOND;
pub const MAX_NAME: usize = 100;
pub const MAX_TAGS: usize = 10;
pub const MAX_TAG: usize = 30;
/// A day: no recording is longer, so no number beyond it means anything.
const FARTHEST_MS: i64 = Timestamp::DAY;
/// What a player rounds its time by.
const ROUNDING_MS: i64 = 2;

/// A clip as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    pub id: ClipId,
    pub account: AccountId,
    pub event: EventId,
    pub media: MediaId,
    /// The secret of its link: with it, members of its audience see the clip.
    pub uuid: String,
    pub name: String,
    pub range: Range,
    pub tags: Vec<String>,
    /// Whether it is listed for its audience.
    pub is_public: bool,
    pub audience: Audience,
    pub state: ClipState,
    pub failure: Option<ClipFailure>,
    pub has_poster: bool,
    pub views: i64,
    pub created_at: Timestamp,
}

impl Clip {
    /// T5: whether the text is the secret of its link, compared in constant time.
    pub fn opens_with(&self, uuid: &str) -> bool {
        self.uuid.as_bytes().ct_eq(uuid.as_bytes()).into()
    }

    /// Whether everybody sees it in lists.
    pub fn is_listed_for_all(&self) -> bool {
        self.is_public && self.audience == Audience::Everyone
    }

    pub fn is_of(&self, account: Option<AccountId>) -> bool {
        account == Some(self.account)
    }
}

/// The state of a clip's file. Until it is ready, the clip plays from the game's segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, DeriveDeserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClipState {
    Processing,
    Ready,
    Failed,
}

/// Why a clip has no file. Clients translate the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, DeriveDeserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClipFailure {
    /// Nothing was recorded at this time.
    NotRecorded,
    /// The game could not be read.
    Unreadable,
    /// The clip is too large for this form.
    TooLarge,
    /// The channel's logo could not be read.
    NoLogo,
    /// This form could not be made.
    #[serde(other)]
    NotMade,
}

/// The download format of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, DeriveDeserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClipFormat {
    #[default]
    Original,
    /// 9:16, the middle of the picture.
    PortraitCrop,
    /// 9:16, all of the picture.
    PortraitPadded,
}

/// Which piece of a recording: from its first picture, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, DeriveDeserialize)]
pub struct Range {
    pub start_ms: i64,
    pub duration_ms: i64,
}

impl Range {
    pub fn end_ms(self) -> i64 {
        self.start_ms.saturating_add(self.duration_ms)
    }

    /// T4: what can be cut out of a recording of this length, or out of a game that has come so far.
    pub fn check(self, longest_ms: i64, length_ms: i64) -> Result<(), Fault> {
        if !(0..FARTHEST_MS).contains(&self.start_ms) {
            return Err(Fault::Start);
        }
        if self.duration_ms < SHORTEST_MS || self.duration_ms > longest_ms {
            return Err(Fault::Length);
        }
        if self.end_ms() > length_ms.saturating_add(ROUNDING_MS) {
            return Err(Fault::PastTheEnd);
        }
        Ok(())
    }
}

/// What is wrong with a requested clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    NoTag,
    /// Too many of them, or one that is too long.
    Tags,
    NoName,
    LongName,
    Start,
    Length,
    PastTheEnd,
}

/// A name as it is kept: one line, without what is not to be seen.
pub fn name(text: &str) -> Result<String, Fault> {
    let name = one_line(text);
    match name.chars().count() {
        0 => Err(Fault::NoName),
        1..=MAX_NAME => Ok(name),
        _ => Err(Fault::LongName),
    }
}

/// Tags as they are kept: each once, whatever its letters' case.
pub fn tags(texts: &[String]) -> Result<Vec<String>, Fault> {
    let mut tags: Vec<String> = Vec::new();
    for tag in texts.iter().map(|text| one_line(text.trim_start_matches('#'))).filter(|tag| !tag.is_empty()) {
        let is_known = tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase());
        if tag.chars().count() > MAX_TAG || (!is_known && tags.len() == MAX_TAGS) {
            return Err(Fault::Tags);
        }
        if !is_known {
            tags.push(tag);
        }
    }
    if tags.is_empty() { Err(Fault::NoTag) } else { Ok(tags) }
}

fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || is_invisible(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What turns the direction of a text or takes no room: names are shown beside others' words.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// What fans of a sport call its moments.
pub fn usual_tags(sport: &str) -> &'static [&'static str] {
    match sport {
        "football" | "american-football" => &["Touchdown", "Interception", "Field goal", "Tackle", "Big play"],
        "soccer" => &["Goal", "Save", "Assist", "Free kick", "Skill"],
        "hockey" | "ice-hockey" => &["Goal", "Save", "Hit", "Assist", "Power play"],
        "basketball" => &["Dunk", "Three-pointer", "Block", "Assist", "Buzzer beater"],
        "volleyball" => &["Ace", "Block", "Spike", "Rally", "Dig"],
        "baseball" | "softball" => &["Home run", "Strikeout", "Double play", "Catch", "Stolen base"],
        "lacrosse" | "field-hockey" => &["Goal", "Save", "Assist", "Face-off", "Steal"],
        "wrestling" => &["Pin", "Takedown", "Escape", "Reversal", "Near fall"],
        _ => &["Highlight", "Goal", "Score", "Save", "Great play"],
    }
}

/// A time as people and players write it (VAL-13): a number of seconds, or h:m:s, m:s or s as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(pub i64);

impl Moment {
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, last) = text.rsplit_once(':').map_or((None, text), |(before, last)| (Some(before), last));
        let mut total = seconds(last)?;
        let parts: Vec<&str> = whole.map_or_else(Vec::new, |whole| whole.split(':').collect());
        if parts.len() > 2 || (!parts.is_empty() && total >= Timestamp::MINUTE) {
            return None;
        }
        for (index, (part, unit)) in parts.iter().rev().zip([Timestamp::MINUTE, Timestamp::HOUR]).enumerate() {
            let is_first = index + 1 == parts.len();
            let number: i64 =
                part.parse().ok().filter(|_| part.len() <= 6 && part.bytes().all(|b| b.is_ascii_digit()))?;
            if !is_first && number >= 60 {
                return None;
            }
            total = total.checked_add(number.checked_mul(unit)?)?;
        }
        Some(Self(if is_negative { -total } else { total }))
    }

    fn of_seconds(seconds: f64) -> Option<Self> {
        let ms = (seconds * 1000.0).round();
        // Both ends are whole numbers that a float holds exactly.
        (ms.is_finite() && ms.abs() <= 1e15).then_some(Self(ms as i64))
    }
}

/// Seconds with up to three decimals that count.
fn seconds(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return None;
    }
    let thousandths: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    Some(whole.parse::<i64>().ok()? * 1000 + thousandths)
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;

        impl Visitor<'_> for Reads {
            type Value = Moment;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("seconds, or h:m:s")
            }

            fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<Moment, E> {
                seconds.checked_mul(1000).map(Moment).ok_or_else(|| E::custom("too large"))
            }

            fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<Moment, E> {
                i64::try_from(seconds).map_err(E::custom).and_then(|seconds| self.visit_i64(seconds))
            }

            fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<Moment, E> {
                Moment::of_seconds(seconds).ok_or_else(|| E::custom("too large"))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Moment, E> {
                Moment::parse(text).ok_or_else(|| E::custom("not a time"))
            }
        }

        deserializer.deserialize_any(Reads)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAX_CLIP_MS: i64 = 120_000;

    fn range(start_ms: i64, duration_ms: i64) -> Range {
        Range { start_ms, duration_ms }
    }

    /// CLIP-01, VAL-08, T4: nothing negative, absurd, or past the end.
    #[test]
    fn a_clip_lies_within_its_recording() {
        let check = |start, duration| range(start, duration).check(MAX_CLIP_MS, 60_000);
        assert_eq!(check(0, 60_000), Ok(()));
        assert_eq!(check(59_000, 1000), Ok(()));
        assert_eq!(check(30_000, 30_002), Ok(()), "players round");
        assert_eq!(check(30_000, 30_003), Err(Fault::PastTheEnd));
        assert_eq!(check(-1, 5000), Err(Fault::Start));
        for absurd in [i64::MIN, -5000, 0, 999, 120_001, i64::MAX] {
            assert_eq!(check(0, absurd), Err(Fault::Length), "{absurd}");
        }
        assert_eq!(check(i64::MAX, 5000), Err(Fault::Start));
    }

    /// VAL-13: h:m:s, m:s and s.
    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, ms) in [
            ("7", 7000),
            ("7.25", 7250),
            ("90", 90_000),
            ("1:30", 90_000),
            ("01:02:03.456", 3_723_456),
            ("90:00", 5_400_000),
            (" 0:05 ", 5000),
            ("-3", -3000),
        ] {
            assert_eq!(Moment::parse(text), Some(Moment(ms)), "{text}");
            let read: Moment = serde_json::from_value(serde_json::json!(text)).unwrap();
            assert_eq!(read, Moment(ms));
        }
        for wrong in ["", ":", "1:", ":30", "1:60", "1:60:00", "1:2:3:4", "1,5", "x", "1:-3", "1e3", "0x10", "+1"] {
            assert_eq!(Moment::parse(wrong), None, "{wrong}");
        }
        for (number, ms) in [("12", 12_000), ("12.3456", 12_346), ("-1.5", -1500), ("0", 0)] {
            assert_eq!(serde_json::from_str::<Moment>(number).unwrap(), Moment(ms));
        }
        for wrong in ["null", "[]", "1e300", "true"] {
            assert!(serde_json::from_str::<Moment>(wrong).is_err(), "{wrong}");
        }
    }

    /// CLIP-01: every sport has moments of its own that can be chosen as they are, and what nobody knows has some too.
    #[test]
    fn sports_have_their_own_tags() {
        assert!(usual_tags("football").contains(&"Touchdown") && !usual_tags("soccer").contains(&"Touchdown"));
        assert!(usual_tags("soccer").contains(&"Goal") && !usual_tags("basketball").contains(&"Goal"));
        for sport in ["football", "soccer", "hockey", "basketball", "volleyball", "baseball", "lacrosse", "wrestling"] {
            let own: Vec<String> = usual_tags(sport).iter().map(|tag| (*tag).to_owned()).collect();
            assert_ne!(own, usual_tags("curling"), "{sport}");
            assert_eq!(tags(&own), Ok(own.clone()), "{sport}");
        }
    }

    /// VAL-06, VAL-08, T28: names and tags are one line of their own.
    #[test]
    fn names_and_tags_are_tidied() {
        assert_eq!(name("  What\n a \u{202e}goal\u{200b} ").unwrap(), "What a goal");
        assert_eq!(name(" \t\u{200b}"), Err(Fault::NoName));
        assert_eq!(name(&"é".repeat(100)).unwrap().chars().count(), 100);
        assert_eq!(name(&"é".repeat(101)), Err(Fault::LongName));
        let of = |texts: &[&str]| tags(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["#Goal", "goal ", "Save", ""]).unwrap(), ["Goal", "Save"]);
        assert_eq!(of(&[]), Err(Fault::NoTag));
        assert_eq!(of(&[" ", "#"]), Err(Fault::NoTag));
        assert_eq!(of(&[&"x".repeat(31)]), Err(Fault::Tags));
        assert_eq!(of(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]), Err(Fault::Tags));
    }

    proptest! {
        /// T4: what passes is within the recording, whatever was asked for.
        #[test]
        fn accepted_range_lies_within_the_recording(start: i64, duration: i64, length in 0_i64..10_000_000) {
            if range(start, duration).check(MAX_CLIP_MS, length).is_ok() {
                prop_assert!(start >= 0 && (1000..=MAX_CLIP_MS).contains(&duration) && start + duration <= length + 2);
            }
        }

        #[test]
        fn moment_reads_back_as_written(ms in 0_i64..360_000_000) {
            let (h, m, s, t) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
            prop_assert_eq!(Moment::parse(&format!("{h}:{m:02}:{s:02}.{t:03}")), Some(Moment(ms)));
            prop_assert_eq!(Moment::parse(&format!("{}.{t:03}", ms / 1000)), Some(Moment(ms)));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
            let _ = Moment::parse(&text);
            if let Ok(name) = name(&text) {
                prop_assert!((1..=100).contains(&name.chars().count()) && !name.contains('\n'));
            }
        }
    }
}
