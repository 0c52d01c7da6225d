//! The text of one caption, cleaned from an untrusted file.

/// Tags that are kept: of these nobody can make anything but letters that look different.
const KEPT: [&str; 3] = ["i", "b", "u"];
/// A longer one is looked at as text: looking for the end of each of many would take for ever.
const MAX_TAG: usize = 200;

/// The text with everything taken out that is not text, `longest` signs of it at most; kept tags are closed.
pub(super) fn cleaned(text: &str, longest: usize) -> String {
    let mut out = Cleaned { text: String::with_capacity(text.len()), open: Vec::new(), left: longest };
    for line in text.split('\n') {
        out.line(line);
    }
    while let Some(tag) = out.open.pop() {
        out.close(tag);
    }
    // An empty line would end the caption.
    let tidy: Vec<&str> = out.text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
    if tidy.iter().all(|line| is_silent(line)) { String::new() } else { tidy.join("\n") }
}

struct Cleaned {
    text: String,
    /// Kept tags that have not been closed, the newest last.
    open: Vec<&'static str>,
    left: usize,
}

impl Cleaned {
    fn line(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let taken = match first {
                '<' => self.tag(rest),
                // How SubRip files say where on the screen, and editors what kind of letters.
                '{' if rest.starts_with("{\\") => find(rest, b'}').map(|end| end + 1),
                '&' => self.entity(rest),
                _ => None,
            };
            match taken {
                Some(taken) => rest = &rest[taken..],
                None => {
                    self.sign(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
    }

    /// How long the tag is that the text begins with; nothing where it is a sign like any other.
    fn tag(&mut self, text: &str) -> Option<usize> {
        let end = find(text, b'>')?;
        let inside = &text[1..end];
        let (closes, name) = inside.strip_prefix('/').map_or((false, inside), |name| (true, name));
        let begins = inside.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/');
        if !begins {
            return None;
        }
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if let Some(tag) = KEPT.into_iter().find(|kept| kept.eq_ignore_ascii_case(name)) {
            match (closes, self.open.iter().rposition(|open| *open == tag)) {
                (false, None) => {
                    self.text.push_str(&format!("<{tag}>"));
                    self.open.push(tag);
                }
                (true, Some(at)) => {
                    // What was opened within it ends with it.
                    for tag in self.open.split_off(at).into_iter().rev() {
                        self.close(tag);
                    }
                }
                _ => {}
            }
        }
        Some(end + 1)
    }

    /// How long the name of a sign is that the text begins with.
    fn entity(&mut self, text: &str) -> Option<usize> {
        let named = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&nbsp;", ' '), ("&lrm;", '\u{200e}')];
        let (name, sign) = named.into_iter().chain([("&rlm;", '\u{200f}')]).find(|(name, _)| text.starts_with(name))?;
        self.sign(sign);
        Some(name.len())
    }

    fn sign(&mut self, sign: char) {
        let sign = if sign == '\t' { ' ' } else { sign };
        // Unicode has line ends of its own, which are no control characters.
        let is_harmful = sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}' | '\u{feff}');
        // What is left out elsewhere must not bring these two together, which would say something of their own.
        let begins_order = sign == '\\' && self.text.ends_with('{');
        if is_harmful || begins_order || self.left == 0 {
            return;
        }
        self.left -= 1;
        match sign {
            '&' => self.text.push_str("&amp;"),
            '<' => self.text.push_str("&lt;"),
            '>' => self.text.push_str("&gt;"),
            sign => self.text.push(sign),
        }
    }

    fn close(&mut self, tag: &str) {
        self.text.push_str(&format!("</{tag}>"));
    }
}

/// Where a sign of ASCII is, if it is near.
fn find(text: &str, sign: u8) -> Option<usize> {
    text.bytes().take(MAX_TAG).position(|byte| byte == sign)
}

/// A line of nothing but tags; all signs that could be taken for one are escaped.
fn is_silent(line: &str) -> bool {
    line.split('<').enumerate().all(|(at, part)| {
        let text = if at == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) };
        text.trim().is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> String {
        cleaned(text, 100)
    }

    /// PLAY-08: a caption is text: none of it is ever foreign markup.
    #[test]
    fn tags_other_than_i_b_and_u_are_removed() {
        assert_eq!(clean("<i>so</i> <b>it</b> <u>goes</u>"), "<i>so</i> <b>it</b> <u>goes</u>");
        assert_eq!(clean("<v Coach><i.loud>Run!"), "<i>Run!</i>");
        assert_eq!(clean("<i><b>a</i>b</b>"), "<i><b>a</b></i>b");
        assert_eq!(clean("<I>a<i>b</I>"), "<i>ab</i>");
        assert_eq!(clean("<font color=\"red\">red</font><00:01.000>"), "red");
        assert_eq!(clean("<script>alert(1)</script><img src=x onerror=y>"), "alert(1)");
        assert_eq!(clean("{\\an8}up there {really}"), "up there {really}");
        assert_eq!(clean("two\n</b>\n<c>lines</c>"), "two\nlines");
        assert_eq!(clean("<i> </i>\n<b></b>"), "");
    }

    #[test]
    fn signs_that_could_be_markup_are_written_out() {
        assert_eq!(clean("2 < 3 & 3 > 2, we <3 it"), "2 &lt; 3 &amp; 3 &gt; 2, we &lt;3 it");
        assert_eq!(clean("a --> b"), "a --&gt; b");
        assert_eq!(clean("&lt;i&gt; &amp;amp; &copy;"), "&lt;i&gt; &amp;amp; &amp;copy;");
        assert_eq!(clean("a\0b\u{2028}c\u{85}d\te"), "abcd e");
        assert_eq!(cleaned(&"x".repeat(500), 100).len(), 100);
    }
}
