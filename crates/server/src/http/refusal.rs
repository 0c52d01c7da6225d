//! A refusal as data. Each feature has an enum of its own for what it refuses; this is what all of them are told as.

use std::fmt::Display;

use domain::money::Currency;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a feature refused something that the server understood.
pub(crate) trait Refusal: Display {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }

    /// A word for programs.
    fn code(&self) -> &'static str;

    /// The field that the person has to mend.
    fn field(&self) -> Option<&'static str> {
        None
    }

    /// What it costs now, where the price is why.
    fn new_price(&self) -> Option<NewPrice> {
        None
    }
}

/// What something costs that had another price before. The total is a decimal string.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewPrice {
    pub(crate) total: String,
    pub(crate) currency: Currency,
}

/// What a caller is told of a refusal.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) field: Option<&'static str>,
    pub(crate) message: String,
    pub(crate) new_price: Option<NewPrice>,
}

impl<R: Refusal> From<R> for Refused {
    fn from(refusal: R) -> Self {
        Self {
            status: refusal.status(),
            code: refusal.code(),
            field: refusal.field(),
            message: refusal.to_string(),
            new_price: refusal.new_price(),
        }
    }
}
