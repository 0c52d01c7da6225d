//! Schools and teams.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{CategoryId, GroupId, ParticipantId};

/// The purpose of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImageType {
    Logo,
    Crest,
    Cover,
    Poster,
}

/// A picture of a school or team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Image {
    #[serde(rename = "type")]
    pub kind: ImageType,
    pub url: String,
}

/// A school or club: a group of teams.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ParticipantGroup)]
pub struct Group {
    pub id: GroupId,
    pub name: String,
    pub short_name: String,
    pub alias: Option<String>,
    /// `#rrggbb`.
    pub color: String,
    pub city: String,
    pub state: String,
    pub images: Vec<Image>,
    /// Values of the channel's group properties, keyed by alias.
    pub properties: BTreeMap<String, String>,
    #[serde(skip)]
    pub in_menu: bool,
}

/// A property of schools, such as the division, with its possible values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroupProperty {
    pub id: i64,
    pub name: String,
    pub alias: String,
    pub values: Vec<String>,
}

/// The players: men, women, or not identified (absent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum Gender {
    #[serde(rename = "M")]
    Men,
    #[serde(rename = "W")]
    Women,
}

/// The properties of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParticipantProperties {
    pub gender: Option<Gender>,
    pub sport: Option<String>,
}

/// A team.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Participant {
    pub id: ParticipantId,
    pub name: String,
    pub short_name: String,
    pub alias: Option<String>,
    pub images: Vec<Image>,
    /// `#rrggbb`.
    pub color: String,
    pub group_id: Option<GroupId>,
    pub event_category_id: Option<CategoryId>,
    pub properties: ParticipantProperties,
    #[serde(skip)]
    pub in_menu: bool,
}

impl Participant {
    pub fn crest(&self) -> Option<&str> {
        self.images.iter().find(|image| image.kind == ImageType::Crest).map(|image| image.url.as_str())
    }
}

/// Whether a word of an address means this school or team: its alias, or else its name.
pub fn answers_to(alias: Option<&str>, name: &str, word: &str) -> bool {
    let word = word.trim().to_lowercase();
    alias.is_some_and(|alias| alias.to_lowercase() == word) || name.to_lowercase() == word
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ROUTE-29: the alias, or else the name.
    #[test]
    fn participant_answers_to_alias_or_name_in_any_case() {
        assert!(answers_to(Some("hawks"), "Northridge Hawks", "HAWKS"));
        assert!(answers_to(None, "Évry Étoiles", " évry étoiles "));
        assert!(!answers_to(Some("hawks"), "Northridge Hawks", "hawk"));
    }
}
