//! Everything that does not move: ground, boards and stands, painted once for the whole way of the camera.
//!
//! Ground, boards and stands are the same all along the field, so each row of the picture shows one distance. A row is
//! kept as wide as the camera can ever see, and a frame takes its part of each: exact perspective at the cost of a copy.

mod court;
mod floor;
mod ground;
mod pitch;
mod rink;
mod stands;

use std::ops::Range;

use crate::camera::Lens;
use crate::colour::{Light, Yuv};
use crate::picture::Picture;
use crate::script::Match;
use ground::Ground;
pub(crate) use rink::CORNER;
use stands::{MOODS, Stands};

/// Samples along each side of a pixel, where a line or a letter has its edge.
const FINE: usize = 4;
/// A square stood on its corner sees slanted lines better than an upright one.
const COARSE: [[f32; 2]; 4] = [[0.375, 0.125], [0.875, 0.375], [0.625, 0.875], [0.125, 0.625]];

pub(crate) struct Stage {
    luma: Plane,
    chroma: [Plane; 2],
    reach: f32,
    /// Rows of the picture that people sit in.
    crowd: Range<usize>,
}

/// Rows one after the other; those of the crowd once for each of its moods.
struct Plane {
    rows: Vec<Row>,
    bytes: Vec<u8>,
}

struct Row {
    scale: f32,
    start: usize,
    wide: usize,
    moods: usize,
}

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seen {
    /// The ground, so far behind the middle of the field.
    Ground(f32),
    /// The boards behind it, so high above the ground.
    Board(f32),
    /// The stands, so far up their slope.
    Stand(f32),
    /// The wall behind the stands.
    Wall(f32),
}

/// How the crowd feels, and when.
#[derive(Clone, Copy)]
pub(crate) struct Mood {
    pub(crate) seconds: f32,
    /// From 0 to 1.
    pub(crate) excitement: f32,
}

impl Stage {
    pub(crate) fn new(game: &Match, lens: &Lens, height: usize) -> Self {
        let ground = Ground::new(game);
        let stands = Stands::new(game);
        let crowd = |row: &usize| matches!(stands.seen(lens, *row as f32 + 0.5).0, Seen::Stand(_));
        let first = (0..height).find(crowd).unwrap_or(0);
        let last = (0..height).rev().find(crowd).map_or(first, |row| row + 1);
        let mut stage = Self {
            luma: Plane { rows: Vec::new(), bytes: Vec::new() },
            chroma: [(); 2].map(|()| Plane { rows: Vec::new(), bytes: Vec::new() }),
            reach: lens.reach,
            crowd: first..last,
        };
        let painter = Painter { lens, ground: &ground, stands: &stands };
        for row in 0..height {
            let moods = if (first..last).contains(&row) { MOODS } else { 1 };
            stage.luma.push(painter.row(row as f32, 1.0, moods), |colour| colour.y);
        }
        for row in 0..height / 2 {
            let moods = if (first..last).contains(&(row * 2)) { MOODS } else { 1 };
            let painted = painter.row(row as f32 * 2.0, 2.0, moods);
            let [u, v] = &mut stage.chroma;
            u.push(painted.clone(), |colour| colour.u);
            v.push(painted, |colour| colour.v);
        }
        stage
    }

    /// Fills the whole picture with what the camera sees from where it is.
    pub(crate) fn show(&self, camera: f32, mood: Mood, picture: &mut Picture) {
        let mood_of = |row: usize| self.mood_of(row, mood);
        self.luma.show(camera + self.reach, picture.width, 1, mood_of, &mut picture.y);
        self.chroma[0].show(camera + self.reach, picture.width / 2, 2, mood_of, &mut picture.u);
        self.chroma[1].show(camera + self.reach, picture.width / 2, 2, mood_of, &mut picture.v);
    }

    pub(crate) fn crowd(&self) -> Range<usize> {
        self.crowd.clone()
    }

    /// People rise and sit down in waves that run up the stands; calm ones hardly move.
    fn mood_of(&self, row: usize, mood: Mood) -> usize {
        let Range { start, end } = self.crowd;
        if row < start || row >= end {
            return 0;
        }
        // Bands of a few rows of seats move together, or a wave would cut people in two at every row.
        let band = (row - start) * 9 / (end - start);
        let wave = (mood.seconds * (1.0 + 9.0 * mood.excitement) + band as f32 * 2.1).sin();
        if wave < 1.15 - 1.6 * mood.excitement { usize::from(wave > 0.6 - mood.excitement) } else { 2 }
    }
}

struct Painter<'a> {
    lens: &'a Lens,
    ground: &'a Ground,
    stands: &'a Stands,
}

#[derive(Clone)]
struct Painted {
    scale: f32,
    moods: Vec<Vec<Yuv>>,
}

impl Painter<'_> {
    /// A row of pixels that are `size` high and wide.
    fn row(&self, top: f32, size: f32, moods: usize) -> Painted {
        let (_, far) = self.stands.seen(self.lens, top + size / 2.0);
        let scale = self.lens.scale(far);
        // One pixel more at each end, for the share of a neighbour that a slide by half a pixel takes.
        let wide = ((2.0 * self.lens.reach * scale + self.lens.width) / size).ceil() as usize + 2;
        let left = -self.lens.reach - self.lens.width / 2.0 / scale - size / scale;
        let shown = self.stands.seen(self.lens, top + size / 2.0).0;
        let pixel = |column: usize, mood: usize| {
            let first = left + column as f32 * size / scale;
            let at = |[across, down]: [f32; 2]| {
                let x = first + across * size / scale;
                match self.stands.seen(self.lens, top + down * size).0 {
                    Seen::Ground(y) if x.abs() < self.stands.end => self.ground.colour(x, y),
                    Seen::Ground(y) => self.stands.end_stand(x, y),
                    seen => self.stands.colour(seen, x, mood),
                }
            };
            // Four samples are enough where they agree, and for people, who are small and many.
            let coarse = COARSE.map(at);
            let differs = |other: &Light| (0..3).any(|part| (other.0[part] - coarse[0].0[part]).abs() > 0.05);
            if matches!(shown, Seen::Stand(_)) || !coarse.iter().any(differs) {
                return mean(coarse.into_iter()).yuv();
            }
            mean(
                (0..FINE * FINE)
                    .map(|index| at([index % FINE, index / FINE].map(|part| (part as f32 + 0.5) / FINE as f32))),
            )
            .yuv()
        };
        let moods = (0..moods).map(|mood| (0..wide).map(|column| pixel(column, mood)).collect()).collect();
        Painted { scale, moods }
    }
}

fn mean(samples: impl ExactSizeIterator<Item = Light>) -> Light {
    let count = samples.len() as f32;
    let add = |sum: [f32; 3], Light(sample): Light| std::array::from_fn(|part| sum[part] + sample[part]);
    Light(samples.fold([0.0; 3], add).map(|part| part / count))
}

impl Plane {
    fn push(&mut self, painted: Painted, part: impl Fn(&Yuv) -> u8) {
        let wide = painted.moods.first().map_or(0, Vec::len);
        self.rows.push(Row { scale: painted.scale, start: self.bytes.len(), wide, moods: painted.moods.len() });
        self.bytes.extend(painted.moods.iter().flatten().map(part));
    }

    /// `slid` is how far the camera is from the left end of its way; pixels of this plane have `size` of the picture's.
    fn show(&self, slid: f32, width: usize, size: usize, mood_of: impl Fn(usize) -> usize, out: &mut [u8]) {
        for (index, (row, out)) in self.rows.iter().zip(out.chunks_exact_mut(width)).enumerate() {
            let mood = if row.moods > 1 { mood_of(index * size) } else { 0 };
            let offset = (slid * row.scale / size as f32 + 1.0).clamp(0.0, (row.wide - width - 1) as f32);
            let whole = offset as usize;
            let share = ((offset - whole as f32) * 128.0) as u16;
            let from = &self.bytes[row.start + mood * row.wide + whole..][..width + 1];
            // Between two pixels, or lines that run away from the camera would tremble as it slides.
            for ((out, here), next) in out.iter_mut().zip(from).zip(&from[1..]) {
                *out = ((u16::from(*here) * (128 - share) + u16::from(*next) * share + 64) >> 7) as u8;
            }
        }
    }
}
