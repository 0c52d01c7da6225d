//! Pictures of a channel's library: what an operator says of them, and where their files are.

mod address;
mod shape;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::editing::{Check, Editable, Listed, MAX_NAME, nullable, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::time::Timestamp;

pub use address::{PictureFormat, PictureName, in_text, readdressed, stored};
pub use shape::{Crop, Focus, MAX_WIDTH, MIN_SIDE, Size, WIDTHS};

/// What can show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureUseKind {
    Logo,
    Icon,
    Slide,
    Page,
    Faq,
    Block,
}

impl PictureUseKind {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Logo => "logo",
            Self::Icon => "icon",
            Self::Slide => "slide",
            Self::Page => "page",
            Self::Faq => "faq",
            Self::Block => "block",
        }
    }
}

/// A picture of the library. Its original is kept, so that it can be cut anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub id: i64,
    /// What it shows, in words.
    pub name: String,
    /// In pixels of the original; all of it without one.
    pub crop: Option<Crop>,
    /// What stays in view where a screen cuts the picture off.
    pub focus: Focus,
    pub original: Size,
    pub files: PictureFiles,
    pub created_at: Timestamp,
}

/// The files that were made of a picture. Each change makes new ones under new names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFiles {
    /// That the channel had when the picture was added: its files stay under it when the channel takes another one.
    pub alias: String,
    /// Random: the same for all files that were ever made of the picture, and of no other.
    pub key: String,
    /// Of the content.
    pub hash: String,
    pub format: PictureFormat,
    /// Of the largest one.
    pub size: Size,
}

impl Picture {
    /// The largest of its files, which names the others.
    pub fn file_name(&self) -> PictureName {
        let PictureFiles { key, hash, format, size, .. } = self.files.clone();
        PictureName { key, hash, focus: self.focus, width: size.width, format }
    }

    pub fn address(&self) -> String {
        self.file_name().address(&self.files.alias)
    }
}

/// The fields of a picture, as revisions have them. An operator sets the first three.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PictureFields {
    /// What it shows, in words.
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// The part of the original that is shown; null for all of it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<Crop>)]
    pub crop: Option<Option<Crop>>,
    #[schema(nullable = false)]
    pub focus: Option<Focus>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub original: Option<Size>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub files: Option<PictureFiles>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub created_at: Option<Timestamp>,
}

impl PictureFields {
    /// Without those that only the server sets.
    #[must_use]
    pub fn of_operator(self) -> Self {
        Self { original: None, files: None, created_at: None, ..self }
    }
}

impl Editable for Picture {
    type Fields = PictureFields;

    fn fields(&self) -> PictureFields {
        PictureFields {
            name: Some(self.name.clone()),
            crop: Some(self.crop),
            focus: Some(self.focus),
            original: Some(self.original),
            files: Some(self.files.clone()),
            created_at: Some(self.created_at),
        }
    }

    fn apply(&mut self, fields: PictureFields) {
        set_line(&mut self.name, fields.name);
        set(&mut self.crop, fields.crop);
        set(&mut self.focus, fields.focus);
        set(&mut self.original, fields.original);
        set(&mut self.files, fields.files);
        set(&mut self.created_at, fields.created_at);
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("name", &self.name, MAX_NAME);
        let is_outside = self.crop.is_some_and(|crop| !crop.is_in(self.original));
        check.note("crop", is_outside.then_some(FieldError::Invalid));
        check.note("focus", (!self.focus.is_valid()).then_some(FieldError::Invalid));
        check.errors()
    }

    fn label(&self) -> &str {
        &self.name
    }
}

impl Listed for Picture {
    const MAX_ITEMS: usize = 2_000;

    fn draft(id: i64) -> Self {
        Self {
            id,
            name: String::new(),
            crop: None,
            focus: Focus::default(),
            original: Size::default(),
            files: PictureFiles::default(),
            created_at: Timestamp(0),
        }
    }

    fn id(&self) -> i64 {
        self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(json: &str) -> Picture {
        let original = Size { width: 800, height: 600 };
        let mut picture = Picture { name: "Final".into(), original, ..Picture::draft(1) };
        picture.apply(serde_json::from_str(json).unwrap());
        picture
    }

    /// T34: a part of the picture lies inside it and is large enough to be shown.
    #[test]
    fn wrong_fields_are_named() {
        for (json, field, error) in [
            (r#"{"name": " "}"#, "name", FieldError::Required),
            (r#"{"crop": {"x": 1, "y": 0, "width": 800, "height": 600}}"#, "crop", FieldError::Invalid),
            (r#"{"crop": {"x": 4294967295, "y": 0, "width": 100, "height": 100}}"#, "crop", FieldError::Invalid),
            (r#"{"crop": {"x": 0, "y": 0, "width": 15, "height": 100}}"#, "crop", FieldError::Invalid),
            (r#"{"crop": {"x": 0, "y": 0, "width": 800, "height": 20}}"#, "crop", FieldError::Invalid),
            (r#"{"focus": {"x": 101, "y": 0}}"#, "focus", FieldError::Invalid),
        ] {
            assert_eq!(picture(json).errors(), FieldErrors::from([(field.to_owned(), vec![error])]), "{json}");
        }
        let cut = picture(r#"{"crop": {"x": 0, "y": 0, "width": 800, "height": 600}, "focus": {"x": 100, "y": 0}}"#);
        assert!(cut.errors().is_empty());
    }

    #[test]
    fn null_clears_the_crop() {
        let mut cut = picture(r#"{"crop": {"x": 1, "y": 2, "width": 100, "height": 90}}"#);
        assert_eq!(cut.crop, Some(Crop { x: 1, y: 2, width: 100, height: 90 }));
        cut.apply(serde_json::from_str(r#"{"name": "Cup"}"#).unwrap());
        assert!(cut.crop.is_some());
        cut.apply(serde_json::from_str(r#"{"crop": null}"#).unwrap());
        assert_eq!(cut.crop, None);
    }

    #[test]
    fn fields_of_the_server_are_not_an_operators() {
        let sent = r#"{"name": "Cup", "original": {"width": 1, "height": 1}, "created_at": 9,
            "files": {"alias": "demo", "key": "a", "hash": "b", "format": "jpg", "size": {"width": 1, "height": 1}}}"#;
        let fields: PictureFields = serde_json::from_str(sent).unwrap();
        assert_eq!(fields.of_operator(), PictureFields { name: Some("Cup".into()), ..PictureFields::default() });
    }
}
