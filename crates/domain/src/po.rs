//! Gettext's PO files: one language's translations as translators' programs read and write them.

use std::collections::HashSet;
use std::fmt::Write;

/// Of a file, in bytes.
pub const MAX_PO_BYTES: usize = 4 * 1024 * 1024;
pub const MAX_PO_ENTRIES: usize = 20_000;

/// A text with its translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoEntry {
    /// Where the text stands: `page/12/name`.
    pub context: String,
    /// For translators.
    pub note: String,
    /// The text in the main language.
    pub text: String,
    /// Empty if it is missing.
    pub translation: String,
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoFile {
    /// As its header names it.
    pub language: Option<String>,
    pub entries: Vec<PoEntry>,
}

/// Why a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoProblem {
    #[error("expected msgctxt, msgid, msgstr or a text in quotation marks")]
    Syntax,
    #[error("the quotation marks or a backslash of this text are wrong")]
    Quotes,
    #[error("plural forms are not supported")]
    Plural,
    #[error("this text stands in the file twice")]
    Duplicate,
    #[error("the file must be in UTF-8")]
    Charset,
    #[error("the file has more than 20000 texts")]
    TooMany,
}

/// A problem with the line that it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct PoError {
    pub line: usize,
    pub problem: PoProblem,
}

/// What becomes of a translation of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoState {
    /// It was missing.
    New,
    Changed,
    Unchanged,
    /// The file has none.
    Untranslated,
    /// The text is no longer there.
    Unknown,
    /// The text was changed since.
    Stale,
}

/// Compares an entry with the text and the translation that are there now.
pub fn po_state(entry: &PoEntry, now: Option<(&str, Option<&str>)>) -> PoState {
    let Some((text, translation)) = now else { return PoState::Unknown };
    match translation {
        _ if text != entry.text => PoState::Stale,
        _ if entry.translation.trim().is_empty() => PoState::Untranslated,
        None => PoState::New,
        Some(translation) if translation == entry.translation => PoState::Unchanged,
        Some(_) => PoState::Changed,
    }
}

/// The file of a language.
pub fn write_po(language: &str, source: &str, entries: &[PoEntry]) -> String {
    let header = format!(
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\
         Language: {language}\nX-Source-Language: {source}\n"
    );
    let mut file = String::new();
    write_text(&mut file, "msgid", "");
    write_text(&mut file, "msgstr", &header);
    for PoEntry { context, note, text, translation } in entries {
        file.push('\n');
        for line in note.split(['\n', '\r']).filter(|line| !line.trim().is_empty()) {
            // Writing to a text does not fail.
            let _ = writeln!(file, "#. {}", line.trim());
        }
        write_text(&mut file, "msgctxt", context);
        write_text(&mut file, "msgid", text);
        write_text(&mut file, "msgstr", translation);
    }
    file
}

/// A text of several lines stands on several, as other programs write it.
fn write_text(file: &mut String, word: &str, text: &str) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let _ = match lines.as_slice() {
        [] => writeln!(file, "{word} \"\""),
        [line] => writeln!(file, "{word} \"{}\"", escaped(line)),
        lines => writeln!(
            file,
            "{word} \"\"\n{}",
            lines.iter().map(|line| format!("\"{}\"", escaped(line))).collect::<Vec<_>>().join("\n")
        ),
    };
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' => escaped.push_str("\\\\"),
            '"' => escaped.push_str("\\\""),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn unescaped(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        text.push(match sign {
            '"' => return None,
            '\\' => match signs.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                sign @ ('\\' | '"') => sign,
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

/// What a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    Context,
    Text,
    Translation,
}

#[derive(Default)]
struct Reading {
    file: PoFile,
    seen: HashSet<(String, String)>,
    entry: PoEntry,
    /// The line of the entry's text.
    line: usize,
    is_fuzzy: bool,
}

impl Reading {
    /// Ends the entry that is read. One that is marked as a guess has no translation yet.
    fn end(&mut self) -> Result<(), PoError> {
        let entry = std::mem::take(&mut self.entry);
        let is_guess = std::mem::take(&mut self.is_fuzzy);
        let line = self.line;
        let fail = |problem| PoError { line, problem };
        if entry.text.is_empty() && entry.context.is_empty() {
            return self.header(&entry.translation).map_err(fail);
        }
        if self.file.entries.len() == MAX_PO_ENTRIES {
            return Err(fail(PoProblem::TooMany));
        }
        if !self.seen.insert((entry.context.clone(), entry.text.clone())) {
            return Err(fail(PoProblem::Duplicate));
        }
        let translation = if is_guess { String::new() } else { entry.translation };
        self.file.entries.push(PoEntry { translation, ..entry });
        Ok(())
    }

    fn header(&mut self, text: &str) -> Result<(), PoProblem> {
        let value = |name: &str| {
            let mut fields = text.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(field, _)| field.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_owned())
        };
        let charset = value("Content-Type").and_then(|kind| Some(kind.split_once("charset=")?.1.trim().to_owned()));
        if charset
            .is_some_and(|charset| !["utf-8", "utf8", "us-ascii"].contains(&charset.to_ascii_lowercase().as_str()))
        {
            return Err(PoProblem::Charset);
        }
        self.file.language = value("Language").filter(|language| !language.is_empty());
        Ok(())
    }
}

/// Reads a file of at most `MAX_PO_BYTES`.
pub fn read_po(text: &str) -> Result<PoFile, PoError> {
    let mut reading = Reading::default();
    let mut part = Part::None;
    let mut number = 0;
    for line in text.trim_start_matches('\u{feff}').lines() {
        number += 1;
        let fail = |problem| PoError { line: number, problem };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            // What stands before an entry ends the one above it.
            if part == Part::Translation {
                reading.end()?;
                part = Part::None;
            }
            let flags = line.strip_prefix("#,").unwrap_or_default();
            reading.is_fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
            continue;
        }
        let word_end = line.find('"').ok_or_else(|| fail(PoProblem::Syntax))?;
        let (word, quoted) = line.split_at(word_end);
        let said = unescaped(quoted).ok_or_else(|| fail(PoProblem::Quotes))?;
        let next = match (word.trim_end(), part) {
            ("", Part::None) => return Err(fail(PoProblem::Syntax)),
            ("", part) => part,
            ("msgctxt", Part::None | Part::Translation) => Part::Context,
            ("msgid", Part::None | Part::Context | Part::Translation) => Part::Text,
            ("msgstr", Part::Text) => Part::Translation,
            ("msgid_plural", _) => return Err(fail(PoProblem::Plural)),
            (word, _) if word.starts_with("msgstr[") => return Err(fail(PoProblem::Plural)),
            _ => return Err(fail(PoProblem::Syntax)),
        };
        if part == Part::Translation && matches!(next, Part::Context | Part::Text) {
            reading.end()?;
        }
        if next == Part::Text && part != Part::Text {
            reading.line = number;
        }
        part = next;
        match part {
            Part::Context => reading.entry.context.push_str(&said),
            Part::Text => reading.entry.text.push_str(&said),
            Part::Translation => reading.entry.translation.push_str(&said),
            Part::None => {}
        }
    }
    match part {
        Part::Translation => reading.end()?,
        Part::None => {}
        Part::Context | Part::Text => return Err(PoError { line: number, problem: PoProblem::Syntax }),
    }
    Ok(reading.file)
}

#[cfg(test)]
mod tests {
    use proptest::collection::hash_set;
    use proptest::prelude::*;

    use super::*;

    fn entry(context: &str, text: &str, translation: &str) -> PoEntry {
        let [context, text, translation] = [context, text, translation].map(str::to_owned);
        PoEntry { context, note: String::new(), text, translation }
    }

    #[test]
    fn files_of_other_programs_are_read() {
        let file = "\u{feff}# By a person\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=utf-8\\n\"\n\"Language: fr\\n\"\n\n\
                    #. Page\r\nmsgctxt \"page/1/name\"\r\nmsgid \"Help\"\r\nmsgstr \"Aide\"\r\n\
                    #, fuzzy\nmsgctxt \"page/1/content\"\nmsgid \"\"\n\"a\\n\"\n\"b\"\nmsgstr \"c\"\n#~ msgid \"old\"\n#~ msgstr \"x\"\n";
        let read = read_po(file).unwrap();
        assert_eq!(read.language.as_deref(), Some("fr"));
        assert_eq!(read.entries, [entry("page/1/name", "Help", "Aide"), entry("page/1/content", "a\nb", "")]);
    }

    /// T34: a file that cannot be read is refused by its line.
    #[test]
    fn wrong_files_are_named_by_their_line() {
        for (file, line, problem) in [
            ("msgid \"a\"\nmsgstr b", 2, PoProblem::Syntax),
            ("msgid \"a\"", 1, PoProblem::Syntax),
            ("\"a\"", 1, PoProblem::Syntax),
            ("msgstr \"a\"", 1, PoProblem::Syntax),
            ("msgid \"a\nmsgstr \"b\"", 1, PoProblem::Quotes),
            ("msgid \"a\\x41\"\nmsgstr \"\"", 1, PoProblem::Quotes),
            ("msgid \"a\"b\"\nmsgstr \"\"", 1, PoProblem::Quotes),
            ("msgid \"a\"\nmsgid_plural \"b\"", 2, PoProblem::Plural),
            ("msgid \"a\"\nmsgstr[0] \"b\"", 2, PoProblem::Plural),
            ("msgid \"a\"\nmsgstr \"\"\n\nmsgid \"a\"\nmsgstr \"\"", 4, PoProblem::Duplicate),
            ("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=windows-1251\\n\"", 1, PoProblem::Charset),
            ("<html>\n", 1, PoProblem::Syntax),
        ] {
            assert_eq!(read_po(file), Err(PoError { line, problem }), "{file}");
        }
        let many: String = (0..=MAX_PO_ENTRIES).map(|number| format!("msgid \"{number}\"\nmsgstr \"\"\n")).collect();
        assert_eq!(read_po(&many).map_err(|error| error.problem), Err(PoProblem::TooMany));
    }

    #[test]
    fn translations_are_compared_with_what_is_there() {
        let state = |now| po_state(&entry("page/1/name", "Help", "Aide"), now);
        assert_eq!(state(None), PoState::Unknown);
        assert_eq!(state(Some(("Help me", None))), PoState::Stale);
        assert_eq!(state(Some(("Help", None))), PoState::New);
        assert_eq!(state(Some(("Help", Some("Secours")))), PoState::Changed);
        assert_eq!(state(Some(("Help", Some("Aide")))), PoState::Unchanged);
        assert_eq!(po_state(&entry("page/1/name", "Help", " "), Some(("Help", None))), PoState::Untranslated);
    }

    proptest! {
        /// What is written reads back, whatever the texts are.
        #[test]
        fn files_read_back(
            contexts in hash_set("[a-z]{1,5}/[0-9]{1,3}", 0..6),
            text in "(\\PC|[\\n\\r\\t\"\\\\#]){1,30}",
            translation in "(\\PC|[\\n\\r\\t\"\\\\]){0,30}",
        ) {
            let entries: Vec<_> = contexts.iter().map(|context| entry(context, &text, &translation)).collect();
            let written: Vec<_> =
                entries.iter().map(|entry| PoEntry { note: "Page\n\"About\"".into(), ..entry.clone() }).collect();
            let read = read_po(&write_po("fr", "en", &written)).unwrap();
            prop_assert_eq!(read, PoFile { language: Some("fr".into()), entries });
        }

        #[test]
        fn any_file_is_read_or_refused(file in "(msgid|msgstr|msgctxt|[ \"\\\\#~,\\n]|\\PC){0,60}") {
            let lines = file.lines().count();
            if let Err(error) = read_po(&file) {
                prop_assert!((1..=lines).contains(&error.line));
            }
        }
    }
}
