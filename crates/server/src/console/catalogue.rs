//! The calls about what games are made of, sports, schools and teams: one way for each, whose files name its fields.

use domain::editing::Listed;
use domain::operator::Action;
use serde::Serialize;
use store::{Edited, Versioned};

use super::permission::{Allowed, EditSite};
use super::site::{ItemEdit, ItemFields, ItemNumber, RequestKey, refusal};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// A kind of them, as the console shows it and the audit log speaks of it.
pub(super) trait CatalogueItem: Edited + Listed {
    type Item: Serialize + From<Versioned<Self>>;

    const CREATE: Action;
    const UPDATE: Action;
}

pub(super) async fn list<T: CatalogueItem>(app: &App, allowed: &Allowed<EditSite>) -> Result<Data<Vec<T::Item>>> {
    let items = app.store.edited::<T>(allowed.channel.identity.id).await?;
    Ok(Data::all(items.into_iter().map(T::Item::from).collect()))
}

pub(super) async fn create<T: CatalogueItem>(
    app: &App,
    allowed: &Allowed<EditSite>,
    RequestKey(key): RequestKey,
    ItemFields(fields): ItemFields<T::Fields>,
) -> Result<Data<T::Item>> {
    let change = move |item: &mut T| item.apply(fields.clone());
    let made = app.store.edit_create(allowed.channel.identity.id, key, change, allowed.entry(T::CREATE, "")).await?;
    made.map(|made| Data::new(made.into())).map_err(refused::<T>)
}

pub(super) async fn update<T: CatalogueItem>(
    app: &App,
    allowed: &Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    ItemEdit { fields, version }: ItemEdit<T::Fields>,
) -> Result<Data<T::Item>> {
    let change = move |item: &mut T| item.apply(fields.clone());
    let entry = allowed.entry(T::UPDATE, id);
    let updated = app.store.edit(allowed.channel.identity.id, id, version, change, entry).await?;
    updated.map(|updated| Data::new(updated.into())).map_err(refused::<T>)
}

fn refused<T: CatalogueItem>(why: store::EditError<T>) -> Error {
    // Texts and numbers always serialise.
    refusal(why, |current| serde_json::to_value(T::Item::from(current)).unwrap_or_default())
}
