//! I4: nobody holds what was not paid for, given away or tried.

use super::Invariant::I4;
use super::{Books, Charge, Entitlement, Found, Money, Order};

impl Books {
    pub(super) fn check_access(&self, charges: &[Charge], found: &mut Found) {
        for held in self.entitlements.iter().filter(|held| held.is_open) {
            if let Err(why) = self.cause(held, charges) {
                let (id, account, part) = (held.id, held.account, held.part.key());
                found.add(I4, format!("entitlement {id} gives account {account} {part}: {why}"));
            }
        }
    }

    /// Why the account may hold it, or what is missing.
    fn cause(&self, held: &Entitlement, charges: &[Charge]) -> Result<(), String> {
        if held.source == "grant" {
            let is_audited = self.audit.contains_key(&format!("entitlement {}", held.id));
            return if is_audited { Ok(()) } else { Err("nobody has written down who gave it".into()) };
        }
        let order = held.order.and_then(|id| self.orders.get(&id)).ok_or("it is of no order")?;
        let id = order.id;
        if order.account != Some(held.account) {
            return Err(format!("order {id} is another account's"));
        }
        if order.state != "paid" {
            return Err(format!("order {id} is {}", order.state));
        }
        if !self.parts_of(id).any(|part| part == held.part) {
            return Err(format!("order {id} is for something else"));
        }
        match held.source.as_str() {
            "trial" if order.occasion == "trial" => self.tried(order),
            "purchase" if order.total > 0 => paid(order, charges),
            "purchase" if order.occasion != "trial" => self.given(order),
            source => Err(format!("its source is {source}, and order {id} is a {}", order.occasion)),
        }
    }

    fn tried(&self, order: &Order) -> Result<(), String> {
        let is_remembered = self.trials.iter().any(|trial| trial.order == order.id);
        if is_remembered { Ok(()) } else { Err(format!("the trial of order {} is not remembered", order.id)) }
    }

    /// Free by a promo code.
    fn given(&self, order: &Order) -> Result<(), String> {
        let is_redeemed = |id: i64| {
            self.redemptions.iter().any(|used| used.order == order.id && used.coupon == id && used.is_redeemed)
        };
        let is_given = order.coupon.is_some_and(is_redeemed);
        if is_given { Ok(()) } else { Err(format!("order {} cost nothing without a promo code", order.id)) }
    }
}

fn paid(order: &Order, charges: &[Charge]) -> Result<(), String> {
    let charge = charges.iter().find(|charge| Some(charge.payment.as_str()) == order.payment.as_deref());
    match charge.map(|charge| charge.money) {
        Some(Money::Kept) => Ok(()),
        Some(money) => Err(format!("the money of order {} is not kept: {money:?}", order.id)),
        None => Err(format!("the bank knows of no payment for order {}", order.id)),
    }
}
