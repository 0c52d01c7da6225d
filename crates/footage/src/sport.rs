//! What differs from sport to sport: the field, how many play, how fast, and from where it is filmed.

use crate::camera::Lens;
use crate::colour::Rgb;
use crate::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sport {
    Soccer,
    Basketball,
    IceHockey,
    Handball,
}

/// The field and how it is played on; lengths in metres, times in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// From the middle to the end and to the side.
    pub(crate) half: [f32; 2],
    /// Where the middle of the goal or the hoop is, from the middle of the field.
    pub(crate) goal_x: f32,
    /// Half the width of the goal, and its height (that of the ring in basketball).
    pub(crate) goal: [f32; 2],
    /// Places of one team when it plays to the right, as shares of the field; the first is the keeper where there is one.
    pub(crate) formation: &'static [[f32; 2]],
    pub(crate) keeper: bool,
    /// Fastest run, and how quickly it is reached.
    pub(crate) speed: f32,
    pub(crate) accelerate: f32,
    pub(crate) pass_speed: f32,
    pub(crate) shot_speed: f32,
    /// How near a team has to be to try.
    pub(crate) range: f32,
    /// How long one player keeps the ball.
    pub(crate) hold: [f32; 2],
    /// How tall players are drawn: distant ones need to be seen.
    pub(crate) tall: f32,
}

const SOCCER: Rules = Rules {
    half: [48.0, 31.0],
    goal_x: 48.0,
    goal: [3.9, 2.7],
    formation: &[
        [-0.97, 0.0],
        [-0.66, -0.62],
        [-0.72, -0.2],
        [-0.72, 0.22],
        [-0.66, 0.64],
        [-0.3, -0.68],
        [-0.38, -0.18],
        [-0.36, 0.2],
        [-0.3, 0.7],
        [-0.06, -0.22],
        [-0.05, 0.24],
    ],
    keeper: true,
    speed: 7.4,
    accelerate: 6.0,
    pass_speed: 17.0,
    shot_speed: 25.0,
    range: 24.0,
    hold: [0.7, 2.2],
    tall: 2.35,
};

const BASKETBALL: Rules = Rules {
    half: [14.0, 7.5],
    goal_x: 12.4,
    goal: [0.23, 3.05],
    formation: &[[-0.16, 0.02], [-0.06, -0.42], [-0.06, 0.42], [-0.36, -0.3], [-0.36, 0.3]],
    keeper: false,
    speed: 5.6,
    accelerate: 8.0,
    pass_speed: 9.5,
    shot_speed: 8.0,
    range: 8.4,
    hold: [0.8, 2.0],
    tall: 2.0,
};

const ICE_HOCKEY: Rules = Rules {
    half: [30.0, 13.0],
    goal_x: 26.0,
    goal: [1.1, 1.3],
    formation: &[[-0.83, 0.0], [-0.5, -0.34], [-0.5, 0.34], [-0.1, -0.55], [-0.09, 0.02], [-0.1, 0.55]],
    keeper: true,
    speed: 9.0,
    accelerate: 6.5,
    pass_speed: 19.0,
    shot_speed: 30.0,
    range: 14.0,
    hold: [0.6, 1.7],
    tall: 1.95,
};

const HANDBALL: Rules = Rules {
    half: [20.0, 10.0],
    goal_x: 20.0,
    goal: [1.6, 2.05],
    formation: &[[-0.95, 0.0], [-0.58, -0.7], [-0.46, -0.36], [-0.4, 0.0], [-0.46, 0.36], [-0.58, 0.7], [-0.28, 0.05]],
    keeper: true,
    speed: 6.0,
    accelerate: 8.0,
    pass_speed: 14.0,
    shot_speed: 22.0,
    range: 10.5,
    hold: [0.6, 1.5],
    tall: 2.0,
};

impl Sport {
    pub const ALL: [Self; 4] = [Self::Soccer, Self::Basketball, Self::IceHockey, Self::Handball];

    pub(crate) fn rules(self) -> &'static Rules {
        match self {
            Self::Soccer => &SOCCER,
            Self::Basketball => &BASKETBALL,
            Self::IceHockey => &ICE_HOCKEY,
            Self::Handball => &HANDBALL,
        }
    }

    /// The prevailing colour of the ground, on which shirts have to be seen.
    pub(crate) fn ground(self) -> Rgb {
        match self {
            Self::Soccer => Rgb(0x2f8a3f),
            Self::Basketball => Rgb(0xd09a58),
            Self::IceHockey => Rgb(0xe6eef6),
            Self::Handball => Rgb(0x3f7fae),
        }
    }

    /// What one success is worth.
    pub(crate) fn points(self, random: &mut Random) -> u32 {
        match self {
            Self::Basketball => 2 + u32::from(random.chance(0.3)),
            Self::Soccer | Self::IceHockey | Self::Handball => 1,
        }
    }

    /// The camera for pictures of a size; written for 720 rows.
    pub(crate) fn lens(self, width: usize, height: usize) -> Lens {
        let [focal, camera_height, distance, horizon, reach] = match self {
            Self::Soccer => [1605.0, 34.0, 93.0, -190.0, 22.0],
            Self::Basketball => [1488.0, 8.0, 23.5, -54.0, 6.4],
            Self::IceHockey => [1700.0, 17.0, 43.0, -218.0, 16.5],
            Self::Handball => [1560.0, 12.0, 34.0, -98.0, 10.5],
        };
        let share = height as f32 / 720.0;
        Lens {
            width: width as f32,
            focal: focal * share,
            height: camera_height,
            distance,
            horizon: horizon * share,
            reach,
        }
    }
}
