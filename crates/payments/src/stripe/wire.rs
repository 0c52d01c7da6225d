//! Types that several of the provider's objects share.

use domain::secret::Secret;
use domain::time::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::status::NextActionKind;

/// The longest of the provider's codes has some 60 characters.
const MAX_CODE: usize = 80;

/// An object that comes whole where it was asked for, and by its id otherwise.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Expandable<I, T> {
    Id(I),
    Object(Box<T>),
}

impl<I, T> Expandable<I, T> {
    pub fn object(&self) -> Option<&T> {
        match self {
            Self::Id(_) => None,
            Self::Object(object) => Some(object),
        }
    }
}

/// What the buyer has to do. The address is a key to the payment.
#[derive(Clone, Debug, Deserialize)]
pub struct NextAction {
    #[serde(rename = "type")]
    pub kind: NextActionKind,
    redirect_to_url: Option<Redirect>,
}

#[derive(Clone, Debug, Deserialize)]
struct Redirect {
    url: Option<Secret<String>>,
}

impl NextAction {
    pub fn url(&self) -> Option<&Secret<String>> {
        self.redirect_to_url.as_ref()?.url.as_ref()
    }
}

/// Why the last try of an intent failed, by the provider's codes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PaymentError {
    #[serde(default, deserialize_with = "code")]
    pub code: Option<String>,
    #[serde(default, deserialize_with = "code")]
    pub decline_code: Option<String>,
}

/// The id of an object that comes as its id or whole.
pub(super) fn reference<'de, D: Deserializer<'de>, I: DeserializeOwned>(d: D) -> Result<Option<I>, D::Error> {
    #[derive(Deserialize)]
    struct Whole<I> {
        id: I,
    }
    let either = Option::<Expandable<I, Whole<I>>>::deserialize(d)?;
    Ok(either.map(|either| match either {
        Expandable::Id(id) => id,
        Expandable::Object(whole) => whole.id,
    }))
}

pub(super) fn time<'de, D: Deserializer<'de>>(d: D) -> Result<Timestamp, D::Error> {
    i64::deserialize(d).map(Timestamp::from_seconds)
}

pub(super) fn maybe_time<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Timestamp>, D::Error> {
    Ok(Option::<i64>::deserialize(d)?.map(Timestamp::from_seconds))
}

/// For fields that are sometimes missing and sometimes null.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(d: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(d)?.unwrap_or_default())
}

/// A code of the provider. Codes are logged, so that anything which does not look like one is dropped.
pub(super) fn code<'de, D: Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    let is_code = |text: &String| {
        (1..=MAX_CODE).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    Ok(Option::<String>::deserialize(d)?.filter(is_code))
}
