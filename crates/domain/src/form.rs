//! A channel's forms, and the validation of submissions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field_error::{FieldError, FieldErrors};
use crate::translations::{Translated, Translations};

/// The longest text that any field takes.
pub const MAX_LENGTH: u32 = 5_000;
/// More fields than this nobody fills in.
pub const MAX_FIELDS: usize = 40;
/// Longer names are no field of ours, and are not repeated in an answer.
pub(crate) const MAX_FIELD_NAME: usize = 64;

/// The field by which a form offers the basic pass.
pub const BASIC_PASS: &str = "basic_pass";

/// The type of a form field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormFieldType {
    Text,
    Email,
    Phone,
    /// An email address or a phone number to answer to.
    Contact,
    /// Digits, which brackets and spaces may group.
    Digits,
    Textarea,
    Select,
    /// `true` or `false`; a required one has to be checked.
    Checkbox,
}

/// An option of a `select` field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormOption {
    pub value: String,
    pub label: String,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for FormOption {
    const FIELDS: &'static [&'static str] = &["label"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormField {
    pub name: String,
    pub label: String,
    #[serde(rename = "type")]
    pub kind: FormFieldType,
    pub required: bool,
    /// Minimum length in characters.
    pub min_length: u32,
    /// Maximum length in characters.
    pub max_length: u32,
    pub placeholder: String,
    /// The options of a `select`.
    pub options: Vec<FormOption>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for FormField {
    const FIELDS: &'static [&'static str] = &["label", "placeholder"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A form of the channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomForm {
    #[serde(skip)]
    pub id: i64,
    pub alias: String,
    pub title: String,
    pub description: String,
    /// Text of the submit button.
    pub submit_text: String,
    /// Text shown after the form was received.
    pub success_text: String,
    pub fields: Vec<FormField>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for CustomForm {
    const FIELDS: &'static [&'static str] = &["title", "description", "submit_text", "success_text"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A submitted form field.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
pub struct Filled {
    pub name: String,
    pub value: String,
}

/// What is kept of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Answer {
    Checked(bool),
    Text(String),
}

/// A filled-in form that has been checked, by the names of its fields.
pub type Answers = BTreeMap<String, Answer>;

impl CustomForm {
    /// Whether a form filled in like this chooses the basic pass: by a checked box, or by any value of a list.
    pub fn selects_basic_pass(&self, answers: &Answers) -> bool {
        let field = self.fields.iter().find(|field| field.name == BASIC_PASS);
        match (field.map(|field| field.kind), answers.get(BASIC_PASS)) {
            (Some(FormFieldType::Checkbox), Some(Answer::Checked(checked))) => *checked,
            (Some(FormFieldType::Select), Some(Answer::Text(_))) => true,
            _ => false,
        }
    }

    /// Checks what a visitor sent: every field of the form in order, nothing that it does not have, nothing twice.
    pub fn check(&self, filled: &[Filled]) -> Result<Answers, FieldErrors> {
        let (mut answers, mut errors) = (Answers::new(), FieldErrors::new());
        let mut values: BTreeMap<&str, &str> = BTreeMap::new();
        for Filled { name, value } in filled {
            let known = self.fields.iter().any(|field| field.name == *name);
            let wrong = match values.insert(name, value) {
                _ if !known => FieldError::UnknownField,
                Some(_) => FieldError::Duplicate,
                None => continue,
            };
            let shown = if name.chars().count() <= MAX_FIELD_NAME { name } else { "fields" };
            errors.insert(shown.to_owned(), vec![wrong]);
        }
        for field in &self.fields {
            match field.check(values.get(field.name.as_str()).copied().unwrap_or_default()) {
                Ok(Some(answer)) => {
                    answers.insert(field.name.clone(), answer);
                }
                Ok(None) => {}
                Err(error) => errors.entry(field.name.clone()).or_default().push(error),
            }
        }
        if errors.is_empty() { Ok(answers) } else { Err(errors) }
    }
}

impl FormField {
    /// The answer as it is kept, nothing for a field that was left empty, or what is wrong with it.
    fn check(&self, value: &str) -> Result<Option<Answer>, FieldError> {
        if self.kind == FormFieldType::Checkbox {
            return match value {
                "true" => Ok(Some(Answer::Checked(true))),
                "false" | "" if self.required => Err(FieldError::Required),
                "false" | "" => Ok(Some(Answer::Checked(false))),
                _ => Err(FieldError::Invalid),
            };
        }
        let text = value.trim().replace("\r\n", "\n");
        if text.is_empty() {
            return if self.required { Err(FieldError::Required) } else { Ok(None) };
        }
        // A line end in a one-line field would become a header where the answers are mailed.
        let lines = self.kind == FormFieldType::Textarea;
        if text.chars().any(|c| c.is_control() && !(lines && matches!(c, '\n' | '\t'))) {
            return Err(FieldError::Invalid);
        }
        if self.kind == FormFieldType::Select {
            let offered = self.options.iter().any(|option| option.value == text);
            return if offered { Ok(Some(Answer::Text(text))) } else { Err(FieldError::Invalid) };
        }
        if !(self.min_length as usize..=self.max_length as usize).contains(&text.chars().count()) {
            return Err(FieldError::Length { min: self.min_length, max: self.max_length });
        }
        match self.kind {
            FormFieldType::Email if !is_email(&text) => Err(FieldError::Email),
            FormFieldType::Phone if !is_phone(&text) => Err(FieldError::Phone),
            FormFieldType::Contact if !is_email(&text) && !is_phone(&text) => Err(FieldError::Contact),
            FormFieldType::Digits if !is_digits(&text) => Err(FieldError::Digits),
            _ => Ok(Some(Answer::Text(text))),
        }
    }
}

/// One address, without a display name: what could be written to.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"@,;:<>()[]\\\"".contains(c);
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    text.len() <= 254
        && (1..=64).contains(&name.len())
        && name.chars().all(plain)
        && !name.starts_with('.')
        && !name.ends_with('.')
        && !name.contains("..")
        && host.contains('.')
        && host.split('.').all(label)
}

/// Ten to fourteen digits, however they are grouped.
fn is_phone(text: &str) -> bool {
    let rest = text.strip_prefix('+').unwrap_or(text);
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    (10..=14).contains(&digits) && rest.chars().all(|c| c.is_ascii_digit() || " ()-.".contains(c))
}

fn is_digits(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || " ()[]".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn field(name: &str, kind: FormFieldType) -> FormField {
        let options = match kind {
            FormFieldType::Select => ["tickets", "stream"]
                .map(|value| FormOption {
                    value: value.into(),
                    label: value.into(),
                    translations: Translations::default(),
                })
                .into(),
            _ => vec![],
        };
        FormField {
            name: name.into(),
            label: name.into(),
            kind,
            required: true,
            min_length: 2,
            max_length: 20,
            placeholder: String::new(),
            options,
            translations: Translations::default(),
        }
    }

    fn form() -> CustomForm {
        CustomForm {
            id: 1,
            alias: "contacts".into(),
            title: "Contact".into(),
            description: String::new(),
            submit_text: "Send".into(),
            success_text: "Thank you".into(),
            fields: vec![
                field("name", FormFieldType::Text),
                field("email", FormFieldType::Email),
                FormField { required: false, ..field("phone", FormFieldType::Phone) },
                field("topic", FormFieldType::Select),
                field("message", FormFieldType::Textarea),
                FormField { required: false, ..field("news", FormFieldType::Checkbox) },
                FormField { required: false, ..field("reach", FormFieldType::Contact) },
                FormField { required: false, ..field("number", FormFieldType::Digits) },
            ],
            translations: Translations::default(),
        }
    }

    fn filled(pairs: &[(&str, &str)]) -> Vec<Filled> {
        pairs.iter().map(|(name, value)| Filled { name: (*name).into(), value: (*value).into() }).collect()
    }

    const GOOD: [(&str, &str); 8] = [
        ("name", " Ada "),
        ("email", "ada@example.org"),
        ("phone", "+1 (555) 010-0199"),
        ("topic", "stream"),
        ("message", "Hello\r\nthere"),
        ("news", "true"),
        ("reach", "ada@example.org"),
        ("number", "(12) 34"),
    ];

    /// What is wrong with one field when everything else is right.
    fn error(name: &str, value: &str) -> Option<FieldError> {
        let pairs = GOOD.map(|(known, good)| (known, if known == name { value } else { good }));
        let errors = form().check(&filled(&pairs)).err()?;
        assert_eq!(errors.len(), 1, "{errors:?}");
        Some(errors[name][0])
    }

    /// The message about it.
    fn problem(name: &str, value: &str) -> Option<String> {
        error(name, value).map(|error| error.to_string())
    }

    /// FORM-01: a form that is filled in well is kept by the names of its fields.
    #[test]
    fn a_good_form_is_taken() {
        let answers = form().check(&filled(&GOOD)).unwrap();
        assert_eq!(answers["name"], Answer::Text("Ada".into()));
        assert_eq!(answers["message"], Answer::Text("Hello\nthere".into()));
        assert_eq!(answers["news"], Answer::Checked(true));
        let shorter = filled(&GOOD.map(|(name, value)| (name, if name == "phone" { "" } else { value })));
        assert!(!form().check(&shorter).unwrap().contains_key("phone"), "what is left empty is not kept");
    }

    /// FORM-01: the specification's messages, to the letter.
    #[test]
    fn messages_are_those_of_the_specification() {
        assert_eq!(problem("name", "  ").as_deref(), Some("Field is required"));
        assert_eq!(problem("topic", "").as_deref(), Some("Field is required"));
        assert_eq!(problem("email", "ada@").as_deref(), Some("A valid email address is required"));
        let length = Some("Field length must be greater than 1, and must be less than 21");
        assert_eq!(problem("name", "A").as_deref(), length);
        assert_eq!(problem("message", &"é".repeat(21)).as_deref(), length);
        assert_eq!(problem("message", &"é".repeat(20)), None);
        assert_eq!(error("name", "A"), Some(FieldError::Length { min: 2, max: 20 }));
        assert_eq!(FieldError::UnknownField.to_string(), "There is no such field");
        assert_eq!(FieldError::Duplicate.to_string(), "Field is given twice");
    }

    /// VAL-10: a contact is an address or a number; digits may stand in brackets.
    #[test]
    fn contacts_and_digits_have_their_patterns() {
        for good in ["a@example.org", "5550100199", "+1 (555) 010-0199", " a@example.org "] {
            assert_eq!(problem("reach", good), None, "{good}");
        }
        for wrong in ["ada", "a@b", "555-0100", "a@b.org, c@d.org"] {
            assert_eq!(
                problem("reach", wrong).as_deref(),
                Some("A valid email address or phone number is required"),
                "{wrong}"
            );
        }
        for good in ["12", "(12) 34", "[7] 8"] {
            assert_eq!(problem("number", good), None, "{good}");
        }
        for wrong in ["()", "12a", "+12", "1-2", "١٢"] {
            assert_eq!(problem("number", wrong).as_deref(), Some("Only digits and brackets are allowed"), "{wrong}");
        }
    }

    /// FORM-01, T46: values that do not fit their field are refused; no line end gets into a one-line field.
    #[test]
    fn values_have_to_fit_their_field() {
        for (name, wrong) in [
            ("topic", "refund"),
            ("news", "yes"),
            ("name", "Ada\nBcc: all@example.org"),
            ("email", "a@example.org\nBcc: b"),
            ("message", "bell \u{7}"),
            ("phone", "555-0100"),
            ("phone", "call 5550100199"),
        ] {
            assert!(problem(name, wrong).is_some(), "{name} {wrong:?}");
        }
        for address in [
            "a b@example.org",
            "a@b",
            "a@-b.org",
            "<a@example.org>",
            "a@@example.org",
            "a..b@example.org",
            "@example.org",
        ] {
            assert_eq!(problem("email", address).as_deref(), Some("A valid email address is required"), "{address}");
        }
        let must = CustomForm { fields: vec![field("terms", FormFieldType::Checkbox)], ..form() };
        assert_eq!(must.check(&[]).unwrap_err()["terms"], [FieldError::Required]);
        assert_eq!(must.check(&filled(&[("terms", "false")])).unwrap_err()["terms"], [FieldError::Required]);
    }

    /// FORM-01: unknown fields and doubled ones are refused.
    #[test]
    fn unknown_and_duplicate_fields_are_refused() {
        let with = |extra| form().check(&filled(&[&GOOD[..], &[extra]].concat())).unwrap_err();
        assert_eq!(with(("admin", "true"))["admin"], [FieldError::UnknownField]);
        assert_eq!(with(("name", "Eve"))["name"], [FieldError::Duplicate]);
        assert_eq!(with((&"x".repeat(10_000), "1"))["fields"], [FieldError::UnknownField]);
    }

    /// PAY-15: the basic pass is chosen by a box that is checked or a value of a list, and by nothing else.
    #[test]
    fn the_basic_pass_is_chosen_by_its_field() {
        let selects = |name: &str, kind, value: &str| {
            let form = CustomForm { fields: vec![FormField { required: false, ..field(name, kind) }], ..form() };
            let answers = form.check(&filled(&[(name, value)])).unwrap();
            form.selects_basic_pass(&answers)
        };
        assert!(selects(BASIC_PASS, FormFieldType::Checkbox, "true"));
        assert!(!selects(BASIC_PASS, FormFieldType::Checkbox, "false"));
        assert!(selects(BASIC_PASS, FormFieldType::Select, "stream"));
        assert!(!selects(BASIC_PASS, FormFieldType::Select, ""));
        assert!(!selects(BASIC_PASS, FormFieldType::Text, "true"));
        assert!(!selects("news", FormFieldType::Checkbox, "true"));
    }

    proptest! {
        /// FORM-01: whatever is sent, what is taken fits the form.
        #[test]
        fn accepted_answers_fit_the_form(
            pairs in proptest::collection::vec(("name|email|phone|topic|message|news|other", "\\PC{0,30}|stream|true|a@b.org"), 0..9),
        ) {
            let sent: Vec<Filled> = pairs.into_iter().map(|(name, value)| Filled { name, value }).collect();
            match form().check(&sent) {
                Ok(answers) => for field in form().fields {
                    match answers.get(&field.name) {
                        Some(Answer::Text(text)) => {
                            prop_assert!(!text.is_empty() && text.trim() == text);
                            prop_assert!(field.kind == FormFieldType::Select || (2..=20).contains(&text.chars().count()));
                        }
                        Some(Answer::Checked(_)) => prop_assert_eq!(field.kind, FormFieldType::Checkbox),
                        None => prop_assert!(!field.required),
                    }
                },
                Err(problems) => prop_assert!(problems.values().all(|messages| !messages.is_empty())),
            }
        }

        /// FORM-01: exactly the lengths between the bounds are taken.
        #[test]
        fn lengths_are_inclusive(length in 1usize..40) {
            let text = "ж".repeat(length);
            prop_assert_eq!(problem("name", &text).is_none(), (2..=20).contains(&length));
        }
    }
}
