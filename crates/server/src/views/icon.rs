//! What a channel's icons are made of.

use domain::channel::Profile;
use domain::colours::{Colour, theme};
use domain::picture::stored;
use sha2::{Digest, Sha256};

pub(crate) struct IconSource<'a> {
    /// Of the channel's pictures, by whose it is and its name; without one the initial is drawn.
    pub(crate) picture: Option<(&'a str, &'a str)>,
    /// Whether the picture was made to be an icon.
    pub(crate) is_square: bool,
    pub(crate) letter: Option<char>,
    pub(crate) background: Colour,
    pub(crate) ink: Colour,
}

impl<'a> IconSource<'a> {
    pub(crate) fn of(profile: &'a Profile) -> Self {
        let theme = theme(&profile.colours);
        let icon = profile.icon.as_deref().and_then(stored);
        Self {
            picture: icon.or_else(|| profile.stored_logo()),
            is_square: icon.is_some(),
            letter: profile.name.chars().find(|sign| sign.is_alphanumeric()),
            background: theme.get("--accent").unwrap_or(Colour::BLACK),
            ink: theme.get("--on-accent").unwrap_or(Colour::WHITE),
        }
    }

    /// Another one whenever the icons look different.
    pub(crate) fn version(&self) -> String {
        let Self { picture, is_square, letter, background, ink } = self;
        let hash = Sha256::digest(format!("{picture:?} {is_square} {letter:?} {background} {ink}"));
        hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
    }
}
