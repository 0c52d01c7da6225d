//! Captions of the demo's longest recording and of one film, in the channel's languages.

use std::fmt::Write;

use anyhow::Result;
use domain::captions::{Captions, Language};
use domain::ids::{ChannelId, EventId, VodItemId};
use domain::time::Timestamp;
use store::{NewCaptions, Store, UploadFor};

use super::footage::recordings;

/// The film whose words can be read along.
const FILM: VodItemId = VodItemId(13);

const LANGUAGES: [&str; 3] = ["en", "fr", "bg"];

/// From when to when in seconds, and what is said, in the order of the languages.
type Line = (u32, u32, [&'static str; 3]);

const OF_GAME: [Line; 9] = [
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

const OF_FILM: [Line; 4] = [
    (
        1,
        6,
        [
            "Ten schools, and one moment from each.",
            "Dix écoles, et un moment de chacune.",
            "Десет училища и по един миг от всяко.",
        ],
    ),
    (
        8,
        13,
        [
            "This one is from Foundry Hall, on a Tuesday night.",
            "Celui-ci vient de Foundry Hall, un mardi soir.",
            "Този е от Фаундри Хол, във вторник вечер.",
        ],
    ),
    (
        18,
        24,
        [
            "Nobody in the stands sat down again.",
            "Dans les tribunes, personne ne s’est rassis.",
            "Никой по трибуните не седна повече.",
        ],
    ),
    (38, 44, ["Yours is in here, too.", "Le vôtre y est aussi.", "И вашият е тук."]),
];

/// Writes them for the game that is long enough to wander about in, unless it has some.
pub(super) async fn of_game(store: &Store, channel: ChannelId, event: EventId, now: Timestamp) -> Result<()> {
    let longest = recordings().into_iter().max_by_key(|planned| planned.game.seconds).map(|planned| planned.event);
    if longest != Some(event) {
        return Ok(());
    }
    write(store, channel, UploadFor::Game(event), &OF_GAME, now).await
}

/// The same for the one film.
pub(super) async fn of_film(store: &Store, channel: ChannelId, film: VodItemId, now: Timestamp) -> Result<()> {
    if film != FILM {
        return Ok(());
    }
    write(store, channel, UploadFor::Film(film), &OF_FILM, now).await
}

async fn write(store: &Store, channel: ChannelId, of: UploadFor, lines: &[Line], now: Timestamp) -> Result<()> {
    let media = store.media_of(channel, of).await?;
    let Some(media) = media.into_iter().find(|media| media.source.is_own() && media.state.can_be_watched()) else {
        return Ok(());
    };
    if !media.captions.is_empty() {
        return Ok(());
    }
    for (at, tag) in LANGUAGES.into_iter().enumerate() {
        let Some(language) = Language::of_tag(tag) else { continue };
        let new = NewCaptions { media: media.id, language, text: spoken(lines, at)?.to_vtt(), entry: None };
        store.captions_set(channel, new, now).await?;
    }
    Ok(())
}

/// What is said in the language at that place of the list.
fn spoken(lines: &[Line], at: usize) -> Result<Captions> {
    let time = |seconds: &u32| format!("{:02}:{:02}.000", seconds / 60, seconds % 60);
    let mut file = String::from("WEBVTT\n");
    for (start, end, words) in lines {
        write!(file, "\n{} --> {}\n{}\n", time(start), time(end), words[at])?;
    }
    Ok(Captions::parse(file.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lines_can_be_shown() {
        for lines in [&OF_GAME[..], &OF_FILM] {
            for at in 0..LANGUAGES.len() {
                assert_eq!(spoken(lines, at).unwrap().count(), lines.len());
            }
        }
    }

    /// PLAY-08: what is said is said before its video ends.
    #[test]
    fn all_lines_are_within_their_video() {
        let recordings = recordings();
        let longest = recordings.iter().max_by_key(|planned| planned.game.seconds).unwrap();
        let film = recordings.iter().flat_map(|planned| &planned.films).find(|film| film.film == FILM).unwrap();
        assert!(OF_GAME.iter().all(|(start, end, _)| start < end && *end <= longest.game.seconds));
        assert!(OF_FILM.iter().all(|(start, end, _)| start < end && *end <= film.cut.seconds));
    }
}
