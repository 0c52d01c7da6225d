//! JSON whose fields stand in the order in which they are written, so that people can read it.

use serde::{Serialize, Serializer};
use serde_json::Value;

pub(crate) enum Json {
    Plain(Value),
    List(Vec<Json>),
    Object(Object),
}

/// Fields in their order.
#[derive(Default)]
pub(crate) struct Object(Vec<(&'static str, Json)>);

impl Object {
    pub(crate) fn with(self, name: &'static str, value: impl Serialize) -> Self {
        // Nothing that is written here has keys other than texts, or numbers that are none.
        self.with_json(name, Json::Plain(serde_json::to_value(value).unwrap_or_default()))
    }

    pub(crate) fn with_json(mut self, name: &'static str, value: Json) -> Self {
        self.0.push((name, value));
        self
    }

    /// A field that is left out where there is nothing to say.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn with_list<T>(self, name: &'static str, rows: &[T], row: impl Fn(&T) -> Object) -> Self {
        self.with_json(name, Json::List(rows.iter().map(|one| Json::Object(row(one))).collect()))
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(value) => value.serialize(serializer),
            Self::List(values) => values.serialize(serializer),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}
