//! Refusals as data. Each feature has its own error enum, and this trait maps it to a response.

use std::fmt::Display;

use domain::money::Currency;
use domain::operator::SecondFactor;
use http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::problem::Reason;

/// Why a feature refused something that the server understood.
pub(crate) trait Refusal: Display {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }

    /// A word for programs.
    fn code(&self) -> &'static str;

    /// The field that the person has to mend, and what is wrong with it.
    fn problem(&self) -> Option<(&'static str, Reason)> {
        None
    }

    /// What else a login is proven with, where the password alone does not do.
    fn factors(&self) -> Option<Vec<SecondFactor>> {
        None
    }

    /// What it costs now, where the price is why.
    fn new_price(&self) -> Option<NewPrice> {
        None
    }

    /// What somebody else made of the thing, where that is why.
    fn conflict(&self) -> Option<EditConflict> {
        None
    }
}

/// A change since the version that was edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct EditConflict {
    /// The thing as it is now; null if it was removed.
    #[schema(value_type = Option<HashMap<String, Value>>)]
    pub(crate) current: Option<Value>,
    /// Its fields at the version that was edited; null if they are no longer kept.
    #[schema(value_type = Option<HashMap<String, Value>>)]
    pub(crate) base: Option<Value>,
    /// The operator who changed it; null if nobody knows.
    pub(crate) changed_by: Option<String>,
    /// Seconds since 1970.
    pub(crate) changed_at: Option<i64>,
}

/// The new price after a price change. The total is a decimal string.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewPrice {
    pub(crate) total: String,
    pub(crate) currency: Currency,
}

/// The data of a refusal for the caller.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) problem: Option<(&'static str, Reason)>,
    pub(crate) message: String,
    pub(crate) factors: Option<Vec<SecondFactor>>,
    pub(crate) new_price: Option<NewPrice>,
    pub(crate) conflict: Option<EditConflict>,
}

impl<R: Refusal> From<R> for Refused {
    fn from(refusal: R) -> Self {
        Self {
            status: refusal.status(),
            code: refusal.code(),
            problem: refusal.problem(),
            message: refusal.to_string(),
            factors: refusal.factors(),
            new_price: refusal.new_price(),
            conflict: refusal.conflict(),
        }
    }
}
