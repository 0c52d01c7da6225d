//! The sound: a crowd out of filtered noise that follows the play, and what a ball, a whistle and a horn do.

use std::f32::consts::TAU;

use crate::action::Action;
use crate::random::Random;
use crate::sport::Sport;

/// Samples in a second, for each of two ears.
pub const RATE: usize = 48_000;

/// Over how long the end of a round becomes its beginning.
const SEAM: usize = RATE / 2;
/// Sounds at the same time; more cannot be told apart.
const VOICES: usize = 12;

pub(crate) struct Sound {
    crowd: [Crowd; 2],
    random: Random,
    voices: Vec<Voice>,
    sport: Sport,
    /// Excitement as it is heard: it swells slower than it is felt.
    heard: f32,
    /// What came before the first sample, which the last ones turn into.
    before: Vec<[f32; 2]>,
    given: usize,
    length: usize,
}

#[derive(Clone, Copy)]
struct Voice {
    action: Action,
    age: usize,
    left: f32,
}

/// Two bands of noise: the murmur below, the shouting above.
#[derive(Clone, Default)]
struct Crowd {
    low: Band,
    high: Band,
    breath: f32,
}

/// A resonance (two poles), with its memory.
#[derive(Clone, Default)]
struct Band {
    one: f32,
    two: f32,
}

impl Band {
    fn pass(&mut self, input: f32, frequency: f32, width: f32) -> f32 {
        // As good as the sine that belongs here, so far below the rate.
        let step = TAU * frequency / RATE as f32;
        self.two += step * self.one;
        let rest = input - self.two - width * self.one;
        self.one += step * rest;
        self.one
    }
}

impl Sound {
    pub(crate) fn new(sport: Sport, seed: u64, seconds: u32) -> Self {
        let mut sound = Self {
            crowd: Default::default(),
            random: Random::new(seed ^ 0x50_0d),
            voices: Vec::new(),
            sport,
            heard: 0.25,
            before: Vec::new(),
            given: 0,
            length: seconds as usize * RATE,
        };
        // Filters swing in first, unheard.
        for _ in 0..RATE / 4 {
            sound.sample(0.25);
        }
        sound.before = (0..SEAM).map(|_| sound.sample(0.25)).collect();
        sound
    }

    pub(crate) fn happen(&mut self, action: Action, across: f32) {
        if self.voices.len() < VOICES {
            self.voices.push(Voice { action, age: 0, left: (0.5 - across * 0.35).clamp(0.1, 0.9) });
        }
    }

    /// The next samples, ears in turn.
    pub(crate) fn fill(&mut self, excitement: f32, samples: usize, out: &mut Vec<i16>) {
        out.clear();
        for _ in 0..samples {
            let mut sample = self.sample(excitement);
            let left = self.length.saturating_sub(self.given);
            if left < SEAM {
                let share = 1.0 - left as f32 / SEAM as f32;
                let before = self.before[SEAM - left.max(1)];
                // Noise adds up by its power.
                let [keep, turn] = [(1.0 - share).sqrt(), share.sqrt()];
                sample = [sample[0] * keep + before[0] * turn, sample[1] * keep + before[1] * turn];
            }
            self.given += 1;
            // Never beyond full scale, however many shout at once.
            out.extend(sample.map(|ear| (ear.tanh() * 29_000.0) as i16));
        }
    }

    fn sample(&mut self, excitement: f32) -> [f32; 2] {
        self.heard += (excitement - self.heard) * 2.2 / RATE as f32;
        let heard = self.heard;
        let random = &mut self.random;
        let [left, right] = &mut self.crowd;
        let mut ears = [left, right].map(|crowd| {
            let noise = random.unit() * 2.0 - 1.0;
            // Many people breathe at different times: a slow wander of loudness.
            crowd.breath += (random.unit() - 0.5) * 0.004 - crowd.breath * 0.00002;
            let loud = (1.0 + 0.35 * crowd.breath.clamp(-1.0, 1.0)) * (0.16 + 0.85 * heard * heard + 0.25 * heard);
            let murmur = crowd.low.pass(noise, 430.0 + 160.0 * heard, 0.9);
            let shouts = crowd.high.pass(noise, 1150.0 + 700.0 * heard, 0.8);
            loud * (murmur * 0.62 + shouts * (0.16 + 0.5 * heard))
        });
        let (sport, random) = (self.sport, &mut self.random);
        self.voices.retain_mut(|voice| {
            let heard = voice.heard(sport, random);
            voice.age += 1;
            if let Some(heard) = heard {
                ears[0] += heard * voice.left;
                ears[1] += heard * (1.0 - voice.left);
            }
            heard.is_some()
        });
        ears
    }
}

impl Voice {
    /// The next sample; nothing once it is over.
    fn heard(&self, sport: Sport, random: &mut Random) -> Option<f32> {
        let t = self.age as f32 / RATE as f32;
        let tone = |frequency: f32| (TAU * frequency * t).sin();
        let fades = |rate: f32| (-t * rate).exp();
        let mut hiss = || random.unit() * 2.0 - 1.0;
        let ice = sport == Sport::IceHockey;
        match self.action {
            Action::Whistle => (t < 0.6).then(|| {
                let trill = 0.6 + 0.4 * (TAU * 34.0 * t).sin();
                let edge = (t * 60.0).min(1.0) * ((0.6 - t) * 25.0).min(1.0);
                0.2 * edge * trill * (tone(2780.0) + 0.7 * tone(2930.0) + 0.15 * hiss())
            }),
            Action::Struck(_) if ice => {
                (t < 0.08).then(|| 0.5 * fades(70.0) * (tone(1750.0) + tone(2630.0) * 0.5 + hiss() * 0.4))
            }
            Action::Struck(hard) => {
                (t < 0.16).then(|| hard * 0.8 * fades(32.0) * (tone(92.0) + 0.25 * hiss() * fades(90.0)))
            }
            Action::Bounce => (t < 0.18).then(|| 0.42 * fades(30.0) * (tone(105.0) + 0.5 * tone(212.0) * fades(25.0))),
            Action::Missed => (t < 0.3).then(|| 0.34 * fades(16.0) * (tone(410.0) + 0.6 * tone(633.0) + 0.2 * hiss())),
            Action::Scored { .. } if ice => (t < 2.4).then(|| {
                let edge = (t * 12.0).min(1.0) * ((2.4 - t) * 5.0).min(1.0);
                let horn = [233.0, 294.0, 349.0].iter().map(|base| tone(*base) + 0.5 * tone(base * 2.0)).sum::<f32>();
                0.12 * edge * horn
            }),
            Action::Scored { .. } => (t < 0.35).then(|| 0.5 * fades(12.0) * hiss() * (t * 60.0).min(1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Side;

    fn second(sound: &mut Sound, excitement: f32) -> Vec<i16> {
        let mut samples = Vec::new();
        sound.fill(excitement, RATE, &mut samples);
        samples
    }

    fn power(samples: &[i16]) -> f64 {
        (samples.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>() / samples.len() as f64).sqrt()
    }

    #[test]
    fn the_crowd_swells_and_nothing_is_cut_off() {
        for sport in Sport::ALL {
            let mut sound = Sound::new(sport, 1, 60);
            let calm = second(&mut sound, 0.15);
            for action in [Action::Scored { side: Side::Home, points: 1 }, Action::Whistle, Action::Struck(1.0)] {
                (0..20).for_each(|_| sound.happen(action, 0.0));
            }
            second(&mut sound, 1.0);
            let loud = second(&mut sound, 1.0);
            assert!(power(&calm) > 300.0, "{}", power(&calm));
            assert!(power(&loud) > 2.0 * power(&calm), "{} {}", power(&loud), power(&calm));
            assert!(loud.iter().chain(&calm).all(|sample| sample.unsigned_abs() < 29_500));
        }
    }

    #[test]
    fn a_round_ends_where_it_begins() {
        let mut sound = Sound::new(Sport::Soccer, 3, 4);
        let samples: Vec<_> = (0..4).flat_map(|_| second(&mut sound, 0.6)).collect();
        let step = |one: i16, two: i16| (i32::from(one) - i32::from(two)).unsigned_abs();
        let left: Vec<_> = samples.iter().step_by(2).copied().collect();
        let usual = left.windows(2).map(|pair| step(pair[0], pair[1])).max().unwrap();
        assert!(step(left[0], left[left.len() - 1]) <= usual);
        // As loud on both sides of the seam.
        let part = RATE / 4;
        let ratio = power(&left[left.len() - part..]) / power(&left[..part]);
        assert!((0.5..2.0).contains(&ratio), "{ratio}");
    }
}
