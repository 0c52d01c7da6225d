//! Writes video and audio into one pipe as AVI, the simplest container for raw frames.

use std::io::{self, Write};

use footage::{RATE, Size};

const EARS: u32 = 2;
const SAMPLE: u32 = 2 * EARS;

/// The head of a file without an end: sizes of 0 mean "until it stops".
pub(super) fn head(size: Size) -> Vec<u8> {
    let [width, height] = [size.width, size.height].map(|side| side as u32);
    let picture = width * height * 3 / 2;
    let main = words(&[1_000_000 / size.fps, 0, 0, 0x100, 0, 0, 2, 0, width, height, 0, 0, 0, 0]);
    let video = stream(b"vids", b"I420", [1, size.fps, picture]);
    let form = [words(&[40, width, height, 12 << 16 | 1]), b"I420".to_vec(), words(&[picture, 0, 0, 0, 0])].concat();
    let audio = stream(b"auds", &[0; 4], [1, RATE as u32, SAMPLE]);
    let wave = words(&[EARS << 16 | 1, RATE as u32, RATE as u32 * SAMPLE, 16 << 16 | SAMPLE]);
    let streams = [
        list(b"strl", &[chunk(b"strh", &video), chunk(b"strf", &form)].concat()),
        list(b"strl", &[chunk(b"strh", &audio), chunk(b"strf", &wave)].concat()),
    ];
    let header = list(b"hdrl", &[chunk(b"avih", &main), streams.concat()].concat());
    [&b"RIFF\0\0\0\0AVI "[..], &header, b"LIST\0\0\0\0movi"].concat()
}

/// The head of one frame's pictures.
pub(super) fn picture(out: &mut impl Write, planes: [&[u8]; 3]) -> io::Result<()> {
    let length: usize = planes.iter().map(|plane| plane.len()).sum();
    out.write_all(b"00dc")?;
    out.write_all(&(length as u32).to_le_bytes())?;
    planes.iter().try_for_each(|plane| out.write_all(plane))
}

pub(super) fn sound(out: &mut impl Write, samples: &[i16]) -> io::Result<()> {
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    out.write_all(&chunk(b"01wb", &bytes))
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    [&name[..], &(body.len() as u32).to_le_bytes(), body].concat()
}

fn list(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    chunk(b"LIST", &[&name[..], body].concat())
}

/// `rate` is what the length of one piece is counted in, how many of them make a second, and how large it is.
fn stream(kind: &[u8; 4], codec: &[u8; 4], [scale, rate, piece]: [u32; 3]) -> Vec<u8> {
    let sample = if kind == b"auds" { piece } else { 0 };
    [&kind[..], codec, &words(&[0, 0, 0, scale, rate, 0, u32::MAX, piece, u32::MAX, sample, 0, 0])].concat()
}
