//! The form on the contact page: the same questions on both channels, in the words of each.

use domain::form::{CustomForm, FormField, FormFieldType, FormOption};

use super::league::League;
use super::texts::{Text, translations};

pub(crate) struct ContactWords {
    pub(crate) title: Text,
    pub(crate) description: Text,
    pub(crate) submit: Text,
    pub(crate) success: Text,
    pub(crate) name: Text,
    pub(crate) email: Text,
    pub(crate) topic: Text,
    /// Value and words of each topic.
    pub(crate) topics: &'static [(&'static str, Text)],
    pub(crate) message: Text,
    pub(crate) message_hint: Text,
    pub(crate) newsletter: Text,
}

impl League {
    pub(crate) fn contact_form(&self, words: &ContactWords) -> CustomForm {
        CustomForm {
            id: self.id(1),
            alias: "contacts".into(),
            title: words.title.own.into(),
            description: words.description.own.into(),
            submit_text: words.submit.own.into(),
            success_text: words.success.own.into(),
            fields: fields(words),
            translations: translations(&[
                ("title", words.title),
                ("description", words.description),
                ("submit_text", words.submit),
                ("success_text", words.success),
            ]),
        }
    }
}

fn fields(words: &ContactWords) -> Vec<FormField> {
    use FormFieldType::{Checkbox, Email, Select, Text as Line, Textarea};
    let option = |(value, label): &(&str, Text)| FormOption {
        value: (*value).into(),
        label: label.own.into(),
        translations: translations(&[("label", *label)]),
    };
    let message = field("message", Textarea, words.message, [10, 2_000]);
    vec![
        field("name", Line, words.name, [2, 80]),
        field("email", Email, words.email, [5, 254]),
        FormField {
            options: words.topics.iter().map(option).collect(),
            ..field("topic", Select, words.topic, [1, 80])
        },
        FormField {
            placeholder: words.message_hint.own.into(),
            translations: translations(&[("label", words.message), ("placeholder", words.message_hint)]),
            ..message
        },
        FormField { required: false, ..field("newsletter", Checkbox, words.newsletter, [0, 5]) },
    ]
}

/// A required field; an empty hint, no options.
pub(crate) fn field(name: &str, kind: FormFieldType, label: Text, [min_length, max_length]: [u32; 2]) -> FormField {
    FormField {
        name: name.into(),
        label: label.own.into(),
        kind,
        required: true,
        min_length,
        max_length,
        placeholder: String::new(),
        options: vec![],
        translations: translations(&[("label", label)]),
    }
}
