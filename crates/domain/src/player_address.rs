//! Private addresses for televisions and players that cannot log in: secret, name, playlist, and which medium may play.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::channel::Language;
use crate::event::{Event, StreamStatus};
use crate::media::{Media, MediaType};
use crate::session_key::KeyHash;
use crate::time::Timestamp;

/// The most that an account has: a television in each room, and a telephone.
pub const MAX_ADDRESSES: u64 = 5;
pub const MAX_NAME_LETTERS: u32 = 40;
/// An address is noted as used once in so many milliseconds, not with every segment.
pub const NOTE_USE_INTERVAL: i64 = 5 * Timestamp::MINUTE;
/// The most that a list holds. Televisions read all of it before they show anything.
pub const MAX_ENTRIES: usize = 300;
/// Games that begin within this time are in the list.
pub const SOON: i64 = Timestamp::DAY;

/// Crockford's: no letter looks like another, and none needs the shift key of a remote control.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 128 bits, five in each letter.
const LENGTH: usize = 26;
/// No other key is hashed like this, so that none of another kind is ever taken for one.
const PURPOSE: &[u8] = b"player address\n";

/// The secret of an address, as it is written; `random` comes from the caller's random source.
pub fn issue(random: [u8; 16]) -> String {
    let bits = u128::from_be_bytes(random);
    (0..LENGTH).rev().map(|place| char::from(LETTERS[(bits >> (5 * place) & 31) as usize])).collect()
}

/// What a secret is stored and found by; `None` for what is none. Read as people type: capitals, and letters that look
/// like digits.
pub fn hash(written: &str) -> Option<KeyHash> {
    if written.len() != LENGTH {
        return None;
    }
    let bits = written.bytes().try_fold(0_u128, |bits, letter| {
        let letter = match letter.to_ascii_lowercase() {
            b'o' => b'0',
            b'i' | b'l' => b'1',
            letter => letter,
        };
        let value = LETTERS.iter().position(|known| *known == letter)?;
        // The first letter has room for two bits that nobody was given.
        (bits.leading_zeros() >= 5).then_some(bits << 5 | value as u128)
    })?;
    Some(KeyHash(Sha256::new().chain_update(PURPOSE).chain_update(bits.to_be_bytes()).finalize().into()))
}

/// A name as its owner gave it, on one line; `None` when there is nothing of it, or too much.
pub fn name(given: &str) -> Option<String> {
    let name = one_line(given);
    (1..=MAX_NAME_LETTERS as usize).contains(&name.chars().count()).then_some(name)
}

/// What an address played last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Last {
    /// Whether it is what is asked for now.
    pub is_same: bool,
    /// Whether it goes on: neither ended nor forgotten.
    pub is_good: bool,
    /// Whether it was asked for a moment ago.
    pub is_streaming: bool,
    /// Whether the account's owner ended it in favour of another device.
    pub was_taken_over: bool,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    GoOn,
    /// Something begins, and ends what was played before.
    Begin,
    /// Playback continues on another device.
    TakenOver,
    /// The address plays something else.
    Elsewhere,
}

/// An address plays one thing at a time. Players tell nobody when they begin or stop; what is opened, by its first
/// playlist, takes the turn, and what was played before does not take it back with its next segment.
pub fn turn(last: Option<Last>, opens: bool) -> Turn {
    match last {
        Some(last) if last.is_same && last.is_good => Turn::GoOn,
        Some(last) if !opens && last.is_same && last.was_taken_over => Turn::TakenOver,
        Some(last) if !opens && !last.is_same && last.is_good && last.is_streaming => Turn::Elsewhere,
        // Also a player that comes back after a pause, or after the server was away.
        _ => Turn::Begin,
    }
}

/// What of a game or film is played: what is live, or else the first that can be watched.
pub fn shown(media: &[Media], status: StreamStatus) -> Option<&Media> {
    let own = || media.iter().filter(|media| media.source.is_own());
    let live = own().find(|media| media.shown_as(status) == Some(MediaType::Live));
    live.or_else(|| own().find(|media| media.shown_as(status).is_some()))
}

/// Where something stands in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Live,
    Upcoming,
    Recorded,
    Film,
}

impl Group {
    /// Of a game; `None` for one that is not in the list.
    pub fn of(game: &Event, now: Timestamp) -> Option<Self> {
        match game.status {
            StreamStatus::Live => shown(&game.media, game.status).map(|_| Self::Live),
            StreamStatus::Finished => shown(&game.media, game.status).map(|_| Self::Recorded),
            // Its pictures are ours, or will be; one that should have begun long ago does not come any more.
            StreamStatus::Upcoming => {
                let is_soon = (-SOON..=SOON).contains(&(game.starts_at.0 - now.0));
                let is_elsewhere = !game.media.is_empty() && game.media.iter().all(|media| !media.source.is_own());
                (is_soon && !is_elsewhere).then_some(Self::Upcoming)
            }
        }
    }

    pub fn title(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Live, Language::En) => "Live",
            (Self::Live, Language::Fr) => "En direct",
            (Self::Live, Language::Bg) => "На живо",
            (Self::Upcoming, Language::En) => "Upcoming",
            (Self::Upcoming, Language::Fr) => "À venir",
            (Self::Upcoming, Language::Bg) => "Предстоящи",
            (Self::Recorded, Language::En) => "Recorded games",
            (Self::Recorded, Language::Fr) => "Matchs enregistrés",
            (Self::Recorded, Language::Bg) => "Записи",
            (Self::Film, Language::En) => "Films",
            (Self::Film, Language::Fr) => "Films",
            (Self::Film, Language::Bg) => "Филми",
        }
    }
}

/// One line of the list that a player shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Names it for the player, whatever its title becomes.
    pub id: String,
    pub group: &'static str,
    pub title: String,
    /// Where it is known.
    pub seconds: Option<i32>,
    /// In full.
    pub url: String,
}

/// An extended M3U. T31: whatever titles hold, each entry is two lines of its own.
pub fn playlist(name: &str, entries: &[Entry]) -> String {
    let mut text = format!("#EXTM3U\n#PLAYLIST:{}\n", one_line(name));
    for Entry { id, group, title, seconds, url } in entries {
        let seconds = seconds.filter(|seconds| *seconds > 0).unwrap_or(-1);
        let (id, group) = (attribute(id), attribute(group));
        // To write to a text cannot fail.
        let _ = writeln!(text, "#EXTINF:{seconds} tvg-id=\"{id}\" group-title=\"{group}\",{}", one_line(title));
        let _ = writeln!(text, "{}", one_line(url));
    }
    text
}

/// Everything that some reader takes for the end of a line becomes a space, and spaces in a row become one.
fn one_line(text: &str) -> String {
    let is_break =
        |letter: char| letter.is_control() || letter.is_whitespace() || matches!(letter, '\u{2028}' | '\u{2029}');
    text.split(is_break).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Nothing ends a quoted value but its quote, and the first comma behind it begins the title.
fn attribute(text: &str) -> String {
    one_line(text).replace('"', "'").replace(',', " ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::event::AccessType;
    use crate::event::tests::game;
    use crate::ids::MediaId;
    use crate::media::{MediaState, Source};
    use crate::{api_key, one_time_token, session_key};

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn media(id: i64, source: Source, state: MediaState) -> Media {
        let (url, duration_ms, has_pictures, captions) = (None, None, false, Vec::new());
        Media { id: MediaId(id), source, state, url, duration_ms, has_pictures, captions }
    }

    fn entry(title: &str) -> Entry {
        let (id, url) = ("event-7".into(), "https://demo.test/tv/s/event/7/index.m3u8".into());
        Entry { id, group: "Live", title: title.into(), seconds: None, url }
    }

    /// T7: one thing at a time, and the last that was opened.
    #[test]
    fn last_opened_stream_has_the_turn() {
        let last = Last { is_same: true, is_good: true, is_streaming: true, was_taken_over: false };
        let other = Last { is_same: false, ..last };
        for opens in [true, false] {
            assert_eq!(turn(None, opens), Turn::Begin);
            assert_eq!(turn(Some(last), opens), Turn::GoOn);
        }
        assert_eq!(turn(Some(other), true), Turn::Begin);
        assert_eq!(turn(Some(other), false), Turn::Elsewhere);
        assert_eq!(turn(Some(Last { is_streaming: false, ..other }), false), Turn::Begin, "it has been idle");
        let over = Last { is_good: false, ..last };
        assert_eq!(turn(Some(over), false), Turn::Begin, "after a pause");
        let taken = Last { was_taken_over: true, ..over };
        assert_eq!([true, false].map(|opens| turn(Some(taken), opens)), [Turn::Begin, Turn::TakenOver]);
    }

    #[test]
    fn live_stream_is_played_first() {
        let recorded = media(1, Source::Upload, MediaState::Ready);
        let [live, elsewhere] =
            [(2, Source::Stream), (3, Source::Embedded)].map(|(id, source)| media(id, source, MediaState::OnAir));
        let all = [elsewhere.clone(), recorded.clone(), live];
        let id = |media: &[Media], status| shown(media, status).map(|media| media.id.0);
        assert_eq!(id(&all, StreamStatus::Live), Some(2));
        assert_eq!(id(&all, StreamStatus::Finished), Some(1));
        assert_eq!(id(&[elsewhere, media(4, Source::Upload, MediaState::Processing)], StreamStatus::Live), None);
    }

    #[test]
    fn playlist_groups_games_playable_now_or_soon() {
        let group = |status, starts_in, media: Vec<Media>| {
            Group::of(
                &Event { status, starts_at: NOW.plus(starts_in), media, ..game(AccessType::Free, 1, &[1, 2]) },
                NOW,
            )
        };
        let stream = |state| vec![media(1, Source::Stream, state)];
        assert_eq!(group(StreamStatus::Live, 0, stream(MediaState::OnAir)), Some(Group::Live));
        assert_eq!(group(StreamStatus::Live, 0, vec![]), None);
        assert_eq!(group(StreamStatus::Finished, 0, stream(MediaState::Ready)), Some(Group::Recorded));
        assert_eq!(group(StreamStatus::Finished, 0, stream(MediaState::Waiting)), None);
        assert_eq!(group(StreamStatus::Upcoming, SOON, vec![]), Some(Group::Upcoming));
        assert_eq!(group(StreamStatus::Upcoming, SOON + 1, vec![]), None);
        assert_eq!(group(StreamStatus::Upcoming, -SOON - 1, vec![]), None);
        let embedded = vec![media(1, Source::Embedded, MediaState::Ready)];
        assert_eq!(group(StreamStatus::Upcoming, 0, embedded.clone()), None);
        assert_eq!(group(StreamStatus::Live, 0, embedded), None);
    }

    #[test]
    fn playlist_is_written_as_m3u() {
        let film = Entry { seconds: Some(90), group: "Films", ..entry("A, \"film\"") };
        assert_eq!(
            playlist("Demo\nTV", &[entry("Lions @ Bears"), film]),
            "#EXTM3U\n#PLAYLIST:Demo TV\n\
             #EXTINF:-1 tvg-id=\"event-7\" group-title=\"Live\",Lions @ Bears\n\
             https://demo.test/tv/s/event/7/index.m3u8\n\
             #EXTINF:90 tvg-id=\"event-7\" group-title=\"Films\",A, \"film\"\n\
             https://demo.test/tv/s/event/7/index.m3u8\n"
        );
    }

    #[test]
    fn names_have_a_length() {
        assert_eq!(name("  Living\r\nroom  TV "), Some("Living room TV".into()));
        let longest = "ж".repeat(MAX_NAME_LETTERS as usize);
        assert_eq!(name(&longest), Some(longest.clone()));
        assert_eq!([name(""), name(" \u{2028}\t"), name(&format!("{longest}ж"))], [None, None, None]);
    }

    proptest! {
        /// T35: each secret has one hash, which shows nothing of it; typed in capitals it is the same.
        #[test]
        fn a_secret_has_one_hash(random: [u8; 16], other: [u8; 16]) {
            let secret = issue(random);
            let found = hash(&secret).unwrap();
            prop_assert_eq!(hash(&secret.to_uppercase().replace('0', "O").replace('1', "l")), Some(found));
            prop_assert_eq!(hash(&issue(other)) == Some(found), random == other);
            prop_assert!(!found.0.windows(16).any(|part| part == random));
        }

        /// No key of another kind opens an address, nor the other way round.
        #[test]
        fn keys_of_other_kinds_are_no_address_secrets(random: [u8; 16], long: [u8; 32], text in "\\PC{0,40}") {
            prop_assert_eq!(hash(&session_key::issue(long)), None);
            prop_assert_eq!(hash(&one_time_token::secret(long)), None);
            prop_assert_eq!(session_key::hash(&issue(random)), None);
            let (secret, channel) = (crate::secret::Secret::new([1; 32]), crate::ids::ChannelId(1));
            prop_assert_eq!(api_key::verify(&secret, channel, NOW, &issue(random)).is_some(), false);
            prop_assert!(hash(&text).is_none() || text.len() == LENGTH);
        }

        /// A changed letter is another secret, or none.
        #[test]
        fn a_changed_letter_is_another_secret(random: [u8; 16], at in 0..LENGTH, letter in "[0-9a-hjkmnp-tv-z]") {
            let secret = issue(random);
            let mut changed = secret.clone();
            changed.replace_range(at..=at, &letter);
            prop_assert_eq!(hash(&changed) == hash(&secret), changed == secret);
        }

        /// T31: whatever channels, games and films are called, the list has two lines for each, none of them made up.
        #[test]
        fn titles_add_no_lines(name: String, titles in prop::collection::vec(any::<String>(), 0..6)) {
            let entries: Vec<Entry> = titles.iter().map(|title| Entry { id: title.clone(), ..entry(title) }).collect();
            let text = playlist(&name, &entries);
            let is_end = |letter: char| matches!(letter, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
            let lines: Vec<&str> = text.trim_end_matches('\n').split(is_end).collect();
            prop_assert_eq!(lines.len(), 2 + 2 * titles.len());
            prop_assert!(lines[0] == "#EXTM3U" && lines[1].starts_with("#PLAYLIST:"));
            for pair in lines[2..].chunks(2) {
                let (attributes, _) = pair[0].split_once(',').unwrap();
                prop_assert!(attributes.starts_with("#EXTINF:-1 tvg-id=\"") && attributes.ends_with("\""), "{}", pair[0]);
                prop_assert_eq!(attributes.matches('"').count(), 4);
                prop_assert_eq!(pair[1], "https://demo.test/tv/s/event/7/index.m3u8");
            }
            prop_assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'));
        }
    }
}
