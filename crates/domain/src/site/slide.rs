//! Slides: pictures with text at the top of a view, some of them for a time.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MAX_ITEMS;
use super::window::moment;
use crate::content::{SlidableType, Slide};
use crate::editing::{Check, Editable, Listed, MAX_NAME, MAX_TEXT, nullable, set, set_line, set_optional_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::html::is_safe_link;
use crate::time::Timestamp;
use crate::translations::Translations;

/// The fields of a slide.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SlideFields {
    #[schema(nullable = false)]
    pub title: Option<String>,
    #[schema(nullable = false)]
    pub text: Option<String>,
    /// A path of this site, or an https address.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub image: Option<Option<String>>,
    /// A path of this site, or a web, mail or phone address.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub link_url: Option<Option<String>>,
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub link_text: Option<Option<String>>,
    /// The game that the slide is about.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>)]
    pub event_id: Option<Option<i64>>,
    /// The view that the slide belongs to; the home page without one.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<SlidableType>)]
    pub slidable_type: Option<Option<SlidableType>>,
    /// The sport, team or school of the view.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>)]
    pub slidable_id: Option<Option<i64>>,
    /// The first second in which the slide is shown; null for no beginning. Operators send a local time.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(ignore)]
    pub visible_from: Option<Option<i64>>,
    /// The first second in which it is no longer shown; null for no end. Operators send a local time.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(ignore)]
    pub visible_until: Option<Option<i64>>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for Slide {
    type Fields = SlideFields;

    fn fields(&self) -> SlideFields {
        SlideFields {
            title: Some(self.title.clone()),
            text: Some(self.text.clone()),
            image: Some(self.image.clone()),
            link_url: Some(self.link_url.clone()),
            link_text: Some(self.link_text.clone()),
            event_id: Some(self.event_id),
            slidable_type: Some(self.slidable_type),
            slidable_id: Some(self.slidable_id),
            visible_from: Some(self.visible_from.map(Timestamp::seconds)),
            visible_until: Some(self.visible_until.map(Timestamp::seconds)),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: SlideFields) {
        set_line(&mut self.title, fields.title);
        set(&mut self.text, fields.text);
        set_optional_line(&mut self.image, fields.image);
        set_optional_line(&mut self.link_url, fields.link_url);
        set_optional_line(&mut self.link_text, fields.link_text);
        set(&mut self.event_id, fields.event_id);
        set(&mut self.slidable_type, fields.slidable_type);
        set(&mut self.slidable_id, fields.slidable_id);
        set(&mut self.visible_from, moment(fields.visible_from));
        set(&mut self.visible_until, moment(fields.visible_until));
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
        // There is one home page.
        if self.is_of(SlidableType::Main) {
            self.slidable_id = None;
        }
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("title", &self.title, MAX_NAME);
        check.text("text", &self.text, [0, MAX_TEXT]);
        for (field, address, is_usable) in
            [("image", &self.image, is_picture as fn(&str) -> bool), ("link_url", &self.link_url, is_safe_link)]
        {
            check.optional_line(field, address.as_ref(), MAX_TEXT);
            let is_unsafe = address.as_deref().is_some_and(|address| !is_usable(address));
            check.note(field, is_unsafe.then_some(FieldError::UnsafeLink));
        }
        check.optional_line("link_text", self.link_text.as_ref(), MAX_NAME);
        let has_no_view = !self.is_of(SlidableType::Main) && self.slidable_id.is_none();
        check.note("slidable_id", has_no_view.then_some(FieldError::Required));
        self.window().check(&mut check);
        check.translations(self, &[("title", MAX_NAME), ("text", MAX_TEXT), ("link_text", MAX_NAME)]);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.title
    }
}

impl Listed for Slide {
    const MAX_ITEMS: usize = MAX_ITEMS;

    fn draft(id: i64) -> Self {
        Self {
            id,
            slidable_type: None,
            slidable_id: None,
            title: String::new(),
            text: String::new(),
            image: None,
            event_id: None,
            link_url: None,
            link_text: None,
            visible_from: None,
            visible_until: None,
            translations: Translations::default(),
        }
    }

    fn id(&self) -> i64 {
        self.id
    }
}

/// Whether a page may show a picture from there.
pub(super) fn is_picture(address: &str) -> bool {
    is_safe_link(address) && (address.starts_with('/') || address.starts_with("https://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(json: &str) -> Slide {
        let mut slide = Slide { title: "Final".into(), ..Slide::draft(1) };
        slide.apply(serde_json::from_str(json).unwrap());
        slide
    }

    /// UI-16: null clears a field, an absent one stays.
    #[test]
    fn null_clears() {
        let mut full = slide(
            r#"{"image": "/storage/images/demo/a.svg", "link_url": "/faq", "link_text": "More", "event_id": 3,
                "slidable_type": "group", "slidable_id": 9, "visible_from": 10, "visible_until": 20}"#,
        );
        assert!(full.errors().is_empty(), "{:?}", full.errors());
        full.apply(serde_json::from_str(r#"{"link_text": null, "event_id": null, "visible_until": null}"#).unwrap());
        assert_eq!((full.link_url.as_deref(), full.link_text.as_deref(), full.event_id), (Some("/faq"), None, None));
        assert_eq!((full.visible_from, full.visible_until), (Some(Timestamp(10_000)), None));
        full.apply(serde_json::from_str(r#"{"slidable_type": "main"}"#).unwrap());
        assert_eq!(full.slidable_id, None);
    }

    /// T28: pictures and links lead to no script.
    #[test]
    fn wrong_fields_are_named() {
        for (json, field, error) in [
            (r#"{"title": " "}"#, "title", FieldError::Required),
            (r#"{"image": "javascript:alert(1)"}"#, "image", FieldError::UnsafeLink),
            (r#"{"image": "mailto:a@b.example"}"#, "image", FieldError::UnsafeLink),
            (r#"{"image": "http://pictures.example/a.png"}"#, "image", FieldError::UnsafeLink),
            (r#"{"link_url": "//evil.example"}"#, "link_url", FieldError::UnsafeLink),
            (r#"{"slidable_type": "group"}"#, "slidable_id", FieldError::Required),
            (r#"{"visible_from": 20, "visible_until": 20}"#, "visible_until", FieldError::TimeOrder),
            (r#"{"visible_from": -1}"#, "visible_from", FieldError::Date),
            (r#"{"visible_until": 9223372036854775807}"#, "visible_until", FieldError::Date),
        ] {
            assert_eq!(slide(json).errors(), FieldErrors::from([(field.to_owned(), vec![error])]), "{json}");
        }
        let text = "a".repeat(2_001);
        assert_eq!(
            slide(&format!(r#"{{"text": "{text}"}}"#)).errors()["text"],
            [FieldError::Length { min: 0, max: 2_000 }]
        );
    }
}
