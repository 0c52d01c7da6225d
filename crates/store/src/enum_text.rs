//! Text and JSON forms of the domain's enumerations and lists in the tables.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Error, Result};

/// The text form of a domain enumeration, as on the wire.
pub(crate) fn word<T: Serialize>(value: &T) -> Result<String> {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => Ok(word),
        other => Err(Error::Conflict(format!("not a word: {other:?}"))),
    }
}

pub(crate) fn from_word<T: DeserializeOwned>(word: String) -> Result<T> {
    from_json(Value::String(word))
}

pub(crate) fn json<T: Serialize>(value: &T) -> Result<Value> {
    serde_json::to_value(value).map_err(|cause| Error::Conflict(cause.to_string()))
}

pub(crate) fn from_json<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|cause| Error::Unavailable(format!("a stored value is unreadable: {cause}")))
}
