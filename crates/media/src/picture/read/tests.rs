use image::ImageFormat::{Gif, Jpeg, Png, WebP};
use testkit::picture::{claiming, logo, picture, turned};

use super::*;
use crate::picture::{render, samples};
use domain::picture::Crop;

fn corners(bytes: &[u8]) -> [[u8; 3]; 4] {
    let picture = image::load_from_memory(bytes).unwrap().into_rgb8();
    let (right, bottom) = (picture.width() - 1, picture.height() - 1);
    [(0, 0), (right, 0), (0, bottom), (right, bottom)].map(|(x, y)| picture.get_pixel(x, y).0)
}

fn is_near(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 32)
}

#[test]
fn every_format_is_read() {
    for format in [Png, Jpeg, WebP, Gif] {
        let original = read(&picture(format, 200, 100)).unwrap();
        assert_eq!(original.size, Size { width: 200, height: 100 }, "{format:?}");
        let [start, .., end] = corners(&original.bytes);
        assert!(is_near(start, [0, 0, 90]) && is_near(end, [255, 255, 90]), "{format:?}: {start:?} {end:?}");
    }
}

#[test]
fn transparent_pictures_stay_transparent() {
    let original = read(&logo(200, [200, 0, 0])).unwrap();
    assert_eq!(original.format, PictureFormat::Png);
    let small = render(&original.bytes, original.format, None, usize::MAX).unwrap().remove(0);
    let small = image::load_from_memory(&small.bytes).unwrap().into_rgba8();
    assert_eq!(small.get_pixel(0, 0).0[3], 0);
    // Nothing of the invisible black is left at the edge.
    assert!(small.pixels().filter(|pixel| pixel.0[3] > 16).all(|pixel| pixel.0[0] > 180), "a dark edge");
}

#[test]
fn large_pictures_are_kept_smaller() {
    for (width, kept) in [(4096, 4096), (4098, 2049), (9000, 2250)] {
        let original = read(&picture(Jpeg, width, width / 8)).unwrap();
        assert_eq!(original.size.width, kept, "{width}");
        let [start, .., end] = corners(&original.bytes);
        assert!(is_near(start, [0, 0, 90]) && is_near(end, [255, 255, 90]), "{width}: {start:?} {end:?}");
    }
    let turned = read(&turned(&picture(Jpeg, 4100, 1000), 6)).unwrap();
    assert_eq!(turned.size, Size { width: 500, height: 2050 });
    let transparent = read(&logo(4200, [200, 0, 0])).unwrap();
    let pixels = image::load_from_memory(&transparent.bytes).unwrap().into_rgba8();
    assert_eq!(pixels.width(), 2100);
    assert!(pixels.pixels().filter(|pixel| pixel.0[3] > 16).all(|pixel| pixel.0[0] > 180), "a dark edge");
}

/// T34: a picture stands upright, and nothing else of its metadata is kept, such as where it was taken.
#[test]
fn orientation_is_applied_and_metadata_dropped() {
    let jpeg = picture(Jpeg, 64, 32);
    for (orientation, size, first) in
        [(1, (64, 32), [0, 0, 90]), (3, (64, 32), [255, 255, 90]), (6, (32, 64), [0, 255, 90])]
    {
        let original = read(&turned(&jpeg, orientation)).unwrap();
        assert_eq!((original.size.width, original.size.height), size, "{orientation}");
        assert!(is_near(corners(&original.bytes)[0], first), "{orientation}: {:?}", corners(&original.bytes));
        assert!(!original.bytes.windows(4).any(|part| part == b"Exif"), "{orientation}");
    }
}

/// T34: a small file cannot ask for gigabytes.
#[test]
fn huge_dimensions_are_refused_before_decoding() {
    let png = picture(Png, 32, 32);
    for (width, height) in [(60_000, 60_000), (u32::MAX / 2, 1), (10_000, 5_001), (0x7fff_ffff, 0x7fff_ffff)] {
        let refused = read(&claiming(&png, width, height)).unwrap_err();
        assert!(
            matches!(refused, PictureError::TooManyPixels | PictureError::Damaged),
            "{width}x{height}: {refused:?}"
        );
    }
    let mut gif = picture(Gif, 32, 32);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    assert!(read(&gif).is_err());
    let mut jpeg = picture(Jpeg, 32, 32);
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]);
    assert_eq!(read(&jpeg).unwrap_err(), PictureError::TooManyPixels);
}

/// T34: half a file is no picture.
#[test]
fn truncated_files_are_refused() {
    for format in [Png, Jpeg, WebP, Gif] {
        let whole = picture(format, 200, 100);
        for part in [12, whole.len() / 2, whole.len() * 9 / 10] {
            let refused = read(&whole[..part]).err();
            assert!(
                matches!(refused, Some(PictureError::Damaged | PictureError::Format)),
                "{format:?} {part}: {refused:?}"
            );
        }
    }
}

/// T34: what else a file is, is gone when it was written anew.
#[test]
fn polyglots_lose_their_other_half() {
    let hidden = b"PK\x03\x04<script>alert(1)</script>";
    for format in [Png, Jpeg] {
        let file = [&picture(format, 64, 64)[..], hidden].concat();
        let original = read(&file).unwrap();
        let files = render(&original.bytes, original.format, None, usize::MAX).unwrap();
        for bytes in files.iter().map(|file| &file.bytes).chain([&original.bytes]) {
            assert!(!bytes.windows(7).any(|part| part == b"<script"), "{format:?}");
        }
    }
}

/// T34: the content counts, and a drawing can hold scripts.
#[test]
fn other_files_are_refused() {
    for (file, why) in [
        (&b""[..], PictureError::Empty),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", PictureError::Svg),
        (b"\xef\xbb\xbf \n<?xml version=\"1.0\"?><!-- a --><SVG/>", PictureError::Svg),
        (b"<html><script>alert(1)</script></html>", PictureError::Format),
        (b"%PDF-1.7", PictureError::Format),
        (b"\0\0\0\x18ftypheic", PictureError::Format),
        (b"BM\x3a\0\0\0\0\0\0\0", PictureError::Format),
    ] {
        assert_eq!(read(file).unwrap_err(), why, "{:?}", String::from_utf8_lossy(&file[..file.len().min(20)]));
    }
    for (width, height) in [(8, 8), (15, 200), (2000, 16)] {
        assert_eq!(read(&picture(Png, width, height)).unwrap_err(), PictureError::Shape, "{width}x{height}");
    }
}

#[test]
fn files_have_the_widths_of_screens() {
    let original = read(&picture(Jpeg, 1000, 500)).unwrap();
    let files = |crop| render(&original.bytes, original.format, crop, usize::MAX);
    let sizes = |crop| files(crop).unwrap().iter().map(|file| (file.size.width, file.size.height)).collect::<Vec<_>>();
    assert_eq!(sizes(None), [(320, 160), (640, 320), (1000, 500)]);
    let crop = Crop { x: 500, y: 0, width: 500, height: 500 };
    assert_eq!(sizes(Some(crop)), [(320, 320), (500, 500)]);
    let [start, ..] = corners(&files(Some(crop)).unwrap().pop().unwrap().bytes);
    assert!(is_near(start, [127, 0, 90]), "{start:?}");
    assert_eq!(files(Some(Crop { x: 501, ..crop })).unwrap_err(), PictureError::Shape);
    let heaviest = files(None).unwrap().pop().unwrap().bytes.len();
    assert_eq!(render(&original.bytes, original.format, None, heaviest - 1).unwrap().len(), 2);
    assert_eq!(render(&original.bytes, original.format, None, 10).unwrap_err(), PictureError::Shape);
}

#[test]
fn samples_are_few() {
    let samples = samples(&logo(500, [200, 0, 0])).unwrap();
    assert_eq!(samples.len(), 64 * 64);
    assert!(samples.iter().any(|pixel| pixel[3] == 0) && samples.contains(&[200, 0, 0, 255]));
}
