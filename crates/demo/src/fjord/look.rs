//! How the schools, venues, sports and films of the channel look.

use crate::art::charge::Charge;
use crate::art::crest::{Crest, Division, Shield};
use crate::art::rgb::Rgb;
use crate::art::scene::{Cover, Scene};
use crate::cut::{Cut, FilmArt};

const ARGENT: Rgb = Rgb(0xf4f6fa);

/// By the aliases of the schools, in their order.
pub(super) const CRESTS: [(&str, Crest); 6] = [
    (
        "saint-elie",
        Crest {
            shield: Shield::Roundel,
            division: Division::Chief,
            charge: Charge::Waves,
            first: Rgb(0x0d6fa8),
            second: Rgb(0x0a3d66),
            metal: ARGENT,
        },
    ),
    (
        "baie-aux-herons",
        Crest {
            shield: Shield::Heater,
            division: Division::Pale,
            charge: Charge::Wing,
            first: Rgb(0x5a6f8c),
            second: Rgb(0x34455f),
            metal: Rgb(0xf8fbff),
        },
    ),
    (
        "val-brule",
        Crest {
            shield: Shield::Swiss,
            division: Division::Saltire,
            charge: Charge::Sun,
            first: Rgb(0xb3261e),
            second: Rgb(0x6e1213),
            metal: Rgb(0xffcf5c),
        },
    ),
    (
        "grand-neve",
        Crest {
            shield: Shield::Badge,
            division: Division::Chief,
            charge: Charge::Mountain,
            first: Rgb(0x31418f),
            second: Rgb(0x1c2760),
            metal: ARGENT,
        },
    ),
    (
        "ile-doree",
        Crest {
            shield: Shield::French,
            division: Division::Quarterly,
            charge: Charge::Compass,
            first: Rgb(0xc08a12),
            second: Rgb(0x3a2c14),
            metal: Rgb(0xfff3d1),
        },
    ),
    (
        "haute-futaie",
        Crest {
            shield: Shield::Notched,
            division: Division::Chevron,
            charge: Charge::Tree,
            first: Rgb(0x1f6b4a),
            second: Rgb(0x0e3f2a),
            metal: Rgb(0xe7f3d4),
        },
    ),
];

/// Venues and sports, by the names of their pictures.
pub(super) const COVERS: [(&str, Cover); 10] = [
    ("place-arena-du-quai-neuf", Cover::new(Scene::Rink, 0x0d6fa8, 0x2a5d8f)),
    ("place-palais-des-sports", Cover::new(Scene::Gym, 0xb3261e, 0x6a5048)),
    ("place-stade-de-la-haute-futaie", Cover::new(Scene::Pitch, 0x1f6b4a, 0xd99a78)),
    ("place-piscine-de-l-ile-doree", Cover::new(Scene::Pool, 0xe0a91c, 0x2b7d96)),
    ("place-sentier-des-cretes", Cover::new(Scene::Trail, 0x31418f, 0xe8b48a)),
    ("sport-handball", Cover::new(Scene::Gym, 0x0f6b4f, 0x4b6a64)),
    ("sport-rugby-a-sept", Cover::new(Scene::Pitch, 0x0f6b4f, 0xe6b070)),
    ("sport-ringuette", Cover::new(Scene::Rink, 0x0f8a66, 0x2f6a72)),
    ("sport-water-polo", Cover::new(Scene::Pool, 0xf2b705, 0x2b7d96)),
    ("sport-cross-country", Cover::new(Scene::Trail, 0xe0561b, 0xf0b070)),
];

/// The films, by their ids.
pub(super) const FILMS: [FilmArt; 14] = [
    FilmArt {
        film: 10001,
        picture: "film-la-gardienne",
        cut: Cut::of(10013, 4, 40),
        cover: Cover::new(Scene::Rink, 0x1f6b4a, 0x3b5f8a),
    },
    FilmArt {
        film: 10002,
        picture: "film-l-entraineur-du-matin",
        cut: Cut::of(10010, 20, 40),
        cover: Cover::new(Scene::Pool, 0xe0561b, 0x1f5f78),
    },
    FilmArt {
        film: 10003,
        picture: "film-les-jumelles",
        cut: Cut::of(10010, 40, 44),
        cover: Cover::new(Scene::Gym, 0xe0a91c, 0x5c3d4e),
    },
    FilmArt {
        film: 10004,
        picture: "film-le-dernier-passeur",
        cut: Cut::of(10010, 90, 40),
        cover: Cover::new(Scene::Pool, 0x31418f, 0x6fa8b8),
    },
    FilmArt {
        film: 10005,
        picture: "film-tirer-en-suspension",
        cut: Cut::of(10010, 110, 36),
        cover: Cover::new(Scene::Gym, 0xb3261e, 0x2f4858),
    },
    FilmArt {
        film: 10006,
        picture: "film-l-anneau-et-le-baton",
        cut: Cut::of(10013, 40, 36),
        cover: Cover::new(Scene::Rink, 0xf2b705, 0x22536b),
    },
    FilmArt {
        film: 10007,
        picture: "film-courir-en-cote",
        cut: Cut::of(10010, 60, 36),
        cover: Cover::new(Scene::Trail, 0x0d6fa8, 0xd88c6a),
    },
    FilmArt {
        film: 10008,
        picture: "film-plaquer-sans-danger",
        cut: Cut::of(10010, 130, 40),
        cover: Cover::new(Scene::Pitch, 0xb3261e, 0xa8b89a),
    },
    FilmArt {
        film: 10009,
        picture: "film-un-hiver-de-ringuette",
        cut: Cut::of(10013, 76, 40),
        cover: Cover::new(Scene::Rink, 0xb3261e, 0x4a6d8c),
    },
    FilmArt {
        film: 10010,
        picture: "film-rugby-sous-la-neige",
        cut: Cut::of(10010, 70, 44),
        cover: Cover::new(Scene::Pitch, 0x1f6b4a, 0xc9d6e2),
    },
    FilmArt {
        film: 10011,
        picture: "film-douze-finales",
        cut: Cut::of(10010, 2, 48),
        cover: Cover::new(Scene::Gym, 0x0f6b4f, 0x7a5a3c),
    },
    FilmArt {
        film: 10012,
        picture: "film-la-regie",
        cut: Cut::of(10010, 100, 36),
        cover: Cover::new(Scene::Gym, 0x0d6fa8, 0x4e4a6a),
    },
    FilmArt {
        film: 10013,
        picture: "film-les-tambours",
        cut: Cut::of(10010, 30, 40),
        cover: Cover::new(Scene::Pitch, 0xf2b705, 0x8a6a4a),
    },
    FilmArt {
        film: 10014,
        picture: "film-avant-l-aube",
        cut: Cut::of(10010, 140, 36),
        cover: Cover::new(Scene::Trail, 0x1f6b4a, 0x6a5a8c),
    },
];
