//! Products: names for what is sold.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Call, PAGE, page};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Product {
    pub id: String,
    pub created: i64,
    pub updated: i64,
    pub active: bool,
    pub default_price: Option<String>,
    pub description: Option<String>,
    pub images: Vec<String>,
    pub metadata: Metadata,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
}

impl Row for Product {
    const OBJECT: &'static str = "product";
    const NAME: &'static str = "product";
    fn id(&self) -> &str {
        &self.id
    }
}

const FIELDS: [&str; 4] = ["name", "active", "description", "metadata"];

/// `POST /v1/products`
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&FIELDS[..], &["id"]].concat())?;
    if let Some(id) = call.params.text("id")?
        && (state.products.get(&id).is_some() || id.len() > 255)
    {
        return Err(ApiError::param("id", "Product already exists.").with("code", "resource_already_exists"));
    }
    named(state, &call.params).map(|product| wire(&product))
}

/// A product from `name` and the like; also the `product_data` of a price.
pub fn named(state: &mut State, params: &Params) -> Result<Product, ApiError> {
    let product = Product {
        name: params.need_text("name")?,
        active: params.bool("active")?.unwrap_or(true),
        description: params.text("description")?,
        metadata: params.new_metadata()?,
        id: match params.text("id")? {
            Some(id) => id,
            None => state.id("prod_"),
        },
        created: state.now,
        updated: state.now,
        default_price: None,
        images: Vec::new(),
        kind: "service".into(),
    };
    state.products.put(product.clone());
    state.emit("product.created", wire(&product));
    Ok(product)
}

/// `POST /v1/products/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&FIELDS)?;
    let before = state.products.need(&call.id, "id")?;
    let mut product = before.clone();
    if let Some(name) = call.params.text("name")? {
        product.name = name;
    }
    if let Some(active) = call.params.bool("active")? {
        product.active = active;
    }
    if call.params.has("description") {
        product.description = call.params.text("description")?;
    }
    call.params.metadata(&mut product.metadata)?;
    product.updated = state.now;
    state.products.put(product.clone());
    state.emit_update("product.updated", &before, &product);
    Ok(wire(&product))
}

/// `GET /v1/products/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.products.need(&call.id, "id").map(|product| wire(&product))
}

/// `GET /v1/products`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["active"]].concat())?;
    let active = call.params.bool("active")?;
    page(state.products.newest().filter(|product| active.is_none_or(|active| product.active == active)), call)
}

/// `DELETE /v1/products/:id`
pub fn delete(state: &mut State, call: &Call) -> Answer {
    let product = state.products.need(&call.id, "id")?;
    if state.prices.newest().any(|price| price.product == product.id) {
        return Err(ApiError::invalid(
            "This product cannot be deleted because it has one or more user-created prices.",
        ));
    }
    state.products.remove(&call.id);
    state.emit("product.deleted", wire(&product));
    Ok(json!({ "id": call.id, "object": "product", "deleted": true }))
}
