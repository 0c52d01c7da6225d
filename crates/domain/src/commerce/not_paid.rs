//! Why an order was not paid. Pages say it in the buyer's language, by its code.

use serde::{Deserialize, Serialize};

/// What went wrong, as far as it helps the buyer to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NotPaid {
    #[error("Your card was declined.")]
    Declined,
    #[error("Your card has insufficient funds.")]
    NotEnoughMoney,
    #[error("Your card has expired.")]
    Expired,
    #[error("Your card's security code is incorrect.")]
    WrongCode,
    #[error("Your card number is incorrect.")]
    WrongNumber,
    /// The bank asked whether it is them, and was not answered as it should be.
    #[error("Your bank could not confirm that it is you. Please try again or use another card.")]
    NotConfirmed,
    #[error("Your card was declined for making repeated attempts too often.")]
    TooOften,
    #[error("An error occurred while processing your card. Try again in a little bit.")]
    TryAgain,
    /// The buyer has not come back.
    #[error("The payment was left unfinished. Nothing was charged.")]
    Abandoned,
    /// The money came when there was nothing left to buy with it, and goes back.
    #[error("The payment came too late and is sent back to you.")]
    SentBack,
    /// It was paid with test money, before the shop took real money.
    #[error("This was paid with test money, before the shop opened.")]
    TestMoney,
    #[error("The payment was not completed. Nothing was charged.")]
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

    /// PAY-04, VAL-09: every reason has words of its own.
    #[test]
    fn reasons_have_words() {
        let words = HashSet::from(NotPaid::ALL.map(|reason| reason.to_string()));
        assert_eq!(words.len(), NotPaid::ALL.len());
    }
}
