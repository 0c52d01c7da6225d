//! Draws matches that were never played: pictures and sound for the demo, the same for the same seed.
//!
//! A [`Clip`] plays a [`Match`] by simple rules ([`play`]) and paints it into YUV pictures. The ground and the stands are
//! painted once; a frame is a copy of what the camera sees of them, with the players and the graphics on top.

mod action;
mod camera;
mod clip;
mod colour;
mod figure;
mod font;
mod graphics;
mod picture;
mod play;
mod props;
mod random;
mod script;
mod sound;
mod sport;
mod stage;

pub use clip::{Clip, Shot, Size};
pub use colour::Rgb;
pub use picture::Picture;
pub use script::{Counts, Match, Side, Team};
pub use sound::RATE;
pub use sport::Sport;
