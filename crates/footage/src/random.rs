//! Chance that can be repeated: the same seed gives the same match on every machine.

/// A small generator (splitmix); nothing secret depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// From 0 to just below 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub(crate) fn chance(&mut self, share: f32) -> bool {
        self.unit() < share
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }
}

fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A number from 0 to just below 1 that belongs to a place, such as a seat.
pub(crate) fn at_place(x: i32, y: i32, what: u32) -> f32 {
    let place = (u64::from(x as u32) << 32 | u64::from(y as u32)) ^ u64::from(what).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed(place) >> 40) as f32 / (1u64 << 24) as f32
}
