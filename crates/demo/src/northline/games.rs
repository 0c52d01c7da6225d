//! The games: live, ahead and played, in all four ways of access.

use domain::event::AccessType::{Free, Paid, Ppv, Register};
use domain::participant::Gender::{self, Men, Women};
use jiff::civil::Weekday::{Friday, Saturday, Sunday, Thursday, Tuesday, Wednesday};

use super::places::{
    BALLPARK, BASEBALL, BASKETBALL, FAIRGROUNDS, FIELD_HOUSE, FOOTBALL, FOUNDRY_HALL, HARBORLIGHT_ARENA, HIGH_MEADOW,
    ICE_CENTER, ICE_HOCKEY, LACROSSE, MEMORIAL_STADIUM, MESA_PAVILION, SOCCER, SOUND_COMPLEX, TRACK_AND_FIELD,
    VOLLEYBALL,
};
use super::schools::{
    COPPER_MESA, EMBERLY, HALCYON_SOUND, HARROW_POINT, KESTREL_PRAIRIE, QUILLMONT, STONEHOLLOW, THORNBURY_LAKE,
    VESPER_HILLS, WRENFIELD,
};
use crate::clock::When;
use crate::league::Game;

/// The live game that the first slide shows.
pub(crate) const FEATURED: i64 = 1;
/// Over, free, and for another country alone: it shows how a game looks that may not be watched here.
const ABROAD: i64 = 32;
/// Over, sold by itself, and to another country: the checkout says so before it asks for a card.
const SOLD_ABROAD: i64 = 40;
/// The championship final, some weeks ahead.
pub(crate) const FINAL: i64 = 23;

const MENS_BASKETBALL: (i64, Option<Gender>) = (BASKETBALL, Some(Men));
const WOMENS_BASKETBALL: (i64, Option<Gender>) = (BASKETBALL, Some(Women));
const MENS_FOOTBALL: (i64, Option<Gender>) = (FOOTBALL, Some(Men));
const MENS_SOCCER: (i64, Option<Gender>) = (SOCCER, Some(Men));
const WOMENS_SOCCER: (i64, Option<Gender>) = (SOCCER, Some(Women));
const MENS_HOCKEY: (i64, Option<Gender>) = (ICE_HOCKEY, Some(Men));
const WOMENS_HOCKEY: (i64, Option<Gender>) = (ICE_HOCKEY, Some(Women));
const WOMENS_VOLLEYBALL: (i64, Option<Gender>) = (VOLLEYBALL, Some(Women));
const MENS_BASEBALL: (i64, Option<Gender>) = (BASEBALL, Some(Men));
const MENS_LACROSSE: (i64, Option<Gender>) = (LACROSSE, Some(Men));
const TRACK: (i64, Option<Gender>) = (TRACK_AND_FIELD, None);

pub(crate) const GAMES: [Game; 44] = [
    Game::new(FEATURED, MENS_BASKETBALL, HARBORLIGHT_ARENA, Free, &[WRENFIELD, HARROW_POINT], When::Began(20))
        .score(48, 51),
    Game::new(2, WOMENS_HOCKEY, ICE_CENTER, Paid, &[HARROW_POINT, THORNBURY_LAKE], When::Began(35)).score(2, 1),
    Game::new(3, WOMENS_BASKETBALL, MESA_PAVILION, Register, &[EMBERLY, COPPER_MESA], When::Began(30)).score(33, 38),
    Game::new(4, MENS_SOCCER, HIGH_MEADOW, Ppv, &[HALCYON_SOUND, QUILLMONT], When::Began(25)).score(1, 1),
    Game::new(5, WOMENS_SOCCER, SOUND_COMPLEX, Free, &[QUILLMONT, HALCYON_SOUND], When::Began(40)).score(0, 2),
    Game::new(6, WOMENS_BASKETBALL, FOUNDRY_HALL, Register, &[COPPER_MESA, EMBERLY], When::Soon(105)),
    Game::new(7, MENS_HOCKEY, ICE_CENTER, Free, &[WRENFIELD, THORNBURY_LAKE], When::Soon(165)),
    Game::new(8, MENS_BASKETBALL, FIELD_HOUSE, Paid, &[EMBERLY, STONEHOLLOW], When::in_days(1, 19, 0)),
    Game::new(9, WOMENS_VOLLEYBALL, MESA_PAVILION, Free, &[STONEHOLLOW, COPPER_MESA], When::in_days(1, 18, 30)),
    Game::new(10, WOMENS_SOCCER, HIGH_MEADOW, Register, &[HALCYON_SOUND, QUILLMONT], When::in_days(2, 19, 0)),
    Game::new(11, MENS_FOOTBALL, MEMORIAL_STADIUM, Ppv, &[KESTREL_PRAIRIE, WRENFIELD], When::ahead(2, Friday, 19, 0)),
    Game::new(12, MENS_BASEBALL, BALLPARK, Paid, &[COPPER_MESA, VESPER_HILLS], When::ahead(2, Saturday, 13, 0)),
    Game::new(13, MENS_HOCKEY, ICE_CENTER, Paid, &[HARROW_POINT, THORNBURY_LAKE], When::ahead(2, Saturday, 19, 0)),
    Game::new(14, MENS_LACROSSE, MEMORIAL_STADIUM, Free, &[STONEHOLLOW, WRENFIELD], When::ahead(3, Sunday, 14, 0)),
    Game::new(15, WOMENS_BASKETBALL, MESA_PAVILION, Paid, &[WRENFIELD, COPPER_MESA], When::ahead(4, Tuesday, 18, 0)),
    Game::new(16, MENS_FOOTBALL, FAIRGROUNDS, Paid, &[VESPER_HILLS, KESTREL_PRAIRIE], When::ahead(9, Friday, 19, 0)),
    Game::new(
        17,
        TRACK,
        SOUND_COMPLEX,
        Free,
        &[WRENFIELD, THORNBURY_LAKE, VESPER_HILLS, COPPER_MESA, QUILLMONT, HALCYON_SOUND],
        When::ahead(8, Saturday, 10, 0),
    )
    .named("Sound to Summit Invitational"),
    Game::new(
        18,
        WOMENS_VOLLEYBALL,
        FIELD_HOUSE,
        Register,
        &[KESTREL_PRAIRIE, STONEHOLLOW],
        When::ahead(9, Wednesday, 18, 30),
    ),
    Game::new(
        19,
        MENS_BASKETBALL,
        HARBORLIGHT_ARENA,
        Paid,
        &[STONEHOLLOW, HARROW_POINT],
        When::ahead(11, Thursday, 19, 0),
    ),
    Game::new(20, MENS_SOCCER, SOUND_COMPLEX, Ppv, &[QUILLMONT, HALCYON_SOUND], When::ahead(15, Saturday, 15, 0)),
    Game::new(21, WOMENS_HOCKEY, ICE_CENTER, Free, &[HARROW_POINT, THORNBURY_LAKE], When::ahead(17, Saturday, 18, 0)),
    Game::new(22, MENS_BASEBALL, BALLPARK, Paid, &[KESTREL_PRAIRIE, VESPER_HILLS], When::ahead(20, Sunday, 14, 0)),
    Game::new(FINAL, MENS_FOOTBALL, MEMORIAL_STADIUM, Ppv, &[EMBERLY, WRENFIELD], When::ahead(24, Saturday, 19, 30))
        .named("Northline Bowl Championship Final"),
    Game::new(24, WOMENS_BASKETBALL, FOUNDRY_HALL, Paid, &[QUILLMONT, EMBERLY], When::ahead(27, Tuesday, 19, 0)),
    Game::new(
        25,
        MENS_BASKETBALL,
        HARBORLIGHT_ARENA,
        Register,
        &[EMBERLY, HARROW_POINT],
        When::ahead(28, Friday, 19, 30),
    ),
    Game::new(26, MENS_BASKETBALL, FOUNDRY_HALL, Free, &[HARROW_POINT, EMBERLY], When::days_ago(1, 19, 0))
        .score(61, 58)
        .recorded(660),
    Game::new(27, WOMENS_BASKETBALL, FOUNDRY_HALL, Register, &[QUILLMONT, EMBERLY], When::days_ago(2, 18, 30))
        .score(52, 57)
        .recorded(40),
    Game::new(28, WOMENS_SOCCER, SOUND_COMPLEX, Paid, &[QUILLMONT, HALCYON_SOUND], When::ago(2, Saturday, 14, 0))
        .score(2, 2)
        .recorded(240),
    Game::new(29, MENS_HOCKEY, ICE_CENTER, Ppv, &[HARROW_POINT, THORNBURY_LAKE], When::ago(2, Saturday, 19, 0))
        .score(3, 4)
        .recorded(240),
    Game::new(30, MENS_FOOTBALL, FAIRGROUNDS, Free, &[WRENFIELD, KESTREL_PRAIRIE], When::ago(3, Friday, 19, 0))
        .score(24, 31),
    Game::new(31, WOMENS_BASKETBALL, MESA_PAVILION, Register, &[EMBERLY, COPPER_MESA], When::ago(4, Thursday, 18, 0))
        .score(55, 63)
        .recorded(40),
    Game::new(ABROAD, MENS_BASEBALL, BALLPARK, Free, &[COPPER_MESA, VESPER_HILLS], When::ago(5, Sunday, 14, 0))
        .score(2, 7)
        .only_in("FR"),
    Game::new(33, MENS_FOOTBALL, MEMORIAL_STADIUM, Free, &[EMBERLY, WRENFIELD], When::ago(10, Friday, 19, 0))
        .score(14, 20),
    Game::new(34, MENS_LACROSSE, MEMORIAL_STADIUM, Free, &[STONEHOLLOW, WRENFIELD], When::ago(11, Saturday, 11, 0))
        .score(9, 11),
    Game::new(
        35,
        TRACK,
        SOUND_COMPLEX,
        Free,
        &[THORNBURY_LAKE, VESPER_HILLS, QUILLMONT, WRENFIELD, HALCYON_SOUND],
        When::ago(14, Saturday, 10, 0),
    )
    .named("Lakes and Plains Relays"),
    Game::new(36, MENS_BASKETBALL, FOUNDRY_HALL, Paid, &[STONEHOLLOW, EMBERLY], When::ago(15, Tuesday, 19, 0))
        .score(70, 66)
        .recorded(44),
    Game::new(37, WOMENS_HOCKEY, ICE_CENTER, Paid, &[HARROW_POINT, THORNBURY_LAKE], When::ago(18, Saturday, 19, 0))
        .score(1, 5)
        .recorded(36),
    Game::new(38, MENS_FOOTBALL, MEMORIAL_STADIUM, Free, &[VESPER_HILLS, WRENFIELD], When::ago(24, Friday, 19, 0))
        .score(10, 38),
    Game::new(39, WOMENS_SOCCER, HIGH_MEADOW, Free, &[HALCYON_SOUND, QUILLMONT], When::ago(26, Wednesday, 18, 30))
        .score(2, 3)
        .recorded(44),
    Game::new(SOLD_ABROAD, MENS_SOCCER, HIGH_MEADOW, Ppv, &[HALCYON_SOUND, QUILLMONT], When::ago(31, Saturday, 15, 0))
        .score(0, 1)
        .recorded(40)
        .only_in("FR"),
    Game::new(41, MENS_BASEBALL, BALLPARK, Free, &[KESTREL_PRAIRIE, VESPER_HILLS], When::ago(38, Sunday, 13, 0))
        .score(5, 4),
    Game::new(42, MENS_HOCKEY, ICE_CENTER, Free, &[WRENFIELD, THORNBURY_LAKE], When::ago(47, Saturday, 18, 0))
        .score(2, 6)
        .recorded(48),
    Game::new(43, MENS_BASKETBALL, HARBORLIGHT_ARENA, Paid, &[WRENFIELD, HARROW_POINT], When::ago(55, Friday, 19, 30))
        .score(59, 64)
        .recorded(40),
    Game::new(
        44,
        WOMENS_BASKETBALL,
        MESA_PAVILION,
        Register,
        &[WRENFIELD, COPPER_MESA],
        When::ago(63, Saturday, 18, 30),
    )
    .score(48, 52)
    .recorded(36),
];
