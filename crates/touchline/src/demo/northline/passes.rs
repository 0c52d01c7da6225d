//! What the channel sells: three packages, two subscriptions.

use domain::ids::{CategoryId, PassId};
use domain::money::Cents;
use domain::pass::{Pass, PassKind, PassType, Period};

use super::LEAGUE;
use super::places::{BASKETBALL, SPORTS};

/// Covers every sport.
pub(super) const SEASON_PASS: i64 = 1;

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
        weight: 10 - i32::try_from(id).unwrap_or_default(),
    };
    vec![
        pass(SEASON_PASS, PassKind::Package, "Season Pass", 7999, 500),
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
            ..pass(4, PassKind::Subscription, "Northline Monthly", 949, 50)
        },
        Pass { trial_days: Some(30), ..pass(5, PassKind::Subscription, "Northline Annual", 8499, 500) },
    ]
}
