//! What the channel sells: passes of a season, a team or a sport, single games, an add-on and two subscriptions.

use domain::account::Capability;
use domain::event::{AccessType, Event};
use domain::ids::{CategoryId, PassId};
use domain::money::Cents;
use domain::pass::{Pass, PassKind, PassType, Period};

use super::LEAGUE;
use super::places::{BASKETBALL, SPORTS, TRACK_AND_FIELD};

/// Opens the one game that it was bought for.
const SINGLE_GAME: i64 = 6;
/// Covers every sport.
pub(super) const SEASON_PASS: i64 = 1;

/// What every pass brings that is one of its own.
const CLIPS: [Capability; 3] = [Capability::Watch, Capability::Clipping, Capability::DownloadClip];

pub(crate) fn passes() -> Vec<Pass> {
    let every_sport: Vec<_> = SPORTS.iter().map(|sport| CategoryId(LEAGUE.id(sport.id))).collect();
    let pass = |id: i64, kind: PassKind, name: &str, base: i64, fee: i64| Pass {
        id: PassId(LEAGUE.id(id)),
        kind,
        name: name.into(),
        price: Cents(base + fee),
        base_price: Cents(base),
        service_fee: Cents(fee),
        image: Some(LEAGUE.picture("pass-season")),
        offer: "annual".into(),
        period: Period::Annual,
        trial_days: None,
        pass_type: PassType::Regular,
        is_team_pass: false,
        categories: every_sport.clone(),
        category_id: None,
        weight: i32::try_from(id).unwrap_or_default(),
        capabilities: CLIPS.to_vec(),
        max_clips: Some(50),
        max_downloads: None,
    };
    // A year costs most, and brings everything; as much of it as the channel allows.
    let everything = |pass| Pass { capabilities: Capability::ALL.to_vec(), max_clips: None, ..pass };
    vec![
        everything(pass(SEASON_PASS, PassKind::Package, "Season Pass", 7999, 500)),
        Pass {
            image: Some(LEAGUE.picture("sport-basketball")),
            offer: "season".into(),
            categories: vec![CategoryId(LEAGUE.id(BASKETBALL))],
            category_id: Some(CategoryId(LEAGUE.id(BASKETBALL))),
            ..pass(2, PassKind::Package, "Basketball Pass", 3299, 200)
        },
        Pass {
            image: Some(LEAGUE.picture("place-memorial-stadium")),
            offer: "season".into(),
            is_team_pass: true,
            ..pass(3, PassKind::Package, "Team Pass", 2349, 150)
        },
        Pass {
            offer: "monthly".into(),
            period: Period::Monthly,
            trial_days: Some(7),
            capabilities: [&CLIPS[..], &[Capability::NoAds, Capability::VodMedia]].concat(),
            max_downloads: Some(20),
            ..pass(4, PassKind::Subscription, "Northline Monthly", 949, 50)
        },
        Pass { trial_days: Some(30), ..everything(pass(5, PassKind::Subscription, "Northline Annual", 8499, 500)) },
        Pass {
            offer: "game".into(),
            categories: vec![],
            capabilities: vec![Capability::Watch, Capability::Clipping],
            max_clips: None,
            ..pass(SINGLE_GAME, PassKind::Package, "Single Game", 899, 100)
        },
        Pass {
            image: Some(LEAGUE.picture("sport-track-and-field")),
            offer: "season".into(),
            pass_type: PassType::Addition,
            categories: vec![CategoryId(LEAGUE.id(TRACK_AND_FIELD))],
            category_id: Some(CategoryId(LEAGUE.id(TRACK_AND_FIELD))),
            // The pass that it adds to brings the rest.
            capabilities: vec![Capability::Watch],
            max_clips: None,
            ..pass(7, PassKind::Package, "Track and Field Extra", 1149, 50)
        },
    ]
}

/// Games that are sold one by one have one price.
pub(super) fn sold_singly(mut games: Vec<Event>) -> Vec<Event> {
    for game in games.iter_mut().filter(|game| game.access == AccessType::Ppv) {
        game.single_event_package_id = Some(PassId(LEAGUE.id(SINGLE_GAME)));
    }
    games
}
