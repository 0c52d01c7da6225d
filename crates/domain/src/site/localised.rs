//! The texts of a thing beside their translations, by the paths of its kept body: `name`, `fields.0.label`.

use serde_json::{Map, Value};

use super::{SiteKind, TextKind};
use crate::channel::{Language, Profile};
use crate::content::{FaqEntry, MenuLink, Page, Slide, StaticBlock};
use crate::event::Category;
use crate::form::{CustomForm, FormField, FormOption};
use crate::translations::{Translated, Translations};

/// A text of a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalisedText {
    /// The path of the field.
    pub field: String,
    pub is_html: bool,
    /// In the main language; empty where a default stands in.
    pub text: String,
    /// Only those that are there.
    pub translations: Vec<(Language, String)>,
}

/// The texts of a thing that may be translated, by its body. One whose text is empty has nothing to translate.
pub fn texts_of(kind: SiteKind, main: Language, body: &Value) -> Vec<LocalisedText> {
    let mut texts = Vec::new();
    match kind {
        SiteKind::MenuLink => collect::<MenuLink>(&mut texts, "", body),
        SiteKind::Slide => collect::<Slide>(&mut texts, "", body),
        SiteKind::Page => collect::<Page>(&mut texts, "", body),
        SiteKind::Faq => collect::<FaqEntry>(&mut texts, "", body),
        SiteKind::Block => collect::<StaticBlock>(&mut texts, "", body),
        SiteKind::Form => {
            collect::<CustomForm>(&mut texts, "", body);
            for (place, field) in members(body, "fields") {
                collect::<FormField>(&mut texts, &format!("{place}."), field);
                for (option, value) in members(field, "options") {
                    collect::<FormOption>(&mut texts, &format!("{place}.{option}."), value);
                }
            }
        }
        SiteKind::Text => return own_texts(main, body),
        SiteKind::Settings => collect::<Profile>(&mut texts, "", body),
        SiteKind::Category => collect::<Category>(&mut texts, "", body),
        SiteKind::Redirect | SiteKind::Colours => {}
    }
    texts.retain(|text| !text.text.trim().is_empty());
    for text in &mut texts {
        text.translations.retain(|(language, _)| *language != main);
    }
    texts
}

fn members<'b>(body: &'b Value, list: &'static str) -> impl Iterator<Item = (String, &'b Value)> {
    let items = body.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().enumerate().map(move |(index, item)| (format!("{list}.{index}"), item))
}

fn translations(body: &Value) -> Translations {
    body.get("translations").and_then(|written| serde_json::from_value(written.clone()).ok()).unwrap_or_default()
}

fn collect<T: Translated>(texts: &mut Vec<LocalisedText>, place: &str, body: &Value) {
    let translations = translations(body);
    for field in T::FIELDS {
        let of = |language| translations.text(language, field).map(|text| (language, text.to_owned()));
        texts.push(LocalisedText {
            field: format!("{place}{field}"),
            is_html: T::HTML.contains(field),
            text: body.get(field).and_then(Value::as_str).unwrap_or_default().to_owned(),
            translations: Language::ALL.into_iter().filter_map(of).collect(),
        });
    }
}

/// A text for which a default stands in belongs to the channel where it is written in some language.
fn own_texts(main: Language, body: &Value) -> Vec<LocalisedText> {
    let translations = translations(body);
    let fields = TextKind::ALL.into_iter().flat_map(|kind| kind.fields()).fold(Vec::new(), |mut all, field| {
        if !all.contains(field) {
            all.push(*field);
        }
        all
    });
    let text = |field: &'static str| {
        let of = |language| translations.text(language, field).map(|text| (language, text.to_owned()));
        let mut all: Vec<_> = Language::ALL.into_iter().filter_map(of).collect();
        let own = all.iter().position(|(language, _)| *language == main).map(|index| all.remove(index).1);
        (own.is_some() || !all.is_empty()).then(|| LocalisedText {
            field: field.to_owned(),
            is_html: false,
            text: own.unwrap_or_default(),
            translations: all,
        })
    };
    fields.into_iter().filter_map(text).collect()
}

/// The body with a translation, or without it if the text is empty; nothing if there is no such field.
pub fn with_translation(mut body: Value, field: &str, language: Language, text: &str) -> Option<Value> {
    let (place, name) = field.rsplit_once('.').unwrap_or(("", field));
    let holder = if place.is_empty() {
        &mut body
    } else {
        place.split('.').try_fold(&mut body, |value, name| match name.parse::<usize>() {
            Ok(index) => value.get_mut(index),
            Err(_) => value.get_mut(name),
        })?
    };
    let translations = holder.as_object_mut()?.entry("translations").or_insert_with(|| Value::Object(Map::new()));
    let of_language = translations.as_object_mut()?.entry(language.code());
    let texts = of_language.or_insert_with(|| Value::Object(Map::new())).as_object_mut()?;
    if text.trim().is_empty() {
        texts.remove(name);
    } else {
        texts.insert(name.to_owned(), text.into());
    }
    Some(body)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{from_value, json};

    use super::*;
    use crate::editing::{Editable, Listed};

    fn form() -> Value {
        json!({
            "title": "Tickets", "description": "", "translations": {"fr": {"title": "Billets"}},
            "fields": [
                {"name": "who", "label": "Who?", "type": "text"},
                {"name": "which", "label": "Which?", "type": "select", "options": [
                    {"value": "a", "label": "Adult", "translations": {"bg": {"label": "Възрастен"}}},
                ]},
            ],
        })
    }

    #[test]
    fn texts_stand_beside_their_translations() {
        let found = texts_of(SiteKind::Form, Language::En, &form());
        let fields: Vec<_> = found.iter().map(|text| (text.field.as_str(), text.text.as_str())).collect();
        assert_eq!(
            fields,
            [
                ("title", "Tickets"),
                ("fields.0.label", "Who?"),
                ("fields.1.label", "Which?"),
                ("fields.1.options.0.label", "Adult"),
            ]
        );
        assert_eq!(found[0].translations, [(Language::Fr, "Billets".to_owned())]);
        let page = json!({"name": "Help", "content": "<p>Hi</p>"});
        let found = texts_of(SiteKind::Page, Language::En, &page);
        assert_eq!(found.iter().map(|text| text.is_html).collect::<Vec<_>>(), [false, true]);
        let own = json!({"translations": {"fr": {"subject": "Bienvenue"}}});
        let found = texts_of(SiteKind::Text, Language::En, &own);
        assert_eq!((found.len(), found[0].text.as_str()), (1, ""));
        let settings = json!({"name": "Demo", "tagline": "", "currency": "USD"});
        let found = texts_of(SiteKind::Settings, Language::En, &settings);
        assert_eq!(found.iter().map(|text| text.field.as_str()).collect::<Vec<_>>(), ["name"]);
        assert!(texts_of(SiteKind::Colours, Language::En, &json!({"accent": "#fff"})).is_empty());
    }

    #[test]
    fn unknown_places_take_no_translation() {
        for wrong in ["fields.2.label", "fields.x.label", "title.0.label", "options.0.label"] {
            assert_eq!(with_translation(form(), wrong, Language::Fr, "a"), None, "{wrong}");
        }
    }

    proptest! {
        /// A translation that is written reads back, and nothing else changes.
        #[test]
        fn translations_read_back(index in 0usize..4, text in "\\PC{0,20}", french in any::<bool>()) {
            let language = if french { Language::Fr } else { Language::Bg };
            let before = texts_of(SiteKind::Form, Language::En, &form());
            let written = with_translation(form(), &before[index].field, language, &text).unwrap();
            let after = texts_of(SiteKind::Form, Language::En, &written);
            for (at, (was, is)) in before.iter().zip(&after).enumerate() {
                let others = |text: &LocalisedText| {
                    let kept = text.translations.iter().filter(|(of, _)| at != index || *of != language);
                    kept.cloned().collect::<Vec<_>>()
                };
                prop_assert_eq!((&was.field, &was.text, others(was)), (&is.field, &is.text, others(is)));
            }
            let read = after[index].translations.iter().find(|(of, _)| *of == language).map(|(_, text)| text.as_str());
            prop_assert_eq!(read, Some(text.as_str()).filter(|text| !text.trim().is_empty()));
        }

        #[test]
        fn bodies_of_things_take_translations(text in "[a-z]{1,9}") {
            let mut page = Page { name: "Help".into(), ..Page::draft(1) };
            let body = with_translation(page.body(), "name", Language::Fr, &text).unwrap();
            page.apply(from_value(body).unwrap());
            prop_assert_eq!(page.translations.text(Language::Fr, "name"), Some(text.as_str()));
        }
    }
}
