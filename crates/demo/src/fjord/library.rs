//! La cinémathèque: the films of the channel, made by its pupils.

use domain::time::Timestamp;
use domain::vod::VodAccess::{Free, VodMedia};
use domain::vod::{VodCategory, VodItem, VodRail};

use super::LEAGUE;
use crate::art::scene::{Cover, Scene};
use crate::library::{Cut, Film, Kind, Row};
use crate::texts::Text;

const PORTRAITS: i64 = 1;
const WORKSHOPS: i64 = 2;
const SUMMARIES: i64 = 3;
const BACKSTAGE: i64 = 4;

pub(crate) fn items(now: Timestamp) -> Vec<VodItem> {
    LEAGUE.films(&FILMS, now)
}

pub(crate) fn categories() -> Vec<VodCategory> {
    LEAGUE.kinds(&KINDS)
}

pub(crate) fn rails() -> Vec<VodRail> {
    LEAGUE.rails(&RAILS)
}

const KINDS: [Kind; 4] = [
    (PORTRAITS, Text::new("Portraits"), "portraits"),
    (WORKSHOPS, Text::new("Ateliers"), "ateliers"),
    (SUMMARIES, Text::new("Rétrospectives"), "retrospectives"),
    (BACKSTAGE, Text::new("Coulisses"), "coulisses"),
];

const RAILS: [Row; 3] = [
    (Text::new("À découvrir"), &[5, 1, 12, 9, 3]),
    (Text::new("Apprendre avec la ligue"), &[5, 6, 7, 8]),
    (Text::new("Visages du fjord"), &[1, 2, 3, 4, 13, 14]),
];

pub(crate) const FILMS: [Film; 14] = [
    Film {
        id: 1,
        alias: "la-gardienne",
        title: Text::new("La gardienne"),
        text: Text::new("Elle arrête tout, sauf de rire. Une saison dans le but des Hérons de la Baie."),
        category: PORTRAITS,
        access: Free,
        days: 8,
        cut: Cut::of(13, 4, 40),
        cover: Cover::new(Scene::Rink, 0x1f6b4a, 0x3b5f8a),
    },
    Film {
        id: 2,
        alias: "l-entraineur-du-matin",
        title: Text::new("L’entraîneur du matin"),
        text: Text::new(
            "Cinq heures trente, tous les jours, depuis trente ans. Portrait de l’homme qui ouvre la piscine.",
        ),
        category: PORTRAITS,
        access: VodMedia,
        days: 33,
        cut: Cut::of(10, 20, 40),
        cover: Cover::new(Scene::Pool, 0xe0561b, 0x1f5f78),
    },
    Film {
        id: 3,
        alias: "les-jumelles",
        title: Text::new("Les jumelles de Val-Brûlé"),
        text: Text::new("Même maillot, même passe, jamais la même idée. Deux sœurs au palais des sports."),
        category: PORTRAITS,
        access: Free,
        days: 17,
        cut: Cut::of(10, 40, 44),
        cover: Cover::new(Scene::Gym, 0xe0a91c, 0x5c3d4e),
    },
    Film {
        id: 4,
        alias: "le-dernier-passeur",
        title: Text::new("Le dernier passeur"),
        text: Text::new(
            "Pour venir jouer sur l’île, il faut d’abord traverser. Rencontre avec celui qui tient la barre.",
        ),
        category: PORTRAITS,
        access: VodMedia,
        days: 64,
        cut: Cut::of(10, 90, 40),
        cover: Cover::new(Scene::Pool, 0x31418f, 0x6fa8b8),
    },
    Film {
        id: 5,
        alias: "tirer-en-suspension",
        title: Text::new("Tirer en suspension"),
        text: Text::new("L’élan, l’appui, le poignet\u{a0}: le geste du handball décomposé pas à pas."),
        category: WORKSHOPS,
        access: Free,
        days: 3,
        cut: Cut::of(10, 110, 36),
        cover: Cover::new(Scene::Gym, 0xb3261e, 0x2f4858),
    },
    Film {
        id: 6,
        alias: "l-anneau-et-le-baton",
        title: Text::new("L’anneau et le bâton"),
        text: Text::new("Recevoir, protéger, relancer. Les bases de la ringuette pour celles et ceux qui commencent."),
        category: WORKSHOPS,
        access: Free,
        days: 29,
        cut: Cut::of(13, 40, 36),
        cover: Cover::new(Scene::Rink, 0xf2b705, 0x22536b),
    },
    Film {
        id: 7,
        alias: "courir-en-cote",
        title: Text::new("Courir en côte"),
        text: Text::new(
            "Petits pas, grands bras, et la tête qui ne lâche pas. Sur le Sentier des Crêtes avec les Cimes.",
        ),
        category: WORKSHOPS,
        access: VodMedia,
        days: 45,
        cut: Cut::of(10, 60, 36),
        cover: Cover::new(Scene::Trail, 0x0d6fa8, 0xd88c6a),
    },
    Film {
        id: 8,
        alias: "plaquer-sans-danger",
        title: Text::new("Plaquer sans danger"),
        text: Text::new(
            "La bonne hauteur, la bonne épaule, le bon moment. Un atelier que l’infirmière a relu deux fois.",
        ),
        category: WORKSHOPS,
        access: Free,
        days: 71,
        cut: Cut::of(10, 130, 40),
        cover: Cover::new(Scene::Pitch, 0xb3261e, 0xa8b89a),
    },
    Film {
        id: 9,
        alias: "un-hiver-de-ringuette",
        title: Text::new("Un hiver de ringuette"),
        text: Text::new("Quarante matchs d’un seul hiver, avec les arrêts, les buts et les mitaines perdues."),
        category: SUMMARIES,
        access: VodMedia,
        days: 14,
        cut: Cut::of(13, 76, 40),
        cover: Cover::new(Scene::Rink, 0xb3261e, 0x4a6d8c),
    },
    Film {
        id: 10,
        alias: "rugby-sous-la-neige",
        title: Text::new("Rugby sous la neige"),
        text: Text::new("Le printemps s’est fait attendre. La ligue, non."),
        category: SUMMARIES,
        access: Free,
        days: 90,
        cut: Cut::of(10, 70, 44),
        cover: Cover::new(Scene::Pitch, 0x1f6b4a, 0xc9d6e2),
    },
    Film {
        id: 11,
        alias: "douze-finales",
        title: Text::new("Douze finales"),
        text: Text::new("Toutes les finales de l’année, racontées par celles et ceux qui les ont perdues."),
        category: SUMMARIES,
        access: VodMedia,
        days: 102,
        cut: Cut::of(10, 2, 48),
        cover: Cover::new(Scene::Gym, 0x0f6b4f, 0x7a5a3c),
    },
    Film {
        id: 12,
        alias: "la-regie",
        title: Text::new("La régie, c’est nous"),
        text: Text::new(
            "Trois écrans, deux casques, une classe de quatrième secondaire\u{a0}: un direct vu de l’intérieur.",
        ),
        category: BACKSTAGE,
        access: Free,
        days: 10,
        cut: Cut::of(10, 100, 36),
        cover: Cover::new(Scene::Gym, 0x0d6fa8, 0x4e4a6a),
    },
    Film {
        id: 13,
        alias: "les-tambours",
        title: Text::new("Les tambours de la Haute-Futaie"),
        text: Text::new("On les entend avant de voir le stade. Qui sont-ils, et qui leur a donné des tambours\u{a0}?"),
        category: BACKSTAGE,
        access: Free,
        days: 48,
        cut: Cut::of(10, 30, 40),
        cover: Cover::new(Scene::Pitch, 0xf2b705, 0x8a6a4a),
    },
    Film {
        id: 14,
        alias: "avant-l-aube",
        title: Text::new("Avant l’aube"),
        text: Text::new("Baliser six kilomètres de sentier dans le noir, pour que d’autres courent au soleil."),
        category: BACKSTAGE,
        access: VodMedia,
        days: 57,
        cut: Cut::of(10, 140, 36),
        cover: Cover::new(Scene::Trail, 0x1f6b4a, 0x6a5a8c),
    },
];
