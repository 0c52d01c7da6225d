//! Who can log in.

use domain::favourite::Kind;
use domain::ids::PassId;
use domain::participant::Gender;

use super::LEAGUE;
use super::games::FINAL;
use super::passes::SEASON_PASS;
use super::places::{BASKETBALL, HARBORLIGHT_ARENA, ICE_HOCKEY};
use super::schools::{HARROW_POINT, WRENFIELD};
use crate::accounts::DemoAccount;

fn somebody(email: &'static str, [first_name, last_name]: [&'static str; 2], what: &'static str) -> DemoAccount {
    DemoAccount {
        email,
        first_name,
        last_name,
        what,
        temporary_password: false,
        basic_pass_selected: true,
        favourites: vec![],
        pass: None,
    }
}

pub(crate) fn accounts() -> Vec<DemoAccount> {
    vec![
        DemoAccount {
            favourites: vec![
                (Kind::Group, LEAGUE.id(WRENFIELD)),
                (Kind::Participant, LEAGUE.team_id(HARROW_POINT, BASKETBALL, Some(Gender::Men))),
                (Kind::Category, LEAGUE.id(ICE_HOCKEY)),
                (Kind::Event, LEAGUE.id(FINAL)),
                (Kind::Location, LEAGUE.id(HARBORLIGHT_ARENA)),
            ],
            ..somebody("fan@demo.test", ["Frankie", "Fielding"], "basic pass, nothing bought, some favourites")
        },
        DemoAccount {
            pass: Some(PassId(LEAGUE.id(SEASON_PASS))),
            ..somebody(
                "season@demo.test",
                ["Sidney", "Seasons"],
                "holds the season pass, and may do everything with it",
            )
        },
        DemoAccount {
            basic_pass_selected: false,
            ..somebody("new@demo.test", ["Noor", "Newcombe"], "has not chosen the basic pass")
        },
        DemoAccount {
            temporary_password: true,
            ..somebody("temp@demo.test", ["Terry", "Temple"], "has to change a temporary password")
        },
    ]
}
