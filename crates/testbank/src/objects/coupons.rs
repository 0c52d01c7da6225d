//! Coupons: discounts on what a subscription costs.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Call, PAGE, page};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Coupon {
    pub id: String,
    pub created: i64,
    pub amount_off: Option<i64>,
    pub currency: Option<String>,
    pub duration: String,
    pub duration_in_months: Option<i64>,
    pub max_redemptions: Option<i64>,
    pub metadata: Metadata,
    pub name: Option<String>,
    /// A number with two decimals at most.
    pub percent_off: Option<f64>,
    pub redeem_by: Option<i64>,
    pub times_redeemed: i64,
    pub valid: bool,
}

impl Row for Coupon {
    const OBJECT: &'static str = "coupon";
    const NAME: &'static str = "coupon";
    fn id(&self) -> &str {
        &self.id
    }
}

impl Coupon {
    /// What it takes off an amount: never more than there is.
    pub fn off(&self, amount: i64) -> i64 {
        let hundredths = |percent: f64| (percent * 100.0).round() as i64;
        let percent = self.percent_off.map(|percent| (amount * hundredths(percent) + 5_000) / 10_000);
        percent.or(self.amount_off).unwrap_or(0).clamp(0, amount.max(0))
    }
}

/// `POST /v1/coupons`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let params = &call.params;
    params.only(&[
        "id",
        "amount_off",
        "percent_off",
        "currency",
        "duration",
        "duration_in_months",
        "max_redemptions",
        "metadata",
        "name",
        "redeem_by",
    ])?;
    let percent_off =
        params.text("percent_off")?.map(|text| text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p <= 100.0));
    let percent_off =
        percent_off.map(|p| p.ok_or_else(|| ApiError::param("percent_off", "Invalid percentage"))).transpose()?;
    let amount_off = if params.has("amount_off") { Some(params.amount_or_zero("amount_off")?) } else { None };
    if percent_off.is_some() == amount_off.is_some() {
        return Err(ApiError::param("percent_off", "You must provide exactly one of percent_off and amount_off."));
    }
    let duration = params.word("duration", &["once", "forever", "repeating"])?.unwrap_or_else(|| "once".into());
    let id = match params.text("id")? {
        Some(id) => id,
        None => state.id(""),
    };
    if state.coupons.get(&id).is_some() || id.len() > 255 {
        return Err(ApiError::param("id", "Coupon already exists.").with("code", "resource_already_exists"));
    }
    let coupon = Coupon {
        id,
        created: state.now,
        currency: amount_off.map(|_| params.currency("currency")).transpose()?,
        amount_off,
        duration_in_months: params.int("duration_in_months")?.filter(|_| duration == "repeating"),
        duration,
        max_redemptions: params.int("max_redemptions")?,
        metadata: params.new_metadata()?,
        name: params.text("name")?,
        percent_off,
        redeem_by: params.int("redeem_by")?,
        times_redeemed: 0,
        valid: true,
    };
    state.coupons.put(coupon.clone());
    state.emit("coupon.created", wire(&coupon));
    Ok(wire(&coupon))
}

/// The coupon that a call names, as `coupon` or in `discounts`, if it can still be used.
pub fn of_call(state: &State, params: &Params) -> Result<Option<Coupon>, ApiError> {
    let listed = match params.parts("discounts")?.first() {
        Some(first) => {
            first.only(&["coupon"])?;
            first.text("coupon")?
        }
        None => None,
    };
    let Some(id) = listed.or(params.text("coupon")?) else { return Ok(None) };
    let coupon = state.coupons.need(&id, &params.name("coupon"))?;
    let used_up = coupon.max_redemptions.is_some_and(|most| coupon.times_redeemed >= most);
    if used_up || coupon.redeem_by.is_some_and(|end| end < state.now) {
        return Err(
            ApiError::param(&params.name("coupon"), format!("Coupon {id} is used up.")).with("code", "coupon_expired")
        );
    }
    Ok(Some(coupon))
}

/// Counts one use.
pub fn redeem(state: &mut State, mut coupon: Coupon) {
    coupon.times_redeemed += 1;
    coupon.valid = coupon.max_redemptions.is_none_or(|most| coupon.times_redeemed < most);
    state.coupons.put(coupon);
}

/// `GET /v1/coupons/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.coupons.need(&call.id, "id").map(|coupon| wire(&coupon))
}

/// `GET /v1/coupons`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&PAGE)?;
    page(state.coupons.newest(), call)
}

/// `DELETE /v1/coupons/:id`
pub fn delete(state: &mut State, call: &Call) -> Answer {
    let coupon = state.coupons.need(&call.id, "id")?;
    state.coupons.remove(&call.id);
    state.emit("coupon.deleted", wire(&coupon));
    Ok(json!({ "id": call.id, "object": "coupon", "deleted": true }))
}

/// The discount object that stands in subscriptions and invoices.
pub fn discount(state: &mut State, coupon: &Coupon, customer: &str, subscription: Option<&str>) -> Value {
    let end = coupon.duration_in_months.map(|months| {
        let start = jiff::Timestamp::from_second(state.now).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
        jiff::Span::new()
            .try_months(months)
            .and_then(|span| start.checked_add(span))
            .map_or(i64::MAX, |end| end.timestamp().as_second())
    });
    json!({
        "id": state.id("di_"), "object": "discount", "coupon": wire(coupon), "customer": customer, "start": state.now,
        "end": end, "subscription": subscription, "invoice": null, "invoice_item": null, "promotion_code": null,
        "checkout_session": null,
    })
}
