//! Social login providers as JSON.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A social login provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    Google,
    Facebook,
}

impl Provider {
    pub(crate) const ALL: [Self; 2] = [Self::Google, Self::Facebook];

    /// As it stands in addresses.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Facebook => "facebook",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.word() == word)
    }
}
