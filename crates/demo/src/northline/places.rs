//! The sports, and the places where they are played, in four time zones.

use crate::art::scene::{Cover, Scene};
use crate::league::{Place, Sport};

pub(crate) const BASKETBALL: i64 = 1;
pub(crate) const FOOTBALL: i64 = 2;
pub(crate) const SOCCER: i64 = 3;
pub(crate) const ICE_HOCKEY: i64 = 4;
pub(crate) const VOLLEYBALL: i64 = 5;
pub(crate) const BASEBALL: i64 = 6;
pub(crate) const TRACK_AND_FIELD: i64 = 7;
pub(crate) const LACROSSE: i64 = 8;

pub(crate) const SPORTS: [Sport; 8] = [
    Sport {
        id: BASKETBALL,
        alias: "basketball",
        name: "Basketball",
        cover: Cover::new(Scene::Court, 0x3b6ef5, 0x2b4a8c),
    },
    Sport { id: FOOTBALL, alias: "football", name: "Football", cover: Cover::new(Scene::Gridiron, 0x3b6ef5, 0xd07a4e) },
    Sport { id: SOCCER, alias: "soccer", name: "Soccer", cover: Cover::new(Scene::Pitch, 0x3b6ef5, 0xe8a35c) },
    Sport {
        id: ICE_HOCKEY,
        alias: "ice-hockey",
        name: "Ice Hockey",
        cover: Cover::new(Scene::Rink, 0x3b6ef5, 0x2a5d8f),
    },
    Sport {
        id: VOLLEYBALL,
        alias: "volleyball",
        name: "Volleyball",
        cover: Cover::new(Scene::Gym, 0x3b6ef5, 0x4b5870),
    },
    Sport { id: BASEBALL, alias: "baseball", name: "Baseball", cover: Cover::new(Scene::Diamond, 0x3b6ef5, 0xd97b6c) },
    Sport {
        id: TRACK_AND_FIELD,
        alias: "track-and-field",
        name: "Track & Field",
        cover: Cover::new(Scene::Track, 0x3b6ef5, 0xf08a4b),
    },
    Sport { id: LACROSSE, alias: "lacrosse", name: "Lacrosse", cover: Cover::new(Scene::Pitch, 0xb98a2c, 0xc98fa0) },
];

pub(crate) const HARBORLIGHT_ARENA: i64 = 1;
pub(crate) const MEMORIAL_STADIUM: i64 = 2;
pub(crate) const FIELD_HOUSE: i64 = 3;
pub(crate) const ICE_CENTER: i64 = 4;
pub(crate) const BALLPARK: i64 = 5;
pub(crate) const HIGH_MEADOW: i64 = 6;
pub(crate) const MESA_PAVILION: i64 = 7;
pub(crate) const SOUND_COMPLEX: i64 = 8;
pub(crate) const FOUNDRY_HALL: i64 = 9;
pub(crate) const FAIRGROUNDS: i64 = 10;

const EASTERN: &str = "America/New_York";
const CENTRAL: &str = "America/Chicago";
const MOUNTAIN: &str = "America/Denver";
const PACIFIC: &str = "America/Los_Angeles";

pub(crate) const PLACES: [Place; 10] = [
    Place {
        id: HARBORLIGHT_ARENA,
        alias: "harborlight-arena",
        name: "Harborlight Arena",
        city: "Harrow Point",
        state: "ME",
        country: "US",
        time_zone: EASTERN,
        cover: Cover::new(Scene::Court, 0x1b5fb4, 0x1a4379),
    },
    Place {
        id: MEMORIAL_STADIUM,
        alias: "memorial-stadium",
        name: "Wrenfield Memorial Stadium",
        city: "Wrenfield",
        state: "NY",
        country: "US",
        time_zone: EASTERN,
        cover: Cover::new(Scene::Gridiron, 0xc4122f, 0xd9694f),
    },
    Place {
        id: FIELD_HOUSE,
        alias: "whitcombe-field-house",
        name: "Whitcombe County Veterans Memorial Field House",
        city: "Stonehollow",
        state: "PA",
        country: "US",
        time_zone: EASTERN,
        cover: Cover::new(Scene::Gym, 0x5b6f8c, 0x4a5566),
    },
    Place {
        id: ICE_CENTER,
        alias: "thornbury-ice-center",
        name: "Thornbury Lake Ice Center",
        city: "Thornbury",
        state: "MN",
        country: "US",
        time_zone: CENTRAL,
        cover: Cover::new(Scene::Rink, 0x1f78c8, 0x2a5d8f),
    },
    Place {
        id: BALLPARK,
        alias: "vesper-hills-ballpark",
        name: "Vesper Hills Ballpark",
        city: "Vesper Hills",
        state: "TX",
        country: "US",
        time_zone: CENTRAL,
        cover: Cover::new(Scene::Diamond, 0x0a7d78, 0xe08a63),
    },
    Place {
        id: HIGH_MEADOW,
        alias: "high-meadow-stadium",
        name: "High Meadow Stadium",
        city: "Quillmont",
        state: "CO",
        country: "US",
        time_zone: MOUNTAIN,
        cover: Cover::new(Scene::Pitch, 0x1d7a48, 0xe8a35c),
    },
    Place {
        id: MESA_PAVILION,
        alias: "copper-mesa-pavilion",
        name: "Copper Mesa Pavilion",
        city: "Copper Mesa",
        state: "UT",
        country: "US",
        time_zone: MOUNTAIN,
        cover: Cover::new(Scene::Gym, 0xa81e63, 0x6b4a5c),
    },
    Place {
        id: SOUND_COMPLEX,
        alias: "halcyon-sound-complex",
        name: "Halcyon Sound Track & Field Complex",
        city: "Halcyon",
        state: "WA",
        country: "US",
        time_zone: PACIFIC,
        cover: Cover::new(Scene::Track, 0xe9b10e, 0xf08a4b),
    },
    Place {
        id: FOUNDRY_HALL,
        alias: "foundry-hall",
        name: "Foundry Hall",
        city: "Emberly",
        state: "OH",
        country: "US",
        time_zone: EASTERN,
        cover: Cover::new(Scene::Court, 0xe0561b, 0x4a3a34),
    },
    Place {
        id: FAIRGROUNDS,
        alias: "prairie-fairgrounds",
        name: "Prairie Fairgrounds Stadium",
        city: "Kestrel",
        state: "KS",
        country: "US",
        time_zone: CENTRAL,
        cover: Cover::new(Scene::Gridiron, 0x5b2a9d, 0xc98a5a),
    },
];
