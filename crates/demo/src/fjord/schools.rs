//! The six schools, the sports and the places.

use crate::art::charge::Charge;
use crate::art::crest::{Crest, Division, Shield};
use crate::art::rgb::Rgb;
use crate::art::scene::{Cover, Scene};
use crate::league::{Place, School, Sport};

pub(crate) const SAINT_ELIE: i64 = 1;
pub(crate) const BAIE_AUX_HERONS: i64 = 2;
pub(crate) const VAL_BRULE: i64 = 3;
pub(crate) const GRAND_NEVE: i64 = 4;
pub(crate) const ILE_DOREE: i64 = 5;
pub(crate) const HAUTE_FUTAIE: i64 = 6;

pub(crate) const LEVELS: [&str; 2] = ["Niveau A", "Niveau B"];
pub(crate) const REGIONS: [&str; 3] = ["Rive-Nord", "Arrière-pays", "Acadie"];

const ARGENT: Rgb = Rgb(0xf4f6fa);

/// Level and region of a school, by their places in the lists.
const fn plays_in(level: usize, region: usize) -> [(&'static str, &'static str); 2] {
    [("niveau", LEVELS[level]), ("region", REGIONS[region])]
}

pub(crate) const SCHOOLS: [School; 6] = [
    School {
        id: SAINT_ELIE,
        alias: "saint-elie",
        name: "Collège Saint-Élie-des-Rapides",
        short_name: "Saint-Élie",
        city: "Saint-Élie-des-Rapides",
        state: "QC",
        properties: plays_in(0, 0),
        crest: Crest {
            shield: Shield::Roundel,
            division: Division::Chief,
            charge: Charge::Waves,
            first: Rgb(0x0d6fa8),
            second: Rgb(0x0a3d66),
            metal: ARGENT,
        },
    },
    School {
        id: BAIE_AUX_HERONS,
        alias: "baie-aux-herons",
        name: "École secondaire de la Baie-aux-Hérons",
        short_name: "Baie-aux-Hérons",
        city: "Baie-aux-Hérons",
        state: "QC",
        properties: plays_in(0, 0),
        crest: Crest {
            shield: Shield::Heater,
            division: Division::Pale,
            charge: Charge::Wing,
            first: Rgb(0x5a6f8c),
            second: Rgb(0x34455f),
            metal: Rgb(0xf8fbff),
        },
    },
    School {
        id: VAL_BRULE,
        alias: "val-brule",
        name: "Collège de Val-Brûlé",
        short_name: "Val-Brûlé",
        city: "Val-Brûlé",
        state: "QC",
        properties: plays_in(1, 1),
        crest: Crest {
            shield: Shield::Swiss,
            division: Division::Saltire,
            charge: Charge::Sun,
            first: Rgb(0xb3261e),
            second: Rgb(0x6e1213),
            metal: Rgb(0xffcf5c),
        },
    },
    School {
        id: GRAND_NEVE,
        alias: "grand-neve",
        name: "École secondaire du Grand-Névé",
        short_name: "Grand-Névé",
        city: "Grand-Névé",
        state: "QC",
        properties: plays_in(1, 1),
        crest: Crest {
            shield: Shield::Badge,
            division: Division::Chief,
            charge: Charge::Mountain,
            first: Rgb(0x31418f),
            second: Rgb(0x1c2760),
            metal: ARGENT,
        },
    },
    School {
        id: ILE_DOREE,
        alias: "ile-doree",
        name: "Académie de l’Île-Dorée",
        short_name: "Île-Dorée",
        city: "L’Île-Dorée",
        state: "QC",
        properties: plays_in(0, 0),
        crest: Crest {
            shield: Shield::French,
            division: Division::Quarterly,
            charge: Charge::Compass,
            first: Rgb(0xc08a12),
            second: Rgb(0x3a2c14),
            metal: Rgb(0xfff3d1),
        },
    },
    School {
        id: HAUTE_FUTAIE,
        alias: "haute-futaie",
        name: "Polyvalente régionale francophone de la Haute-Futaie",
        short_name: "Haute-Futaie",
        city: "Haute-Futaie",
        state: "NB",
        properties: plays_in(1, 2),
        crest: Crest {
            shield: Shield::Notched,
            division: Division::Chevron,
            charge: Charge::Tree,
            first: Rgb(0x1f6b4a),
            second: Rgb(0x0e3f2a),
            metal: Rgb(0xe7f3d4),
        },
    },
];

pub(crate) const HANDBALL: i64 = 1;
pub(crate) const RUGBY: i64 = 2;
pub(crate) const RINGUETTE: i64 = 3;
pub(crate) const WATER_POLO: i64 = 4;
pub(crate) const CROSS_COUNTRY: i64 = 5;

pub(crate) const SPORTS: [Sport; 5] = [
    Sport { id: HANDBALL, alias: "handball", name: "Handball", cover: Cover::new(Scene::Gym, 0x0f6b4f, 0x4b6a64) },
    Sport {
        id: RUGBY,
        alias: "rugby-a-sept",
        name: "Rugby à sept",
        cover: Cover::new(Scene::Pitch, 0x0f6b4f, 0xe6b070),
    },
    Sport { id: RINGUETTE, alias: "ringuette", name: "Ringuette", cover: Cover::new(Scene::Rink, 0x0f8a66, 0x2f6a72) },
    Sport {
        id: WATER_POLO,
        alias: "water-polo",
        name: "Water-polo",
        cover: Cover::new(Scene::Pool, 0xf2b705, 0x2b7d96),
    },
    Sport {
        id: CROSS_COUNTRY,
        alias: "cross-country",
        name: "Cross-country",
        cover: Cover::new(Scene::Trail, 0xe0561b, 0xf0b070),
    },
];

pub(crate) const ARENA: i64 = 1;
pub(crate) const PALAIS: i64 = 2;
pub(crate) const STADE: i64 = 3;
pub(crate) const PISCINE: i64 = 4;
pub(crate) const SENTIER: i64 = 5;

const QUEBEC: &str = "America/Toronto";
const ATLANTIC: &str = "America/Moncton";

pub(crate) const PLACES: [Place; 5] = [
    Place {
        id: ARENA,
        alias: "arena-du-quai-neuf",
        name: "Aréna du Quai-Neuf",
        city: "Saint-Élie-des-Rapides",
        state: "QC",
        country: "CA",
        time_zone: QUEBEC,
        cover: Cover::new(Scene::Rink, 0x0d6fa8, 0x2a5d8f),
    },
    Place {
        id: PALAIS,
        alias: "palais-des-sports",
        name: "Palais des sports de Val-Brûlé",
        city: "Val-Brûlé",
        state: "QC",
        country: "CA",
        time_zone: QUEBEC,
        cover: Cover::new(Scene::Gym, 0xb3261e, 0x6a5048),
    },
    Place {
        id: STADE,
        alias: "stade-de-la-haute-futaie",
        name: "Stade de la Haute-Futaie",
        city: "Haute-Futaie",
        state: "NB",
        country: "CA",
        time_zone: ATLANTIC,
        cover: Cover::new(Scene::Pitch, 0x1f6b4a, 0xd99a78),
    },
    Place {
        id: PISCINE,
        alias: "piscine-de-l-ile-doree",
        name: "Centre aquatique de l’Île-Dorée",
        city: "L’Île-Dorée",
        state: "QC",
        country: "CA",
        time_zone: QUEBEC,
        cover: Cover::new(Scene::Pool, 0xe0a91c, 0x2b7d96),
    },
    Place {
        id: SENTIER,
        alias: "sentier-des-cretes",
        name: "Sentier des Crêtes",
        city: "Grand-Névé",
        state: "QC",
        country: "CA",
        time_zone: QUEBEC,
        cover: Cover::new(Scene::Trail, 0x31418f, 0xe8b48a),
    },
];
