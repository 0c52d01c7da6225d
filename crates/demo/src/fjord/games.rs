//! The teams and their games.

use domain::event::AccessType::{Free, Paid, Ppv, Register};
use domain::participant::Gender::{self, Men, Women};
use jiff::civil::Weekday::{Friday, Saturday, Sunday, Wednesday};

use super::schools::{
    ARENA, BAIE_AUX_HERONS, CROSS_COUNTRY, GRAND_NEVE, HANDBALL, HAUTE_FUTAIE, ILE_DOREE, PALAIS, PISCINE, RINGUETTE,
    RUGBY, SAINT_ELIE, SENTIER, STADE, VAL_BRULE, WATER_POLO,
};
use crate::clock::When;
use crate::league::{Game, Team};

/// The live game that the first slide shows.
pub(crate) const FEATURED: i64 = 1;

pub(crate) const TEAMS: [Team; 16] = [
    Team::new(VAL_BRULE, HANDBALL, Some(Women), "Soleils de Val-Brûlé, handball féminin"),
    Team::new(ILE_DOREE, HANDBALL, Some(Women), "Boussoles de l’Île-Dorée, handball féminin"),
    Team::new(VAL_BRULE, HANDBALL, Some(Men), "Soleils de Val-Brûlé, handball masculin"),
    Team::new(GRAND_NEVE, HANDBALL, Some(Men), "Cimes du Grand-Névé, handball masculin"),
    Team::new(HAUTE_FUTAIE, RUGBY, Some(Men), "Sapins de la Haute-Futaie, rugby masculin"),
    Team::new(SAINT_ELIE, RUGBY, Some(Men), "Torrents de Saint-Élie, rugby masculin"),
    Team::new(HAUTE_FUTAIE, RUGBY, Some(Women), "Sapins de la Haute-Futaie, rugby féminin"),
    Team::new(BAIE_AUX_HERONS, RUGBY, Some(Women), "Hérons de la Baie, rugby féminin"),
    Team::new(SAINT_ELIE, RINGUETTE, Some(Women), "Torrents de Saint-Élie, ringuette"),
    Team::new(BAIE_AUX_HERONS, RINGUETTE, Some(Women), "Hérons de la Baie, ringuette"),
    Team::new(ILE_DOREE, WATER_POLO, Some(Men), "Boussoles de l’Île-Dorée, water-polo masculin"),
    Team::new(SAINT_ELIE, WATER_POLO, Some(Men), "Torrents de Saint-Élie, water-polo masculin"),
    Team::new(GRAND_NEVE, CROSS_COUNTRY, None, "Cimes du Grand-Névé, cross-country"),
    Team::new(VAL_BRULE, CROSS_COUNTRY, None, "Soleils de Val-Brûlé, cross-country"),
    Team::new(HAUTE_FUTAIE, CROSS_COUNTRY, None, "Sapins de la Haute-Futaie, cross-country"),
    Team::new(SAINT_ELIE, CROSS_COUNTRY, None, "Torrents de Saint-Élie, cross-country"),
];

const HANDBALL_W: (i64, Option<Gender>) = (HANDBALL, Some(Women));
const HANDBALL_M: (i64, Option<Gender>) = (HANDBALL, Some(Men));
const RUGBY_W: (i64, Option<Gender>) = (RUGBY, Some(Women));
const RUGBY_M: (i64, Option<Gender>) = (RUGBY, Some(Men));
const RINGUETTE_W: (i64, Option<Gender>) = (RINGUETTE, Some(Women));
const WATER_POLO_M: (i64, Option<Gender>) = (WATER_POLO, Some(Men));

pub(crate) const GAMES: [Game; 16] = [
    Game::new(FEATURED, RINGUETTE_W, ARENA, Free, &[BAIE_AUX_HERONS, SAINT_ELIE], When::Began(20)).score(2, 3),
    Game::new(2, HANDBALL_W, PALAIS, Paid, &[ILE_DOREE, VAL_BRULE], When::Began(30)).score(14, 12),
    Game::new(3, WATER_POLO_M, PISCINE, Register, &[SAINT_ELIE, ILE_DOREE], When::Soon(120)),
    Game::new(4, HANDBALL_M, PALAIS, Free, &[GRAND_NEVE, VAL_BRULE], When::in_days(1, 19, 30)),
    Game::new(5, RUGBY_W, STADE, Paid, &[BAIE_AUX_HERONS, HAUTE_FUTAIE], When::ahead(2, Saturday, 14, 0)),
    Game::new(
        6,
        (CROSS_COUNTRY, None),
        SENTIER,
        Free,
        &[SAINT_ELIE, HAUTE_FUTAIE, VAL_BRULE, GRAND_NEVE],
        When::ahead(5, Sunday, 9, 30),
    )
    .named("Grande course des Crêtes"),
    Game::new(7, RINGUETTE_W, ARENA, Register, &[BAIE_AUX_HERONS, SAINT_ELIE], When::ahead(9, Wednesday, 18, 45)),
    Game::new(8, RUGBY_M, STADE, Ppv, &[SAINT_ELIE, HAUTE_FUTAIE], When::ahead(16, Saturday, 15, 0)),
    Game::new(9, WATER_POLO_M, PISCINE, Paid, &[SAINT_ELIE, ILE_DOREE], When::ahead(23, Friday, 19, 0)),
    Game::new(10, HANDBALL_M, PALAIS, Free, &[GRAND_NEVE, VAL_BRULE], When::days_ago(1, 19, 30))
        .score(21, 24)
        .recorded(180),
    Game::new(11, WATER_POLO_M, PISCINE, Free, &[SAINT_ELIE, ILE_DOREE], When::ago(3, Friday, 19, 0)).score(9, 7),
    Game::new(12, RUGBY_M, STADE, Free, &[SAINT_ELIE, HAUTE_FUTAIE], When::ago(6, Saturday, 15, 0)).score(19, 26),
    Game::new(13, RINGUETTE_W, ARENA, Register, &[BAIE_AUX_HERONS, SAINT_ELIE], When::ago(10, Wednesday, 18, 45))
        .score(4, 4)
        .recorded(120),
    Game::new(14, RUGBY_W, STADE, Free, &[BAIE_AUX_HERONS, HAUTE_FUTAIE], When::ago(19, Saturday, 14, 0)).score(12, 31),
    Game::new(15, HANDBALL_W, PALAIS, Paid, &[ILE_DOREE, VAL_BRULE], When::ago(30, Friday, 19, 30))
        .score(27, 25)
        .recorded(36),
    Game::new(16, WATER_POLO_M, PISCINE, Free, &[SAINT_ELIE, ILE_DOREE], When::ago(44, Friday, 19, 0)).score(6, 11),
];
