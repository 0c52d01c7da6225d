//! Detects card numbers in request fields: none may reach this server.

/// How many digits a card has.
const LENGTHS: std::ops::RangeInclusive<usize> = 13..=19;

/// Whether something in a body looks like the number of a card: as many digits, together or in groups of four (or as on
/// some cards, of four, six and five), by the beginnings that networks have, and with the right check digit.
pub(crate) fn is_in(body: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'-');
    let mut rest = body;
    while let Some(start) = rest.iter().position(u8::is_ascii_digit) {
        let before = start.checked_sub(1).map(|place| rest[place]);
        let run = &rest[start..];
        let end = run.iter().position(|byte| !is_part(byte)).unwrap_or(run.len());
        let is_within_a_word = before.is_some_and(is_of_a_word) || run.get(end).copied().is_some_and(is_of_a_word);
        if !is_within_a_word && is_card(&run[..end]) {
            return true;
        }
        rest = &run[end..];
    }
    false
}

/// Ids and decimals have digits in a row too.
fn is_of_a_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

fn is_card(run: &[u8]) -> bool {
    let groups: Vec<_> = run.split(|byte| !byte.is_ascii_digit()).filter(|group| !group.is_empty()).collect();
    let lengths: Vec<_> = groups.iter().map(|group| group.len()).collect();
    let is_grouped = match lengths.as_slice() {
        [_] | [4, 6, 4 | 5] => true,
        [head @ .., last] => head.iter().all(|length| *length == 4) && (1..=4).contains(last),
        [] => false,
    };
    let digits: Vec<u8> = groups.concat().iter().map(|digit| digit - b'0').collect();
    is_grouped && LENGTHS.contains(&digits.len()) && (2..=6).contains(&digits[0]) && is_checked(&digits)
}

/// The check digit that all cards have.
fn is_checked(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match (place % 2, u32::from(*digit)) {
            (0, digit) => digit,
            (_, digit) if digit > 4 => digit * 2 - 9,
            (_, digit) => digit * 2,
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T45: card numbers are known in whatever field and spelling.
    #[test]
    fn card_numbers_are_known() {
        for number in
            ["4242424242424242", "4242 4242 4242 4242", "5555-5555-5555-4444", "3782 822463 10005", "378282246310005"]
        {
            assert!(is_in(format!(r#"{{"name":"{number}"}}"#).as_bytes()), "{number}");
            assert!(is_in(format!("my card is {number}, thanks").as_bytes()), "{number}");
        }
        assert!(is_in(br#"{"id":4242424242424242}"#));
    }

    /// T45: keys, times, amounts and telephone numbers are none.
    #[test]
    fn other_numbers_are_no_card_numbers() {
        for other in [
            "4242424242424241",
            "1700000000000",
            "pm_4242424242424242",
            "0.4242424242424242",
            "+359 88 123 4567",
            "42424242-4242-4424-8242-424242424242",
            "42424242424242424242",
            "",
        ] {
            assert!(!is_in(format!(r#"{{"x":"{other}"}}"#).as_bytes()), "{other}");
        }
    }
}
