//! Forms that operators make: their texts, and the rules of fields that can be offered.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::editing::{Check, Editable, Listed, MAX_NAME, MAX_TEXT, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::form::{CustomForm, FormField, FormFieldType, FormOption, MAX_FIELD_NAME, MAX_FIELDS, MAX_LENGTH};
use crate::translations::Translations;

/// In characters. A box that has to be checked says in its label what is agreed to.
const MAX_LABEL: u32 = 300;
const MAX_OPTIONS: usize = 100;
/// A name that is filled in leaves room for its number.
const MAX_FILLED_IN: usize = 48;

/// The fields of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormFields {
    /// The name in addresses, that no other form of the channel has; made of the title if it is empty.
    #[schema(nullable = false)]
    pub alias: Option<String>,
    #[schema(nullable = false)]
    pub title: Option<String>,
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// Text of the submit button; the app's own if it is empty.
    #[schema(nullable = false)]
    pub submit_text: Option<String>,
    /// Text shown after the form was received; the app's own if it is empty.
    #[schema(nullable = false)]
    pub success_text: Option<String>,
    /// Replaced as a whole. A field without a name gets one of its label, an option without a value its label.
    #[schema(nullable = false)]
    pub fields: Option<Vec<FormField>>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for CustomForm {
    type Fields = FormFields;

    fn fields(&self) -> FormFields {
        FormFields {
            alias: Some(self.alias.clone()),
            title: Some(self.title.clone()),
            description: Some(self.description.clone()),
            submit_text: Some(self.submit_text.clone()),
            success_text: Some(self.success_text.clone()),
            fields: Some(self.fields.clone()),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: FormFields) {
        set_line(&mut self.alias, fields.alias);
        set_line(&mut self.title, fields.title);
        set_line(&mut self.description, fields.description);
        set_line(&mut self.submit_text, fields.submit_text);
        set_line(&mut self.success_text, fields.success_text);
        set(&mut self.fields, fields.fields.map(|fields| named(fields.into_iter().map(FormField::tidied).collect())));
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("title", &self.title, MAX_NAME);
        check.text("description", &self.description, [0, MAX_TEXT]);
        check.optional_line("submit_text", Some(&self.submit_text), MAX_NAME);
        check.text("success_text", &self.success_text, [0, MAX_TEXT]);
        let longest =
            [("title", MAX_NAME), ("description", MAX_TEXT), ("submit_text", MAX_NAME), ("success_text", MAX_TEXT)];
        check.translations(self, &longest);
        for (index, field) in self.fields.iter().enumerate() {
            check.within(&format!("fields.{index}"), field.text_errors());
        }
        let mut errors = self.faults();
        if self.alias.is_empty() {
            errors.remove("alias");
        }
        for (field, more) in check.errors() {
            errors.entry(field).or_default().extend(more);
        }
        errors
    }

    fn label(&self) -> &str {
        &self.title
    }
}

impl Listed for CustomForm {
    const MAX_ITEMS: usize = 100;

    fn draft(id: i64) -> Self {
        Self {
            id,
            alias: String::new(),
            title: String::new(),
            description: String::new(),
            submit_text: String::new(),
            success_text: String::new(),
            fields: Vec::new(),
            translations: Translations::default(),
        }
    }

    fn id(&self) -> i64 {
        self.id
    }

    fn excludes(&self, other: &Self) -> bool {
        self.alias == other.alias
    }
}

impl CustomForm {
    /// What stops viewers from filling it in, or its answers from being kept by the names of its fields.
    pub fn faults(&self) -> FieldErrors {
        let mut check = Check::default();
        check.note("alias", (!is_name(&self.alias)).then_some(FieldError::Identifier));
        let count = match self.fields.len() {
            0 => Some(FieldError::Required),
            count => (count > MAX_FIELDS).then_some(FieldError::TooMany { max: number(MAX_FIELDS) }),
        };
        check.note("fields", count);
        let mut names = BTreeSet::new();
        for (index, field) in self.fields.iter().enumerate() {
            let is_second = !names.insert(field.name.as_str());
            check.note(&format!("fields.{index}.name"), is_second.then_some(FieldError::Duplicate));
            check.within(&format!("fields.{index}"), field.faults());
        }
        check.errors()
    }

    /// Fills in a missing alias, with a number where another form has it. Returns what is taken.
    pub fn settle(&mut self, others: &[String]) -> FieldErrors {
        if self.alias.is_empty() {
            self.alias = free_name(&self.title, "form", |name| others.iter().any(|other| other == name));
        }
        let mut check = Check::default();
        check.note("alias", others.contains(&self.alias).then_some(FieldError::FormAliasTaken));
        check.errors()
    }
}

impl FormField {
    fn tidied(self) -> Self {
        let options = self.options.into_iter().map(|option| {
            let [value, label] = [option.value, option.label].map(|text| text.trim().to_owned());
            let value = if value.is_empty() { label.clone() } else { value };
            FormOption { value, label, translations: option.translations.without_empty() }
        });
        Self {
            name: self.name.trim().to_owned(),
            label: self.label.trim().to_owned(),
            placeholder: self.placeholder.trim().to_owned(),
            options: options.collect(),
            translations: self.translations.without_empty(),
            ..self
        }
    }

    fn faults(&self) -> FieldErrors {
        let mut check = Check::default();
        check.note("name", (!is_name(&self.name)).then_some(FieldError::Identifier));
        let lengths = FieldError::Range { min: self.min_length.min(MAX_LENGTH), max: MAX_LENGTH };
        let is_off = self.min_length > self.max_length || self.max_length > MAX_LENGTH;
        check.note("max_length", is_off.then_some(lengths));
        let options = match (self.kind == FormFieldType::Select, self.options.is_empty()) {
            (true, true) => Some(FieldError::Required),
            (false, false) => Some(FieldError::Invalid),
            _ => None,
        };
        check.note("options", options);
        let mut values = BTreeSet::new();
        for (index, FormOption { value, .. }) in self.options.iter().enumerate() {
            let error = match value.as_str() {
                "" => Some(FieldError::Required),
                value => (!values.insert(value)).then_some(FieldError::Duplicate),
            };
            check.note(&format!("options.{index}.value"), error);
        }
        check.errors()
    }

    fn text_errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("label", &self.label, MAX_LABEL);
        check.optional_line("placeholder", Some(&self.placeholder), MAX_NAME);
        check.translations(self, &[("label", MAX_LABEL), ("placeholder", MAX_NAME)]);
        let too_many = FieldError::TooMany { max: number(MAX_OPTIONS) };
        check.note("options", (self.options.len() > MAX_OPTIONS).then_some(too_many));
        for (index, option) in self.options.iter().enumerate() {
            let mut of_option = Check::default();
            of_option.optional_line("value", Some(&option.value), MAX_NAME);
            of_option.line("label", &option.label, MAX_NAME);
            of_option.translations(option, &[("label", MAX_NAME)]);
            check.within(&format!("options.{index}"), of_option.errors());
        }
        check.errors()
    }
}

/// The fields, each with a name.
fn named(mut fields: Vec<FormField>) -> Vec<FormField> {
    for index in 0..fields.len() {
        if fields[index].name.is_empty() {
            let is_taken = |name: &str| fields.iter().any(|field| field.name == name);
            fields[index].name = free_name(&fields[index].label, "field", is_taken);
        }
    }
    fields
}

/// The letters and digits of a text as a name, with a number where it is taken.
fn free_name(text: &str, otherwise: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut stem = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    stem.truncate(MAX_FILLED_IN);
    let stem = if stem.is_empty() { otherwise } else { stem.trim_end_matches('-') };
    let numbered = (2..).map(|number: usize| format!("{stem}-{number}"));
    let free = std::iter::once(stem.to_owned()).chain(numbered).find(|name| !is_taken(name));
    free.unwrap_or_default()
}

fn is_name(text: &str) -> bool {
    (1..=MAX_FIELD_NAME).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_'))
}

fn number(limit: usize) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::channel::Language;

    fn field(label: &str, kind: FormFieldType) -> FormField {
        FormField {
            name: String::new(),
            label: label.into(),
            kind,
            required: true,
            min_length: 0,
            max_length: 80,
            placeholder: String::new(),
            options: Vec::new(),
            translations: Translations::default(),
        }
    }

    type Spoil = fn(&mut CustomForm);

    fn option(value: &str) -> FormOption {
        FormOption { value: value.into(), label: value.into(), translations: Translations::default() }
    }

    fn form(fields: Vec<FormField>) -> CustomForm {
        let mut form = CustomForm { alias: "tickets".into(), ..CustomForm::draft(1) };
        form.apply(FormFields { title: Some(" Tickets ".into()), fields: Some(fields), ..FormFields::default() });
        form
    }

    fn good() -> CustomForm {
        let choice = FormField {
            options: vec![option("adult"), option("child")],
            ..field("Which ones?", FormFieldType::Select)
        };
        form(vec![field("Your name", FormFieldType::Text), choice, field("I agree", FormFieldType::Checkbox)])
    }

    #[test]
    fn names_are_filled_in() {
        let names = |form: &CustomForm| form.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&good()), ["your-name", "which-ones", "i-agree"]);
        let kept = FormField { name: "name".into(), ..field("Name", FormFieldType::Text) };
        let same = form(vec![field("Name", FormFieldType::Text), kept, field("Име", FormFieldType::Text)]);
        assert_eq!(names(&same), ["name-2", "name", "field"]);
        let unvalued = FormField {
            options: vec![FormOption { label: " Adult ".into(), ..option("") }],
            ..field("A", FormFieldType::Select)
        };
        assert_eq!(form(vec![unvalued]).fields[0].options[0].value, "Adult");
        let mut form = CustomForm { alias: String::new(), ..good() };
        assert!(form.errors().is_empty());
        assert!(form.settle(&["tickets".into(), "tickets-2".into()]).is_empty());
        assert_eq!(form.alias, "tickets-3");
        let taken = form.settle(&["tickets-3".into()]);
        assert_eq!(taken, FieldErrors::from([("alias".to_owned(), vec![FieldError::FormAliasTaken])]));
    }

    /// FORM-01: every field that breaks a rule is named by its place.
    #[test]
    fn wrong_fields_are_named() {
        assert!(good().errors().is_empty() && good().faults().is_empty());
        let spoiled: [(Spoil, &str, FieldError); 14] = [
            (|form| form.alias = "../contacts".into(), "alias", FieldError::Identifier),
            (|form| form.title.clear(), "title", FieldError::Required),
            (|form| form.description = "a".repeat(2_001), "description", FieldError::Length { min: 0, max: 2_000 }),
            (|form| form.fields.clear(), "fields", FieldError::Required),
            (|form| form.fields[1].name = "your-name".into(), "fields.1.name", FieldError::Duplicate),
            (|form| form.fields[0].name = "<b>".into(), "fields.0.name", FieldError::Identifier),
            (|form| form.fields[0].label.clear(), "fields.0.label", FieldError::Required),
            (
                |form| form.fields[0].min_length = 81,
                "fields.0.max_length",
                FieldError::Range { min: 81, max: MAX_LENGTH },
            ),
            (
                |form| form.fields[0].max_length = 5_001,
                "fields.0.max_length",
                FieldError::Range { min: 0, max: MAX_LENGTH },
            ),
            (|form| form.fields[0].options = vec![option("a")], "fields.0.options", FieldError::Invalid),
            (|form| form.fields[1].options.clear(), "fields.1.options", FieldError::Required),
            (
                |form| form.fields[1].options[1].value = "adult".into(),
                "fields.1.options.1.value",
                FieldError::Duplicate,
            ),
            (|form| form.fields[1].options[0].label.clear(), "fields.1.options.0.label", FieldError::Required),
            (
                |form| {
                    let long = Translations::default().with(Language::Fr, "label", &"é".repeat(301));
                    form.fields[2].translations = long;
                },
                "fields.2.translations.fr.label",
                FieldError::Length { min: 0, max: 300 },
            ),
        ];
        for (spoil, field, error) in spoiled {
            let mut form = good();
            spoil(&mut form);
            assert_eq!(form.errors(), FieldErrors::from([(field.to_owned(), vec![error])]));
        }
        let many = form((0..41).map(|_| field("Name", FormFieldType::Text)).collect());
        assert_eq!(many.errors()["fields"], [FieldError::TooMany { max: 40 }]);
    }

    /// FORM-01: what a file may bring is less than what an operator may not write.
    #[test]
    fn files_bring_no_unusable_form() {
        let untitled = CustomForm { title: String::new(), ..good() };
        assert!(untitled.faults().is_empty());
        let unnamed = CustomForm { alias: String::new(), ..good() };
        assert!(unnamed.faults().contains_key("alias"));
    }

    proptest! {
        /// FORM-01: whatever the labels are, the fields get names by which answers can be kept.
        #[test]
        fn filled_in_names_are_usable(labels in proptest::collection::vec("\\PC{1,80}|name|Name", 1..12)) {
            let fields = labels.iter().map(|label| field(label, FormFieldType::Text)).collect();
            let form = form(fields);
            prop_assert_eq!(form.faults(), FieldErrors::new());
        }

        /// A body that is kept gives the same form again, and names do not change.
        #[test]
        fn bodies_read_back(title in "\\PC{1,40}", labels in proptest::collection::vec("\\PC{0,9}", 0..5)) {
            let mut form = form(labels.iter().map(|label| field(label, FormFieldType::Text)).collect());
            form.apply(FormFields { title: Some(title), ..FormFields::default() });
            let mut again = CustomForm::draft(1);
            again.apply(serde_json::from_value(form.body()).unwrap());
            prop_assert_eq!(again, form);
        }
    }
}
