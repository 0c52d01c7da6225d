//! The colours that an operator chooses for a channel.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::colours::{ColorSettings, Colour};
use crate::editing::{Editable, nullable, present, set};
use crate::field_error::FieldErrors;
use crate::ids::ChannelId;

/// A channel's colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    pub id: ChannelId,
    pub alias: String,
    pub colours: ColorSettings,
}

/// The fields of a channel's colours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ColourFields {
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub header_background: Option<Colour>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub header_text_color: Option<Colour>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub body_background: Option<Colour>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub body_text_color: Option<Colour>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub footer_background: Option<Colour>,
    /// Of buttons, links and focus; null for Touchline blue.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub accent: Option<Option<Colour>>,
}

impl From<&ColorSettings> for ColourFields {
    fn from(colours: &ColorSettings) -> Self {
        Self {
            header_background: Some(colours.header_background),
            header_text_color: Some(colours.header_text_color),
            body_background: Some(colours.body_background),
            body_text_color: Some(colours.body_text_color),
            footer_background: Some(colours.footer_background),
            accent: Some(colours.accent),
        }
    }
}

impl Editable for Colours {
    type Fields = ColourFields;

    fn fields(&self) -> ColourFields {
        (&self.colours).into()
    }

    fn apply(&mut self, fields: ColourFields) {
        set(&mut self.colours.header_background, fields.header_background);
        set(&mut self.colours.header_text_color, fields.header_text_color);
        set(&mut self.colours.body_background, fields.body_background);
        set(&mut self.colours.body_text_color, fields.body_text_color);
        set(&mut self.colours.footer_background, fields.footer_background);
        set(&mut self.colours.accent, fields.accent);
    }

    /// None: what is no colour cannot be read.
    fn errors(&self) -> FieldErrors {
        FieldErrors::new()
    }

    fn label(&self) -> &str {
        &self.alias
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn changed(fields: Value) -> Option<Value> {
        let mut colours = Colours { id: ChannelId(1), alias: "demo".into(), colours: ColorSettings::default() };
        colours.apply(serde_json::from_value(fields).ok()?);
        Some(colours.body())
    }

    /// UI-10: one colour changes alone, and only the accent can be missing.
    #[test]
    fn colours_change_one_by_one() {
        let before = changed(json!({})).unwrap();
        for field in before.as_object().unwrap().keys() {
            let mut expected = before.clone();
            expected[field] = json!("#c8102e");
            assert_eq!(changed(json!({ field: "rgb(200, 16, 46)" })).unwrap(), expected);
            assert_eq!(changed(json!({ field: null })).is_some(), field == "accent");
        }
    }

    proptest! {
        /// T29: whatever is sent, a stored colour is `#rrggbb`.
        #[test]
        fn sent_texts_are_colours_or_refused(text in "(#|rgb\\(|hsl\\()?[ -~]{0,12}\\)?") {
            let Some(body) = changed(json!({ "body_background": text, "accent": text })) else { return Ok(()) };
            for field in ["body_background", "accent"] {
                let written = body[field].as_str().unwrap();
                prop_assert!(written.len() == 7 && written[1..].bytes().all(|byte| byte.is_ascii_hexdigit()));
            }
        }
    }
}
