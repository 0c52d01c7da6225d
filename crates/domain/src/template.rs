//! Texts of operators with variables, such as `{{ channel }}`. They are filled in here and nowhere read as the templates of
//! our own mails are, so that no text makes a mail fail.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field_error::FieldError;

/// What a text may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Variable {
    Channel,
    Host,
    /// Of the recipient.
    Name,
    /// The buttons, with their addresses.
    Link,
    /// The login code.
    Code,
    NewEmail,
    Device,
    Country,
    Address,
    Product,
    Amount,
    Card,
    Until,
    NextCharge,
}

impl Variable {
    pub const ALL: [Self; 14] = [
        Self::Channel,
        Self::Host,
        Self::Name,
        Self::Link,
        Self::Code,
        Self::NewEmail,
        Self::Device,
        Self::Country,
        Self::Address,
        Self::Product,
        Self::Amount,
        Self::Card,
        Self::Until,
        Self::NextCharge,
    ];

    /// The word between the brackets.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Channel => "channel",
            Self::Host => "host",
            Self::Name => "name",
            Self::Link => "link",
            Self::Code => "code",
            Self::NewEmail => "new_email",
            Self::Device => "device",
            Self::Country => "country",
            Self::Address => "address",
            Self::Product => "product",
            Self::Amount => "amount",
            Self::Card => "card",
            Self::Until => "until",
            Self::NextCharge => "next_charge",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variable| variable.word() == word)
    }

    /// Whether it stands for a part of the mail, on a line of its own.
    pub const fn is_part(self) -> bool {
        matches!(self, Self::Link | Self::Code)
    }

    /// As it is written in a text.
    pub fn written(self) -> String {
        format!("{{{{ {} }}}}", self.word())
    }
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Text(&'t str),
    Variable(Variable),
}

/// Signs of templates that are no variables.
const BRACKETS: [&str; 6] = ["{{", "}}", "{%", "%}", "{#", "#}"];

fn pieces(text: &str) -> Result<Vec<Piece<'_>>, FieldError> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (plain, after) = rest.split_once("{{").map_or((rest, None), |(plain, after)| (plain, Some(after)));
        if BRACKETS.iter().any(|bracket| plain.contains(bracket)) {
            return Err(FieldError::VariableSyntax);
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        let Some(after) = after else { break };
        let (word, after) = after.split_once("}}").ok_or(FieldError::VariableSyntax)?;
        let word = word.trim();
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return Err(FieldError::VariableSyntax);
        }
        pieces.push(Piece::Variable(Variable::of_word(word).ok_or(FieldError::UnknownVariable)?));
        rest = after;
    }
    Ok(pieces)
}

/// What is wrong with a text that may name these variables and has to name that one.
pub fn template_error(text: &str, allowed: &[Variable], needed: Option<Variable>) -> Option<FieldError> {
    let found = match pieces(text) {
        Ok(found) => found,
        Err(error) => return Some(error),
    };
    let named = |wanted: Variable| found.contains(&Piece::Variable(wanted));
    if found.iter().any(|piece| matches!(piece, Piece::Variable(variable) if !allowed.contains(variable))) {
        return Some(FieldError::UnknownVariable);
    }
    match needed {
        Some(Variable::Link) if !named(Variable::Link) => return Some(FieldError::LinkMissing),
        Some(needed) if !named(needed) => return Some(FieldError::CodeMissing),
        _ => {}
    }
    let parts = found.iter().filter(|piece| matches!(piece, Piece::Variable(variable) if variable.is_part())).count();
    let alone = text.lines().filter(|line| part_of(line).is_some()).count();
    if parts != alone || parts > 1 {
        return Some(FieldError::PartLine);
    }
    // A variable is taken for a word, so that no address is put together with one.
    let said: String = found.iter().map(|piece| if let Piece::Text(text) = *piece { text } else { "xx" }).collect();
    has_address(&said).then_some(FieldError::ForeignLink)
}

/// The part of the mail that a line stands for.
fn part_of(line: &str) -> Option<Variable> {
    let word = line.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim();
    Variable::of_word(word).filter(|variable| variable.is_part())
}

/// Whether a mail program would make a link of a word: everything that looks like a web or mail address.
fn has_address(text: &str) -> bool {
    let text: Vec<char> = text.chars().map(|sign| if "。．｡".contains(sign) { '.' } else { sign }).collect();
    let is_of_name = |at: Option<&char>| at.is_some_and(|sign| sign.is_alphanumeric());
    let is_dotted = |at: usize| {
        let ends = text[at + 1..].iter().take_while(|sign| sign.is_alphabetic()).count();
        text[at] == '.' && at > 0 && is_of_name(text.get(at - 1)) && ends >= 2
    };
    let has = |wanted: &str| text.windows(wanted.len()).any(|signs| signs.iter().copied().eq(wanted.chars()));
    has("://") || text.iter().any(|sign| matches!(sign, '@' | '＠')) || (0..text.len()).any(is_dotted)
}

/// The text with the values of its variables; nothing if one of them has none, or is none.
pub fn fill<'v>(text: &str, value: impl Fn(Variable) -> Option<Cow<'v, str>>) -> Option<String> {
    let mut filled = String::new();
    for piece in pieces(text).ok()? {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Variable(variable) => filled.push_str(&value(variable)?),
        }
    }
    Some(filled)
}

/// The paragraphs of a text before and after its button or code; all of them before it where there is none. Empty lines
/// part them.
pub fn paragraphs(text: &str) -> [Vec<String>; 2] {
    let mut sides = [Vec::new(), Vec::new()];
    let (mut side, mut lines) = (0, Vec::new());
    for line in text.lines().chain([""]) {
        let is_part = part_of(line).is_some();
        if !is_part && !line.trim().is_empty() {
            lines.push(line.trim());
            continue;
        }
        if !lines.is_empty() {
            sides[side].push(lines.join("\n"));
            lines.clear();
        }
        side = side.max(usize::from(is_part));
    }
    sides
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALLOWED: [Variable; 3] = [Variable::Channel, Variable::Host, Variable::Link];

    fn error(text: &str) -> Option<FieldError> {
        template_error(text, &ALLOWED, Some(Variable::Link))
    }

    #[test]
    fn wrong_templates_are_named() {
        for good in [
            "Hi!\n\n{{ link }}",
            "{{link}}\r\nAt {{ host }}/contacts, e.g. at 7:30 or for 9.99. Yes.",
            "Кодът е т.е. нов\n  {{ link }}  \n",
        ] {
            assert_eq!(error(good), None, "{good}");
        }
        for (wrong, why) in [
            ("Hi", FieldError::LinkMissing),
            ("{{ link", FieldError::VariableSyntax),
            ("{{ link }} }}", FieldError::VariableSyntax),
            ("{% raw %}\n{{ link }}", FieldError::VariableSyntax),
            ("{{ link | safe }}", FieldError::VariableSyntax),
            ("{{ password }}\n{{ link }}", FieldError::UnknownVariable),
            ("{{ card }}\n{{ link }}", FieldError::UnknownVariable),
            ("Press {{ link }} now", FieldError::PartLine),
            ("{{ link }}\n{{ link }}", FieldError::PartLine),
            ("{{ link }}\nhttps://evil.test", FieldError::ForeignLink),
            ("{{ link }}\nwww.evil.test", FieldError::ForeignLink),
            ("{{ link }}\nevil。test", FieldError::ForeignLink),
            ("{{ link }}\nwin@evil", FieldError::ForeignLink),
            ("{{ link }}\n{{ host }}.evil", FieldError::ForeignLink),
            ("{{ link }}\nevil.{{ channel }}", FieldError::ForeignLink),
        ] {
            assert_eq!(error(wrong), Some(why), "{wrong}");
        }
        assert_eq!(template_error("Hi", &[Variable::Code], Some(Variable::Code)), Some(FieldError::CodeMissing));
    }

    #[test]
    fn paragraphs_stand_on_both_sides_of_the_button() {
        let [before, after] = paragraphs("One\r\ntwo\n\n three \n{{ link }}\nfour\n\n\nfive");
        assert_eq!(before, ["One\ntwo", "three"]);
        assert_eq!(after, ["four", "five"]);
        assert_eq!(paragraphs("\n"), [Vec::<String>::new(), Vec::new()]);
    }

    #[test]
    fn text_with_a_variable_without_a_value_is_left_out() {
        let value = |variable| (variable == Variable::Host).then_some(Cow::Borrowed("demo.test"));
        assert_eq!(fill("At {{ host }}.", value).as_deref(), Some("At demo.test."));
        assert_eq!(fill("{{ card }} at {{ host }}", value), None);
    }

    proptest! {
        /// T46: a text that is taken is filled in, and puts no address into a mail.
        #[test]
        fn taken_texts_are_filled(text in "([a-z.:/@ \\n]|\\{\\{ ?(link|host|channel|x) ?\\}\\}|[{}%#]|\\PC){0,60}") {
            let Some(filled) = fill(&text, |_| Some(Cow::Borrowed("xx"))) else {
                prop_assert!(error(&text).is_some());
                return Ok(());
            };
            if error(&text).is_none() {
                prop_assert!(!filled.contains("{{") && !filled.contains("://") && !filled.contains('@'));
            }
        }

        #[test]
        fn paragraphs_keep_every_word(text in "([a-z ]|\\n|\\{\\{ link \\}\\}){0,60}") {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let kept: String = text.lines().filter(|line| part_of(line).is_none()).map(|line| format!("{line}\n")).collect();
            prop_assert_eq!(words(&paragraphs(&text).concat().join("\n")), words(&kept));
        }
    }
}
