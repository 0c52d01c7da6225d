//! Stripe's published test cards and what each of them leads to.

use std::fmt;

/// A number that cannot be printed whole, only its last four digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CardNumber(&'static str);

impl CardNumber {
    /// The digits that may be shown and kept.
    pub fn last4(self) -> &'static str {
        &self.0[self.0.len() - 4..]
    }
}

impl fmt::Debug for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardNumber(…{})", self.last4())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brand {
    Visa,
    Mastercard,
    Amex,
    Discover,
    Diners,
    Jcb,
    UnionPay,
}

impl Brand {
    /// The brand as Stripe's API spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Visa => "visa",
            Self::Mastercard => "mastercard",
            Self::Amex => "amex",
            Self::Discover => "discover",
            Self::Diners => "diners",
            Self::Jcb => "jcb",
            Self::UnionPay => "unionpay",
        }
    }
}

/// What happens to a payment with the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Succeeds,
    /// Refused at once: the card cannot be saved either.
    Declined(Decline),
    /// The card can be saved, but every charge of it is refused.
    DeclinedWhenCharged(Decline),
    /// The holder is asked to authenticate (3-D Secure); with `decline` the bank refuses even then.
    Authenticates {
        when: Authentication,
        decline: Option<Decline>,
    },
    /// Stays `processing` for a while, then succeeds.
    Processes,
    /// Succeeds, and is disputed soon after.
    Disputed(Dispute),
    /// Succeeds; a refund stays pending for a while before it succeeds.
    RefundsSlowly,
    /// Succeeds; a refund seems to succeed, then fails.
    RefundFails,
}

/// When a card asks its holder to authenticate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authentication {
    Always,
    /// Not for payments in the holder's absence once the card was set up with authentication.
    UnlessSetUp,
    /// Only while the holder is present: the card counts as set up from the start.
    WhilePresent,
}

impl Authentication {
    /// Whether this payment asks; `set_up` says that the holder authenticated when the card was saved.
    pub fn is_asked(self, present: bool, set_up: bool) -> bool {
        match self {
            Self::Always => true,
            Self::UnlessSetUp => present || !set_up,
            Self::WhilePresent => present,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decline {
    Generic,
    InsufficientFunds,
    LostCard,
    StolenCard,
    VelocityExceeded,
    Fraudulent,
    ExpiredCard,
    IncorrectCvc,
    ProcessingError,
}

impl Decline {
    /// `error.code` of Stripe's answer.
    pub fn code(self) -> &'static str {
        match self {
            Self::ExpiredCard => "expired_card",
            Self::IncorrectCvc => "incorrect_cvc",
            Self::ProcessingError => "processing_error",
            _ => "card_declined",
        }
    }

    /// The sentence that people are shown.
    pub fn message(self) -> &'static str {
        match self {
            Self::InsufficientFunds => "Your card has insufficient funds.",
            Self::ExpiredCard => "Your card has expired.",
            Self::IncorrectCvc => "Your card's security code is incorrect.",
            Self::ProcessingError => "An error occurred while processing your card. Try again in a little bit.",
            _ => "Your card was declined.",
        }
    }

    /// `error.decline_code`, which goes with `card_declined` only.
    pub fn decline_code(self) -> Option<&'static str> {
        match self {
            Self::Generic => Some("generic_decline"),
            Self::InsufficientFunds => Some("insufficient_funds"),
            Self::LostCard => Some("lost_card"),
            Self::StolenCard => Some("stolen_card"),
            Self::VelocityExceeded => Some("card_velocity_exceeded"),
            Self::Fraudulent => Some("fraudulent"),
            Self::ExpiredCard | Self::IncorrectCvc | Self::ProcessingError => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispute {
    Fraudulent,
    ProductNotReceived,
    /// The bank only asks; no money moves unless it escalates.
    Inquiry,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestCard {
    pub number: CardNumber,
    pub brand: Brand,
    pub outcome: Outcome,
}

/// Why a number is not taken; says nothing of the number itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    #[error("a card number has 12 to 19 digits")]
    Malformed,
    /// Stripe answers `incorrect_number`, and publishes 4242424242424241 to try it.
    #[error("your card number is incorrect")]
    IncorrectNumber,
    #[error("only published test card numbers are accepted, never a real card")]
    NotPublished,
}

/// Finds the published card that a person typed, spaces allowed; the typed number itself is never kept.
pub fn find(typed: &str) -> Result<&'static TestCard, CardError> {
    let digits: String = typed.chars().filter(|c| *c != ' ').take(20).collect();
    if !(12..=19).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(CardError::Malformed);
    }
    if !passes_luhn(&digits) {
        return Err(CardError::IncorrectNumber);
    }
    CARDS.iter().find(|card| card.number.0 == digits).ok_or(CardError::NotPublished)
}

/// The card behind what a payment method shows of it.
pub fn by_face(brand: &str, last4: &str) -> Option<&'static TestCard> {
    CARDS.iter().chain([&PROCESSING]).find(|card| card.brand.as_str() == brand && card.number.last4() == last4)
}

/// The card behind one of Stripe's ready-made ids, such as `pm_card_visa`.
pub fn by_id(id: &str) -> Option<&'static TestCard> {
    let name = id.strip_prefix("pm_card_")?;
    if name == "processing" {
        return Some(&PROCESSING);
    }
    let (_, number) = NAMES.iter().find(|(known, _)| *known == name)?;
    find(number).ok()
}

/// The check digit of card numbers: every second digit from the right counts double.
fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0');
            match (place % 2, digit) {
                (0, _) => digit,
                (_, 0..=4) => digit * 2,
                _ => digit * 2 - 9,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

const fn card(number: &'static str, brand: Brand, outcome: Outcome) -> TestCard {
    TestCard { number: CardNumber(number), brand, outcome }
}

const fn visa(number: &'static str, outcome: Outcome) -> TestCard {
    card(number, Brand::Visa, outcome)
}

const fn asks(when: Authentication) -> Outcome {
    Outcome::Authenticates { when, decline: None }
}

const fn asks_then_declines(decline: Decline) -> Outcome {
    Outcome::Authenticates { when: Authentication::Always, decline: Some(decline) }
}

/// The cards of <https://docs.stripe.com/testing> that lead to something a shop must handle.
pub static CARDS: [TestCard; 39] = [
    visa("4242424242424242", Outcome::Succeeds),
    visa("4000056655665556", Outcome::Succeeds),
    card("5555555555554444", Brand::Mastercard, Outcome::Succeeds),
    card("2223003122003222", Brand::Mastercard, Outcome::Succeeds),
    card("5200828282828210", Brand::Mastercard, Outcome::Succeeds),
    card("5105105105105100", Brand::Mastercard, Outcome::Succeeds),
    card("378282246310005", Brand::Amex, Outcome::Succeeds),
    card("371449635398431", Brand::Amex, Outcome::Succeeds),
    card("6011111111111117", Brand::Discover, Outcome::Succeeds),
    card("6011000990139424", Brand::Discover, Outcome::Succeeds),
    card("6011981111111113", Brand::Discover, Outcome::Succeeds),
    card("3056930009020004", Brand::Diners, Outcome::Succeeds),
    card("36227206271667", Brand::Diners, Outcome::Succeeds),
    card("3566002020360505", Brand::Jcb, Outcome::Succeeds),
    card("6200000000000005", Brand::UnionPay, Outcome::Succeeds),
    card("6200000000000047", Brand::UnionPay, Outcome::Succeeds),
    card("6205500000000000004", Brand::UnionPay, Outcome::Succeeds),
    visa("4000000000000002", Outcome::Declined(Decline::Generic)),
    visa("4000000000009995", Outcome::Declined(Decline::InsufficientFunds)),
    visa("4000000000009987", Outcome::Declined(Decline::LostCard)),
    visa("4000000000009979", Outcome::Declined(Decline::StolenCard)),
    visa("4000000000006975", Outcome::Declined(Decline::VelocityExceeded)),
    visa("4000000000000069", Outcome::Declined(Decline::ExpiredCard)),
    visa("4000000000000127", Outcome::Declined(Decline::IncorrectCvc)),
    visa("4000000000000119", Outcome::Declined(Decline::ProcessingError)),
    visa("4000000000000341", Outcome::DeclinedWhenCharged(Decline::Generic)),
    visa("4100000000000019", Outcome::DeclinedWhenCharged(Decline::Fraudulent)),
    visa("4000002500003155", asks(Authentication::UnlessSetUp)),
    visa("4000002760003184", asks(Authentication::Always)),
    visa("4000003800000446", asks(Authentication::WhilePresent)),
    visa("4000000000003220", asks(Authentication::Always)),
    visa("4000008260003178", asks_then_declines(Decline::InsufficientFunds)),
    visa("4000008400001629", asks_then_declines(Decline::Generic)),
    visa("4000000000003055", Outcome::Succeeds),
    visa("4000000000000259", Outcome::Disputed(Dispute::Fraudulent)),
    visa("4000000000002685", Outcome::Disputed(Dispute::ProductNotReceived)),
    visa("4000000000001976", Outcome::Disputed(Dispute::Inquiry)),
    visa("4000000000007726", Outcome::RefundsSlowly),
    visa("4000000000005126", Outcome::RefundFails),
];

/// Ours alone, and reached by its id alone: Stripe publishes no card whose payments take a while.
static PROCESSING: TestCard = visa("4000000000000077", Outcome::Processes);

/// What follows `pm_card_` in the ids that Stripe publishes.
const NAMES: [(&str, &str); 33] = [
    ("visa", "4242424242424242"),
    ("visa_debit", "4000056655665556"),
    ("mastercard", "5555555555554444"),
    ("mastercard_debit", "5200828282828210"),
    ("mastercard_prepaid", "5105105105105100"),
    ("amex", "378282246310005"),
    ("discover", "6011111111111117"),
    ("diners", "3056930009020004"),
    ("jcb", "3566002020360505"),
    ("unionpay", "6200000000000005"),
    ("chargeDeclined", "4000000000000002"),
    ("visa_chargeDeclined", "4000000000000002"),
    ("chargeDeclinedInsufficientFunds", "4000000000009995"),
    ("visa_chargeDeclinedInsufficientFunds", "4000000000009995"),
    ("visa_chargeDeclinedLostCard", "4000000000009987"),
    ("visa_chargeDeclinedStolenCard", "4000000000009979"),
    ("visa_chargeDeclinedVelocityLimitExceeded", "4000000000006975"),
    ("chargeDeclinedExpiredCard", "4000000000000069"),
    ("chargeDeclinedIncorrectCvc", "4000000000000127"),
    ("chargeDeclinedProcessingError", "4000000000000119"),
    ("chargeCustomerFail", "4000000000000341"),
    ("visa_chargeCustomerFail", "4000000000000341"),
    ("radarBlock", "4100000000000019"),
    ("authenticationRequiredOnSetup", "4000002500003155"),
    ("authenticationRequired", "4000002760003184"),
    ("authenticationRequiredSetupForOffSession", "4000003800000446"),
    ("threeDSecure2Required", "4000000000003220"),
    ("authenticationRequiredChargeDeclinedInsufficientFunds", "4000008260003178"),
    ("threeDSecureOptional", "4000000000003055"),
    ("createDispute", "4000000000000259"),
    ("createDisputeProductNotReceived", "4000000000002685"),
    ("createDisputeInquiry", "4000000000001976"),
    ("refundFail", "4000000000005126"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_faces_lead_to_one_card_each() {
        for (name, _) in NAMES {
            assert!(by_id(&format!("pm_card_{name}")).is_some(), "{name}");
        }
        for card in CARDS.iter().chain([&PROCESSING]) {
            let found = by_face(card.brand.as_str(), card.number.last4());
            assert!(found.is_some_and(|found| std::ptr::eq(found, card)), "{card:?}");
        }
        assert_eq!(by_id("pm_card_nobody"), None);
    }

    #[test]
    fn every_published_card_is_found_and_unique() {
        for card in &CARDS {
            assert!(find(card.number.0).is_ok_and(|found| std::ptr::eq(found, card)), "{card:?}");
        }
    }

    #[test]
    fn cards_lead_to_what_stripe_says() {
        let outcome = |number| find(number).map(|card| card.outcome);
        assert_eq!(outcome("4242 4242 4242 4242"), Ok(Outcome::Succeeds));
        assert_eq!(outcome("4000000000009995"), Ok(Outcome::Declined(Decline::InsufficientFunds)));
        assert_eq!(outcome("4000002500003155"), Ok(asks(Authentication::UnlessSetUp)));
        assert_eq!(outcome("4000002760003184"), Ok(asks(Authentication::Always)));
        assert_eq!(outcome("4000000000000259"), Ok(Outcome::Disputed(Dispute::Fraudulent)));
    }

    #[test]
    fn brands_follow_the_number() {
        for card in &CARDS {
            let expected = match &card.number.0[..2] {
                "34" | "37" => Brand::Amex,
                "30" | "36" => Brand::Diners,
                "35" => Brand::Jcb,
                "60" => Brand::Discover,
                "62" => Brand::UnionPay,
                "22" | "51" | "52" | "55" => Brand::Mastercard,
                _ => Brand::Visa,
            };
            assert_eq!(card.brand, expected, "{:?}", card.number);
        }
        assert_eq!(find("378282246310005").map(|card| card.brand.as_str()), Ok("amex"));
    }

    #[test]
    fn declines_carry_the_codes_of_the_api() {
        assert_eq!(Decline::InsufficientFunds.code(), "card_declined");
        assert_eq!(Decline::InsufficientFunds.decline_code(), Some("insufficient_funds"));
        assert_eq!(Decline::ExpiredCard.code(), "expired_card");
        assert_eq!(Decline::ExpiredCard.decline_code(), None);
    }

    /// T45: a number that might be a real card is refused; the first one is valid, but not of Stripe's list.
    #[test]
    fn unpublished_card_number_is_refused() {
        assert_eq!(find("4111111111111111"), Err(CardError::NotPublished));
        assert_eq!(find("4242424242424241"), Err(CardError::IncorrectNumber));
        for malformed in ["", "42", "4242-4242-4242-4242", "42424242424242424242", "٤٢٤٢٤٢٤٢٤٢٤٢", "4242424242424242\n"]
        {
            assert_eq!(find(malformed), Err(CardError::Malformed), "{malformed:?}");
        }
    }

    /// T45: neither a card nor an error gives the number away in a log.
    #[test]
    fn debug_output_shows_four_digits_at_most() {
        for card in &CARDS {
            let printed = format!("{card:?}");
            assert!(printed.contains(card.number.last4()), "{printed}");
            assert!(printed.bytes().filter(u8::is_ascii_digit).count() <= 4, "{printed}");
        }
        let refused = find("4111111111111111").unwrap_err();
        assert!(!format!("{refused} {refused:?}").contains("4111"));
    }

    #[test]
    fn authentication_depends_on_presence_and_set_up() {
        let (present, absent) = (true, false);
        assert!(Authentication::Always.is_asked(absent, true));
        assert!(Authentication::UnlessSetUp.is_asked(present, true));
        assert!(Authentication::UnlessSetUp.is_asked(absent, false));
        assert!(!Authentication::UnlessSetUp.is_asked(absent, true));
        assert!(Authentication::WhilePresent.is_asked(present, false));
        assert!(!Authentication::WhilePresent.is_asked(absent, false));
    }
}
