//! Frequently asked questions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MAX_ITEMS;
use crate::content::FaqEntry;
use crate::editing::{Check, Editable, Listed, MAX_HTML, set, set_line};
use crate::field_error::FieldErrors;
use crate::translations::Translations;

/// In characters.
const MAX_QUESTION: u32 = 300;

/// The fields of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FaqFields {
    #[schema(nullable = false)]
    pub question: Option<String>,
    /// HTML.
    #[schema(nullable = false)]
    pub answer: Option<String>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for FaqEntry {
    type Fields = FaqFields;

    fn fields(&self) -> FaqFields {
        FaqFields {
            question: Some(self.question.clone()),
            answer: Some(self.answer.clone()),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: FaqFields) {
        set_line(&mut self.question, fields.question);
        set(&mut self.answer, fields.answer);
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("question", &self.question, MAX_QUESTION);
        check.text("answer", &self.answer, [1, MAX_HTML]);
        check.translations(self, &[("question", MAX_QUESTION), ("answer", MAX_HTML)]);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.question
    }
}

impl Listed for FaqEntry {
    const MAX_ITEMS: usize = MAX_ITEMS;

    fn draft(id: i64) -> Self {
        Self { id, question: String::new(), answer: String::new(), translations: Translations::default() }
    }

    fn id(&self) -> i64 {
        self.id
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::channel::Language;
    use crate::field_error::FieldError;

    fn read(json: &str) -> FaqFields {
        serde_json::from_str(json).unwrap()
    }

    /// CONT-02: a field that is absent stays, an empty translation is dropped, translations are replaced as a whole.
    #[test]
    fn absent_fields_stay() {
        let mut entry = FaqEntry::draft(7);
        entry.apply(read(
            r#"{"question": " Why? ", "answer": "<p>So.</p>", "translations": {"fr": {"question": "Qui ?"}}}"#,
        ));
        assert!(entry.errors().is_empty(), "{:?}", entry.errors());
        entry.apply(read(r#"{"answer": "<p>Thus.</p>"}"#));
        assert_eq!((entry.question.as_str(), entry.answer.as_str(), entry.id), ("Why?", "<p>Thus.</p>", 7));
        assert_eq!(entry.translations.text(Language::Fr, "question"), Some("Qui ?"));
        entry.apply(read(r#"{"translations": {"fr": {"question": " "}, "bg": {"answer": "<p>Да</p>"}}}"#));
        assert_eq!(entry.translations, Translations::default().with(Language::Bg, "answer", "<p>Да</p>"));
    }

    #[test]
    fn wrong_fields_are_named() {
        let mut entry = FaqEntry::draft(1);
        let required = |field: &str| (field.to_owned(), vec![FieldError::Required]);
        assert_eq!(entry.errors(), FieldErrors::from([required("question"), required("answer")]));
        entry.apply(FaqFields {
            question: Some("?".repeat(301)),
            answer: Some("a".repeat(50_001)),
            translations: Some(Translations::default().with(Language::Bg, "question", &"?".repeat(301))),
        });
        let fields: Vec<_> = entry.errors().into_keys().collect();
        assert_eq!(fields, ["answer", "question", "translations.bg.question"]);
    }

    proptest! {
        /// A body that is kept gives the same thing again.
        #[test]
        fn bodies_read_back(question in "\\PC{1,40}", answer in "\\PC{0,40}", french in "[a-z]{1,9}") {
            let mut entry = FaqEntry::draft(1);
            let translations = Translations::default().with(Language::Fr, "question", &french);
            entry.apply(FaqFields { question: Some(question), answer: Some(answer), translations: Some(translations) });
            let mut again = FaqEntry::draft(1);
            again.apply(serde_json::from_value(entry.body()).unwrap());
            prop_assert_eq!(again, entry);
        }
    }
}
