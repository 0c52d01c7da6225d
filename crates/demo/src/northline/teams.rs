//! The teams.

use domain::participant::Gender;

use super::places::{BASEBALL, BASKETBALL, FOOTBALL, ICE_HOCKEY, LACROSSE, SOCCER, TRACK_AND_FIELD, VOLLEYBALL};
use super::schools::{
    COPPER_MESA, EMBERLY, HALCYON_SOUND, HARROW_POINT, KESTREL_PRAIRIE, QUILLMONT, STONEHOLLOW, THORNBURY_LAKE,
    VESPER_HILLS, WRENFIELD,
};
use crate::league::Team;

const fn men(school: i64, sport: i64, name: &'static str) -> Team {
    Team::new(school, sport, Some(Gender::Men), name)
}

const fn women(school: i64, sport: i64, name: &'static str) -> Team {
    Team::new(school, sport, Some(Gender::Women), name)
}

/// Men and women score together.
const fn mixed(school: i64, sport: i64, name: &'static str) -> Team {
    Team::new(school, sport, None, name)
}

pub(crate) const TEAMS: [Team; 35] = [
    men(HARROW_POINT, BASKETBALL, "Harrow Point Mariners Men’s Basketball").in_menu(),
    men(WRENFIELD, BASKETBALL, "Wrenfield Hawks Men’s Basketball"),
    men(STONEHOLLOW, BASKETBALL, "Stonehollow-Whitcombe Sentinels Men’s Basketball"),
    men(EMBERLY, BASKETBALL, "Emberly Forge Men’s Basketball"),
    women(WRENFIELD, BASKETBALL, "Wrenfield Hawks Women’s Basketball"),
    women(EMBERLY, BASKETBALL, "Emberly Forge Women’s Basketball"),
    women(QUILLMONT, BASKETBALL, "Quillmont Bears Women’s Basketball"),
    women(COPPER_MESA, BASKETBALL, "Copper Mesa Royals Women’s Basketball").in_menu(),
    men(WRENFIELD, FOOTBALL, "Wrenfield Hawks Football").in_menu(),
    men(EMBERLY, FOOTBALL, "Emberly Forge Football"),
    men(KESTREL_PRAIRIE, FOOTBALL, "Kestrel Prairie Thunder Football"),
    men(VESPER_HILLS, FOOTBALL, "Vesper Hills Comets Football"),
    men(QUILLMONT, SOCCER, "Quillmont Bears Men’s Soccer"),
    men(HALCYON_SOUND, SOCCER, "Halcyon Sound Archers Men’s Soccer"),
    women(QUILLMONT, SOCCER, "Quillmont Bears Women’s Soccer").in_menu(),
    women(HALCYON_SOUND, SOCCER, "Halcyon Sound Archers Women’s Soccer"),
    men(THORNBURY_LAKE, ICE_HOCKEY, "Thornbury Lake Wolves Men’s Ice Hockey").in_menu(),
    men(HARROW_POINT, ICE_HOCKEY, "Harrow Point Mariners Men’s Ice Hockey"),
    men(WRENFIELD, ICE_HOCKEY, "Wrenfield Hawks Men’s Ice Hockey"),
    women(THORNBURY_LAKE, ICE_HOCKEY, "Thornbury Lake Wolves Women’s Ice Hockey"),
    women(HARROW_POINT, ICE_HOCKEY, "Harrow Point Mariners Women’s Ice Hockey"),
    women(COPPER_MESA, VOLLEYBALL, "Copper Mesa Royals Women’s Volleyball"),
    women(KESTREL_PRAIRIE, VOLLEYBALL, "Kestrel Prairie Thunder Women’s Volleyball"),
    women(STONEHOLLOW, VOLLEYBALL, "Stonehollow-Whitcombe Sentinels Women’s Volleyball"),
    men(VESPER_HILLS, BASEBALL, "Vesper Hills Comets Baseball").in_menu(),
    men(KESTREL_PRAIRIE, BASEBALL, "Kestrel Prairie Thunder Baseball"),
    men(COPPER_MESA, BASEBALL, "Copper Mesa Royals Baseball"),
    mixed(HALCYON_SOUND, TRACK_AND_FIELD, "Halcyon Sound Archers Track & Field"),
    mixed(QUILLMONT, TRACK_AND_FIELD, "Quillmont Bears Track & Field"),
    mixed(COPPER_MESA, TRACK_AND_FIELD, "Copper Mesa Royals Track & Field"),
    mixed(VESPER_HILLS, TRACK_AND_FIELD, "Vesper Hills Comets Track & Field"),
    mixed(THORNBURY_LAKE, TRACK_AND_FIELD, "Thornbury Lake Wolves Track & Field"),
    mixed(WRENFIELD, TRACK_AND_FIELD, "Wrenfield Hawks Track & Field"),
    men(STONEHOLLOW, LACROSSE, "Stonehollow-Whitcombe Sentinels Men’s Lacrosse"),
    men(WRENFIELD, LACROSSE, "Wrenfield Hawks Men’s Lacrosse"),
];
