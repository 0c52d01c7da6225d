//! Codes that people read and type: letters and digits of an alphabet, in groups.

/// `length` letters of an alphabet; `random` comes from the caller's random source.
pub(crate) fn letters(alphabet: &[u8], length: usize, mut random: u128) -> String {
    let base = alphabet.len() as u128;
    let letter = || {
        let index = random % base;
        random /= base;
        // Smaller than the alphabet, so it fits.
        char::from(alphabet[index as usize])
    };
    std::iter::repeat_with(letter).take(length).collect()
}

/// A code without its grouping, in the `case` of its alphabet; `None` when it cannot be one.
pub(crate) fn typed(alphabet: &[u8], length: usize, case: fn(&char) -> char, text: &str) -> Option<String> {
    let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| case(&c));
    let code: String = letters.take(length + 1).collect();
    let fits = code.len() == length && code.bytes().all(|letter| alphabet.contains(&letter));
    fits.then_some(code)
}
