//! The stream key of an encoder. It is never logged; only the game's id in front of it may be.

use domain::secret::Secret;

const MAX_LENGTH: usize = 128;

/// What an encoder named as its key, of a form that a key could have.
#[derive(Clone, Debug)]
pub struct StreamKey(Secret<String>);

impl StreamKey {
    /// T35: rejects names with characters that no key has. Anything after a `?` is an option of the encoder and is
    /// ignored.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let key = name.split('?').next().unwrap_or_default().trim_matches('/');
        let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (plain && (1..=MAX_LENGTH).contains(&key.len())).then(|| Self(Secret::new(key.to_owned())))
    }

    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// The number of the game that a key begins with; nothing where it does not, since that might be a secret.
    pub(super) fn game(&self) -> &str {
        let number = self.expose().split_once('-').map_or("", |(number, _)| number);
        let is_number = number.len() <= 19 && number.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { number } else { "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T35: a key is cut out of what encoders send, or refused, and never shown.
    #[test]
    fn keys_are_plain_words_and_stay_secret() {
        let key = StreamKey::parse("42-1-ABCDEFGH?user=me&x=/../").unwrap();
        assert_eq!((key.expose(), key.game()), ("42-1-ABCDEFGH", "42"));
        assert!(!format!("{key:?}").contains("ABCDEFGH"));
        for secret in ["ABCDEFGH", "ABC-DEF", "12345678901234567890-x"] {
            assert_eq!(StreamKey::parse(secret).unwrap().game(), "");
        }
        for wrong in ["", "?", "a/b", "a b", "42-1-\u{e9}", "42-1-A\n", &"a".repeat(129)] {
            assert!(StreamKey::parse(wrong).is_none(), "{wrong:?}");
        }
    }
}
