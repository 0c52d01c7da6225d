//! The ten schools.

use crate::art::charge::Charge;
use crate::art::crest::{Crest, Division, Shield};
use crate::art::rgb::Rgb;
use crate::league::School;

pub(crate) const HARROW_POINT: i64 = 1;
pub(crate) const WRENFIELD: i64 = 2;
pub(crate) const STONEHOLLOW: i64 = 3;
pub(crate) const EMBERLY: i64 = 4;
pub(crate) const THORNBURY_LAKE: i64 = 5;
pub(crate) const KESTREL_PRAIRIE: i64 = 6;
pub(crate) const VESPER_HILLS: i64 = 7;
pub(crate) const QUILLMONT: i64 = 8;
pub(crate) const COPPER_MESA: i64 = 9;
pub(crate) const HALCYON_SOUND: i64 = 10;

pub(crate) const DIVISIONS: [&str; 3] = ["Division I", "Division II", "Division III"];
pub(crate) const CONFERENCES: [&str; 3] = ["Harbor Conference", "Heartland Conference", "High Country Conference"];

const SILVER: Rgb = Rgb(0xf1f4f9);
const GOLD: Rgb = Rgb(0xf7c948);

/// Which division and conference a school plays in, by their places in the lists.
const fn plays_in(division: usize, conference: usize) -> [(&'static str, &'static str); 2] {
    [("division", DIVISIONS[division]), ("conference", CONFERENCES[conference])]
}

pub(crate) const SCHOOLS: [School; 10] = [
    School {
        id: HARROW_POINT,
        alias: "harrow-point",
        name: "Harrow Point High School",
        short_name: "Harrow Point",
        city: "Harrow Point",
        state: "ME",
        properties: plays_in(0, 0),
        crest: Crest {
            shield: Shield::Heater,
            division: Division::Chief,
            charge: Charge::Anchor,
            first: Rgb(0x14427a),
            second: Rgb(0x0b2447),
            metal: GOLD,
        },
    },
    School {
        id: WRENFIELD,
        alias: "wrenfield",
        name: "Wrenfield Academy",
        short_name: "Wrenfield",
        city: "Wrenfield",
        state: "NY",
        properties: plays_in(0, 0),
        crest: Crest {
            shield: Shield::Notched,
            division: Division::Bend,
            charge: Charge::Hawk,
            first: Rgb(0xc4122f),
            second: Rgb(0x7d0a1e),
            metal: SILVER,
        },
    },
    School {
        id: STONEHOLLOW,
        alias: "stonehollow-whitcombe",
        name: "Stonehollow-Whitcombe County Consolidated Preparatory School",
        short_name: "Stonehollow-Whitcombe",
        city: "Stonehollow",
        state: "PA",
        properties: plays_in(1, 0),
        crest: Crest {
            shield: Shield::French,
            division: Division::Quarterly,
            charge: Charge::Tower,
            first: Rgb(0x3f4b5c),
            second: Rgb(0xb98a2c),
            metal: SILVER,
        },
    },
    School {
        id: EMBERLY,
        alias: "emberly",
        name: "Emberly High School",
        short_name: "Emberly",
        city: "Emberly",
        state: "OH",
        properties: plays_in(1, 0),
        crest: Crest {
            shield: Shield::Badge,
            division: Division::Chevron,
            charge: Charge::Flame,
            first: Rgb(0xe0561b),
            second: Rgb(0x2a2320),
            metal: Rgb(0xffd9a0),
        },
    },
    School {
        id: THORNBURY_LAKE,
        alias: "thornbury-lake",
        name: "Thornbury Lake High School",
        short_name: "Thornbury Lake",
        city: "Thornbury",
        state: "MN",
        properties: plays_in(0, 1),
        crest: Crest {
            shield: Shield::Swiss,
            division: Division::Pale,
            charge: Charge::Wolf,
            first: Rgb(0x1f78c8),
            second: Rgb(0x12467a),
            metal: SILVER,
        },
    },
    School {
        id: KESTREL_PRAIRIE,
        alias: "kestrel-prairie",
        name: "Kestrel Prairie Regional High School",
        short_name: "Kestrel Prairie",
        city: "Kestrel",
        state: "KS",
        properties: plays_in(2, 1),
        crest: Crest {
            shield: Shield::Heater,
            division: Division::Gyronny,
            charge: Charge::Bolt,
            first: Rgb(0x5b2a9d),
            second: Rgb(0x3d1a70),
            metal: GOLD,
        },
    },
    School {
        id: VESPER_HILLS,
        alias: "vesper-hills",
        name: "Vesper Hills High School",
        short_name: "Vesper Hills",
        city: "Vesper Hills",
        state: "TX",
        properties: plays_in(0, 1),
        crest: Crest {
            shield: Shield::Roundel,
            division: Division::Bend,
            charge: Charge::Comet,
            first: Rgb(0x0a7d78),
            second: Rgb(0x064a52),
            metal: Rgb(0xfdf3d7),
        },
    },
    School {
        id: QUILLMONT,
        alias: "quillmont",
        name: "Quillmont School",
        short_name: "Quillmont",
        city: "Quillmont",
        state: "CO",
        properties: plays_in(1, 2),
        crest: Crest {
            shield: Shield::Badge,
            division: Division::Bars,
            charge: Charge::Bear,
            first: Rgb(0x1d7a48),
            second: Rgb(0x0f4a2c),
            metal: Rgb(0xf3d27a),
        },
    },
    School {
        id: COPPER_MESA,
        alias: "copper-mesa",
        name: "Copper Mesa High School",
        short_name: "Copper Mesa",
        city: "Copper Mesa",
        state: "UT",
        properties: plays_in(2, 2),
        crest: Crest {
            shield: Shield::Swiss,
            division: Division::Pall,
            charge: Charge::Crown,
            first: Rgb(0xa81e63),
            second: Rgb(0x5f0f3a),
            metal: Rgb(0xf4c58c),
        },
    },
    School {
        id: HALCYON_SOUND,
        alias: "halcyon-sound",
        name: "Halcyon Sound High School",
        short_name: "Halcyon Sound",
        city: "Halcyon",
        state: "WA",
        properties: plays_in(1, 2),
        crest: Crest {
            shield: Shield::Notched,
            division: Division::Pile,
            charge: Charge::Arrow,
            first: Rgb(0xe9b10e),
            second: Rgb(0x1b1d22),
            metal: SILVER,
        },
    },
];
