//! One object of the file while it is read: each field is taken once, and what is left at the end is unknown.

use std::cell::RefCell;

use domain::html::{is_safe_link, sanitise};
use domain::translations::{Translated, Translations};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::pictures::Addresses;
use crate::problems::{Problems, shown};

/// Longer than any text that a person writes; a page of a channel is some thousand.
const MAX_TEXT_BYTES: usize = 200_000;
/// Ids are exact in JavaScript too.
const MAX_ID: i64 = (1 << 53) - 1;

/// What is shared by all rows of a file.
pub(crate) struct Reading<'a> {
    pub(crate) problems: RefCell<Problems>,
    pub(crate) addresses: Addresses<'a>,
}

impl Reading<'_> {
    pub(crate) fn problem(&self, place: &str, what: impl Into<String>) {
        self.problems.borrow_mut().add(place, what);
    }
}

pub(crate) struct Row<'a> {
    place: String,
    fields: Map<String, Value>,
    reading: &'a Reading<'a>,
}

impl<'a> Row<'a> {
    pub(crate) fn of(reading: &'a Reading<'a>, place: String, value: Value) -> Option<Self> {
        match value {
            Value::Object(fields) => Some(Self { place, fields, reading }),
            _ => {
                reading.problem(&place, "has to be an object");
                None
            }
        }
    }

    pub(crate) fn place(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) }
    }

    pub(crate) fn problem(&self, name: &str, what: impl Into<String>) {
        self.reading.problem(&self.place(name), what);
    }

    /// Takes a field; `null` is the same as none.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.fields.remove(name).filter(|value| !value.is_null())
    }

    fn value<T: DeserializeOwned>(&self, name: &str, value: Value) -> Option<T> {
        match serde_json::from_value(value) {
            Ok(value) => Some(value),
            Err(cause) => {
                self.problem(name, shown(&cause.to_string()));
                None
            }
        }
    }

    /// A field that has to be there. Nothing where it is not, which is a problem that has been told.
    pub(crate) fn need<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        match self.take(name) {
            Some(value) => self.value(name, value),
            None => {
                self.problem(name, "is missing");
                None
            }
        }
    }

    /// A field that may be missing.
    pub(crate) fn may<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = self.take(name)?;
        self.value(name, value)
    }

    pub(crate) fn raw(&mut self, name: &str) -> Option<Value> {
        self.take(name)
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        let text = self.need(name)?;
        self.checked(name, text)
    }

    pub(crate) fn may_text(&mut self, name: &str) -> Option<String> {
        let text = self.may(name)?;
        self.checked(name, text)
    }

    fn checked(&self, name: &str, text: String) -> Option<String> {
        match wrong_text(&text) {
            Some(wrong) => {
                self.problem(name, wrong);
                None
            }
            None => Some(text),
        }
    }

    /// HTML, sanitised, with the channel's own pictures at their addresses.
    pub(crate) fn html(&mut self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        Some(sanitise(&self.reading.addresses.html_in(&text)))
    }

    /// A picture: one of the channel's own, `pictures/NAME`, or an address.
    pub(crate) fn may_picture(&mut self, name: &str) -> Option<String> {
        let text = self.may_text(name)?;
        self.picture(name, &text)
    }

    pub(crate) fn picture(&self, name: &str, text: &str) -> Option<String> {
        let address = self.reading.addresses.picture_in(text);
        if address.is_none() {
            self.problem(name, "has to be pictures/NAME, or an address that pages may lead to");
        }
        address
    }

    pub(crate) fn preroll(&mut self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        Some(self.reading.addresses.preroll_in(&text))
    }

    /// A link that may stand in a page.
    pub(crate) fn link(&self, name: &str, link: Option<String>) -> Option<String> {
        let link = link?;
        if is_safe_link(&link) {
            return Some(link);
        }
        self.problem(name, "is no address that pages may lead to");
        None
    }

    pub(crate) fn id(&mut self) -> Option<i64> {
        let id = self.need("id")?;
        if (1..=MAX_ID).contains(&id) {
            return Some(id);
        }
        self.problem("id", format!("has to be between 1 and {MAX_ID}"));
        None
    }

    /// A number within its bounds.
    pub(crate) fn number<T: DeserializeOwned + PartialOrd + std::fmt::Display>(
        &mut self,
        name: &str,
        [least, most]: [T; 2],
    ) -> Option<T> {
        let number = self.need(name)?;
        self.within(name, number, [least, most])
    }

    pub(crate) fn may_number<T: DeserializeOwned + PartialOrd + std::fmt::Display>(
        &mut self,
        name: &str,
        [least, most]: [T; 2],
    ) -> Option<T> {
        let number = self.may(name)?;
        self.within(name, number, [least, most])
    }

    fn within<T: PartialOrd + std::fmt::Display>(&self, name: &str, number: T, [least, most]: [T; 2]) -> Option<T> {
        if least <= number && number <= most {
            return Some(number);
        }
        self.problem(name, format!("has to be between {least} and {most}"));
        None
    }

    /// An object that has to be there.
    pub(crate) fn object<T>(&mut self, name: &str, read: impl FnOnce(Row<'a>) -> Option<T>) -> Option<T> {
        let Some(value) = self.take(name) else {
            self.problem(name, "is missing");
            return None;
        };
        read(Row::of(self.reading, self.place(name), value)?)
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, name: &str, most: usize) -> Vec<String> {
        let texts = self.values::<String>(name, most);
        for (number, text) in texts.iter().enumerate() {
            self.check_text(&format!("{name}[{number}]"), &[text]);
        }
        texts
    }

    pub(crate) fn check_text(&self, name: &str, texts: &[&str]) {
        if let Some(wrong) = texts.iter().find_map(|text| wrong_text(text)) {
            self.problem(name, wrong);
        }
    }

    fn list(&mut self, name: &str, most: usize) -> Vec<Value> {
        match self.take(name) {
            None => Vec::new(),
            Some(Value::Array(values)) if values.len() <= most => values,
            Some(Value::Array(values)) => {
                self.problem(name, format!("has {} entries, and {most} are the most", values.len()));
                Vec::new()
            }
            Some(_) => {
                self.problem(name, "has to be a list");
                Vec::new()
            }
        }
    }

    /// A list of rows, each with its place; empty where the field is missing.
    pub(crate) fn rows<T>(&mut self, name: &str, most: usize, mut read: impl FnMut(Row<'a>) -> Option<T>) -> Vec<T> {
        let values = self.list(name, most);
        let place = self.place(name);
        let row = |(number, value)| Row::of(self.reading, format!("{place}[{number}]"), value);
        values.into_iter().enumerate().filter_map(row).filter_map(&mut read).collect()
    }

    /// A list of plain values; empty where the field is missing.
    pub(crate) fn values<T: DeserializeOwned>(&mut self, name: &str, most: usize) -> Vec<T> {
        let values = self.list(name, most);
        let value = |(number, value)| self.value(&format!("{name}[{number}]"), value);
        values.into_iter().enumerate().filter_map(value).collect()
    }

    /// The words in other languages, whose names are those of the fields.
    pub(crate) fn translations<T: Translated>(&mut self) -> Translations {
        let Some(value) = self.take("translations") else { return Translations::default() };
        let Some(written) = self.value::<Translations>("translations", value) else { return Translations::default() };
        let mut read = Translations::default();
        for (language, texts) in written.all() {
            for (name, text) in texts {
                let place = format!("translations.{}.{}", language.code(), shown(name));
                let Some(field) = T::FIELDS.iter().find(|field| camel(field) == *name) else {
                    self.problem(&place, "is no field that can be translated");
                    continue;
                };
                let Some(text) = self.checked(&place, text.clone()) else { continue };
                let text =
                    if T::HTML.contains(field) { sanitise(&self.reading.addresses.html_in(&text)) } else { text };
                read = read.with(language, field, &text);
            }
        }
        read
    }

    /// What was not taken is no field of ours.
    pub(crate) fn end(self) {
        for name in self.fields.keys() {
            self.problem(&shown(name), "is no field of the format");
        }
    }
}

/// Why a text cannot be kept.
fn wrong_text(text: &str) -> Option<String> {
    if text.len() > MAX_TEXT_BYTES {
        return Some(format!("is longer than {MAX_TEXT_BYTES} bytes"));
    }
    // PostgreSQL keeps none.
    text.contains('\0').then(|| "has a character of code 0".to_owned())
}

/// `link_text` as it stands in the file: `linkText`.
pub(crate) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
