//! The objects of the API: one file each, with its rows, its rules and its calls.

pub mod accounts;
pub mod billing;
pub mod charges;
pub mod coupons;
pub mod customers;
pub mod disputes;
pub mod events;
pub mod invoices;
pub mod lines;
pub mod payment_intents;
pub mod payment_methods;
pub mod payments;
pub mod portal;
pub mod previews;
pub mod prices;
pub mod products;
pub mod refunds;
pub mod setup_intents;
pub mod subscriptions;
pub mod test_clocks;
pub mod webhook_endpoints;

use serde_json::{Value, json};

use crate::error::ApiError;
use crate::params::Params;
use crate::state::State;
use crate::state::table::{Row, wire};

/// One call of the API, after its key was checked.
pub struct Call {
    /// The id in the path, if there is one.
    pub id: String,
    pub params: Params,
    /// Whether it only asks.
    pub reads: bool,
    /// Whether the caller is a browser with the publishable key.
    pub publishable: bool,
    /// The path, which lists repeat.
    pub path: String,
}

impl Call {
    /// Browsers must show the secret of the object that they ask for.
    pub fn check_secret(&self, secret: &str) -> Result<(), ApiError> {
        use subtle::ConstantTimeEq;
        let shown = self.params.text("client_secret")?;
        match shown {
            Some(shown) if bool::from(shown.as_bytes().ct_eq(secret.as_bytes())) => Ok(()),
            None if !self.publishable => Ok(()),
            _ => Err(ApiError::param("client_secret", "The client_secret provided does not match.")),
        }
    }
}

pub type Answer = Result<Value, ApiError>;

/// A page of rows that come newest first.
pub fn page<'a, T: Row + 'a>(rows: impl Iterator<Item = &'a T>, call: &Call) -> Answer {
    let limit = call.params.int("limit")?.unwrap_or(10);
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=100).contains(limit));
    let limit = limit.ok_or_else(|| ApiError::param("limit", "This value must be between 1 and 100."))?;
    let (after, before) = (call.params.text("starting_after")?, call.params.text("ending_before")?);
    let mut rows = rows.peekable();
    let mut found: Vec<&T> = Vec::new();
    let mut more = false;
    if let Some(after) = after {
        rows.find(|row| row.id() == after).ok_or_else(|| ApiError::no_such(T::NAME, &after, "starting_after"))?;
    }
    if let Some(before) = before {
        let mut newer = std::collections::VecDeque::new();
        loop {
            let row = rows.next().ok_or_else(|| ApiError::no_such(T::NAME, &before, "ending_before"))?;
            if row.id() == before {
                break;
            }
            newer.push_back(row);
            if newer.len() > limit {
                newer.pop_front();
                more = true;
            }
        }
        found.extend(newer);
    } else {
        found.extend(rows.by_ref().take(limit));
        more = rows.peek().is_some();
    }
    Ok(
        json!({ "object": "list", "url": call.path, "has_more": more, "data": found.into_iter().map(wire).collect::<Vec<_>>() }),
    )
}

/// Fields that every list takes.
pub const PAGE: [&str; 5] = ["limit", "starting_after", "ending_before", "created", "customer"];

/// The rows of one customer if the call names one, otherwise all of them.
pub fn chosen<'a, T: Row>(
    table: &'a crate::state::table::Table<T>,
    customer: Option<&str>,
) -> Box<dyn Iterator<Item = &'a T> + 'a> {
    match customer {
        Some(customer) => Box::new(table.of_customer(customer)),
        None => Box::new(table.newest()),
    }
}

/// `created[gte]` and its like.
pub fn created_within(params: &Params) -> Result<impl Fn(i64) -> bool + use<>, ApiError> {
    let exact = if params.part("created").is_ok() { None } else { params.int("created")? };
    let bounds = match exact {
        Some(_) => None,
        None => params.part("created")?,
    };
    let bound = |key| bounds.as_ref().map_or(Ok(None), |bounds| bounds.int(key));
    let (gte, gt, lte, lt) = (bound("gte")?, bound("gt")?, bound("lte")?, bound("lt")?);
    Ok(move |at: i64| {
        exact.is_none_or(|exact| at == exact)
            && gte.is_none_or(|gte| at >= gte)
            && gt.is_none_or(|gt| at > gt)
            && lte.is_none_or(|lte| at <= lte)
            && lt.is_none_or(|lt| at < lt)
    })
}

/// Any object by its id, for `expand`.
pub fn any(state: &State, id: &str) -> Option<Value> {
    let (prefix, _) = id.split_once('_')?;
    match prefix {
        "cus" => state.customers.get(id).map(wire),
        "pm" => state.payment_methods.get(id).map(wire),
        "pi" => state.payment_intents.get(id).map(wire),
        "seti" => state.setup_intents.get(id).map(wire),
        "ch" => state.charges.get(id).map(wire),
        "re" => state.refunds.get(id).map(wire),
        "dp" => state.disputes.get(id).map(wire),
        "in" => state.invoices.get(id).map(wire),
        "sub" => state.subscriptions.get(id).map(wire),
        "prod" => state.products.get(id).map(wire),
        "price" => state.prices.get(id).map(wire),
        "clock" => state.test_clocks.get(id).map(wire),
        _ => None,
    }
}
