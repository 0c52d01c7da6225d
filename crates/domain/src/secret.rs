//! Values that must never reach a log.

use serde::{Deserialize, Deserializer};

/// Holds a secret: it cannot be printed, and code that reads it calls `expose`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    pub fn new(value: T) -> Self {
        Self(value)
    }

    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> std::fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Secrets come in with requests; there is no way back out but by name.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Secret<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T44: a secret that is logged by accident shows nothing.
    #[test]
    fn debug_output_hides_the_value() {
        let printed = format!("{:?}", Some(Secret::new("hunter2")));
        assert!(!printed.contains("hunter2"), "{printed}");
    }
}
