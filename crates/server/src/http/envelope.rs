//! The envelope of every successful response: `{"data": …, "meta": {…}}`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

/// A successful response.
#[derive(Serialize, ToSchema)]
pub(crate) struct Data<T> {
    pub(crate) data: T,
    pub(crate) meta: Meta,
}

/// Metadata of the response; for lists, the page and the total.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct Meta {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) total: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) limit: Option<usize>,
}

impl<T> Data<T> {
    pub(crate) fn new(data: T) -> Self {
        Self { data, meta: Meta::default() }
    }
}

impl<T> Data<Vec<T>> {
    /// A whole list.
    pub(crate) fn all(data: Vec<T>) -> Self {
        let meta = Meta { total: Some(data.len()), offset: Some(0), limit: Some(data.len()) };
        Self { data, meta }
    }
}

/// Made for one caller, so no cache may store it.
impl<T: Serialize> IntoResponse for Data<T> {
    fn into_response(self) -> Response {
        ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(self)).into_response()
    }
}

/// A part of a list that is walked by a cursor.
#[derive(Serialize, ToSchema)]
pub(crate) struct Page<T> {
    pub(crate) data: Vec<T>,
    pub(crate) meta: PageMeta,
}

/// Where the part ends.
#[derive(Serialize, ToSchema)]
pub(crate) struct PageMeta {
    pub(crate) limit: usize,
    /// The `cursor` of the next part; null at the end of the list.
    pub(crate) next: Option<i64>,
    /// IANA time zone in which the channel tells days, and `from` and `to` are read.
    pub(crate) time_zone: String,
    /// Where a text is looked for: when the oldest row was made that was read, in seconds since 1970, if the search stopped
    /// there for its length. `next` goes on behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) searched_until: Option<i64>,
}

impl<T> Page<T> {
    /// Of rows that were asked for with one more than is shown, which says whether there is a next part.
    pub(crate) fn of(mut rows: Vec<T>, limit: usize, zone: &TimeZone, id: impl Fn(&T) -> i64) -> Self {
        let has_next = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| has_next).map(id);
        let time_zone = zone.iana_name().unwrap_or("UTC").to_owned();
        Self { data: rows, meta: PageMeta { limit, next, time_zone, searched_until: None } }
    }

    pub(crate) fn map<U>(self, shown: impl FnMut(T) -> U) -> Page<U> {
        Page { data: self.data.into_iter().map(shown).collect(), meta: self.meta }
    }
}

/// Made for one caller, so no cache may store it.
impl<T: Serialize> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(self)).into_response()
    }
}
