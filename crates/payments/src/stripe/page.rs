//! Lists, page by page.

use domain::time::Timestamp;
use serde::Deserialize;

use super::form::Form;

/// The most that the provider gives at once.
const PAGE_SIZE: usize = 100;

/// A page of a list, the newest first.
#[derive(Clone, Debug, Deserialize)]
pub struct Page<T> {
    pub data: Vec<T>,
    pub has_more: bool,
}

impl<T> Page<T> {
    /// The last of this page, after which the next one begins; none at the end of the list.
    pub fn last(&self) -> Option<&T> {
        self.data.last().filter(|_| self.has_more)
    }
}

/// A span of time in which objects were made: from its start until right before its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Created {
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

impl Created {
    pub fn since(from: Timestamp) -> Self {
        Self { from: Some(from), until: None }
    }

    fn form(self) -> Form {
        // The provider's times are whole seconds: those that begin before the end are in.
        let until = self.until.map(|until| until.plus(Timestamp::SECOND - 1).seconds());
        Form::new().maybe("gte", self.from.map(Timestamp::seconds)).maybe("lt", until)
    }
}

impl Form {
    pub(super) fn created(self, created: Created) -> Self {
        self.below("created", created.form())
    }

    /// The page of a list that follows an object.
    pub(super) fn page(self, after: Option<&str>) -> Self {
        self.with("limit", PAGE_SIZE).maybe("starting_after", after)
    }
}
