//! Reads a picture from outside, within limits that hold before anything is decoded.

use std::io::Cursor;

use bytes::Bytes;
use domain::picture::{PictureFormat, Size};
use image::{DynamicImage, GenericImageView, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::jpeg;
use super::render::{eight_bits, encode, halved, is_transparent};

/// Phones take 12 or 24 of them, in their finest mode 50.
pub const MAX_MEGAPIXELS: u64 = 50;
/// In bytes: that many pixels of four.
const MAX_MEMORY: u64 = MAX_MEGAPIXELS * 1_000_000 * 4 + 16 * 1024 * 1024;
/// Longer ones are halved until they are not: half of the largest size can still be cut out without enlarging it.
const MAX_ORIGINAL_SIDE: u32 = 4096;

/// Why a file is not taken as a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    #[error("The file is empty")]
    Empty,
    #[error("Only PNG, JPEG, WebP and GIF pictures can be used")]
    Format,
    #[error("SVG drawings can contain scripts: use a PNG instead")]
    Svg,
    #[error("The file is damaged or incomplete")]
    Damaged,
    #[error("The picture has more than {MAX_MEGAPIXELS} megapixels")]
    TooManyPixels,
    #[error("The picture is too small, or too long for its width")]
    Shape,
}

/// The picture as it is kept: turned upright, without metadata, and no larger than screens can use.
#[derive(Clone, Debug)]
pub struct Original {
    pub bytes: Bytes,
    pub format: PictureFormat,
    pub size: Size,
}

/// Reads the first picture of a file, whatever its name says. Takes seconds: not for a thread that answers.
pub fn read(bytes: &[u8]) -> Result<Original, PictureError> {
    let format = format_of(bytes)?;
    let picture = eight_bits(decode(bytes, format)?);
    let (width, height) = picture.dimensions();
    let size = Size { width, height };
    let png = || encode(&picture, PictureFormat::Png).ok_or(PictureError::Damaged);
    let jpg = || encode(&picture, PictureFormat::Jpg).ok_or(PictureError::Damaged);
    let (format, bytes) = if is_transparent(&picture) {
        (PictureFormat::Png, png()?)
    } else if matches!(format, ImageFormat::Jpeg) {
        (PictureFormat::Jpg, jpg()?)
    } else {
        // Flat graphics are smaller without loss, photographs are not.
        let (png, jpg) = (png()?, jpg()?);
        if png.len() <= jpg.len() { (PictureFormat::Png, png) } else { (PictureFormat::Jpg, jpg) }
    };
    Ok(Original { bytes: bytes.into(), format, size })
}

/// By content, never by name.
pub(super) fn format_of(bytes: &[u8]) -> Result<ImageFormat, PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Empty);
    }
    match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Gif)) => Ok(format),
        _ if is_markup(bytes) => Err(PictureError::Svg),
        _ => Err(PictureError::Format),
    }
}

fn is_markup(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = start.trim_ascii_start();
    let text = String::from_utf8_lossy(&start[..start.len().min(1024)]).to_ascii_lowercase();
    text.starts_with('<') && text.contains("<svg")
}

/// The pixels, upright, and no more of them than an original has.
pub(super) fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, PictureError> {
    if format == ImageFormat::Jpeg && !jpeg::is_whole(bytes) {
        return Err(PictureError::Damaged);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(|cause| of_decoder(&cause))?;
    let (width, height) = decoder.dimensions();
    let size = Size { width, height };
    if size.pixels() > MAX_MEGAPIXELS * 1_000_000 || decoder.total_bytes() > MAX_MEMORY {
        return Err(PictureError::TooManyPixels);
    }
    if !size.is_picture() {
        return Err(PictureError::Shape);
    }
    let orientation = decoder.orientation().map_err(|cause| of_decoder(&cause))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|cause| of_decoder(&cause))?;
    // Before it is turned, which copies it.
    while picture.width().max(picture.height()) > MAX_ORIGINAL_SIDE {
        picture = halved(picture);
    }
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn of_decoder(cause: &image::ImageError) -> PictureError {
    match cause {
        image::ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Damaged,
    }
}

#[cfg(test)]
mod tests;
