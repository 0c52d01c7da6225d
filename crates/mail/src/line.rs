//! Cleans user text for mails: one line of limited length without control characters.

/// The text on one line, without control characters and without those that turn the direction of writing around.
pub(crate) fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if is_hostile(c) { ' ' } else { c }).collect();
    let words = plain.split(|c: char| c.is_whitespace() && !is_no_break(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// French has one before a colon.
fn is_no_break(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}')
}

fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Longer than this nobody is greeted.
const MAX_NAME: usize = 40;

/// The name in the greeting; none when it is no name. Anybody can register with a foreign address: the name they write
/// must not reach its owner as an advertisement with a link.
pub(crate) fn name_to_greet(name: &str) -> Option<String> {
    let name = one_line(name).trim().to_owned();
    let mut neighbours = name.chars().zip(name.chars().skip(1));
    let has_link =
        name.contains(['/', '@', ':', '\\']) || neighbours.any(|(dot, next)| dot == '.' && next.is_alphanumeric());
    (!name.is_empty() && !has_link && name.chars().count() <= MAX_NAME).then_some(name)
}

/// Shorter parts of a link say nothing.
const SHORTEST_SECRET: usize = 6;

/// What a mail server said of a mail, without what only the mail itself may say: `blank` is the mail without its links and
/// codes, so whatever `text` has beyond it is one, and so is each part of it.
pub fn without_secrets_of(said: &str, text: &str, blank: &str) -> String {
    let mut secrets: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !blank.contains(word))
        .flat_map(|word| {
            let parts = word.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
            std::iter::once(word).chain(parts)
        })
        .filter(|part| part.len() >= SHORTEST_SECRET && !blank.contains(part))
        .collect();
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.iter().fold(said.to_owned(), |said, secret| said.replace(secret, "…"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T46: no line end gets through to where headers are made.
    #[test]
    fn texts_are_one_line() {
        assert_eq!(one_line("Fan\r\nBcc: all@demo.test\u{0}\u{2028}x"), "Fan Bcc: all@demo.test x");
        assert_eq!(one_line(" \t a \u{202e}b "), "a b");
    }

    /// T57: a mail server that repeats what it was sent gives nothing of it to readers of the refusal.
    #[test]
    fn secrets_repeated_by_a_mail_server_are_left_out() {
        let text =
            "Hello,\n\nhttps://demo.test/verify-email?email=fan%40demo.test&signature=k3y_-of43letters\n    482913\n";
        let blank = "Hello,\n\n••••••\n    ••••••\n";
        for (said, left) in [
            ("550 spam: your code 482913 was seen before", "550 spam: your code … was seen before"),
            ("550 (k3y_-of43letters)", "550 (…)"),
            ("554 5.7.1 Hello, no such user", "554 5.7.1 Hello, no such user"),
        ] {
            assert_eq!(without_secrets_of(said, text, blank), left);
        }
    }

    /// T46: nobody is sent an advertisement through our mail.
    #[test]
    fn text_that_is_no_name_is_not_greeted() {
        for name in ["Frankie", "Анна-Мария", "J. R.", "O’Neil", "{{7*7}}"] {
            assert_eq!(name_to_greet(name).as_deref(), Some(name));
        }
        for wrong in ["", " \r\n", "win at evil.test", "https://evil.test", "a@b", &"x".repeat(41)] {
            assert_eq!(name_to_greet(wrong), None, "{wrong}");
        }
    }
}
