//! Cover scenes, 16:9: the places where games are played, in the colours of the teams there.

mod canvas;
mod hall;
mod indoor;
mod outdoor;
mod stadium;

pub(crate) use canvas::Canvas;
pub(crate) use hall::NIGHT;

use crate::art::rgb::Rgb;

/// What a cover shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    Court,
    Diamond,
    Gridiron,
    Gym,
    Pitch,
    Pool,
    Rink,
    Track,
    Trail,
}

/// A scene in the colours of its hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cover {
    pub(crate) scene: Scene,
    pub(crate) accent: Rgb,
    /// Outdoors, the light of the hour; indoors, the colour of the hall.
    pub(crate) mood: Rgb,
}

impl Cover {
    pub(crate) const fn new(scene: Scene, accent: u32, mood: u32) -> Self {
        Self { scene, accent: Rgb(accent), mood: Rgb(mood) }
    }

    pub(crate) fn svg(self) -> String {
        let Self { scene, accent, mood } = self;
        match scene {
            Scene::Court => indoor::court(accent, mood),
            Scene::Gym => indoor::gym(accent, mood),
            Scene::Pool => indoor::pool(accent, mood),
            Scene::Rink => indoor::rink(accent, mood),
            Scene::Gridiron => stadium::gridiron(accent, mood),
            Scene::Pitch => stadium::pitch(accent, mood),
            Scene::Diamond => outdoor::diamond(accent, mood),
            Scene::Track => outdoor::track(accent, mood),
            Scene::Trail => outdoor::trail(accent, mood),
        }
    }
}
