//! What is shown ahead of games: the season pass everywhere, tickets where the game is still on.

use domain::ids::PrerollId;
use domain::preroll::Preroll;

use super::LEAGUE;

pub(super) fn prerolls() -> Vec<Preroll> {
    let preroll = |id: i64, name: &str, weight: u32, for_vod: bool| Preroll {
        id: PrerollId(LEAGUE.id(id)),
        url: format!("/storage/prerolls/{}/{name}.mp4", LEAGUE.alias),
        weight,
        location_id: None,
        categories: vec![],
        for_live: true,
        for_vod,
        active: true,
    };
    vec![preroll(1, "season-pass", 3, true), preroll(2, "tickets", 1, false)]
}
