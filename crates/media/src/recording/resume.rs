//! Where a live game continues after a restart.

use domain::time::Timestamp;

use crate::codec::AvcConfig;

/// Numbers that are given up after a crash: the segment that was open, the one that was being written, and the one that
/// waited for that. Viewers may have seen all of them.
pub(crate) const LOST_NUMBERS: u64 = 3;

/// Where a session resumes after a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// The number after the last that was recorded.
    pub number: u64,
    /// Where the recording ends, in ticks of 90 kHz and by the wall clock.
    pub end: u64,
    pub wall: Timestamp,
    /// A number that no `init-{k}` has.
    pub init: u32,
    pub discontinuities: u32,
    /// Numbers that viewers may have seen and that were not recorded; none after a clean stop.
    pub lost: u64,
    pub has_sound: bool,
    /// Lower renditions, by their number.
    pub lower_renditions: Vec<(u8, AvcConfig)>,
}
