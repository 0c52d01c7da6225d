//! Prerolls: short videos before a game, chosen by weight among those that match.

use crate::html::is_safe_link;
use crate::ids::{CategoryId, LocationId, PrerollId};

/// How long a browser may keep what was chosen, in milliseconds.
pub const CACHE_MS: i64 = 3_600_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preroll {
    pub id: PrerollId,
    pub url: String,
    /// How often it is chosen beside the others; one of 0 never is.
    pub weight: u32,
    /// Only ahead of games there.
    pub location_id: Option<LocationId>,
    /// Only ahead of games of these sports; of all when there is none.
    pub categories: Vec<CategoryId>,
    pub for_live: bool,
    pub for_vod: bool,
    pub active: bool,
}

/// The video that a preroll would precede, and its viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showing {
    pub category: CategoryId,
    pub location: Option<LocationId>,
    /// The game is live; otherwise it is watched on demand.
    pub is_live: bool,
    /// The viewer has bought their peace.
    pub no_ads: bool,
}

impl Preroll {
    /// Whether the address may be played in our pages: one of this server, or one that nobody can listen in on.
    pub fn is_usable(&self) -> bool {
        is_safe_link(&self.url) && (self.url.starts_with('/') || self.url.starts_with("https://"))
    }

    fn fits(&self, showing: &Showing) -> bool {
        let in_time = if showing.is_live { self.for_live } else { self.for_vod };
        let of_sport = self.categories.is_empty() || self.categories.contains(&showing.category);
        let in_place = self.location_id.is_none() || self.location_id == showing.location;
        self.active && in_time && of_sport && in_place
    }
}

/// Chooses one by weight, without those that stay away; `random` is any number of 64 bits.
pub fn choose<'a>(prerolls: &'a [Preroll], showing: &Showing, away: &[PrerollId], random: u64) -> Option<&'a Preroll> {
    if showing.no_ads {
        return None;
    }
    let fitting = || prerolls.iter().filter(|preroll| preroll.fits(showing) && !away.contains(&preroll.id));
    let total: u128 = fitting().map(|preroll| u128::from(preroll.weight)).sum();
    let mut left = (u128::from(random) * total) >> 64;
    for preroll in fitting() {
        let weight = u128::from(preroll.weight);
        if left < weight {
            return Some(preroll);
        }
        left -= weight;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SHOWING: Showing =
        Showing { category: CategoryId(1), location: Some(LocationId(1)), is_live: true, no_ads: false };

    fn preroll(id: i64, weight: u32) -> Preroll {
        Preroll {
            id: PrerollId(id),
            url: format!("/storage/prerolls/demo/{id}.mp4"),
            weight,
            location_id: None,
            categories: vec![],
            for_live: true,
            for_vod: true,
            active: true,
        }
    }

    fn chosen(prerolls: &[Preroll], random: u64) -> Option<i64> {
        choose(prerolls, &SHOWING, &[], random).map(|preroll| preroll.id.0)
    }

    /// PLAY-02: sport, place, live or not, and whether it is in use.
    #[test]
    fn preroll_is_chosen_by_sport_place_and_state() {
        let fits = |preroll: Preroll| chosen(&[preroll], u64::MAX / 2).is_some();
        assert!(fits(preroll(1, 1)));
        assert!(fits(Preroll { categories: vec![CategoryId(2), CategoryId(1)], ..preroll(1, 1) }));
        assert!(!fits(Preroll { categories: vec![CategoryId(2)], ..preroll(1, 1) }));
        assert!(fits(Preroll { location_id: Some(LocationId(1)), for_vod: false, ..preroll(1, 1) }));
        assert!(!fits(Preroll { location_id: Some(LocationId(2)), ..preroll(1, 1) }));
        assert!(!fits(Preroll { for_live: false, ..preroll(1, 1) }));
        assert!(!fits(Preroll { active: false, ..preroll(1, 1) }));
        assert!(!fits(preroll(1, 0)));
        assert_eq!(chosen(&[], 0), None);
        let on_demand = Showing { is_live: false, ..SHOWING };
        assert_eq!(choose(&[Preroll { for_vod: false, ..preroll(1, 1) }], &on_demand, &[], 0), None);
    }

    #[test]
    fn seen_preroll_is_not_chosen_again() {
        let prerolls = [preroll(1, 1), preroll(2, 1)];
        for random in [0, u64::MAX] {
            let second = choose(&prerolls, &SHOWING, &[PrerollId(1)], random);
            assert_eq!(second.map(|preroll| preroll.id), Some(PrerollId(2)));
        }
        assert_eq!(choose(&prerolls, &SHOWING, &[PrerollId(1), PrerollId(2)], 0), None);
    }

    /// T32: nothing that a viewer's browser would fetch without encryption, or that is no address.
    #[test]
    fn addresses_are_own_or_encrypted() {
        let usable = |url: &str| Preroll { url: url.into(), ..preroll(1, 1) }.is_usable();
        assert!(usable("/storage/prerolls/demo/a.mp4") && usable("https://cdn.example/a.mp4"));
        for url in ["http://cdn.example/a.mp4", "//cdn.example/a.mp4", "javascript:alert(1)", "/a\nb", "a.mp4", ""] {
            assert!(!usable(url), "{url}");
        }
    }

    proptest! {
        /// PLAY-02: one of weight 0 is never chosen, and something is whenever there is weight.
        #[test]
        fn weights_are_kept(weights in proptest::collection::vec(0_u32..4, 0..6), random: u64) {
            let prerolls: Vec<_> = weights.iter().zip(0..).map(|(weight, id)| preroll(id, *weight)).collect();
            match choose(&prerolls, &SHOWING, &[], random) {
                Some(preroll) => prop_assert!(preroll.weight > 0),
                None => prop_assert!(weights.iter().all(|weight| *weight == 0)),
            }
        }

        /// T9: a viewer with `no_ads` is shown none.
        #[test]
        fn viewer_without_ads_gets_no_preroll(weights in proptest::collection::vec(0_u32..u32::MAX, 0..6), random: u64) {
            let prerolls: Vec<_> = weights.iter().zip(0..).map(|(weight, id)| preroll(id, *weight)).collect();
            prop_assert_eq!(choose(&prerolls, &Showing { no_ads: true, ..SHOWING }, &[], random), None);
        }
    }

    #[test]
    fn shares_follow_the_weights() {
        let prerolls = [preroll(1, 1), preroll(2, 3)];
        let step = u64::MAX / 400;
        let second = (0..400).filter(|index| chosen(&prerolls, index * step + step / 2) == Some(2)).count();
        assert_eq!(second, 300);
    }
}
