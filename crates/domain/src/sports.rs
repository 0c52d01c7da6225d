//! Common sports by their names, so that an operator need not type them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::channel::Language;

/// A common sport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CommonSport {
    /// Its part of addresses.
    pub alias: &'static str,
    en: &'static str,
    fr: &'static str,
    bg: &'static str,
}

impl CommonSport {
    pub fn name(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Fr => self.fr,
            Language::Bg => self.bg,
        }
    }
}

const fn sport(alias: &'static str, en: &'static str, fr: &'static str, bg: &'static str) -> CommonSport {
    CommonSport { alias, en, fr, bg }
}

pub const COMMON_SPORTS: [CommonSport; 20] = [
    sport("american-football", "American football", "Football américain", "Американски футбол"),
    sport("athletics", "Athletics", "Athlétisme", "Лека атлетика"),
    sport("badminton", "Badminton", "Badminton", "Бадминтон"),
    sport("baseball", "Baseball", "Baseball", "Бейзбол"),
    sport("basketball", "Basketball", "Basketball", "Баскетбол"),
    sport("cross-country", "Cross-country running", "Cross-country", "Крос"),
    sport("football", "Football (soccer)", "Football (soccer)", "Футбол"),
    sport("gymnastics", "Gymnastics", "Gymnastique", "Гимнастика"),
    sport("handball", "Handball", "Handball", "Хандбал"),
    sport("hockey", "Ice hockey", "Hockey sur glace", "Хокей на лед"),
    sport("field-hockey", "Field hockey", "Hockey sur gazon", "Хокей на трева"),
    sport("lacrosse", "Lacrosse", "Crosse", "Лакрос"),
    sport("rugby", "Rugby", "Rugby", "Ръгби"),
    sport("softball", "Softball", "Softball", "Софтбол"),
    sport("swimming", "Swimming", "Natation", "Плуване"),
    sport("table-tennis", "Table tennis", "Tennis de table", "Тенис на маса"),
    sport("tennis", "Tennis", "Tennis", "Тенис"),
    sport("volleyball", "Volleyball", "Volleyball", "Волейбол"),
    sport("water-polo", "Water polo", "Water-polo", "Водна топка"),
    sport("wrestling", "Wrestling", "Lutte", "Борба"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::channel::is_alias;

    #[test]
    fn common_sports_differ_in_alias_and_name() {
        assert!(COMMON_SPORTS.iter().all(|sport| is_alias(sport.alias)));
        let aliases: BTreeSet<_> = COMMON_SPORTS.iter().map(|sport| sport.alias).collect();
        assert_eq!(aliases.len(), COMMON_SPORTS.len());
        for language in Language::ALL {
            let names: BTreeSet<_> = COMMON_SPORTS.iter().map(|sport| sport.name(language)).collect();
            assert_eq!(names.len(), COMMON_SPORTS.len(), "{language:?}");
        }
    }
}
