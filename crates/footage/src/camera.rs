//! The camera at the half-way line: it slides along the side of the field and never tilts, so that every row of the
//! picture shows one distance, whatever it looks at.

/// Metres: x along the field, y away from the camera (both from the middle of the field), z up.
pub(crate) type Place = [f32; 3];

/// A lens with its standpoint, for one size of picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens {
    pub(crate) width: f32,
    pub(crate) focal: f32,
    /// Above the ground.
    pub(crate) height: f32,
    /// From the middle of the field.
    pub(crate) distance: f32,
    /// The row that is level with the camera; it may be above the picture.
    pub(crate) horizon: f32,
    /// How far the camera slides to either side.
    pub(crate) reach: f32,
}

impl Lens {
    /// Pixels for a metre, so far from the middle of the field.
    pub(crate) fn scale(&self, y: f32) -> f32 {
        self.focal / (y + self.distance).max(1.0)
    }

    /// Where a place is in the picture while the camera is at `x`.
    pub(crate) fn see(&self, camera: f32, [x, y, z]: Place) -> [f32; 2] {
        let scale = self.scale(y);
        [self.width / 2.0 + (x - camera) * scale, self.horizon + (self.height - z) * scale]
    }
}

/// Follows the ball the way a calm operator does.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    pub(crate) x: f32,
    speed: f32,
}

impl Operator {
    pub(crate) fn at(x: f32) -> Self {
        Self { x, speed: 0.0 }
    }

    /// A spring without overshoot that takes about a second, and ignores small moves.
    pub(crate) fn follow(&mut self, target: f32, calm: f32, reach: f32, dt: f32) {
        let target = target.clamp(-reach, reach);
        let away = target - self.x;
        let wanted = away - away.clamp(-calm, calm);
        let stiff = 2.1_f32;
        self.speed += (wanted * stiff * stiff - self.speed * 2.0 * stiff) * dt;
        self.x = (self.x + self.speed * dt).clamp(-reach, reach);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operator_arrives_without_running_past() {
        let mut operator = Operator::at(0.0);
        for _ in 0..250 {
            operator.follow(20.0, 1.0, 15.0, 0.04);
            assert!(operator.x <= 15.0);
        }
        assert!(operator.x > 13.5, "{}", operator.x);
    }
}
