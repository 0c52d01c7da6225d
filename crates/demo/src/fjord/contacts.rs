//! The words of the contact form.

use domain::form::CustomForm;

use super::LEAGUE;
use crate::contacts::ContactWords;
use crate::texts::Text;

pub(crate) fn form() -> CustomForm {
    LEAGUE.contact_form(&WORDS)
}

const WORDS: ContactWords = ContactWords {
    title: Text::new("Une question, une idée\u{a0}?"),
    description: Text::new("L’équipe de la ligue lit tous les messages et répond en deux jours ouvrables."),
    submit: Text::new("Envoyer"),
    success: Text::new("Merci\u{a0}! Votre message est bien arrivé."),
    name: Text::new("Nom"),
    email: Text::new("Courriel"),
    topic: Text::new("Sujet"),
    topics: &[
        ("visionnement", Text::new("Un match ne se lit pas")),
        ("achats", Text::new("Billets et abonnements")),
        ("ecole", Text::new("Mon école aimerait se joindre à vous")),
        ("divers", Text::new("Un autre sujet")),
    ],
    message: Text::new("Votre message"),
    message_hint: Text::new("Dites-nous de quel match il s’agit, si c’est le cas."),
    newsletter: Text::new("Je veux recevoir l’infolettre"),
};
