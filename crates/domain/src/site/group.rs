//! Schools and clubs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tidy_colour;
use crate::editing::{Check, Editable, Listed, MAX_NAME, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::ids::GroupId;
use crate::participant::Group;

/// The longest short name, in characters: it stands in scores.
pub(super) const MAX_SHORT_NAME: u32 = 12;
/// The colour of one that has none yet.
pub(super) const COLOUR: &str = "#3b4252";

/// The fields of a school or club.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GroupFields {
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// At most 12 characters.
    #[schema(nullable = false)]
    pub short_name: Option<String>,
    /// In any notation of CSS that the channel's colours take.
    #[schema(nullable = false)]
    pub color: Option<String>,
    #[schema(nullable = false)]
    pub city: Option<String>,
    #[schema(nullable = false)]
    pub state: Option<String>,
    /// Whether the site's menu shows it.
    #[schema(nullable = false)]
    pub in_menu: Option<bool>,
}

impl Editable for Group {
    type Fields = GroupFields;

    fn fields(&self) -> GroupFields {
        GroupFields {
            name: Some(self.name.clone()),
            short_name: Some(self.short_name.clone()),
            color: Some(self.color.clone()),
            city: Some(self.city.clone()),
            state: Some(self.state.clone()),
            in_menu: Some(self.in_menu),
        }
    }

    fn apply(&mut self, fields: GroupFields) {
        set_line(&mut self.name, fields.name);
        set_line(&mut self.short_name, fields.short_name);
        set(&mut self.color, fields.color.map(|colour| tidy_colour(&colour)));
        set_line(&mut self.city, fields.city);
        set_line(&mut self.state, fields.state);
        set(&mut self.in_menu, fields.in_menu);
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("name", &self.name, MAX_NAME);
        check.line("short_name", &self.short_name, MAX_SHORT_NAME);
        check.note("color", self.color.parse::<crate::colours::Colour>().err().map(|_| FieldError::Invalid));
        check.optional_line("city", Some(&self.city), MAX_NAME);
        check.optional_line("state", Some(&self.state), MAX_NAME);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.name
    }
}

impl Listed for Group {
    const MAX_ITEMS: usize = 5_000;

    fn draft(id: i64) -> Self {
        Self {
            id: GroupId(id),
            name: String::new(),
            short_name: String::new(),
            alias: None,
            color: COLOUR.into(),
            city: String::new(),
            state: String::new(),
            images: Vec::new(),
            properties: Default::default(),
            in_menu: true,
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
    fn wrong_schools_are_named() {
        let mut school = Group::draft(1);
        let required = |field: &str| (field.to_owned(), vec![FieldError::Required]);
        assert_eq!(school.errors(), FieldErrors::from([required("name"), required("short_name")]));
        school.apply(GroupFields {
            name: Some("Lions High".into()),
            short_name: Some("LIO".into()),
            color: Some("RGB(18, 52, 86)".into()),
            ..GroupFields::default()
        });
        assert!(school.errors().is_empty(), "{:?}", school.errors());
        assert_eq!(school.color, "#123456");
        school.apply(GroupFields { color: Some("red;}".into()), ..GroupFields::default() });
        assert_eq!(school.errors()["color"], [FieldError::Invalid]);
    }
}
