//! Pictures for uploads, good and hostile.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

/// A picture in a format: colours that run across it, so that no two corners are the same.
pub fn picture(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let at = |part: u32, whole: u32| u8::try_from(part * 255 / whole).unwrap_or(u8::MAX);
    let drawn = RgbImage::from_fn(width, height, |x, y| Rgb([at(x, width), at(y, height), 90]));
    written(drawn.into(), format)
}

/// A disc of one colour on nothing.
pub fn logo(side: u32, colour: [u8; 3]) -> Vec<u8> {
    let [red, green, blue] = colour;
    let half = side / 2;
    let inside = |x: u32, y: u32| x.abs_diff(half).pow(2) + y.abs_diff(half).pow(2) < half.pow(2);
    let pixel = |x, y| if inside(x, y) { Rgba([red, green, blue, 255]) } else { Rgba([0, 0, 0, 0]) };
    written(RgbaImage::from_fn(side, side, pixel).into(), ImageFormat::Png)
}

fn written(picture: DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).expect("memory takes every picture");
    file.into_inner()
}

/// The JPEG with the orientation of a camera that was held that way.
pub fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let length = u16::try_from(exif.len() + 2).unwrap_or_default().to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, &exif, &jpeg[2..]].concat()
}

/// The PNG with another size in its header, and the rest as it was.
pub fn claiming(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let header = [&b"IHDR"[..], &width.to_be_bytes(), &height.to_be_bytes(), &png[24..29]].concat();
    [&png[..12], &header, &crc32fast::hash(&header).to_be_bytes(), &png[33..]].concat()
}
