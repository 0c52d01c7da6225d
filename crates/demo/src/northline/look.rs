//! How the schools, venues, sports and films of the channel look.

use crate::art::charge::Charge;
use crate::art::crest::{Crest, Division, Shield};
use crate::art::rgb::Rgb;
use crate::art::scene::{Cover, Scene};
use crate::cut::{Cut, FilmArt};

const SILVER: Rgb = Rgb(0xf1f4f9);
const GOLD: Rgb = Rgb(0xf7c948);

/// By the aliases of the schools, in their order.
pub(super) const CRESTS: [(&str, Crest); 10] = [
    (
        "harrow-point",
        Crest {
            shield: Shield::Heater,
            division: Division::Chief,
            charge: Charge::Anchor,
            first: Rgb(0x14427a),
            second: Rgb(0x0b2447),
            metal: GOLD,
        },
    ),
    (
        "wrenfield",
        Crest {
            shield: Shield::Notched,
            division: Division::Bend,
            charge: Charge::Hawk,
            first: Rgb(0xc4122f),
            second: Rgb(0x7d0a1e),
            metal: SILVER,
        },
    ),
    (
        "stonehollow-whitcombe",
        Crest {
            shield: Shield::French,
            division: Division::Quarterly,
            charge: Charge::Tower,
            first: Rgb(0x3f4b5c),
            second: Rgb(0xb98a2c),
            metal: SILVER,
        },
    ),
    (
        "emberly",
        Crest {
            shield: Shield::Badge,
            division: Division::Chevron,
            charge: Charge::Flame,
            first: Rgb(0xe0561b),
            second: Rgb(0x2a2320),
            metal: Rgb(0xffd9a0),
        },
    ),
    (
        "thornbury-lake",
        Crest {
            shield: Shield::Swiss,
            division: Division::Pale,
            charge: Charge::Wolf,
            first: Rgb(0x1f78c8),
            second: Rgb(0x12467a),
            metal: SILVER,
        },
    ),
    (
        "kestrel-prairie",
        Crest {
            shield: Shield::Heater,
            division: Division::Gyronny,
            charge: Charge::Bolt,
            first: Rgb(0x5b2a9d),
            second: Rgb(0x3d1a70),
            metal: GOLD,
        },
    ),
    (
        "vesper-hills",
        Crest {
            shield: Shield::Roundel,
            division: Division::Bend,
            charge: Charge::Comet,
            first: Rgb(0x0a7d78),
            second: Rgb(0x064a52),
            metal: Rgb(0xfdf3d7),
        },
    ),
    (
        "quillmont",
        Crest {
            shield: Shield::Badge,
            division: Division::Bars,
            charge: Charge::Bear,
            first: Rgb(0x1d7a48),
            second: Rgb(0x0f4a2c),
            metal: Rgb(0xf3d27a),
        },
    ),
    (
        "copper-mesa",
        Crest {
            shield: Shield::Swiss,
            division: Division::Pall,
            charge: Charge::Crown,
            first: Rgb(0xa81e63),
            second: Rgb(0x5f0f3a),
            metal: Rgb(0xf4c58c),
        },
    ),
    (
        "halcyon-sound",
        Crest {
            shield: Shield::Notched,
            division: Division::Pile,
            charge: Charge::Arrow,
            first: Rgb(0xe9b10e),
            second: Rgb(0x1b1d22),
            metal: SILVER,
        },
    ),
];

/// Venues and sports, by the names of their pictures.
pub(super) const COVERS: [(&str, Cover); 18] = [
    ("place-harborlight-arena", Cover::new(Scene::Court, 0x1b5fb4, 0x1a4379)),
    ("place-memorial-stadium", Cover::new(Scene::Gridiron, 0xc4122f, 0xd9694f)),
    ("place-whitcombe-field-house", Cover::new(Scene::Gym, 0x5b6f8c, 0x4a5566)),
    ("place-thornbury-ice-center", Cover::new(Scene::Rink, 0x1f78c8, 0x2a5d8f)),
    ("place-vesper-hills-ballpark", Cover::new(Scene::Diamond, 0x0a7d78, 0xe08a63)),
    ("place-high-meadow-stadium", Cover::new(Scene::Pitch, 0x1d7a48, 0xe8a35c)),
    ("place-copper-mesa-pavilion", Cover::new(Scene::Gym, 0xa81e63, 0x6b4a5c)),
    ("place-halcyon-sound-complex", Cover::new(Scene::Track, 0xe9b10e, 0xf08a4b)),
    ("place-foundry-hall", Cover::new(Scene::Court, 0xe0561b, 0x4a3a34)),
    ("place-prairie-fairgrounds", Cover::new(Scene::Gridiron, 0x5b2a9d, 0xc98a5a)),
    ("sport-basketball", Cover::new(Scene::Court, 0x3b6ef5, 0x2b4a8c)),
    ("sport-football", Cover::new(Scene::Gridiron, 0x3b6ef5, 0xd07a4e)),
    ("sport-soccer", Cover::new(Scene::Pitch, 0x3b6ef5, 0xe8a35c)),
    ("sport-ice-hockey", Cover::new(Scene::Rink, 0x3b6ef5, 0x2a5d8f)),
    ("sport-volleyball", Cover::new(Scene::Gym, 0x3b6ef5, 0x4b5870)),
    ("sport-baseball", Cover::new(Scene::Diamond, 0x3b6ef5, 0xd97b6c)),
    ("sport-track-and-field", Cover::new(Scene::Track, 0x3b6ef5, 0xf08a4b)),
    ("sport-lacrosse", Cover::new(Scene::Pitch, 0xb98a2c, 0xc98fa0)),
];

/// The films, by their ids.
pub(super) const FILMS: [FilmArt; 16] = [
    FilmArt {
        film: 1,
        picture: "film-six-years",
        cut: Cut::of(26, 40, 56),
        cover: Cover::new(Scene::Court, 0xc4122f, 0x14427a),
    },
    FilmArt {
        film: 2,
        picture: "film-the-lake",
        cut: Cut::of(29, 20, 48),
        cover: Cover::new(Scene::Rink, 0x8fb8de, 0x12467a),
    },
    FilmArt {
        film: 3,
        picture: "film-thin-air",
        cut: Cut::of(28, 10, 44),
        cover: Cover::new(Scene::Pitch, 0x1d7a48, 0x9fc4e8),
    },
    FilmArt {
        film: 4,
        picture: "film-memorial-lights",
        cut: Cut::of(28, 150, 40),
        cover: Cover::new(Scene::Gridiron, 0xf7c948, 0x2b2f5c),
    },
    FilmArt {
        film: 5,
        picture: "film-footwork",
        cut: Cut::of(26, 120, 40),
        cover: Cover::new(Scene::Gym, 0xa81e63, 0x3f3550),
    },
    FilmArt {
        film: 6,
        picture: "film-reading-the-puck",
        cut: Cut::of(29, 100, 44),
        cover: Cover::new(Scene::Rink, 0xc4122f, 0x31506e),
    },
    FilmArt {
        film: 7,
        picture: "film-first-three-steps",
        cut: Cut::of(28, 60, 36),
        cover: Cover::new(Scene::Track, 0x0a7d78, 0xe9b10e),
    },
    FilmArt {
        film: 8,
        picture: "film-zone-or-man",
        cut: Cut::of(26, 200, 52),
        cover: Cover::new(Scene::Court, 0xe0561b, 0x33415c),
    },
    FilmArt {
        film: 9,
        picture: "film-throwing",
        cut: Cut::of(28, 96, 36),
        cover: Cover::new(Scene::Diamond, 0x0a7d78, 0xb9c4d6),
    },
    FilmArt {
        film: 10,
        picture: "film-volleyball-season",
        cut: Cut::of(26, 280, 60),
        cover: Cover::new(Scene::Gym, 0x5b2a9d, 0x2f5d62),
    },
    FilmArt {
        film: 11,
        picture: "film-road-to-the-bowl",
        cut: Cut::of(28, 190, 48),
        cover: Cover::new(Scene::Gridiron, 0x1b5fb4, 0xb4533c),
    },
    FilmArt {
        film: 12,
        picture: "film-mud-and-glory",
        cut: Cut::of(28, 120, 40),
        cover: Cover::new(Scene::Pitch, 0x5b6f8c, 0x7d8a94),
    },
    FilmArt {
        film: 13,
        picture: "film-ten-moments",
        cut: Cut::of(26, 360, 48),
        cover: Cover::new(Scene::Court, 0x3b6ef5, 0x5a2d6e),
    },
    FilmArt {
        film: 14,
        picture: "film-camera-three",
        cut: Cut::of(26, 440, 44),
        cover: Cover::new(Scene::Gym, 0xe9b10e, 0x4b3f6b),
    },
    FilmArt {
        film: 15,
        picture: "film-voice-of-the-prairie",
        cut: Cut::of(28, 30, 36),
        cover: Cover::new(Scene::Gridiron, 0xe0561b, 0x6d4a9a),
    },
    FilmArt {
        film: 16,
        picture: "film-cutting-a-highlight",
        cut: Cut::of(26, 520, 40),
        cover: Cover::new(Scene::Track, 0x3b6ef5, 0xc96f5a),
    },
];
