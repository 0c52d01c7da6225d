//! Name search: ignores case, accents and punctuation, and tolerates a typo.

use std::collections::BTreeMap;
use std::ops::Bound;

use roaring::{MultiOps, RoaringBitmap};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// More words than this nobody types; the rest of a longer text is left out.
const MAX_QUERY: usize = 8;
/// Longer than any name; a longer text is cut.
const MAX_TEXT: usize = 400;

/// The words of a text as they are compared: `St. Mary’s` is `st` and `marys`.
pub fn words(text: &str) -> Vec<String> {
    let mut plain = String::with_capacity(text.len());
    let letters = text.chars().take(MAX_TEXT).nfkd().flat_map(char::to_lowercase);
    for letter in letters.filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            // An apostrophe joins, everything else that is no letter parts.
            '\'' | '’' | '‘' | 'ʼ' | '`' => {}
            'ß' => plain.push_str("ss"),
            'ø' => plain.push('o'),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'ł' => plain.push('l'),
            'đ' => plain.push('d'),
            _ if letter.is_alphanumeric() => plain.push(letter),
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().map(|word| one_spelling(word).to_owned()).collect()
}

/// People write either.
fn one_spelling(word: &str) -> &str {
    match word {
        "saint" => "st",
        "sainte" => "ste",
        _ => word,
    }
}

/// Which texts hold which words; a text is known by its number.
#[derive(Clone, Debug, Default)]
pub struct TextIndex {
    words: BTreeMap<Box<str>, RoaringBitmap>,
}

impl TextIndex {
    /// Numbers the texts in their order.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut index = Self::default();
        for (number, text) in (0..).zip(texts) {
            index.add(number, text);
        }
        index
    }

    /// A number may have several texts.
    pub fn add(&mut self, number: u32, text: &str) {
        for word in words(text) {
            self.add_word(number, &word);
        }
    }

    /// For a word that was cut out of its text before.
    pub fn add_word(&mut self, number: u32, word: &str) {
        match self.words.get_mut(word) {
            Some(numbers) => {
                numbers.insert(number);
            }
            None => {
                self.words.insert(word.into(), RoaringBitmap::from_iter([number]));
            }
        }
    }

    /// The texts that hold every word of `query`, or a word that begins with it; where there are none, words that are
    /// nearly the same count too. `None` when the query holds no word at all.
    pub fn find(&self, query: &str) -> Option<RoaringBitmap> {
        let mut wanted = words(query);
        wanted.truncate(MAX_QUERY);
        if wanted.is_empty() {
            return None;
        }
        let exact = self.all(&wanted, |index, word| index.beginning_with(word));
        Some(if exact.is_empty() { self.all(&wanted, |index, word| index.close_to(word)) } else { exact })
    }

    fn all(&self, wanted: &[String], find: impl Fn(&Self, &str) -> RoaringBitmap) -> RoaringBitmap {
        let mut found: Option<RoaringBitmap> = None;
        for word in wanted {
            let numbers = find(self, word);
            let both = match found {
                None => numbers,
                Some(before) => before & numbers,
            };
            if both.is_empty() {
                return both;
            }
            found = Some(both);
        }
        found.unwrap_or_default()
    }

    fn beginning_with(&self, start: &str) -> RoaringBitmap {
        let from = (Bound::Included(start), Bound::Unbounded);
        let found = self.words.range::<str, _>(from).take_while(|(word, _)| word.starts_with(start));
        found.map(|(_, numbers)| numbers).union()
    }

    fn close_to(&self, wanted: &str) -> RoaringBitmap {
        let found = self.words.iter().filter(|(word, _)| word.starts_with(wanted) || is_close(word, wanted));
        found.map(|(_, numbers)| numbers).union()
    }
}

/// Whether `wanted` is `word`, or its beginning, but for a slip or two: short words allow none.
fn is_close(word: &str, wanted: &str) -> bool {
    let length = wanted.chars().count();
    let slips = match length {
        0..=3 => return false,
        4..=7 => 1,
        _ => 2,
    };
    let letters = word.chars().count();
    if letters + slips < length {
        return false;
    }
    let near = |part: &str| strsim::osa_distance(part, wanted) <= slips;
    // What is typed so far may be the beginning of a longer word.
    let ends = length.saturating_sub(1)..=(length + 1).min(letters);
    near(word) || ends.filter_map(|end| beginning(word, end)).any(near)
}

fn beginning(word: &str, letters: usize) -> Option<&str> {
    let mut ends = word.char_indices().map(|(at, _)| at).chain([word.len()]);
    ends.nth(letters).map(|end| &word[..end])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find(names: &[&str], query: &str) -> Vec<u32> {
        TextIndex::of(names.iter().copied()).find(query).unwrap_or_default().iter().collect()
    }

    /// EVT-03: punctuation, case, accents and the two ways to write a saint.
    #[test]
    fn names_are_found_however_they_are_written() {
        let names = [
            "St. Mary's Prep",
            "Évry Étoiles",
            "Granite Bay Grizzlies",
            "Вихрен Сандански",
            "Saint Olaf",
            "GROẞENHAIN Ø",
        ];
        for (query, expected) in [
            ("großenhain", vec![5]),
            ("grossenhain ø", vec![5]),
            ("st mary", vec![0]),
            ("ST MARYS", vec![0]),
            ("saint mary’s", vec![0]),
            ("st", vec![0, 4]),
            ("evry", vec![1]),
            ("ÉTOILES", vec![1]),
            ("bay gran", vec![2]),
            ("вихрен", vec![3]),
            ("nobody", vec![]),
        ] {
            assert_eq!(find(&names, query), expected, "{query}");
        }
    }

    /// EVT-03: a typo is forgiven, but not in words of three letters.
    #[test]
    fn typo_is_forgiven_except_in_short_words() {
        let names = ["St. Mary's Prep", "Granite Bay Grizzlies", "Northridge Hawks", "Fox"];
        for (query, expected) in [
            ("st amry", vec![0]),
            ("grantie", vec![1]),
            ("grizlies", vec![1]),
            ("nortrhidge", vec![2]),
            ("norhtri", vec![2]),
            ("hwaks", vec![2]),
            ("fix", vec![]),
        ] {
            assert_eq!(find(&names, query), expected, "{query}");
        }
    }

    #[test]
    fn a_query_without_words_asks_for_nothing() {
        for query in ["", "  ", "…!?", "'"] {
            assert!(TextIndex::of(["a"]).find(query).is_none(), "{query}");
        }
    }

    proptest! {
        /// EVT-03: every name is found by itself, by each of its words, and by the beginning of each.
        #[test]
        fn a_name_finds_itself(name in "\\PC{0,60}", others in proptest::collection::vec("\\PC{0,20}", 0..5)) {
            let index = TextIndex::of(others.iter().map(String::as_str).chain([name.as_str()]));
            let number = u32::try_from(others.len()).unwrap();
            let cut = words(&name);
            for word in cut.iter().take(MAX_QUERY).chain([&cut.join(" ")]).filter(|word| !word.is_empty()) {
                prop_assert!(index.find(word).is_some_and(|found| found.contains(number)), "{word}");
                let start: String = word.chars().take(2).collect();
                prop_assert!(index.find(&start).is_none_or(|found| found.contains(number)), "{start}");
            }
        }

        /// EVT-03: two neighbouring letters swapped in a word of four letters or more.
        #[test]
        fn word_with_swapped_letters_is_found(word in "[a-z]{4,12}", at in 0usize..11) {
            let mut letters: Vec<char> = word.chars().collect();
            let at = at % (letters.len() - 1);
            letters.swap(at, at + 1);
            let typed: String = letters.into_iter().collect();
            prop_assert!(TextIndex::of([word.as_str()]).find(&typed).is_some_and(|found| found.contains(0)));
        }
    }
}
