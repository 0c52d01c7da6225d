//! What an invoice adds up to.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::coupons::Coupon;
use super::prices::{self, Price};
use super::subscriptions::{Item, Subscription};
use crate::error::ApiError;
use crate::params::{MAX_AMOUNT, Metadata, Params};
use crate::state::State;
use crate::state::table::wire;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub id: String,
    pub object: String,
    pub amount: i64,
    pub currency: String,
    pub description: Option<String>,
    pub discount_amounts: Vec<Value>,
    pub discountable: bool,
    pub discounts: Vec<Value>,
    pub livemode: bool,
    pub metadata: Metadata,
    pub period: Period,
    pub price: Value,
    pub proration: bool,
    pub quantity: i64,
    pub subscription: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription_item: Option<String>,
    #[serde(rename = "type")]
    pub kind: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub start: i64,
    pub end: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct List<T> {
    pub object: String,
    pub data: Vec<T>,
    pub has_more: bool,
    pub total_count: usize,
    pub url: String,
}

impl<T> List<T> {
    pub fn of(data: Vec<T>, url: String) -> Self {
        Self { object: "list".into(), total_count: data.len(), data, has_more: false, url }
    }
}

/// What is charged, before it is an invoice.
#[derive(Clone, Debug)]
pub struct Sum {
    pub currency: String,
    pub lines: Vec<Line>,
    pub subtotal: i64,
    pub discount: i64,
    pub total: i64,
}

/// Adds lines up and takes a coupon off.
pub fn sum(lines: Vec<Line>, coupon: Option<&Coupon>) -> Result<Sum, ApiError> {
    let currency = lines.first().map_or_else(|| "usd".into(), |line| line.currency.clone());
    if lines.iter().any(|line| line.currency != currency) {
        return Err(ApiError::param("currency", "All prices of an invoice must have the same currency."));
    }
    let subtotal: i64 = lines.iter().map(|line| line.amount).sum();
    let fits = |coupon: &&Coupon| coupon.currency.as_ref().is_none_or(|of| *of == currency);
    let discount = coupon.filter(fits).map_or(0, |coupon| coupon.off(subtotal));
    if subtotal > MAX_AMOUNT {
        return Err(ApiError::invalid("The invoice would be larger than a card can be charged with.")
            .with("code", "amount_too_large"));
    }
    Ok(Sum { currency, lines, subtotal, discount, total: subtotal - discount })
}

/// A period of a subscription; in a trial it costs nothing.
pub fn of_items(
    state: &mut State,
    items: &[Item],
    subscription: &Subscription,
    period: Period,
    trial: bool,
) -> Vec<Line> {
    items.iter().map(|item| of_item(state, item, subscription, period, trial)).collect()
}

fn of_item(state: &mut State, item: &Item, subscription: &Subscription, period: Period, trial: bool) -> Line {
    let name = state.products.get(&item.price.product).map(|product| product.name.clone()).unwrap_or_default();
    let amount = if trial { 0 } else { item.price.unit_amount * item.quantity };
    let mut line = line(state, &item.price, item.quantity, period);
    line.description =
        Some(if trial { format!("Trial period for {name}") } else { format!("{} × {name}", item.quantity) });
    line.amount = amount;
    line.subscription = Some(subscription.id.clone());
    line.subscription_item = Some(item.id.clone());
    line.metadata = subscription.metadata.clone();
    line.kind = "subscription".into();
    line
}

/// `add_invoice_items[n]` and `invoice_items[n]`: what is charged once.
pub fn once(state: &mut State, params: &Params, subscription: Option<&str>) -> Result<Line, ApiError> {
    params.only(&["price", "price_data", "quantity"])?;
    let price = prices::of_item(state, params)?;
    if price.recurring.is_some() {
        return Err(ApiError::param(&params.name("price"), "The price must be of type `one_time`."));
    }
    let quantity = quantity(params)?;
    let period = Period { start: state.now, end: state.now };
    let name = state.products.get(&price.product).map(|product| product.name.clone());
    let mut line = line(state, &price, quantity, period);
    line.description = name;
    line.subscription = subscription.map(str::to_owned);
    Ok(line)
}

pub fn quantity(params: &Params) -> Result<i64, ApiError> {
    let quantity = params.int("quantity")?.unwrap_or(1);
    if !(1..=10_000).contains(&quantity) {
        return Err(ApiError::param(&params.name("quantity"), "The quantity must be between 1 and 10000."));
    }
    Ok(quantity)
}

fn line(state: &mut State, price: &Price, quantity: i64, period: Period) -> Line {
    Line {
        id: state.id("il_"),
        object: "line_item".into(),
        amount: price.unit_amount * quantity,
        currency: price.currency.clone(),
        description: None,
        discount_amounts: Vec::new(),
        discountable: true,
        discounts: Vec::new(),
        livemode: false,
        metadata: Metadata::new(),
        period,
        price: wire(price),
        proration: false,
        quantity,
        subscription: None,
        subscription_item: None,
        kind: "invoiceitem".into(),
    }
}

/// `discount_amounts` and `total_discount_amounts`.
pub fn discount_amounts(sum: &Sum, discount: &Value) -> Vec<Value> {
    if sum.discount == 0 { Vec::new() } else { vec![json!({ "amount": sum.discount, "discount": discount["id"] })] }
}
