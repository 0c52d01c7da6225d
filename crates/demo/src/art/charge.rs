//! Charges: what stands on a crest. Each is a few flat facets around the origin, within about 100 units.

use Tone::{Ink, Light, Metal, Second, Shade};

/// The figure on a crest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charge {
    Anchor,
    Arrow,
    Bear,
    Bolt,
    Comet,
    Compass,
    Crown,
    Flame,
    Hawk,
    Mountain,
    Sun,
    Tower,
    Tree,
    Waves,
    Wing,
    Wolf,
}

/// How a facet is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// The metal of the crest; these facets also carry the dark outline.
    Metal,
    /// The metal in shadow.
    Shade,
    /// The metal in light.
    Light,
    /// The second colour of the crest.
    Second,
    /// The dark of the outlines.
    Ink,
}

/// One facet: its tone and its outline as SVG path data; mirrored facets are drawn again on the left.
pub(crate) struct Facet {
    pub(crate) tone: Tone,
    pub(crate) path: &'static str,
    pub(crate) mirrored: bool,
}

const fn one(tone: Tone, path: &'static str) -> Facet {
    Facet { tone, path, mirrored: false }
}

const fn both(tone: Tone, path: &'static str) -> Facet {
    Facet { tone, path, mirrored: true }
}

impl Charge {
    pub(crate) fn facets(self) -> &'static [Facet] {
        match self {
            Self::Anchor => &ANCHOR,
            Self::Arrow => &ARROW,
            Self::Bear => &BEAR,
            Self::Bolt => &BOLT,
            Self::Comet => &COMET,
            Self::Compass => &COMPASS,
            Self::Crown => &CROWN,
            Self::Flame => &FLAME,
            Self::Hawk => &HAWK,
            Self::Mountain => &MOUNTAIN,
            Self::Sun => &SUN,
            Self::Tower => &TOWER,
            Self::Tree => &TREE,
            Self::Waves => &WAVES,
            Self::Wing => &WING,
            Self::Wolf => &WOLF,
        }
    }
}

const ANCHOR: [Facet; 4] = [
    one(
        Metal,
        "M0-100a26 26 0 0 1 12 49V-36H46V-14H12V70C34 66 50 54 58 34L42 32 78 4 96 46 80 42C66 78 38 96 0 102C-38 96-66 78-80 42L-96 46-78 4-42 32-58 34C-50 54-34 66-12 70V-14H-46V-36H-12V-51A26 26 0 0 1 0-100ZM0-86a12 12 0 1 0 .1 0Z",
    ),
    one(Shade, "M0-50H12V-36H46V-14H12V70C34 66 50 54 58 34L42 32 78 4 96 46 80 42C66 78 38 96 0 102Z"),
    one(Shade, "M0-100a26 26 0 0 1 0 52V-62a12 12 0 0 0 0-24Z"),
    one(Light, "M-46-36H0V-29H-46Z"),
];

const ARROW: [Facet; 4] = [
    one(Metal, "M-75-96-63-37-53-55 26 46 21 70 45 100 52 66 86 68 62 38 38 36-40-65-21-70Z"),
    one(Shade, "M-75-96-21-70-40-65 38 36 62 38 86 68 52 66Z"),
    one(Metal, "M75-96 63-37 53-55-26 46-21 70-45 100-52 66-86 68-62 38-38 36 40-65 21-70Z"),
    one(Shade, "M75-96 63-37 53-55-26 46-21 70-45 100-52 66Z"),
];

const BEAR: [Facet; 9] = [
    one(
        Metal,
        "M0-72C16-74 30-72 40-66C50-86 84-82 86-54C88-40 80-28 70-24C84 2 86 26 72 48L56 52 58 66 38 72C28 90 14 96 0 96S-28 90-38 72L-58 66-56 52-72 48C-86 26-84 2-70-24C-80-28-88-40-86-54C-84-82-50-86-40-66C-30-72-16-74 0-72Z",
    ),
    one(
        Shade,
        "M0-72C16-74 30-72 40-66C50-86 84-82 86-54C88-40 80-28 70-24C84 2 86 26 72 48L56 52 58 66 38 72C28 90 14 96 0 96Z",
    ),
    both(Ink, "M50-56C58-66 72-62 72-50C72-44 68-38 62-36Z"),
    one(Light, "M0 16C20 16 36 30 36 52C36 72 20 86 0 86S-36 72-36 52C-36 30-20 16 0 16Z"),
    one(Metal, "M0 16C20 16 36 30 36 52C36 72 20 86 0 86Z"),
    one(
        Ink,
        "M-22 30C-12 24 12 24 22 30C22 42 10 50 3 54V66C12 66 18 62 22 58 20 70 10 76 0 76S-20 70-22 58C-18 62-12 66-3 66V54C-10 50-22 42-22 30Z",
    ),
    both(Ink, "M16-4 52-24 50-8C44 4 28 8 20 6Z"),
    both(Light, "M28-4 42-12 40-6C36-2 32-2 28-4Z"),
    both(Ink, "M0-56 10-34 0-14Z"),
];

const BOLT: [Facet; 3] = [
    one(Metal, "M30-104-64 16-14 12-34 104 66-26 14-22Z"),
    one(Shade, "M30-104 14-22 66-26-34 104-2 0Z"),
    one(Light, "M30-104-64 16-44 14Z"),
];

const COMET: [Facet; 5] = [
    one(Metal, "M-40-20-104 52-22 12ZM-24 16-92 106 12 34ZM16 34-26 106 40 30Z"),
    one(Shade, "M-30-2-104 52-22 12ZM-4 26-92 106 12 34ZM28 32-26 106 40 30Z"),
    one(Metal, "M30-106 48-54 103-53 59-20 75 33 30 2-15 33 1-20-43-53 12-54Z"),
    one(Shade, "M30-106 48-54 30-30ZM103-53 59-20 30-30ZM75 33 30 2 30-30ZM-15 33 1-20 30-30ZM-43-53 12-54 30-30Z"),
    one(Light, "M30-106 30-30 12-54Z"),
];

const COMPASS: [Facet; 5] = [
    one(Metal, "M0-104 17-24 62-62 24-17 104 0 24 17 62 62 17 24 0 104-17 24-62 62-24 17-104 0-24-17-62-62-17-24Z"),
    one(Second, "M62-62 0 0 17-24ZM62 62 0 0 24 17ZM-62 62 0 0-17 24ZM-62-62 0 0-24-17Z"),
    one(Shade, "M0-104 17-24 0 0ZM104 0 24 17 0 0ZM0 104-17 24 0 0ZM-104 0-24-17 0 0Z"),
    one(Ink, "M0-15A15 15 0 0 1 0 15 15 15 0 0 1 0-15Z"),
    one(Light, "M0-8A8 8 0 0 1 0 8 8 8 0 0 1 0-8Z"),
];

const CROWN: [Facet; 7] = [
    one(Metal, "M-72 66-92-30A12 12 0 1 1-80-34L-44 4-8-62A14 14 0 1 1 8-62L44 4 80-34A12 12 0 1 1 92-30L72 66Z"),
    one(Shade, "M0-60H8L44 4 80-34 90-30 72 66H0Z"),
    one(Second, "M-74 36H74L70 58H-70Z"),
    one(Ink, "M-76 32H76L75 38H-75ZM-71 56H71L70 61H-70Z"),
    one(Light, "M0 38 12 47 0 56-12 47Z"),
    both(Light, "M40 38 50 47 40 56 30 47Z"),
    one(Second, "M0-28 14 4 0 22-14 4Z"),
];

const FLAME: [Facet; 4] = [
    one(
        Metal,
        "M8-106C10-62 66-44 70 18C72 66 40 100 0 102C-42 100-72 66-68 20C-66-10-46-24-42-54C-26-44-20-30-18-14C-2-40-6-74 8-106Z",
    ),
    one(Shade, "M8-106C10-62 66-44 70 18C72 66 40 100 0 102C34 84 48 52 38 18C30-12 0-44 8-106Z"),
    one(
        Second,
        "M2-14C8 14 38 28 38 60C38 84 20 98 0 98C-22 98-38 84-38 62C-38 42-24 34-18 16C-10 22-6 30-5 38C2 24 2 6 2-14Z",
    ),
    one(Light, "M0 42C4 54 16 62 16 78C16 90 9 97 0 97S-16 90-16 80C-16 66-4 58 0 42Z"),
];

const HAWK: [Facet; 7] = [
    one(
        Metal,
        "M-58 100-66 62-84 72-80 34-98 38-84 2-98 0-78-28C-70-70-26-92 20-80C38-75 50-66 56-54C84-52 102-28 92 26C82 8 68 4 50 8C44 28 36 38 28 48L38 84 12 70 8 104-16 76-30 108-40 80Z",
    ),
    one(
        Shade,
        "M50 8C44 28 36 38 28 48L38 84 12 70 8 104-16 76-30 108-40 80-58 100-66 62-84 72-80 34C-40 40 0 34 24 12Z",
    ),
    one(Second, "M56-54C84-52 102-28 92 26C82 8 68 4 50 8C30 10 22-6 30-20Z"),
    one(Ink, "M50 8C40 8 32 4 28-4 48-2 66-6 84-2 90 6 93 14 92 26 82 8 68 4 50 8Z"),
    one(Ink, "M-36-44 22-40 42-24C30-10 10-10-2-22-14-30-26-34-36-44Z"),
    one(Light, "M6-30 30-25C24-17 14-18 6-30Z"),
    one(Light, "M-78-28C-70-70-26-92 20-80-20-78-52-58-60-22L-84 2-98 0Z"),
];

const MOUNTAIN: [Facet; 6] = [
    one(Metal, "M-108 66-46-34-24-4 18-92 108 66C60 92 26 76 0 66C-30 56-66 60-108 66Z"),
    one(Shade, "M18-92 108 66C80 82 58 82 38 78L24 14 34-20Z"),
    one(Shade, "M-46-34-24-4-36 30-44 60-74 62-52 18Z"),
    one(Light, "M18-92 50-36 34-18 24-36 8-12-6-28-14-24Z"),
    one(Metal, "M-88 82C-50 70-24 76 0 86C26 98 54 100 86 84 54 118 20 110-6 102-36 92-60 92-88 82Z"),
    one(Light, "M-46-34-28-10-40 2-50-12-60-6-64-4Z"),
];

const SUN: [Facet; 4] = [
    one(
        Metal,
        "M0-106 15-57 53-92 42-42 92-53 57-15 106 0 57 15 92 53 42 42 53 92 15 57 0 106-15 57-53 92-42 42-92 53-57 15-106 0-57-15-92-53-42-42-53-92-15-57Z",
    ),
    one(
        Shade,
        "M0-106 15-57 0-40ZM53-92 42-42 20-35ZM92-53 57-15 35-20ZM106 0 57 15 40 0ZM92 53 42 42 35 20ZM53 92 15 57 20 35ZM0 106-15 57 0 40ZM-53 92-42 42-20 35ZM-92 53-57 15-35 20ZM-106 0-57-15-40 0ZM-92-53-42-42-35-20ZM-53-92-15-57-20-35Z",
    ),
    one(Ink, "M0-44A44 44 0 0 1 0 44 44 44 0 0 1 0-44Z"),
    one(Second, "M0-36A36 36 0 0 1 0 36 36 36 0 0 1 0-36Z"),
];

const TOWER: [Facet; 7] = [
    one(Metal, "M-62-96H-38V-76H-14V-96H14V-76H38V-96H62V-44L50-30V62H66V100H-66V62H-50V-30L-62-44Z"),
    one(Shade, "M0-76H14V-96H14V-76H38V-96H62V-44L50-30V62H66V100H0Z"),
    one(Ink, "M-62-48H62L56-40H-56ZM-50 58H50V66H-50Z"),
    one(Ink, "M-20 100V40C-20 24-10 14 0 10C10 14 20 24 20 40V100Z"),
    one(Second, "M-12 100V42C-12 32-6 26 0 22C6 26 12 32 12 42V100Z"),
    both(Ink, "M26-18H36V16H26Z"),
    one(Ink, "M-5-30H5V0H-5Z"),
];

const TREE: [Facet; 5] = [
    one(Metal, "M0-108 36-52 22-54 56-6 38-8 78 52H14V100H-14V52H-78L-38-8-56-6-22-54-36-52Z"),
    one(Shade, "M0-108 36-52 22-54 56-6 38-8 78 52H14V100H0Z"),
    one(Ink, "M-30-50 0-36 30-50 22-54 0-44-22-54ZM-46-4 0 14 46-4 38-8 0 4-38-8Z"),
    one(Second, "M-14 56H14V96H-14Z"),
    one(Light, "M0-108-36-52-26-53Z"),
];

const WAVES: [Facet; 4] = [
    one(
        Metal,
        "M-106 8C-98-58-48-98 8-88C50-80 74-48 66-18C58-34 44-42 30-40C50-22 46 8 22 18C48 30 76 26 104 2V40C70 70 30 66 0 50C-34 34-70 36-106 62Z",
    ),
    one(Shade, "M-106 62V30C-70 6-38 8 22 18C48 30 76 26 104 2V40C70 70 30 66 0 50C-34 34-70 36-106 62Z"),
    one(Second, "M-84 6C-74-44-34-74 8-66C34-60 48-48 52-40C30-52 4-42 0-16C-24-22-58-18-84 6Z"),
    one(Metal, "M-98 84C-66 62-34 62-2 78C28 92 60 92 92 68V90C60 112 28 112-4 98C-34 84-66 86-98 104Z"),
];

const WING: [Facet; 5] = [
    one(
        Metal,
        "M-96 58C-92-24-30-86 98-100C90-74 76-62 56-54L84-54C74-32 58-22 36-18L62-12C50 8 34 16 12 18L36 28C22 46 4 52-16 52L4 66C-24 90-70 92-96 58Z",
    ),
    one(
        Shade,
        "M56-54 84-54C74-32 58-22 36-18L-14 2C14-10 38-30 56-54ZM12 18 36 28C22 46 4 52-16 52L-48 48C-24 44-4 34 12 18Z",
    ),
    one(
        Shade,
        "M98-100C90-74 76-62 56-54L4-34C38-50 70-74 98-100ZM36-18 62-12C50 8 34 16 12 18L-32 28C-4 18 18 2 36-18ZM-16 52 4 66C-24 90-70 92-96 58-70 68-42 64-16 52Z",
    ),
    one(Second, "M-84 54C-80 4-44-40 8-64-34-34-58 4-60 56-68 60-78 60-84 54Z"),
    one(Light, "M-96 58C-92-24-30-86 98-100-10-78-76-22-84 54Z"),
];

const WOLF: [Facet; 9] = [
    one(
        Metal,
        "M0-38 28-46 62-104 78-26 98 22 78 24 86 52 60 52 44 76 18 98 0 102-18 98-44 76-60 52-86 52-78 24-98 22-78-26-62-104-28-46Z",
    ),
    one(Shade, "M0-38 28-46 62-104 78-26 98 22 78 24 86 52 60 52 44 76 18 98 0 102Z"),
    both(Ink, "M40-44 58-78 66-24Z"),
    one(Second, "M0-38 22-22 14 6 0 18-14 6-22-22Z"),
    both(Ink, "M14 14 58-12 52 12 30 22Z"),
    both(Light, "M26 12 46 1 42 10 32 15Z"),
    both(Light, "M0 22 12 22 26 50 18 78 0 94Z"),
    one(Metal, "M0 22H12L26 50 18 78 0 94Z"),
    one(Ink, "M-18 60H18L10 76 0 82-10 76ZM-3 80H3V96H-3Z"),
];
