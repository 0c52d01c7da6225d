//! Texts of people on their way into a mail: one line, as long as it may be, and nothing that plays tricks.

/// The text on one line, without control characters and without those that turn the direction of writing around.
pub(crate) fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if is_hostile(c) { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Longer than this nobody is greeted.
const LONGEST_NAME: usize = 40;

/// The name to greet somebody by; none when it is no name. Anybody can register with somebody else's address: what
/// they write as their name must not reach that person as an advertisement with a link.
pub(crate) fn name_to_greet(name: &str) -> Option<String> {
    let name = one_line(name);
    let mut neighbours = name.chars().zip(name.chars().skip(1));
    let has_link =
        name.contains(['/', '@', ':', '\\']) || neighbours.any(|(dot, next)| dot == '.' && next.is_alphanumeric());
    (!name.is_empty() && !has_link && name.chars().count() <= LONGEST_NAME).then_some(name)
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

    /// T46: nobody is sent an advertisement through our mail.
    #[test]
    fn only_names_are_greeted() {
        for name in ["Frankie", "Анна-Мария", "J. R.", "O’Neil", "{{7*7}}"] {
            assert_eq!(name_to_greet(name).as_deref(), Some(name));
        }
        for wrong in ["", " \r\n", "win at evil.test", "https://evil.test", "a@b", &"x".repeat(41)] {
            assert_eq!(name_to_greet(wrong), None, "{wrong}");
        }
    }
}
