//! Makes the files of a picture: cut, in the sizes that screens use, and written by our own encoder.

use std::io::Cursor;

use bytes::Bytes;
use domain::picture::{Crop, PictureFormat, Size};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::FilterType as Sampling;
use image::{DynamicImage, GenericImageView, ImageFormat, RgbaImage};

use super::read::{PictureError, decode, format_of};

const JPEG_QUALITY: u8 = 85;
/// Enough for every colour of a logo to be seen.
const SAMPLE_SIDE: u32 = 64;

/// One size of a picture.
#[derive(Clone, Debug)]
pub struct Rendered {
    pub size: Size,
    pub bytes: Bytes,
}

/// The files of an original, smallest first, without those of more than `max_bytes`.
pub fn render(
    original: &[u8],
    format: PictureFormat,
    crop: Option<Crop>,
    max_bytes: usize,
) -> Result<Vec<Rendered>, PictureError> {
    let mut picture = eight_bits(decode(original, of(format))?);
    let (width, height) = picture.dimensions();
    if let Some(crop) = crop {
        if !crop.is_in(Size { width, height }) {
            return Err(PictureError::Shape);
        }
        picture = picture.crop_imm(crop.x, crop.y, crop.width, crop.height);
    }
    let (width, height) = picture.dimensions();
    let whole = Size { width, height };
    let mut files = Vec::new();
    for width in whole.widths() {
        let size = whole.at_width(width);
        let scaled = if size == whole { None } else { Some(resized(&picture, size)) };
        let bytes = encode(scaled.as_ref().unwrap_or(&picture), format).ok_or(PictureError::Damaged)?;
        if bytes.len() <= max_bytes {
            files.push(Rendered { size, bytes: bytes.into() });
        }
    }
    if files.is_empty() { Err(PictureError::Shape) } else { Ok(files) }
}

/// Some pixels of a picture, with their opacity.
pub fn samples(bytes: &[u8]) -> Result<Vec<[u8; 4]>, PictureError> {
    let small = decode(bytes, format_of(bytes)?)?.thumbnail(SAMPLE_SIDE, SAMPLE_SIDE).into_rgba8();
    Ok(small.pixels().map(|pixel| pixel.0).collect())
}

fn of(format: PictureFormat) -> ImageFormat {
    match format {
        PictureFormat::Jpg => ImageFormat::Jpeg,
        PictureFormat::Png => ImageFormat::Png,
    }
}

pub(super) fn is_transparent(picture: &DynamicImage) -> bool {
    let is_any = |pixels: &RgbaImage| pixels.pixels().any(|pixel| pixel.0[3] < u8::MAX);
    match picture.as_rgba8() {
        Some(pixels) => is_any(pixels),
        None => picture.color().has_alpha() && is_any(&picture.to_rgba8()),
    }
}

/// The picture as large as a square of this side can hold it.
pub(super) fn fitted(picture: &DynamicImage, side: u32) -> DynamicImage {
    let (width, height) = picture.dimensions();
    let longest = u64::from(width.max(height).max(1));
    let scaled = |length: u32| u32::try_from(u64::from(length) * u64::from(side) / longest).unwrap_or(side).max(1);
    resized(picture, Size { width: scaled(width), height: scaled(height) })
}

/// The picture in another size.
fn resized(picture: &DynamicImage, size: Size) -> DynamicImage {
    let scale = |picture: &DynamicImage| picture.resize_exact(size.width, size.height, Sampling::Lanczos3);
    if is_transparent(picture) { unweighted(scale(&weighted(picture.to_rgba8()))) } else { scale(picture) }
}

/// The picture with half its sides, by a filter that needs no memory of its own.
pub(super) fn halved(picture: DynamicImage) -> DynamicImage {
    let (width, height) = (picture.width().div_ceil(2), picture.height().div_ceil(2));
    let scale = |picture: &DynamicImage| picture.thumbnail_exact(width, height);
    if is_transparent(&picture) {
        unweighted(scale(&weighted(picture.into_rgba8())))
    } else {
        scale(&picture.into_rgb8().into())
    }
}

/// The colour of invisible pixels must not bleed into visible ones.
fn weighted(mut pixels: RgbaImage) -> DynamicImage {
    for pixel in pixels.pixels_mut() {
        let [red, green, blue, alpha] = pixel.0.map(u16::from);
        pixel.0 = [red * alpha / 255, green * alpha / 255, blue * alpha / 255, alpha].map(|value| value as u8);
    }
    pixels.into()
}

fn unweighted(picture: DynamicImage) -> DynamicImage {
    let mut pixels = picture.into_rgba8();
    for pixel in pixels.pixels_mut() {
        let [red, green, blue, alpha] = pixel.0.map(u16::from);
        let plain = |value: u16| (value * 255).checked_div(alpha).unwrap_or_default().min(255);
        pixel.0 = [plain(red), plain(green), plain(blue), alpha].map(|value| value as u8);
    }
    pixels.into()
}

/// The picture with eight bits per channel, and opacity only where something is transparent.
pub(super) fn eight_bits(picture: DynamicImage) -> DynamicImage {
    if is_transparent(&picture) { picture.into_rgba8().into() } else { picture.into_rgb8().into() }
}

/// The picture as a file without metadata.
pub(super) fn encode(picture: &DynamicImage, format: PictureFormat) -> Option<Vec<u8>> {
    let mut file = Cursor::new(Vec::new());
    let written = match format {
        PictureFormat::Jpg => {
            picture.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY))
        }
        PictureFormat::Png => picture.write_with_encoder(PngEncoder::new_with_quality(
            &mut file,
            CompressionType::Default,
            FilterType::Adaptive,
        )),
    };
    written.ok()?;
    Some(file.into_inner())
}
