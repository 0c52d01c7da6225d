//! A match as pictures and sound, one frame after the other.

use crate::action::Action;
use crate::camera::{Lens, Operator};
use crate::colour::Rgb;
use crate::figure::{self, Look, Scene};
use crate::font::Letters;
use crate::graphics::{Graphics, Scored};
use crate::picture::Picture;
use crate::play::{Phase, Play};
use crate::props;
use crate::random::Random;
use crate::script::Match;
use crate::sound::{RATE, Sound};
use crate::sport::Sport;
use crate::stage::{CORNER, Mood, Stage};

/// Of the pictures: even sides, and frames that divide the rate of sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    pub width: usize,
    pub height: usize,
    pub fps: u32,
}

impl Size {
    pub const HD: Self = Self { width: 1280, height: 720, fps: 25 };
    pub const SMALL: Self = Self { width: 640, height: 360, fps: 25 };
}

pub struct Clip {
    game: Match,
    size: Size,
    lens: Lens,
    stage: Stage,
    play: Play,
    looks: Vec<Look>,
    shirts: [Rgb; 2],
    operator: Operator,
    sparkle: Random,
    scored: Option<(f32, Scored)>,
    sound: Sound,
    letters: Letters,
    picture: Picture,
    samples: Vec<i16>,
    happened: Vec<Action>,
    frame: u32,
}

/// One frame, with the sound that belongs to it (both ears in turn).
pub struct Shot<'a> {
    pub picture: &'a Picture,
    pub sound: &'a [i16],
}

impl Clip {
    pub fn new(game: Match, size: Size) -> Self {
        let lens = game.sport.lens(size.width, size.height);
        let play = Play::new(&game);
        let shirts = game.shirts();
        let shorts = [game.teams[0].shorts, game.teams[1].shorts];
        let look = |player| Look::new(player, game.sport, shirts, shorts, game.seed);
        Self {
            stage: Stage::new(&game, &lens, size.height),
            looks: play.players.iter().map(look).collect(),
            operator: Operator::at(0.0),
            sparkle: Random::new(game.seed ^ 0xf1a5),
            scored: None,
            sound: Sound::new(game.sport, game.seed, game.seconds),
            letters: Letters::default(),
            picture: Picture::new(size.width, size.height),
            samples: Vec::new(),
            happened: Vec::new(),
            frame: 0,
            game,
            size,
            lens,
            play,
            shirts,
        }
    }

    pub fn frames(&self) -> u32 {
        self.game.seconds * self.size.fps
    }

    /// Plays on without drawing, to look at a later moment.
    pub fn skip(&mut self, frames: u32) {
        (0..frames).for_each(|_| self.step());
    }

    fn step(&mut self) {
        let dt = 1.0 / self.size.fps as f32;
        self.happened.clear();
        self.play.step(dt, &mut self.happened);
        for action in &self.happened {
            let across = (self.play.ball[0] - self.operator.x) / self.game.sport.rules().half[0];
            self.sound.happen(*action, across);
            if let Action::Scored { side, points } = *action {
                self.scored = Some((self.play.now, Scored { side, points, ago: 0.0 }));
            }
        }
        let calm = self.game.sport.rules().half[0] * 0.035;
        self.operator.follow(self.watched(), calm, self.lens.reach, dt);
        self.frame += 1;
    }

    /// Where the camera looks: at the ball, or at the cheering player.
    fn watched(&self) -> f32 {
        match (self.play.phase, self.scored) {
            (Phase::Waiting { until, .. }, Some((_, scored))) if until - self.play.now > 6.2 => {
                let side = scored.side;
                side.forward() * self.game.sport.rules().goal_x
            }
            (Phase::Held { .. }, _) => self.play.ball[0] + self.play.attack.forward() * self.lens.reach * 0.12,
            _ => self.play.ball[0],
        }
    }

    /// The next frame; nothing after the last.
    pub fn shoot(&mut self) -> Option<Shot<'_>> {
        if self.frame >= self.frames() {
            return None;
        }
        let seconds = self.frame as f32 / self.size.fps as f32;
        self.step();
        self.draw(seconds);
        self.sound.fill(self.play.excitement, RATE / self.size.fps as usize, &mut self.samples);
        Some(Shot { picture: &self.picture, sound: &self.samples })
    }

    fn draw(&mut self, seconds: f32) {
        let mood = Mood { seconds, excitement: self.play.excitement };
        self.stage.show(self.operator.x, mood, &mut self.picture);
        self.sparkles();
        let scene = Scene { lens: &self.lens, camera: self.operator.x, now: self.play.now, sport: self.game.sport };
        let picture = &mut self.picture;
        let ice = self.game.sport == Sport::IceHockey;
        if ice {
            props::boards(picture, &scene, CORNER, false);
        }
        for player in &self.play.players {
            figure::shade(picture, &scene, player);
        }
        // From the back to the front: players, goals in two parts, the ball.
        let half = self.game.sport.rules().goal[0];
        let mut things: Vec<(f32, Thing)> = Vec::with_capacity(self.play.players.len() + 5);
        things.extend(self.play.players.iter().enumerate().map(|(index, player)| (player.at[1], Thing::Player(index))));
        for side in [-1.0, 1.0] {
            things.push((half, Thing::Goal { side, behind: true }));
            things.push((-half, Thing::Goal { side, behind: false }));
        }
        things.push((self.play.ball[1] - 0.05, Thing::Ball));
        things.sort_by(|(one, _), (two, _)| two.total_cmp(one));
        for (_, thing) in things {
            match thing {
                Thing::Player(index) => figure::draw(picture, &scene, &self.play.players[index], &self.looks[index]),
                Thing::Goal { side, behind } => props::goal(picture, &scene, side, behind),
                Thing::Ball => props::ball(picture, &scene, self.play.ball, self.play.ball[0] * 2.0),
            }
        }
        if ice {
            props::boards(picture, &scene, CORNER, true);
        }
        let scored = self.scored.map(|(at, scored)| Scored { ago: self.play.now - at, ..scored });
        let mut graphics = Graphics {
            game: &self.game,
            shirts: self.shirts,
            unit: self.size.height as f32 / 720.0,
            seconds,
            score: self.play.score,
            scored,
            letters: &mut self.letters,
        };
        graphics.draw(picture);
    }

    /// Cameras in the stands, at the great moments.
    fn sparkles(&mut self) {
        let count = ((self.play.excitement - 0.55).max(0.0) * 26.0) as usize;
        let rows = self.stage.crowd();
        for _ in 0..count {
            let x = self.sparkle.unit() * self.size.width as f32;
            let y = rows.start as f32 + self.sparkle.unit() * rows.len() as f32 * 0.85;
            let size = self.size.height as f32 / 720.0 * self.sparkle.between(2.0, 9.0);
            self.picture.glow([x, y], [size, size], Rgb(0xfdfdff).yuv().at(0.95));
        }
    }
}

enum Thing {
    Player(usize),
    Goal { side: f32, behind: bool },
    Ball,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Side;
    use crate::script::tests::a_match;

    const TINY: Size = Size { width: 320, height: 180, fps: 25 };

    fn frame(clip: &mut Clip) -> Picture {
        clip.shoot().unwrap().picture.clone()
    }

    #[test]
    fn the_same_seed_gives_the_same_pictures_and_sound() {
        for sport in Sport::ALL {
            let mut clips = [1, 1, 2].map(|seed| Clip::new(Match { seed, ..a_match(sport) }, TINY));
            clips.iter_mut().for_each(|clip| clip.skip(150));
            let [one, same, other] = clips.each_mut().map(|clip| {
                let shot = clip.shoot().unwrap();
                (shot.picture.clone(), shot.sound.to_vec())
            });
            assert_eq!(one, same);
            assert_ne!(one.0, other.0, "{sport:?}");
            assert_ne!(one.1, other.1, "{sport:?}");
        }
    }

    #[test]
    fn every_frame_differs_from_the_one_before() {
        for sport in Sport::ALL {
            let mut clip = Clip::new(a_match(sport), TINY);
            clip.skip(60);
            let mut before = frame(&mut clip);
            for _ in 0..50 {
                let now = frame(&mut clip);
                assert_ne!(now, before);
                before = now;
            }
        }
    }

    #[test]
    fn a_clip_has_as_many_frames_and_samples_as_it_says() {
        let mut clip = Clip::new(Match { seconds: 2, points: [0, 0], ..a_match(Sport::IceHockey) }, TINY);
        let [mut frames, mut samples] = [0; 2];
        while let Some(shot) = clip.shoot() {
            frames += 1;
            samples += shot.sound.len();
            assert_eq!(shot.picture.planes().map(<[u8]>::len), [320 * 180, 160 * 90, 160 * 90]);
            // All of it is within what television allows.
            assert!(shot.picture.planes().concat().iter().all(|part| (16..=240).contains(part)));
        }
        assert_eq!([frames, samples], [50, 2 * 2 * RATE]);
    }

    #[test]
    fn a_live_round_is_covered_at_both_ends() {
        let mut clip = Clip::new(Match { seconds: 4, points: [0, 0], ..a_match(Sport::Soccer) }, TINY);
        let first = frame(&mut clip);
        clip.skip(clip.frames() - 2);
        let last = frame(&mut clip);
        let differ = first.y.iter().zip(&last.y).filter(|(one, two)| one.abs_diff(**two) > 24).count();
        assert!(differ < first.y.len() / 100, "{differ} pixels jump at the seam");
    }

    /// The digits in the corner are those that a fresh pen writes for the score, and for no other.
    #[test]
    fn the_corner_shows_the_score_of_the_moment() {
        let size = Size { width: 640, height: 360, fps: 25 };
        let mut clip = Clip::new(Match { live: None, ..a_match(Sport::IceHockey) }, size);
        let digits: Vec<Picture> = (0..10).map(|digit| corner(&clip, digit)).collect();
        let mut seen = Vec::new();
        while clip.frame + 51 < clip.frames() {
            clip.skip(50);
            let picture = frame(&mut clip);
            if clip.scored.is_some_and(|(at, _)| clip.play.now - at < 3.5) {
                continue;
            }
            for side in Side::BOTH {
                let says = |digit: &u32| same(&picture, &digits[*digit as usize], side);
                let read: Vec<u32> = (0..10).filter(says).collect();
                assert_eq!(read, [clip.play.score[side.index()]]);
            }
            seen.push(clip.play.score);
        }
        seen.dedup();
        assert_eq!(seen.first(), Some(&[1, 2]));
        assert_eq!(seen.last(), Some(&[3, 4]), "{seen:?}");
    }

    /// The graphics alone, with one score for both.
    fn corner(clip: &Clip, digit: u32) -> Picture {
        let mut picture = Picture::new(clip.size.width, clip.size.height);
        let letters = &mut Letters::default();
        graphics(clip, [digit; 2], letters).draw(&mut picture);
        picture
    }

    fn graphics<'a>(clip: &'a Clip, score: [u32; 2], letters: &'a mut Letters) -> Graphics<'a> {
        Graphics { game: &clip.game, shirts: clip.shirts, unit: 0.5, seconds: 20.0, score, scored: None, letters }
    }

    fn same(one: &Picture, two: &Picture, side: Side) -> bool {
        let [left, top, right, bottom] = Graphics::score_box(0.5, side).map(|edge| edge as usize);
        (top..bottom).all(|row| {
            let row = row * one.width;
            one.y[row + left + 2..row + right - 2] == two.y[row + left + 2..row + right - 2]
        })
    }
}
