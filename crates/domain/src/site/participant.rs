//! Teams.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::group::{COLOUR, MAX_SHORT_NAME};
use super::tidy_colour;
use crate::editing::{Check, Editable, Listed, MAX_NAME, nullable, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::ids::{CategoryId, GroupId, ParticipantId};
use crate::participant::{Participant, ParticipantProperties};

/// The fields of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParticipantFields {
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// At most 12 characters.
    #[schema(nullable = false)]
    pub short_name: Option<String>,
    #[schema(nullable = false)]
    pub color: Option<String>,
    /// Its school or club.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>)]
    pub group_id: Option<Option<GroupId>>,
    /// Its sport.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>)]
    pub event_category_id: Option<Option<CategoryId>>,
    /// Whether the site's menu shows it.
    #[schema(nullable = false)]
    pub in_menu: Option<bool>,
}

impl Editable for Participant {
    type Fields = ParticipantFields;

    fn fields(&self) -> ParticipantFields {
        ParticipantFields {
            name: Some(self.name.clone()),
            short_name: Some(self.short_name.clone()),
            color: Some(self.color.clone()),
            group_id: Some(self.group_id),
            event_category_id: Some(self.event_category_id),
            in_menu: Some(self.in_menu),
        }
    }

    fn apply(&mut self, fields: ParticipantFields) {
        set_line(&mut self.name, fields.name);
        set_line(&mut self.short_name, fields.short_name);
        set(&mut self.color, fields.color.map(|colour| tidy_colour(&colour)));
        set(&mut self.group_id, fields.group_id);
        set(&mut self.event_category_id, fields.event_category_id);
        set(&mut self.in_menu, fields.in_menu);
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("name", &self.name, MAX_NAME);
        check.line("short_name", &self.short_name, MAX_SHORT_NAME);
        check.note("color", self.color.parse::<crate::colours::Colour>().err().map(|_| FieldError::Invalid));
        check.errors()
    }

    fn label(&self) -> &str {
        &self.name
    }
}

impl Listed for Participant {
    const MAX_ITEMS: usize = 5_000;

    fn draft(id: i64) -> Self {
        Self {
            id: ParticipantId(id),
            name: String::new(),
            short_name: String::new(),
            alias: None,
            images: Vec::new(),
            color: COLOUR.into(),
            group_id: None,
            event_category_id: None,
            properties: ParticipantProperties { gender: None, sport: None },
            in_menu: false,
        }
    }

    fn id(&self) -> i64 {
        self.id.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn team_keeps_school_and_sport_until_they_are_cleared() {
        let mut team = Participant::draft(1);
        assert!(team.errors().contains_key("name"));
        team.apply(
            serde_json::from_str(r##"{"name": "Lions", "short_name": "LIO", "color": "#abc", "group_id": 7}"##)
                .unwrap(),
        );
        assert!(team.errors().is_empty(), "{:?}", team.errors());
        assert_eq!((team.color.as_str(), team.group_id), ("#aabbcc", Some(GroupId(7))));
        team.apply(serde_json::from_str(r#"{"event_category_id": 3}"#).unwrap());
        assert_eq!((team.group_id, team.event_category_id), (Some(GroupId(7)), Some(CategoryId(3))));
        team.apply(serde_json::from_str(r#"{"group_id": null}"#).unwrap());
        assert_eq!(team.group_id, None);
    }
}
