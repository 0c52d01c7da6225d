//! Which lower renditions a game gets: those below its source, within the processor budget of all games.

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerRendition {
    /// `v1` and on, the same for every game.
    pub index: u8,
    pub height: u16,
    /// Kilobits a second, at most.
    pub rate: u32,
}

/// From the best to the least.
pub const LADDER: [LowerRendition; 4] = [
    LowerRendition { index: 1, height: 720, rate: 2_800 },
    LowerRendition { index: 2, height: 480, rate: 1_400 },
    LowerRendition { index: 3, height: 360, rate: 800 },
    LowerRendition { index: 4, height: 180, rate: 250 },
];

/// The lower renditions below a source, the least ones first to be kept: viewers who need a lower rendition need a small
/// one.
pub fn renditions_below(ladder: &[LowerRendition], height: u16, count: usize) -> Vec<LowerRendition> {
    let below: Vec<LowerRendition> = ladder.iter().filter(|lower| is_of_use(lower.height, height)).copied().collect();
    below[below.len().saturating_sub(count)..].to_vec()
}

/// A rendition close to the source saves nothing, and below a third of its height the ball is not recognizable.
fn is_of_use(lower: u16, source: u16) -> bool {
    let (lower, source) = (u32::from(lower), u32::from(source));
    lower * 3 >= source && lower * 5 <= source * 4
}

/// The picture of a live game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub width: u16,
    pub height: u16,
    /// Pictures a second; 30 where it is not known.
    pub rate: u16,
}

/// Thousandths of a core that lower renditions may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub millicores: u64,
}

/// Thousandths of a core for a million pixels, 30 times a second: two lower renditions of a 720p game are 0.49 of a
/// core.
const DECODE_MILLICORES: u64 = 163;
const ENCODE_MILLICORES: u64 = 531;

impl Budget {
    pub fn of_cores(cores: f64) -> Self {
        Self { millicores: (cores * 1000.0) as u64 }
    }

    /// The number of lower renditions of each game, oldest game first: each game gets one before any gets a second. A
    /// later game never increases an earlier game's number.
    pub fn share(&self, ladder: &[LowerRendition], games: &[Source]) -> Vec<usize> {
        let mut counts = vec![0; games.len()];
        let mut used = 0;
        for round in 1..=ladder.len() {
            for (game, count) in games.iter().zip(&mut counts) {
                if renditions_below(ladder, game.height, round).len() < round {
                    continue;
                }
                used += cost(ladder, game, round) - cost(ladder, game, round - 1);
                // A cheaper one that comes later does not jump the queue.
                if used > self.millicores {
                    return counts;
                }
                *count = round;
            }
        }
        counts
    }
}

/// Cost of this many lower renditions of a game, in thousandths of a core.
pub fn cost(ladder: &[LowerRendition], game: &Source, count: usize) -> u64 {
    let lower_renditions = renditions_below(ladder, game.height, count);
    if lower_renditions.is_empty() {
        return 0;
    }
    let (width, height) = (u64::from(game.width), u64::from(game.height).max(1));
    let encoded: u64 =
        lower_renditions.iter().map(|lower| u64::from(lower.height) * u64::from(lower.height) * width / height).sum();
    (width * height * DECODE_MILLICORES + encoded * ENCODE_MILLICORES) * u64::from(game.rate) / 30 / 1_000_000
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HD: Source = Source { width: 1280, height: 720, rate: 30 };

    #[test]
    fn a_game_costs_what_was_measured() {
        let both = cost(&LADDER, &HD, 2);
        assert!((480..=500).contains(&both), "{both}");
        let heights = |height, count| -> Vec<u16> {
            renditions_below(&LADDER, height, count).iter().map(|lower| lower.height).collect()
        };
        assert_eq!(heights(720, 2), [480, 360]);
        assert_eq!(heights(720, 1), [360]);
        assert_eq!(heights(1080, 4), [720, 480, 360]);
        assert_eq!(heights(480, 4), [360, 180]);
        assert_eq!(heights(360, 4), [180]);
        assert!(heights(180, 4).is_empty() && heights(720, 0).is_empty());
    }

    #[test]
    fn more_games_get_fewer_lower_renditions() {
        let share = |count| Budget::of_cores(1.5).share(&LADDER, &vec![HD; count]);
        assert_eq!(share(3), [2, 2, 2]);
        assert_eq!(share(4), [2, 1, 1, 1]);
        assert_eq!(share(7), [1, 1, 1, 1, 1, 0, 0]);
        assert_eq!(Budget { millicores: 0 }.share(&LADDER, &[HD]), [0]);
    }

    fn sources() -> impl Strategy<Value = Vec<Source>> {
        let source = (16..8192_u16, 16..8192_u16, 1..240_u16);
        prop::collection::vec(source.prop_map(|(width, height, rate)| Source { width, height, rate }), 0..20)
    }

    proptest! {
        #[test]
        fn the_budget_holds_and_nobody_gains_by_a_new_game(games in sources(), millicores in 0..20_000_u64) {
            let budget = Budget { millicores };
            let counts = budget.share(&LADDER, &games);
            let used: u64 = games.iter().zip(&counts).map(|(game, &count)| cost(&LADDER, game, count)).sum();
            prop_assert!(used <= millicores);
            for (game, &count) in games.iter().zip(&counts) {
                prop_assert_eq!(renditions_below(&LADDER, game.height, count).len(), count);
            }
            if let Some((_, before)) = games.split_last() {
                let fewer = budget.share(&LADDER, before);
                prop_assert!(fewer.iter().zip(&counts).all(|(fewer, more)| fewer >= more));
            }
            let more = Budget { millicores: millicores + 500 }.share(&LADDER, &games);
            prop_assert!(counts.iter().zip(&more).all(|(less, more)| less <= more));
            // Equal games are treated alike, but for the last that there is room for.
            let equal = budget.share(&LADDER, &vec![HD; games.len()]);
            let spread = equal.iter().max().copied().unwrap_or(0) - equal.iter().min().copied().unwrap_or(0);
            prop_assert!(spread <= 1);
        }
    }
}
