//! How rows of words become the content of a channel: slides, links, pages, questions, blocks.

use domain::content::{FaqEntry, MenuLink, MenuPlace, Page, SlidableType, Slide, StaticBlock};
use domain::translations::Translations;

use super::league::League;

impl League {
    /// A slide of the home page, without a game or a link.
    pub(crate) fn slide(&self, id: i64, title: &str, text: &str, picture: &str) -> Slide {
        Slide {
            id: self.id(id),
            slidable_type: Some(SlidableType::Main),
            slidable_id: None,
            title: title.into(),
            text: text.into(),
            image: Some(self.picture(picture)),
            event_id: None,
            link_url: None,
            link_text: None,
            translations: Translations::default(),
        }
    }

    /// Name, address and place of each link.
    pub(crate) fn links(&self, rows: &[(&str, &str, MenuPlace)]) -> Vec<MenuLink> {
        let link = |id, (name, url, place): &(&str, &str, MenuPlace)| MenuLink {
            id,
            name: (*name).into(),
            url: (*url).into(),
            place: *place,
            translations: Translations::default(),
        };
        self.numbered(rows, link)
    }

    /// Address, name of the page and HTML; the alias is the address without its slash.
    pub(crate) fn pages(&self, rows: &[(&str, &str, &str)]) -> Vec<Page> {
        let page = |id, (url, name, content): &(&str, &str, &str)| Page {
            id,
            url: (*url).into(),
            alt_name: url.trim_start_matches('/').into(),
            name: (*name).into(),
            content: (*content).into(),
            translations: Translations::default(),
        };
        self.numbered(rows, page)
    }

    /// Each question with its answer in HTML.
    pub(crate) fn faq(&self, rows: &[(&str, &str)]) -> Vec<FaqEntry> {
        let entry = |id, (question, answer): &(&str, &str)| FaqEntry {
            id,
            question: (*question).into(),
            answer: (*answer).into(),
            translations: Translations::default(),
        };
        self.numbered(rows, entry)
    }

    /// Place and HTML of each block.
    pub(crate) fn static_blocks(&self, rows: &[(&str, &str)]) -> Vec<StaticBlock> {
        let block = |id, (place, content): &(&str, &str)| StaticBlock {
            id,
            place: (*place).into(),
            content: (*content).into(),
            translations: Translations::default(),
        };
        self.numbered(rows, block)
    }

    /// The rows in their order, with the channel's ids from its first on.
    fn numbered<Row, T>(&self, rows: &[Row], make: impl Fn(i64, &Row) -> T) -> Vec<T> {
        (1..).zip(rows).map(|(number, row)| make(self.id(number), row)).collect()
    }
}
