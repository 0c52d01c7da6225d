//! Players: limbs with a step that fits their speed, drawn small enough that this is all it takes.

use std::f32::consts::{PI, TAU};

use crate::camera::Lens;
use crate::colour::{Rgb, Yuv};
use crate::font;
use crate::picture::{Picture, Point};
use crate::play::{LEAP, Player, Pose};
use crate::random::at_place;
use crate::sport::Sport;

/// What a player wears and looks like.
pub(crate) struct Look {
    shirt: [Yuv; 2],
    trim: Yuv,
    shorts: Yuv,
    socks: Yuv,
    skin: [Yuv; 2],
    hair: Yuv,
    number: String,
    bulk: f32,
    stick: bool,
    pads: bool,
}

/// A colour in the light and in the shade.
fn shaded(colour: Rgb) -> [Yuv; 2] {
    [colour.yuv(), colour.mix(Rgb::BLACK, 0.24).yuv()]
}

impl Look {
    pub(crate) fn new(player: &Player, sport: Sport, shirts: [Rgb; 2], shorts: [Rgb; 2], seed: u64) -> Self {
        let chance = |what| at_place(player.place as i32 + 40 * player.side.index() as i32, seed as i32, what);
        let ice = sport == Sport::IceHockey;
        let keeper = sport.rules().keeper && player.place == 0;
        // A keeper is told from everybody on the field.
        let alone = |colour: &Rgb| shirts.iter().map(|shirt| shirt.distance(*colour)).fold(f32::MAX, f32::min);
        let keepers = [Rgb(0xe8e04a), Rgb(0xf08a2c), Rgb(0x2fbf8f), Rgb(0x26282e)];
        let shirt = match keepers.into_iter().max_by(|one, two| alone(one).total_cmp(&alone(two))) {
            Some(colour) if keeper && !ice => colour,
            _ => shirts[player.side.index()],
        };
        let pale = shirt.brightness() > 0.55;
        let own = shorts[player.side.index()];
        let trim = if pale { own } else { Rgb(0xf4f6f8) };
        let skin = Rgb([0xf2c9a5, 0xe0ac82, 0xb57d52, 0x8a5a3a, 0x5f3f2a][(chance(50) * 5.0) as usize]);
        let hair = Rgb([0x17120f, 0x2c1d13, 0x5a3b20, 0xa8844e][(chance(51) * 4.0) as usize]);
        let short = if pale { shirt.mix(own, 0.12) } else { own };
        Self {
            shirt: shaded(shirt),
            trim: trim.yuv(),
            shorts: if ice { Rgb(0x1b2029).mix(own, 0.35) } else { short }.yuv(),
            socks: if ice { shirt } else { short.mix(trim, 0.25) }.yuv(),
            skin: shaded(skin),
            hair: if ice { shirt.mix(Rgb::BLACK, 0.25) } else { hair }.yuv(),
            number: player.number.to_string(),
            bulk: if ice { 1.3 } else { 1.0 },
            stick: ice,
            pads: ice && keeper,
        }
    }
}

pub(crate) struct Scene<'a> {
    pub(crate) lens: &'a Lens,
    pub(crate) camera: f32,
    pub(crate) now: f32,
    pub(crate) sport: Sport,
}

/// The shade under a player; all of them lie below everybody.
pub(crate) fn shade(picture: &mut Picture, scene: &Scene<'_>, player: &Player) {
    let [x, y] = scene.lens.see(scene.camera, [player.at[0], player.at[1], 0.0]);
    let size = scene.lens.scale(player.at[1]) * scene.sport.rules().tall;
    let ink = Rgb(if scene.sport == Sport::IceHockey { 0x5c7488 } else { 0x10160f }).yuv();
    // Lamps on all sides: one shade to each, and a darker core.
    picture.glow([x - 0.16 * size, y + 0.03 * size], [0.4 * size, 0.12 * size], ink.at(0.4));
    picture.glow([x + 0.16 * size, y + 0.03 * size], [0.4 * size, 0.12 * size], ink.at(0.4));
    picture.ellipse([x, y], [0.16 * size, 0.055 * size], ink.at(0.45));
}

pub(crate) fn draw(picture: &mut Picture, scene: &Scene<'_>, player: &Player, look: &Look) {
    Figure::new(scene, player, look).draw(picture);
}

/// A body in the picture: a unit is its height, x to the right, y up from the feet.
struct Figure<'a> {
    look: &'a Look,
    player: &'a Player,
    feet: Point,
    size: f32,
    /// Where it faces: to the right, and away from the camera.
    ahead: [f32; 2],
    /// 0 stands, 1 sprints.
    pace: f32,
    lean: f32,
    arms_up: bool,
    crouch: f32,
}

impl<'a> Figure<'a> {
    fn new(scene: &Scene<'_>, player: &'a Player, look: &'a Look) -> Self {
        let leap = player.leap.map(|leap| (((scene.now - leap.since) / LEAP).clamp(0.0, 1.0), leap));
        let (mut up, mut across, mut lean) = (0.0, 0.0, 0.0);
        if let Some((share, leap)) = leap {
            up = 4.0 * leap.up * share * (1.0 - share);
            across = leap.across * (share * 1.4).min(1.0);
            lean = (leap.across * 0.5).clamp(-0.8, 0.8) * (share * PI).sin();
        }
        let cheering = player.pose == Pose::Cheering;
        let hop = if cheering { 0.12 * (scene.now * 7.0 + player.own * TAU).sin().abs() } else { 0.0 };
        let speed = player.speed[0].hypot(player.speed[1]);
        let feet = scene.lens.see(scene.camera, [player.at[0], player.at[1] + across, up + hop]);
        let ahead = [player.facing.cos(), player.facing.sin()];
        let pace = (speed / scene.sport.rules().speed).min(1.0);
        Self {
            look,
            player,
            feet,
            size: scene.lens.scale(player.at[1]) * scene.sport.rules().tall * (0.95 + 0.1 * player.own),
            ahead,
            pace,
            lean: lean + ahead[0] * 0.16 * pace * if look.stick { 1.5 } else { 1.0 },
            arms_up: cheering || leap.is_some_and(|(share, leap)| leap.across == 0.0 && share < 0.85),
            crouch: if player.pose == Pose::Guarding || look.stick { 0.05 } else { 0.0 },
        }
    }

    /// A point of the body; what is higher leans further.
    fn at(&self, x: f32, y: f32) -> Point {
        [self.feet[0] + (x + self.lean * y) * self.size, self.feet[1] - y * self.size * (1.0 - 0.3 * self.lean.abs())]
    }

    fn limb(&self, picture: &mut Picture, [from, to]: [Point; 2], [thick, thin]: [f32; 2], colour: Yuv) {
        let scale = self.size * self.look.bulk;
        // Thinner than this would flicker.
        let radii = [(thick * scale).max(0.7), (thin * scale).max(0.7)];
        picture.limb(self.at(from[0], from[1]), self.at(to[0], to[1]), radii, colour);
    }

    fn draw(&self, picture: &mut Picture) {
        let across = -self.ahead[1];
        // Which of two is behind the body.
        let far = if self.ahead[0] * across.signum() > 0.0 { 1.0 } else { -1.0 };
        self.arm(picture, far, true);
        self.leg(picture, far, true);
        self.leg(picture, -far, false);
        self.trunk(picture);
        self.head(picture);
        self.arm(picture, -far, false);
        if self.look.stick {
            self.stick(picture);
        }
    }

    fn hips(&self) -> f32 {
        0.5 - self.crouch
    }

    /// How broad the body looks from here.
    fn breadth(&self) -> f32 {
        0.55 + 0.45 * self.ahead[1].abs()
    }

    fn leg(&self, picture: &mut Picture, side: f32, behind: bool) {
        let phase = self.player.stride + if side > 0.0 { 0.0 } else { PI };
        let glide = if self.look.stick { 0.7 } else { 1.0 };
        let swing = phase.sin() * 0.25 * self.pace.sqrt() * glide;
        let lift = phase.cos().max(0.0) * 0.17 * self.pace * glide;
        let apart = side * (0.045 + self.crouch * 1.1) * self.breadth();
        let foot = [apart * 1.5 + swing * self.ahead[0], lift + swing * self.ahead[1] * 0.3 + 0.03];
        let hip = [apart * 0.9, self.hips()];
        let bend = 0.05 + self.crouch + lift * 0.6;
        let knee = [(hip[0] + foot[0]) / 2.0 + bend * self.ahead[0], (hip[1] + foot[1]) / 2.0 + 0.02];
        let skin = self.look.skin[usize::from(behind)];
        let [thigh, shin] = if self.look.stick { [self.look.shorts, self.look.socks] } else { [skin, self.look.socks] };
        let wide = if self.look.pads { 1.9 } else { 1.0 };
        let shin = if self.look.pads { Rgb(0xe9edf2).yuv() } else { shin };
        self.limb(picture, [hip, knee], [0.058, 0.044], thigh);
        let calf = [knee[0] + (foot[0] - knee[0]) * 0.3, knee[1] + (foot[1] - knee[1]) * 0.3];
        if !self.look.stick {
            self.limb(picture, [knee, calf], [0.042, 0.038], skin);
        }
        self.limb(picture, [calf, foot], [0.04 * wide, 0.03 * wide], shin);
        // Shorts end above the knee.
        let hem = [hip[0] + (knee[0] - hip[0]) * 0.62, hip[1] + (knee[1] - hip[1]) * 0.62];
        self.limb(picture, [hip, hem], [0.068, 0.068], self.look.shorts);
        let toe = [foot[0] + 0.055 * self.ahead[0], foot[1] - 0.012];
        self.limb(picture, [foot, toe], [0.026, 0.022], Rgb(0x191c22).yuv());
    }

    fn trunk(&self, picture: &mut Picture) {
        let [low, high] = [self.hips(), self.hips() + 0.3];
        let half = 0.062 * self.breadth();
        let [shirt, shadow] = self.look.shirt;
        self.limb(picture, [[-half * 0.6, low], [half * 0.6, low]], [0.062, 0.062], self.look.shorts);
        // The side towards the camera is lit from above, so the chest is brighter than the waist.
        let [left, right] = [[-half, high - 0.02], [half, high - 0.02]];
        self.limb(picture, [[-half * 0.5, low + 0.05], left], [0.062, 0.07], shadow);
        self.limb(picture, [[half * 0.5, low + 0.05], right], [0.062, 0.07], shadow);
        self.limb(picture, [[-half * 0.4, low + 0.1], [-half * 0.8, high - 0.01]], [0.056, 0.064], shirt);
        self.limb(picture, [[half * 0.4, low + 0.1], [half * 0.8, high - 0.01]], [0.056, 0.064], shirt);
        if self.size < 44.0 {
            return;
        }
        self.limb(picture, [[-half * 1.2, low + 0.035], [half * 1.2, low + 0.035]], [0.012, 0.012], self.look.trim);
        if self.size > 70.0 && self.ahead[1].abs() > 0.3 {
            let high_letters = 0.115 * self.size;
            let [x, y] = self.at(0.0, high - 0.03);
            let wide = font::width(&self.look.number, high_letters);
            picture.text(&self.look.number, [x - wide / 2.0, y], high_letters, self.look.trim);
        }
    }

    fn head(&self, picture: &mut Picture) {
        let top = self.hips() + 0.42;
        let [x, y] = self.at(0.02 * self.ahead[0], top);
        let radius = (0.062 * self.size).max(1.2);
        let neck = self.at(0.0, top - 0.09);
        picture.limb(neck, [x, y], [radius * 0.55, radius * 0.55], self.look.skin[1]);
        picture.ellipse([x, y], [radius * 0.92, radius * 1.12], self.look.skin[0]);
        // Hair: over the crown, and over all of it for players that look away.
        let away = self.ahead[1].max(0.0);
        let back = [x - self.ahead[0] * radius * 0.28, y - radius * (0.5 - 0.3 * away)];
        picture.ellipse(back, [radius * (0.9 + 0.08 * away), radius * (0.72 + 0.28 * away)], self.look.hair);
        if self.look.stick {
            let visor = [x + self.ahead[0] * radius * 0.4, y - radius * 0.1];
            picture.ellipse(visor, [radius * 0.5, radius * 0.2], Rgb(0x202832).yuv().at(0.7));
        }
    }

    fn arm(&self, picture: &mut Picture, side: f32, behind: bool) {
        let shoulder = [side * 0.105 * self.breadth(), self.hips() + 0.28];
        let phase = self.player.stride + if side > 0.0 { PI } else { 0.0 };
        let swing = phase.sin() * 0.17 * self.pace;
        let [elbow, hand] = if self.arms_up {
            [[side * 0.15, 0.93], [side * 0.13 + 0.03 * self.ahead[0], 1.12]]
        } else if self.player.pose == Pose::Guarding && !self.look.stick {
            [[side * 0.21, 0.7], [side * 0.3 + 0.06 * self.ahead[0], 0.8]]
        } else if self.look.stick {
            [[side * 0.13 + 0.06 * self.ahead[0], 0.58], [0.2 * self.ahead[0] + side * 0.04, 0.5]]
        } else {
            let low = shoulder[1] - 0.16;
            let elbow = [shoulder[0] * 1.25 + (swing - 0.03) * self.ahead[0], low];
            [elbow, [elbow[0] + (0.07 + swing * 0.7) * self.ahead[0], low - 0.09 + 0.1 * self.pace]]
        };
        let skin = self.look.skin[usize::from(behind)];
        let sleeve = self.look.shirt[usize::from(behind)];
        let half = [(shoulder[0] + elbow[0]) / 2.0, (shoulder[1] + elbow[1]) / 2.0];
        let lower = if self.look.stick { sleeve } else { skin };
        self.limb(picture, [shoulder, elbow], [0.036, 0.03], lower);
        self.limb(picture, [elbow, hand], [0.03, 0.024], lower);
        self.limb(picture, [shoulder, half], [0.046, 0.042], sleeve);
        self.limb(picture, [hand, hand], [0.028, 0.028], if self.look.stick { self.look.trim } else { skin });
    }

    fn stick(&self, picture: &mut Picture) {
        let wood = Rgb(0x2a2320).yuv();
        let reach = if self.look.pads { 0.3 } else { 0.52 };
        let blade = [reach * self.ahead[0] + 0.05, 0.02 + 0.14 * self.ahead[1]];
        let grip = [0.14 * self.ahead[0], 0.58];
        let width = (0.013 * self.size).max(0.8);
        picture.limb(self.at(grip[0], grip[1]), self.at(blade[0], blade[1]), [width, width], wood);
        let toe = self.at(blade[0] + 0.12 * self.ahead[0].signum(), blade[1] - 0.005);
        picture.limb(self.at(blade[0], blade[1]), toe, [width * 1.3, width * 1.1], wood);
    }
}
