//! The names of a picture's files. A name tells the focal point and the other sizes, so that whatever shows a picture needs
//! nothing but its address. `web/packages/ui/src/picture-sources.ts` reads the same names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::shape::{Focus, MAX_WIDTH, Size};
use crate::channel::is_alias;

const FOLDER: &str = "/storage/images/";
/// Of a key and of a hash.
const HEX_DIGITS: usize = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureFormat {
    #[default]
    Jpg,
    Png,
}

impl PictureFormat {
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpg => "jpg",
            Self::Png => "png",
        }
    }

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    pub fn of_extension(extension: &str) -> Option<Self> {
        [Self::Jpg, Self::Png].into_iter().find(|format| format.extension() == extension)
    }
}

/// `KEY-HASH-X-Y-WIDTH.FORMAT`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureName {
    pub key: String,
    pub hash: String,
    pub focus: Focus,
    pub width: u32,
    pub format: PictureFormat,
}

impl PictureName {
    pub fn address(&self, alias: &str) -> String {
        format!("{FOLDER}{alias}/{self}")
    }

    /// The names of all sizes, if this is the largest.
    pub fn sizes(&self) -> impl Iterator<Item = Self> {
        let widths = Size { width: self.width, height: 1 }.widths();
        widths.into_iter().map(|width| Self { width, ..self.clone() })
    }
}

impl fmt::Display for PictureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, hash, focus, width, format } = self;
        write!(f, "{key}-{hash}-{}-{}-{width}.{}", focus.x, focus.y, format.extension())
    }
}

/// The text is no name of a library picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOfLibrary;

impl FromStr for PictureName {
    type Err = NotOfLibrary;

    fn from_str(name: &str) -> Result<Self, NotOfLibrary> {
        read(name).filter(|read| read.to_string() == name).ok_or(NotOfLibrary)
    }
}

fn read(name: &str) -> Option<PictureName> {
    let (stem, extension) = name.split_once('.')?;
    let parts: Vec<&str> = stem.split('-').collect();
    let &[key, hash, x, y, width] = parts.as_slice() else { return None };
    let hex = |text: &str| (text.len() == HEX_DIGITS && text.bytes().all(is_hex)).then(|| text.to_owned());
    let focus = Some(Focus { x: x.parse().ok()?, y: y.parse().ok()? }).filter(|focus| focus.is_valid())?;
    let width = width.parse().ok().filter(|width| (1..=MAX_WIDTH).contains(width))?;
    Some(PictureName {
        key: hex(key)?,
        hash: hex(hash)?,
        focus,
        width,
        format: PictureFormat::of_extension(extension)?,
    })
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

/// Whose a stored picture is, and its name; nothing for one that lies elsewhere.
pub fn stored(address: &str) -> Option<(&str, &str)> {
    address.strip_prefix(FOLDER)?.split_once('/')
}

/// The library pictures that an address, HTML or JSON leads to.
pub fn in_text(text: &str) -> impl Iterator<Item = PictureName> {
    text.split(FOLDER).skip(1).filter_map(|after| Some(at_start(after)?.1))
}

/// The text with each address of that picture leading to this name under this alias: a channel file brings pictures under
/// the alias that the channel has then.
pub fn readdressed(text: &str, alias: &str, name: &PictureName) -> String {
    let mut parts = text.split(FOLDER);
    let mut changed = parts.next().unwrap_or_default().to_owned();
    for after in parts {
        match at_start(after).filter(|(_, found)| found.key == name.key) {
            Some((length, _)) => {
                changed.push_str(&name.address(alias));
                changed.push_str(&after[length..]);
            }
            None => {
                changed.push_str(FOLDER);
                changed.push_str(after);
            }
        }
    }
    changed
}

/// The picture that a text begins with, under the alias of a channel, and the length of both.
fn at_start(text: &str) -> Option<(usize, PictureName)> {
    let (alias, rest) = text.split_once('/').filter(|(alias, _)| is_alias(alias))?;
    let name = name_at_start(rest)?;
    Some((alias.len() + 1 + name.len(), name.parse().ok()?))
}

/// What of a text that follows a slash can be a file's name.
fn name_at_start(text: &str) -> Option<&str> {
    let dot = text
        .find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '-'))
        .filter(|at| text[*at..].starts_with('.'))?;
    let extension = text[dot + 1..].find(|sign: char| !sign.is_ascii_alphanumeric());
    Some(&text[..extension.map_or(text.len(), |length| dot + 1 + length)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAME: &str = "0123456789abcdef-fedcba9876543210-30-100-1280.jpg";

    fn name(text: &str) -> Result<PictureName, NotOfLibrary> {
        text.parse()
    }

    #[test]
    fn name_tells_focal_point_and_sizes() {
        let read = name(NAME).unwrap();
        assert_eq!((read.focus, read.width), (Focus { x: 30, y: 100 }, 1280));
        assert_eq!(read.sizes().map(|size| size.width).collect::<Vec<_>>(), [320, 640, 1280]);
    }

    /// Names of pictures that came by a file are not mistaken for the library's.
    #[test]
    fn other_names_are_not_of_the_library() {
        for other in [
            "",
            "logo.png",
            "team-1-2-3-320.jpg",
            "0123456789abcdef-fedcba9876543210-30-101-1280.jpg",
            "0123456789abcdef-fedcba9876543210-30-100-1921.jpg",
            "0123456789abcdef-fedcba9876543210-30-100-0.jpg",
            "0123456789abcdef-fedcba9876543210-+3-100-1280.jpg",
            "0123456789abcdef-fedcba9876543210-030-100-1280.jpg",
            "0123456789abcdef-fedcba9876543210-30-100-1280.svg",
            "0123456789ABCDEF-fedcba9876543210-30-100-1280.jpg",
            "0123456789abcde-fedcba9876543210-30-100-1280.jpg",
        ] {
            assert_eq!(name(other), Err(NotOfLibrary), "{other}");
        }
    }

    #[test]
    fn pictures_are_found_and_readdressed_in_any_text() {
        let new = name("0123456789abcdef-0000000000000000-50-50-640.jpg").unwrap();
        let other = "aaaaaaaaaaaaaaaa-fedcba9876543210-30-100-1280.jpg";
        let html = format!(
            "<img src=\"/storage/images/demo/{NAME}\"><a href=\"/storage/images/demo/{other}\">1/2</a> \
             https://tv.example/storage/images/former/{NAME}. /storage/images/demo/{NAME} /{NAME} /storage/images/a b/{NAME}"
        );
        assert_eq!(in_text(&html).filter(|found| found.key == new.key).count(), 3);
        let changed = readdressed(&html, "demo", &new);
        let address = new.address("demo");
        assert_eq!(
            changed,
            format!(
                "<img src=\"{address}\"><a href=\"/storage/images/demo/{other}\">1/2</a> \
                 https://tv.example{address}. {address} /{NAME} /storage/images/a b/{NAME}"
            )
        );
        assert_eq!(in_text(&changed).filter(|found| *found == new).count(), 3);
    }

    proptest! {
        #[test]
        fn names_survive_being_written(key in "[0-9a-f]{16}", hash in "[0-9a-f]{16}", x in 0u8..=100, y in 0u8..=100,
                                       width in 1u32..=1920, is_png: bool) {
            let format = if is_png { PictureFormat::Png } else { PictureFormat::Jpg };
            let name = PictureName { key, hash, focus: Focus { x, y }, width, format };
            prop_assert_eq!(name.to_string().parse(), Ok(name));
        }

        #[test]
        fn texts_without_the_picture_stay(text in ".{0,200}") {
            prop_assert_eq!(readdressed(&text, "demo", &name(NAME).unwrap()), text);
        }
    }
}
