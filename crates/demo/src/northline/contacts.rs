//! The words of the contact form.

use domain::form::CustomForm;

use super::LEAGUE;
use crate::contacts::ContactWords;
use crate::texts::Text;

pub(crate) fn form() -> CustomForm {
    LEAGUE.contact_form(&WORDS)
}

const WORDS: ContactWords = ContactWords {
    title: Text::in_all("Write to us", "Écrivez-nous", "Пишете ни"),
    description: Text::in_all(
        "A person reads every message. We answer within one working day.",
        "Chaque message est lu par une personne. Nous répondons en un jour ouvré.",
        "Всяко съобщение се чете от човек. Отговаряме до един работен ден.",
    ),
    submit: Text::in_all("Send message", "Envoyer le message", "Изпращане"),
    success: Text::in_all(
        "Thank you. Your message is with us, and we will write back soon.",
        "Merci. Votre message est arrivé, nous vous répondrons bientôt.",
        "Благодарим. Съобщението ви пристигна и скоро ще ви отговорим.",
    ),
    name: Text::in_all("Your name", "Votre nom", "Вашето име"),
    email: Text::in_all("Email", "Adresse e-mail", "Имейл"),
    topic: Text::in_all("What is it about?", "De quoi s’agit-il\u{a0}?", "За какво става дума?"),
    topics: &[
        ("watching", Text::in_all("Trouble watching a game", "Un problème de lecture", "Проблем с гледането")),
        ("passes", Text::in_all("Passes and payments", "Abonnements et paiements", "Абонаменти и плащания")),
        (
            "school",
            Text::in_all("My school wants to join", "Mon école veut participer", "Моето училище иска да се включи"),
        ),
        ("press", Text::in_all("Press and rights", "Presse et droits", "Преса и права")),
        ("something-else", Text::in_all("Something else", "Autre chose", "Нещо друго")),
    ],
    message: Text::in_all("Message", "Message", "Съобщение"),
    message_hint: Text::in_all(
        "Which game, which device, what happened?",
        "Quel match, quel appareil, que s’est-il passé\u{a0}?",
        "Кой мач, какво устройство, какво се случи?",
    ),
    newsletter: Text::in_all(
        "Send me the week’s games by email",
        "M’envoyer les matchs de la semaine par e-mail",
        "Изпращайте ми мачовете от седмицата по имейл",
    ),
};
