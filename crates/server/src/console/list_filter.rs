//! What a list is narrowed to: a text, and days in the channel's time zone.

use std::str::FromStr;

use axum::extract::FromRequestParts;
use domain::time::{Timestamp, start_of_day};
use http::request::Parts;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use utoipa::IntoParams;

use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
use crate::state::App;

const MAX_TEXT: usize = 254;

#[derive(Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListFilter {
    /// The first day, such as `2026-11-15`, in the channel's time zone.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// The last day.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<Date>,
    /// Part of the text that is looked for.
    #[param(max_length = 254)]
    q: Option<String>,
}

impl FromRequestParts<App> for ListFilter {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let mut filter = Self::default();
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            filter.read(&name, value.trim())?;
        }
        filter.checked()
    }
}

impl ListFilter {
    /// A name that nobody knows is an error: a list that is narrowed to less than was meant looks complete.
    pub(super) fn read(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "from" => once(&mut self.from, name, day(name, value)?),
            "to" => once(&mut self.to, name, day(name, value)?),
            "q" if value.chars().count() > MAX_TEXT => {
                let reason = FieldCode::Length.within(0, MAX_TEXT);
                Err(Error::invalid(name, reason, format!("q must be {MAX_TEXT} characters at most")))
            }
            "q" => once(&mut self.q, name, value.to_owned()),
            "limit" | "cursor" => Ok(()),
            unknown => {
                let name: String = unknown.chars().take(MAX_TEXT).collect();
                let words = format!("{name} is not a parameter of this list");
                Err(Error::invalid(name, FieldCode::UnknownField, words))
            }
        }
    }

    pub(super) fn checked(self) -> Result<Self> {
        match self.from.zip(self.to) {
            Some((from, to)) if to < from => Err(Error::invalid("to", FieldCode::Date, "to must not be before from")),
            _ => Ok(self),
        }
    }

    /// The first moment that is looked for, and the first after those.
    pub(super) fn period(&self, zone: &TimeZone) -> (Option<Timestamp>, Option<Timestamp>) {
        let after = |day: Date| day.tomorrow().map_or(Timestamp(i64::MAX), |next| start_of_day(next, zone));
        (self.from.map(|day| start_of_day(day, zone)), self.to.map(after))
    }

    pub(super) fn text(self) -> Option<String> {
        self.q.filter(|text| !text.is_empty())
    }
}

pub(super) fn once<T>(field: &mut Option<T>, name: &str, value: T) -> Result<()> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::invalid(name, FieldCode::Duplicate, format!("{name} is given twice"))),
    }
}

fn day(name: &str, value: &str) -> Result<Date> {
    Date::from_str(value)
        .map_err(|_| Error::invalid(name, FieldCode::Date, format!("{name} must be a day such as 2026-11-15")))
}
