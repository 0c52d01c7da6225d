//! Things that operators edit: their fields, and the rules that every field follows.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::field_error::{FieldError, FieldErrors};
use crate::translations::Translated;

/// Lengths in characters.
pub const MAX_NAME: u32 = 120;
pub const MAX_TEXT: u32 = 2_000;
pub const MAX_HTML: u32 = 50_000;

/// A thing that operators edit.
pub trait Editable: Clone + Send + Sync + 'static {
    /// The fields that an operator may set, each of them optional: of a change some, of a whole body all.
    type Fields: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// All of them.
    fn fields(&self) -> Self::Fields;

    /// Sets the fields that are there.
    fn apply(&mut self, fields: Self::Fields);

    /// Every field that breaks a rule.
    fn errors(&self) -> FieldErrors;

    /// The name in the audit log.
    fn label(&self) -> &str;

    /// All fields as they are kept of a revision.
    fn body(&self) -> Value {
        // Texts, numbers and lists of them always serialise.
        serde_json::to_value(self.fields()).unwrap_or_default()
    }
}

/// A thing of which a channel has several, that operators make and remove.
pub trait Listed: Editable {
    /// Per channel.
    const MAX_ITEMS: usize;

    /// One without any field.
    fn draft(id: i64) -> Self;

    fn id(&self) -> i64;

    /// Whether no channel can have both.
    fn excludes(&self, _other: &Self) -> bool {
        false
    }
}

/// The errors of an edit. A field that was wrong before and stays as it was does not stop it: a file may have brought it.
pub fn edit_errors<T: Editable>(before: Option<&T>, after: &T) -> FieldErrors {
    let mut errors = after.errors();
    let Some(before) = before.filter(|_| !errors.is_empty()) else { return errors };
    let (known, was, is) = (before.errors(), before.body(), after.body());
    errors.retain(|field, _| !known.contains_key(field) || value_at(&was, field) != value_at(&is, field));
    errors
}

/// The value of `translations.fr.name` or `fields.0.label`.
fn value_at<'a>(body: &'a Value, field: &str) -> Option<&'a Value> {
    field.split('.').try_fold(body, |value, name| match name.parse::<usize>() {
        Ok(index) if value.is_array() => value.get(index),
        _ => value.get(name),
    })
}

/// Reads null as a value: the field is cleared. A field that is absent takes its default.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Reads a value that has to be one: null is none. A field that is absent takes its default.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// The same of a whole number. One that a field cannot hold reads as the largest, which is out of its range.
pub(crate) fn present_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    i64::deserialize(from).map(|number| Some(u32::try_from(number).unwrap_or(u32::MAX)))
}

/// Sets a field that is there.
pub(crate) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// A line of text, without spaces around it.
pub(crate) fn set_line(field: &mut String, value: Option<String>) {
    set(field, value.map(|text| text.trim().to_owned()));
}

/// A line of text that may be missing; an empty one is.
pub(crate) fn set_optional_line(field: &mut Option<String>, value: Option<Option<String>>) {
    let line = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    set(field, value.map(|text| text.and_then(line)));
}

/// Collects the errors of a thing.
#[derive(Default)]
pub(crate) struct Check(FieldErrors);

impl Check {
    pub(crate) fn note(&mut self, field: &str, error: Option<FieldError>) {
        if let Some(error) = error {
            self.0.entry(field.to_owned()).or_default().push(error);
        }
    }

    /// A line of text that has to be there.
    pub(crate) fn line(&mut self, field: &str, text: &str, max: u32) {
        self.note(field, line_error(text, 1, max));
    }

    pub(crate) fn optional_line(&mut self, field: &str, text: Option<&String>, max: u32) {
        self.note(field, text.and_then(|text| line_error(text, 0, max)));
    }

    /// Text of several lines, or HTML.
    pub(crate) fn text(&mut self, field: &str, text: &str, [min, max]: [u32; 2]) {
        self.note(field, text_error(text, min, max));
    }

    pub(crate) fn number(&mut self, field: &str, number: u32, [min, max]: [u32; 2]) {
        self.note(field, (!(min..=max).contains(&number)).then_some(FieldError::Range { min, max }));
    }

    /// The translations, by the longest text of each field.
    pub(crate) fn translations<T: Translated>(&mut self, thing: &T, longest: &[(&str, u32)]) {
        for (language, texts) in thing.translations().all() {
            for (name, text) in texts {
                let max = longest.iter().find(|(field, _)| field == name).map(|(_, max)| *max);
                let error = match max {
                    Some(max) if max > MAX_NAME => text_error(text, 0, max),
                    Some(max) => line_error(text, 0, max),
                    None => Some(FieldError::UnknownField),
                };
                self.note(&format!("translations.{}.{name}", language.code()), error);
            }
        }
    }

    /// The errors of a part of the thing.
    pub(crate) fn within(&mut self, part: &str, errors: FieldErrors) {
        self.0.extend(errors.into_iter().map(|(field, errors)| (format!("{part}.{field}"), errors)));
    }

    pub(crate) fn errors(self) -> FieldErrors {
        self.0
    }
}

fn line_error(text: &str, min: u32, max: u32) -> Option<FieldError> {
    text_error(text, min, max).or_else(|| text.chars().any(char::is_control).then_some(FieldError::Invalid))
}

fn text_error(text: &str, min: u32, max: u32) -> Option<FieldError> {
    match text.chars().count() {
        0 if min > 0 => Some(FieldError::Required),
        length if length > max as usize => Some(FieldError::Length { min, max }),
        // PostgreSQL keeps none.
        _ => text.contains('\0').then_some(FieldError::Invalid),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::channel::Language;
    use crate::content::FaqEntry;
    use crate::translations::Translations;

    fn question(question: &str) -> FaqEntry {
        FaqEntry { question: question.into(), answer: "<p>Yes.</p>".into(), ..FaqEntry::draft(1) }
    }

    /// CONT-03: what a file brought does not stop an edit of another field; what the edit touches has to be right.
    #[test]
    fn untouched_errors_do_not_stop_an_edit() {
        let long = question(&"é".repeat(301));
        let mut after = FaqEntry { answer: "<p>No.</p>".into(), ..long.clone() };
        assert!(edit_errors(Some(&long), &after).is_empty());
        assert!(edit_errors(None, &after).contains_key("question"));
        after.question.push('é');
        assert!(edit_errors(Some(&long), &after).contains_key("question"));
        let odd = |text: &str| Translations::default().with(Language::Fr, "questoin", text);
        let before = FaqEntry { translations: odd("a"), ..question("Why?") };
        assert!(edit_errors(Some(&before), &before).is_empty());
        let after = FaqEntry { translations: odd("b"), ..question("Why?") };
        assert_eq!(
            edit_errors(Some(&before), &after),
            FieldErrors::from([("translations.fr.questoin".to_owned(), vec![FieldError::UnknownField])])
        );
    }

    #[test]
    fn control_characters_are_refused() {
        assert_eq!(line_error("a\nb", 1, 9), Some(FieldError::Invalid));
        assert_eq!(text_error("a\nb", 1, 9), None);
        assert_eq!(text_error("a\0b", 1, 9), Some(FieldError::Invalid));
    }

    proptest! {
        /// VAL-03: lengths are counted in characters.
        #[test]
        fn lengths_are_inclusive(length in 0usize..20, max in 1u32..20) {
            let text: String = "шéa".chars().cycle().take(length).collect();
            let expected = match length {
                0 => Some(FieldError::Required),
                length if length > max as usize => Some(FieldError::Length { min: 1, max }),
                _ => None,
            };
            prop_assert_eq!(line_error(&text, 1, max), expected);
        }
    }
}
