//! The accounts of the channel.

use domain::favourite::Kind;
use domain::ids::PassId;

use crate::accounts::DemoAccount;

// Ids of the channel's file.
const WRENFIELD: i64 = 2;
const HARROW_POINT_BASKETBALL: i64 = 111;
const ICE_HOCKEY: i64 = 4;
const FINAL: i64 = 23;
const HARBORLIGHT_ARENA: i64 = 1;
const SEASON_PASS: PassId = PassId(1);

fn demo_account(email: &'static str, [first_name, last_name]: [&'static str; 2], what: &'static str) -> DemoAccount {
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
                (Kind::Group, WRENFIELD),
                (Kind::Participant, HARROW_POINT_BASKETBALL),
                (Kind::Category, ICE_HOCKEY),
                (Kind::Event, FINAL),
                (Kind::Location, HARBORLIGHT_ARENA),
            ],
            ..demo_account("fan@demo.test", ["Frankie", "Fielding"], "basic pass, nothing bought, some favourites")
        },
        DemoAccount {
            pass: Some(SEASON_PASS),
            ..demo_account(
                "season@demo.test",
                ["Sidney", "Seasons"],
                "holds the season pass, and may do everything with it",
            )
        },
        DemoAccount {
            basic_pass_selected: false,
            ..demo_account("new@demo.test", ["Noor", "Newcombe"], "has not chosen the basic pass")
        },
        DemoAccount {
            temporary_password: true,
            ..demo_account("temp@demo.test", ["Terry", "Temple"], "has to change a temporary password")
        },
    ]
}
