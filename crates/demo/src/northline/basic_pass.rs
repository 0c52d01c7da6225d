//! The form by which a new member chooses the free pass.

use domain::form::{BASIC_PASS, CustomForm, FormField, FormFieldType, FormOption};
use domain::translations::Translations;

use super::LEAGUE;
use super::schools::SCHOOLS;
use crate::contacts::field;
use crate::texts::{Text, translations};

const TITLE: Text = Text::in_all("Your basic pass", "Votre accès de base", "Вашият основен достъп");
const DESCRIPTION: Text = Text::in_all(
    "It costs nothing and opens every game that is free. You can add a pass whenever you like.",
    "Il ne coûte rien et ouvre tous les matchs gratuits. Vous pourrez ajouter un abonnement quand vous voudrez.",
    "Не струва нищо и отваря всички безплатни мачове. Можете да добавите абонамент, когато пожелаете.",
);
const SUBMIT: Text = Text::in_all("Start watching", "Commencer à regarder", "Започнете да гледате");
const SUCCESS: Text = Text::in_all(
    "The basic pass is yours. Enjoy the games.",
    "L’accès de base est à vous. Bons matchs\u{a0}!",
    "Основният достъп е ваш. Приятно гледане.",
);
const CHOICE: Text = Text::in_all(
    "I would like the free basic pass",
    "Je souhaite l’accès de base gratuit",
    "Искам безплатния основен достъп",
);
const SCHOOL: Text = Text::in_all("Your favourite school", "Votre école préférée", "Любимото ви училище");

pub(crate) fn form() -> CustomForm {
    let school = |alias: &str, name: &str| FormOption {
        value: alias.into(),
        label: name.into(),
        translations: Translations::default(),
    };
    CustomForm {
        id: LEAGUE.id(2),
        alias: "basic-pass".into(),
        title: TITLE.own.into(),
        description: DESCRIPTION.own.into(),
        submit_text: SUBMIT.own.into(),
        success_text: SUCCESS.own.into(),
        fields: vec![
            field(BASIC_PASS, FormFieldType::Checkbox, CHOICE, [0, 5]),
            FormField {
                required: false,
                options: SCHOOLS.iter().map(|row| school(row.alias, row.name)).collect(),
                ..field("favourite_school", FormFieldType::Select, SCHOOL, [1, 80])
            },
        ],
        translations: translations(&[
            ("title", TITLE),
            ("description", DESCRIPTION),
            ("submit_text", SUBMIT),
            ("success_text", SUCCESS),
        ]),
    }
}
