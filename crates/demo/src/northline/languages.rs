//! What of the channel's words is there in French and Bulgarian as well.

use domain::content::Content;

use crate::texts::{Text, translations};

/// Names by the field that they translate: sports by their alias, links and pages by their address.
const SPORTS: [(&str, Text); 8] = [
    ("basketball", Text::in_all("Basketball", "Basket-ball", "Баскетбол")),
    ("football", Text::in_all("Football", "Football américain", "Американски футбол")),
    ("soccer", Text::in_all("Soccer", "Football", "Футбол")),
    ("ice-hockey", Text::in_all("Ice Hockey", "Hockey sur glace", "Хокей на лед")),
    ("volleyball", Text::in_all("Volleyball", "Volley-ball", "Волейбол")),
    ("baseball", Text::in_all("Baseball", "Base-ball", "Бейзбол")),
    ("track-and-field", Text::in_all("Track & Field", "Athlétisme", "Лека атлетика")),
    ("lacrosse", Text::in_all("Lacrosse", "Crosse", "Лакрос")),
];

const LINKS: [(&str, Text); 6] = [
    ("/tickets", Text::in_all("Tickets & Passes", "Billets et abonnements", "Билети и абонаменти")),
    ("/about", Text::in_all("About", "À propos", "За нас")),
    ("/faq", Text::in_all("Help", "Aide", "Помощ")),
    ("/privacy_policy", Text::in_all("Privacy", "Confidentialité", "Поверителност")),
    ("/terms_conditions", Text::in_all("Terms", "Conditions", "Условия")),
    ("/accessibility", Text::in_all("Accessibility", "Accessibilité", "Достъпност")),
];

/// Question and answer, by the English question.
const QUESTIONS: [(Text, Text); 3] = [
    (
        Text::in_all(
            "Which devices can I watch on?",
            "Sur quels appareils puis-je regarder\u{a0}?",
            "На какви устройства мога да гледам?",
        ),
        Text::in_all(
            "",
            "<p>Sur tout téléphone, tablette ou ordinateur doté d’un navigateur récent. Pour regarder sur un téléviseur, utilisez le bouton de diffusion du lecteur. Deux appareils peuvent lire en même temps.</p>",
            "<p>На всеки телефон, таблет или компютър с актуален браузър. За телевизор използвайте бутона за излъчване в плейъра. Две устройства могат да гледат едновременно.</p>",
        ),
    ),
    (
        Text::in_all("Which games are free?", "Quels matchs sont gratuits\u{a0}?", "Кои мачове са безплатни?"),
        Text::in_all(
            "",
            "<p>Les matchs marqués «&nbsp;Gratuit&nbsp;» se lancent tout de suite. Ceux marqués «&nbsp;Inscription&nbsp;» demandent un compte, qui ne coûte rien. Pour les autres, il faut un <a href=\"/tickets\" rel=\"noopener noreferrer\">abonnement</a>.</p>",
            "<p>Отбелязаните като безплатни тръгват веднага. Отбелязаните с регистрация изискват профил, който не струва нищо. За останалите е нужен <a href=\"/tickets\" rel=\"noopener noreferrer\">абонамент</a>.</p>",
        ),
    ),
    (
        Text::in_all(
            "In which time zone are games listed?",
            "Dans quel fuseau horaire les matchs sont-ils affichés\u{a0}?",
            "В коя часова зона са обявени мачовете?",
        ),
        Text::in_all(
            "",
            "<p>Dans le vôtre. La carte et la page du match indiquent aussi le fuseau du lieu où il se joue.</p>",
            "<p>Във вашата. Картата и страницата на мача показват и зоната на мястото, където се играе.</p>",
        ),
    ),
];

const HOME_BLOCK: Text = Text::in_all(
    "",
    "<p><strong>Première visite&nbsp;?</strong> Les matchs gratuits se lancent tout de suite, sans compte. <a href=\"/tickets\" rel=\"noopener noreferrer\">Ce qu’ajoute un abonnement</a>.</p>",
    "<p><strong>За първи път тук?</strong> Безплатните мачове тръгват веднага, без профил. <a href=\"/tickets\" rel=\"noopener noreferrer\">Какво добавя абонаментът</a>.</p>",
);

/// Adds the translations to content in the channel's own language.
pub(crate) fn translate(mut content: Content) -> Content {
    let name = |rows: &[(&str, Text)], key: &str| {
        let found = rows.iter().find(|(of, _)| *of == key);
        found.map(|(_, text)| translations(&[("name", *text)])).unwrap_or_default()
    };
    for category in &mut content.categories {
        category.translations = name(&SPORTS, &category.alias);
    }
    for link in &mut content.links {
        link.translations = name(&LINKS, &link.url);
    }
    for page in &mut content.pages {
        page.translations = name(&LINKS, &page.url);
    }
    for entry in &mut content.faq {
        if let Some((question, answer)) = QUESTIONS.iter().find(|(question, _)| question.own == entry.question) {
            entry.translations = translations(&[("question", *question), ("answer", *answer)]);
        }
    }
    for block in content.static_blocks.iter_mut().filter(|block| block.place == "home") {
        block.translations = translations(&[("content", HOME_BLOCK)]);
    }
    content
}
