//! The languages that captions can be in.

use std::fmt;

/// Tag, the codes that video files have for it, and what it calls itself.
type Row = (&'static str, &'static [&'static str], &'static str);

/// Those that are offered. A file may also not say which it is.
static KNOWN: [Row; 37] = [
    ("und", &["und"], "CC"),
    ("ar", &["ara"], "العربية"),
    ("bg", &["bul"], "Български"),
    ("bs", &["bos"], "Bosanski"),
    ("ca", &["cat"], "Català"),
    ("cs", &["ces", "cze"], "Čeština"),
    ("da", &["dan"], "Dansk"),
    ("de", &["deu", "ger"], "Deutsch"),
    ("el", &["ell", "gre"], "Ελληνικά"),
    ("en", &["eng"], "English"),
    ("es", &["spa"], "Español"),
    ("et", &["est"], "Eesti"),
    ("fi", &["fin"], "Suomi"),
    ("fr", &["fra", "fre"], "Français"),
    ("he", &["heb"], "עברית"),
    ("hi", &["hin"], "हिन्दी"),
    ("hr", &["hrv"], "Hrvatski"),
    ("hu", &["hun"], "Magyar"),
    ("is", &["isl", "ice"], "Íslenska"),
    ("it", &["ita"], "Italiano"),
    ("ja", &["jpn"], "日本語"),
    ("ko", &["kor"], "한국어"),
    ("lt", &["lit"], "Lietuvių"),
    ("lv", &["lav"], "Latviešu"),
    ("nb", &["nob", "nor"], "Norsk"),
    ("nl", &["nld", "dut"], "Nederlands"),
    ("pl", &["pol"], "Polski"),
    ("pt", &["por"], "Português"),
    ("ro", &["ron", "rum"], "Română"),
    ("sk", &["slk", "slo"], "Slovenčina"),
    ("sl", &["slv"], "Slovenščina"),
    ("sq", &["sqi", "alb"], "Shqip"),
    ("sr", &["srp"], "Српски"),
    ("sv", &["swe"], "Svenska"),
    ("tr", &["tur"], "Türkçe"),
    ("uk", &["ukr"], "Українська"),
    ("zh", &["zho", "chi"], "中文"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Language(&'static Row);

impl Language {
    /// That of captions that do not say.
    pub const UNKNOWN: Self = Self(&KNOWN[0]);

    /// The languages offered for choice.
    pub fn offered() -> impl Iterator<Item = Self> {
        KNOWN.iter().skip(1).map(Self)
    }

    /// By its tag, as pages and playlists have it.
    pub fn of_tag(tag: &str) -> Option<Self> {
        KNOWN.iter().find(|row| row.0 == tag).map(Self)
    }

    /// By what a video file says, in two letters or three.
    pub fn of_file(code: &str) -> Self {
        let code = code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        KNOWN.iter().find(|row| row.0 == code || row.1.contains(&code.as_str())).map_or(Self::UNKNOWN, Self)
    }

    pub fn tag(self) -> &'static str {
        self.0.0
    }

    /// In the language itself.
    pub fn name(self) -> &'static str {
        self.0.2
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_codes_of_video_files_are_read() {
        for code in ["bul", "bg", "BUL", "bg-BG"] {
            assert_eq!(Language::of_file(code).tag(), "bg", "{code}");
        }
        assert_eq!(Language::of_file("fre"), Language::of_file("fra"));
        for code in ["", "und", "x\"y", "qaa"] {
            assert_eq!(Language::of_file(code), Language::UNKNOWN, "{code}");
        }
    }

    /// The same name twice in a playlist is against its rules.
    #[test]
    fn languages_share_no_tag_name_or_code() {
        for (at, row) in KNOWN.iter().enumerate() {
            let others = KNOWN.iter().skip(at + 1);
            assert!(others.clone().all(|other| other.0 != row.0 && other.2 != row.2), "{}", row.0);
            assert!(others.flat_map(|other| other.1).all(|code| !row.1.contains(code)), "{}", row.0);
            assert_eq!(Language::of_tag(row.0), Some(Language(row)));
        }
    }
}
