//! Why an order was not paid, for its buyer.

use serde::{Deserialize, Serialize};

use crate::channel::Language;

/// What went wrong, as far as it helps the buyer to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotPaid {
    Declined,
    NotEnoughMoney,
    Expired,
    WrongCode,
    WrongNumber,
    /// The bank asked whether it is them, and was not answered as it should be.
    NotConfirmed,
    TooOften,
    TryAgain,
    /// The buyer has not come back.
    Abandoned,
    /// The money came when there was nothing left to buy with it, and goes back.
    SentBack,
    /// It was paid with test money, before the shop took real money.
    TestMoney,
    Unfinished,
}

impl NotPaid {
    pub const ALL: [Self; 12] = [
        Self::Declined,
        Self::NotEnoughMoney,
        Self::Expired,
        Self::WrongCode,
        Self::WrongNumber,
        Self::NotConfirmed,
        Self::TooOften,
        Self::TryAgain,
        Self::Abandoned,
        Self::SentBack,
        Self::TestMoney,
        Self::Unfinished,
    ];

    /// By the codes of the card provider; what the bank says is more exact. Its sentences may quote what was sent.
    pub fn of(code: Option<&str>, decline_code: Option<&str>) -> Self {
        let known = |code: &str| {
            Some(match code {
                "insufficient_funds" => Self::NotEnoughMoney,
                "expired_card" => Self::Expired,
                "incorrect_cvc" | "invalid_cvc" => Self::WrongCode,
                "incorrect_number" | "invalid_number" => Self::WrongNumber,
                "processing_error" | "try_again_later" => Self::TryAgain,
                "card_velocity_exceeded" | "withdrawal_count_limit_exceeded" => Self::TooOften,
                "authentication_required"
                | "payment_intent_authentication_failure"
                | "setup_intent_authentication_failure" => Self::NotConfirmed,
                _ => return None,
            })
        };
        decline_code.and_then(known).or_else(|| code.and_then(known)).unwrap_or(Self::Declined)
    }

    pub fn words(self, language: Language) -> &'static str {
        let (en, fr, bg) = match self {
            Self::Declined => ("Your card was declined.", "Votre carte a été refusée.", "Картата ви беше отказана."),
            Self::NotEnoughMoney => (
                "Your card has insufficient funds.",
                "Les fonds de votre carte sont insuffisants.",
                "Няма достатъчно средства по картата ви.",
            ),
            Self::Expired => ("Your card has expired.", "Votre carte a expiré.", "Срокът на картата ви е изтекъл."),
            Self::WrongCode => (
                "Your card's security code is incorrect.",
                "Le code de sécurité de votre carte est incorrect.",
                "Защитният код на картата ви е грешен.",
            ),
            Self::WrongNumber => (
                "Your card number is incorrect.",
                "Le numéro de votre carte est incorrect.",
                "Номерът на картата ви е грешен.",
            ),
            Self::NotConfirmed => (
                "Your bank could not confirm that it is you. Please try again or use another card.",
                "Votre banque n'a pas pu confirmer que c'est bien vous. Réessayez ou utilisez une autre carte.",
                "Банката ви не можа да потвърди, че сте вие. Опитайте отново или използвайте друга карта.",
            ),
            Self::TooOften => (
                "Your card was declined for making repeated attempts too often.",
                "Votre carte a été refusée en raison de tentatives trop fréquentes.",
                "Картата ви беше отказана заради твърде чести опити.",
            ),
            Self::TryAgain => (
                "An error occurred while processing your card. Try again in a little bit.",
                "Une erreur est survenue lors du traitement de votre carte. Réessayez dans un instant.",
                "Възникна грешка при обработката на картата ви. Опитайте отново след малко.",
            ),
            Self::Abandoned => (
                "The payment was left unfinished. Nothing was charged.",
                "Le paiement n'a pas été terminé. Rien n'a été débité.",
                "Плащането беше оставено незавършено. Нищо не беше удържано.",
            ),
            Self::TestMoney => (
                "This was paid with test money, before the shop opened.",
                "Ceci a été payé avec de l'argent fictif, avant l'ouverture de la boutique.",
                "Това беше платено с тестови пари, преди магазинът да отвори.",
            ),
            Self::SentBack => (
                "The payment came too late and is sent back to you.",
                "Le paiement est arrivé trop tard et vous est remboursé.",
                "Плащането дойде твърде късно и ви се връща.",
            ),
            Self::Unfinished => (
                "The payment was not completed. Nothing was charged.",
                "Le paiement n'a pas abouti. Rien n'a été débité.",
                "Плащането не беше осъществено. Нищо не беше удържано.",
            ),
        };
        match language {
            Language::En => en,
            Language::Fr => fr,
            Language::Bg => bg,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// PAY-04: the bank's own code comes first, and one that nobody knows is a card that was declined.
    #[test]
    fn codes_become_reasons() {
        for (code, decline_code, reason) in [
            (Some("card_declined"), Some("insufficient_funds"), NotPaid::NotEnoughMoney),
            (Some("card_declined"), Some("lost_card"), NotPaid::Declined),
            (Some("expired_card"), Some("generic_decline"), NotPaid::Expired),
            (Some("incorrect_cvc"), None, NotPaid::WrongCode),
            (Some("payment_intent_authentication_failure"), None, NotPaid::NotConfirmed),
            (Some("setup_intent_authentication_failure"), None, NotPaid::NotConfirmed),
            (None, None, NotPaid::Declined),
        ] {
            assert_eq!(NotPaid::of(code, decline_code), reason, "{code:?} {decline_code:?}");
        }
    }

    /// PAY-04, VAL-09: every reason has words of its own in every language.
    #[test]
    fn reasons_have_words_in_every_language() {
        let all = Language::ALL.into_iter().flat_map(|language| NotPaid::ALL.map(|reason| reason.words(language)));
        assert_eq!(all.collect::<HashSet<_>>().len(), Language::ALL.len() * NotPaid::ALL.len());
    }
}
