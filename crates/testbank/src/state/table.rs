//! Rows of one kind in the order in which they were made, found by id and by customer.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::error::ApiError;

/// An object of the bank. Its fields are those of the API; what is the bank's own stands in `_bank`.
pub trait Row: Clone + Serialize + DeserializeOwned {
    /// `object` of the API.
    const OBJECT: &'static str;
    /// How errors call it.
    const NAME: &'static str;
    fn id(&self) -> &str;
    fn customer(&self) -> Option<&str> {
        None
    }
}

/// The object as the API shows it.
pub fn wire<T: Row>(row: &T) -> Value {
    let mut value = serde_json::to_value(row).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("_bank");
        fields.insert("object".into(), T::OBJECT.into());
        fields.insert("livemode".into(), false.into());
    }
    value
}

/// A row that changed: where it is, and what it is now (nothing when it went).
pub type Change = (String, Option<Vec<u8>>);

pub struct Table<T> {
    rows: BTreeMap<u64, T>,
    places: HashMap<String, u64>,
    by_customer: HashMap<String, BTreeSet<u64>>,
    changed: BTreeSet<u64>,
    next: u64,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            rows: BTreeMap::new(),
            places: HashMap::new(),
            by_customer: HashMap::new(),
            changed: BTreeSet::new(),
            next: 1,
        }
    }
}

impl<T: Row> Table<T> {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn get(&self, id: &str) -> Option<&T> {
        self.rows.get(self.places.get(id)?)
    }

    /// The row that a call named, by its path (`id`) or in a parameter.
    pub fn need(&self, id: &str, param: &str) -> Result<T, ApiError> {
        self.get(id).cloned().ok_or_else(|| ApiError::no_such(T::NAME, id, param))
    }

    /// Adds a row or replaces the one with its id.
    pub fn put(&mut self, row: T) {
        let place = self.places.get(row.id()).copied().unwrap_or(self.next);
        self.place(place, row);
        self.changed.insert(place);
    }

    fn place(&mut self, place: u64, row: T) {
        self.forget_customer(place);
        if let Some(customer) = row.customer() {
            self.by_customer.entry(customer.to_owned()).or_default().insert(place);
        }
        self.places.insert(row.id().to_owned(), place);
        self.rows.insert(place, row);
        self.next = self.next.max(place + 1);
    }

    fn forget_customer(&mut self, place: u64) {
        let Some(customer) = self.rows.get(&place).and_then(Row::customer) else { return };
        if let Some(places) = self.by_customer.get_mut(customer) {
            places.remove(&place);
        }
    }

    pub fn remove(&mut self, id: &str) {
        let Some(place) = self.places.remove(id) else { return };
        self.forget_customer(place);
        self.rows.remove(&place);
        self.changed.insert(place);
    }

    /// Newest first.
    pub fn newest(&self) -> impl Iterator<Item = &T> {
        self.rows.values().rev()
    }

    pub fn oldest_first(&self) -> impl Iterator<Item = &T> {
        self.rows.values()
    }

    pub fn oldest(&self) -> Option<&T> {
        self.rows.values().next()
    }

    /// A customer's rows, newest first.
    pub fn of_customer<'a>(&'a self, customer: &str) -> impl Iterator<Item = &'a T> + use<'a, T> {
        self.by_customer.get(customer).into_iter().flat_map(|places| places.iter().rev().map(|place| &self.rows[place]))
    }

    /// What changed since it was last asked.
    pub fn changes(&mut self, into: &mut Vec<Change>) {
        for place in std::mem::take(&mut self.changed) {
            let row = self.rows.get(&place).map(|row| serde_json::to_vec(row).expect("row keys are strings"));
            into.push((format!("{}/{place:016x}", T::OBJECT), row));
        }
    }

    /// Takes a row back from disk.
    pub fn load(&mut self, place: &str, bytes: &[u8]) -> Result<(), String> {
        let place = u64::from_str_radix(place, 16).map_err(|error| error.to_string())?;
        let row = serde_json::from_slice(bytes).map_err(|error| format!("{} {place}: {error}", T::OBJECT))?;
        self.place(place, row);
        Ok(())
    }
}
