//! Prices, kept or given on the spot.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answer, Call, PAGE, page, products};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Price {
    pub id: String,
    pub created: i64,
    pub active: bool,
    pub billing_scheme: String,
    pub currency: String,
    pub custom_unit_amount: Value,
    pub lookup_key: Option<String>,
    pub metadata: Metadata,
    pub nickname: Option<String>,
    pub product: String,
    pub recurring: Option<Recurring>,
    pub tax_behavior: String,
    pub tiers_mode: Value,
    pub transform_quantity: Value,
    #[serde(rename = "type")]
    pub kind: String,
    pub unit_amount: i64,
    pub unit_amount_decimal: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recurring {
    pub aggregate_usage: Value,
    pub interval: String,
    pub interval_count: i64,
    pub meter: Value,
    pub trial_period_days: Option<i64>,
    pub usage_type: String,
}

impl Recurring {
    /// The moment that is `periods` periods after the anchor. Months are counted from it, so that the 31st comes back.
    pub fn after(&self, anchor: i64, periods: i64) -> i64 {
        let count = self.interval_count * periods;
        let span = match self.interval.as_str() {
            "day" => jiff::Span::new().try_days(count),
            "week" => jiff::Span::new().try_weeks(count),
            "month" => jiff::Span::new().try_months(count),
            _ => jiff::Span::new().try_years(count),
        };
        let start = jiff::Timestamp::from_second(anchor).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
        span.and_then(|span| start.checked_add(span)).map_or(i64::MAX, |end| end.timestamp().as_second())
    }
}

impl Row for Price {
    const OBJECT: &'static str = "price";
    const NAME: &'static str = "price";
    fn id(&self) -> &str {
        &self.id
    }
}

const DATA: [&str; 6] = ["currency", "unit_amount", "product", "product_data", "recurring", "tax_behavior"];

/// `POST /v1/prices`
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&DATA[..], &["active", "lookup_key", "metadata", "nickname"]].concat())?;
    let mut price = from_data(state, &call.params)?;
    price.active = call.params.bool("active")?.unwrap_or(true);
    price.lookup_key = call.params.text("lookup_key")?;
    price.nickname = call.params.text("nickname")?;
    price.metadata = call.params.new_metadata()?;
    state.prices.put(price.clone());
    state.emit("price.created", wire(&price));
    Ok(wire(&price))
}

/// A price that a call gives on the spot: `price_data`. It is not for sale to others.
fn from_data(state: &mut State, params: &Params) -> Result<Price, ApiError> {
    let unit_amount = params.amount_or_zero("unit_amount")?;
    let currency = params.currency("currency")?;
    let recurring = params.part("recurring")?.map(|part| recurring(&part)).transpose()?;
    let product = match params.part("product_data")? {
        Some(data) => products::named(state, &data)?.id,
        None => state.products.need(&params.need_text("product")?, &params.name("product"))?.id,
    };
    Ok(Price {
        id: state.id("price_"),
        created: state.now,
        active: false,
        billing_scheme: "per_unit".into(),
        currency,
        custom_unit_amount: Value::Null,
        lookup_key: None,
        metadata: Metadata::new(),
        nickname: None,
        product,
        kind: if recurring.is_some() { "recurring" } else { "one_time" }.into(),
        recurring,
        tax_behavior: params.text("tax_behavior")?.unwrap_or_else(|| "unspecified".into()),
        tiers_mode: Value::Null,
        transform_quantity: Value::Null,
        unit_amount,
        unit_amount_decimal: unit_amount.to_string(),
    })
}

fn recurring(params: &Params) -> Result<Recurring, ApiError> {
    params.only(&["interval", "interval_count", "trial_period_days", "usage_type"])?;
    let interval = params.word("interval", &["day", "week", "month", "year"])?;
    let interval = interval.ok_or_else(|| ApiError::missing_param(&params.name("interval")))?;
    let interval_count = params.int("interval_count")?.unwrap_or(1);
    let most = match interval.as_str() {
        "day" => 1_095,
        "week" => 156,
        "month" => 36,
        _ => 3,
    };
    if !(1..=most).contains(&interval_count) {
        return Err(ApiError::param(&params.name("interval_count"), "A period may be three years at most."));
    }
    Ok(Recurring {
        aggregate_usage: Value::Null,
        interval,
        interval_count,
        meter: Value::Null,
        trial_period_days: params.int("trial_period_days")?,
        usage_type: "licensed".into(),
    })
}

/// The price of an item, by its id or on the spot.
pub fn of_item(state: &mut State, item: &Params) -> Result<Price, ApiError> {
    if let Some(id) = item.text("price")? {
        let price = state.prices.need(&id, &item.name("price"))?;
        return if price.active {
            Ok(price)
        } else {
            Err(ApiError::param(&item.name("price"), "The price specified is inactive."))
        };
    }
    let data = item.part("price_data")?.ok_or_else(|| ApiError::missing_param(&item.name("price")))?;
    data.only(&DATA)?;
    let price = from_data(state, &data)?;
    state.prices.put(price.clone());
    Ok(price)
}

/// `POST /v1/prices/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["active", "lookup_key", "metadata", "nickname"])?;
    let before = state.prices.need(&call.id, "id")?;
    let mut price = before.clone();
    price.active = call.params.bool("active")?.unwrap_or(price.active);
    if call.params.has("nickname") {
        price.nickname = call.params.text("nickname")?;
    }
    if call.params.has("lookup_key") {
        price.lookup_key = call.params.text("lookup_key")?;
    }
    call.params.metadata(&mut price.metadata)?;
    state.prices.put(price.clone());
    state.emit_update("price.updated", &before, &price);
    Ok(wire(&price))
}

/// `GET /v1/prices/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.prices.need(&call.id, "id").map(|price| wire(&price))
}

/// `GET /v1/prices`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["active", "product", "type", "currency", "lookup_keys"]].concat())?;
    let (active, product) = (call.params.bool("active")?, call.params.text("product")?);
    let keys = call.params.texts("lookup_keys")?;
    let matches = |price: &&Price| {
        active.is_none_or(|active| price.active == active)
            && product.as_ref().is_none_or(|product| price.product == *product)
            && (keys.is_empty() || price.lookup_key.as_ref().is_some_and(|key| keys.contains(key)))
    };
    page(state.prices.newest().filter(matches), call)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every(interval: &str, interval_count: i64) -> Recurring {
        Recurring {
            aggregate_usage: Value::Null,
            interval: interval.into(),
            interval_count,
            meter: Value::Null,
            trial_period_days: None,
            usage_type: "licensed".into(),
        }
    }

    fn at(text: &str) -> i64 {
        text.parse::<jiff::Timestamp>().unwrap().as_second()
    }

    #[test]
    fn months_keep_the_day_of_the_anchor() {
        let (monthly, anchor) = (every("month", 1), at("2027-01-31T10:00:00Z"));
        assert_eq!(monthly.after(anchor, 1), at("2027-02-28T10:00:00Z"));
        assert_eq!(monthly.after(anchor, 2), at("2027-03-31T10:00:00Z"));
        assert_eq!(every("day", 30).after(anchor, 1), anchor + 30 * 86_400);
        assert_eq!(every("year", 1).after(at("2028-02-29T00:00:00Z"), 1), at("2029-02-28T00:00:00Z"));
    }
}
