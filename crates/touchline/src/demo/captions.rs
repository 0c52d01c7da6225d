//! What is said in the longest of the demo's recordings, to be read along in the channel's languages.

use std::fmt::Write;

use anyhow::Result;
use domain::captions::{Captions, Language};
use domain::ids::{ChannelId, EventId};
use domain::time::Timestamp;
use store::{NewCaptions, Store, UploadFor};

use super::footage::recordings;

const LANGUAGES: [&str; 3] = ["en", "fr", "bg"];

/// From when to when in seconds, and what is said, in the order of the languages.
const LINES: [(u32, u32, [&str; 3]); 9] = [
    (
        1,
        5,
        [
            "Good evening from Foundry Hall: Harrow Point at Emberly.",
            "Bonsoir de Foundry Hall : Harrow Point chez Emberly.",
            "Добър вечер от Фаундри Хол: Хароу Пойнт гостува на Емберли.",
        ],
    ),
    (6, 9, ["<i>Whistle</i>", "<i>Coup de sifflet</i>", "<i>Съдийска свирка</i>"]),
    (
        10,
        15,
        [
            "And we are under way. A quick start by the visitors.",
            "C’est parti. Les visiteurs démarrent vite.",
            "Започнахме. Бързо начало за гостите.",
        ],
    ),
    (
        18,
        22,
        [
            "Good hands, good feet. Up it goes…",
            "Bonnes mains, bons appuis. Il tire…",
            "Добри ръце, добри крака. Стрелба…",
        ],
    ),
    (
        30,
        35,
        [
            "They know each other well: the fourth meeting this season.",
            "Elles se connaissent bien : quatrième rencontre de la saison.",
            "Познават се добре: четвърта среща през този сезон.",
        ],
    ),
    (
        58,
        63,
        [
            "That could be the move that turns the game!",
            "Voilà peut-être l’action qui change le match !",
            "Това може да е ходът, който обръща мача!",
        ],
    ),
    (121, 126, ["The hall cannot believe it.", "La salle n’en croit pas ses yeux.", "Залата не може да повярва."]),
    (300, 305, ["Halfway through this recording.", "On est à la moitié.", "Вече сме в средата на записа."]),
    (
        640,
        648,
        [
            "That is all from Foundry Hall. Thank you for watching.",
            "C’est tout de Foundry Hall. Merci de votre attention.",
            "Това е всичко от Фаундри Хол. Благодарим, че гледахте.",
        ],
    ),
];

/// Writes them for the game that is long enough to wander about in, unless it has some.
pub(super) async fn write(store: &Store, channel: ChannelId, event: EventId) -> Result<()> {
    let longest = recordings().into_iter().max_by_key(|planned| planned.game.seconds).map(|planned| planned.event);
    let media = store.media_of(channel, UploadFor::Game(event)).await?;
    let Some(media) = media.into_iter().find(|media| media.source.is_own() && media.state.can_be_watched()) else {
        return Ok(());
    };
    if longest != Some(event) || !media.captions.is_empty() {
        return Ok(());
    }
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    for (at, tag) in LANGUAGES.into_iter().enumerate() {
        let Some(language) = Language::of_tag(tag) else { continue };
        let new = NewCaptions { media: media.id, language, text: spoken(at)?.to_vtt(), entry: None };
        store.set_captions(channel, new, now).await?;
    }
    Ok(())
}

/// What is said in the language at that place of the list.
fn spoken(at: usize) -> Result<Captions> {
    let time = |seconds: u32| format!("{:02}:{:02}.000", seconds / 60, seconds % 60);
    let mut file = String::from("WEBVTT\n");
    for (start, end, words) in LINES {
        write!(file, "\n{} --> {}\n{}\n", time(start), time(end), words[at])?;
    }
    Ok(Captions::parse(file.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lines_can_be_shown() {
        for at in 0..LANGUAGES.len() {
            assert_eq!(spoken(at).unwrap().count(), LINES.len());
        }
    }
}
