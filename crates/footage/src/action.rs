//! What happens in a moment, for graphics and sound.

use crate::script::Side;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    Whistle,
    /// A kick, a throw, a stick on the puck; how hard from 0 to 1.
    Struck(f32),
    Bounce,
    /// Off the ring, the post or the keeper.
    Missed,
    Scored {
        side: Side,
        points: u32,
    },
}
