//! What is wrong with a file, and where.

use std::fmt;

/// More problems than this are counted, not listed.
const MAX_PROBLEMS: usize = 50;
/// How much of a hostile text is repeated in a message.
const MAX_SHOWN: usize = 80;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Such as `games[12].startsAt`; empty for the file as a whole.
    pub place: String,
    pub what: String,
}

/// Everything that is wrong, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    listed: Vec<Problem>,
    others: usize,
}

impl Problems {
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    pub fn listed(&self) -> &[Problem] {
        &self.listed
    }

    /// How many more there are than those that are listed.
    pub fn others(&self) -> usize {
        self.others
    }

    pub fn add(&mut self, place: impl Into<String>, what: impl Into<String>) {
        if self.listed.len() < MAX_PROBLEMS {
            self.listed.push(Problem { place: place.into(), what: what.into() });
        } else {
            self.others += 1;
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Problem { place, what }) in self.listed.iter().enumerate() {
            let separator = if number == 0 { "" } else { "\n" };
            let colon = if place.is_empty() { "" } else { ": " };
            write!(f, "{separator}{place}{colon}{what}")?;
        }
        if self.others > 0 {
            write!(f, "\nand {} more", self.others)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// A text of the file as it may stand in a message: short, and without anything that a terminal would obey.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
