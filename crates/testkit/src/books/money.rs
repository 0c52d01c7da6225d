//! I1 to I3: what the bank took, and what became of it here.

use std::collections::BTreeMap;

use domain::time::Timestamp;

use super::Invariant::{I1, I2, I3};
use super::{Books, Charge, Found, Line, Money, Order, Told};

impl Books {
    /// Every charge has its order, and every paid order its charge; money that is kept has given what it is for, once.
    pub(super) fn check_money(&self, charges: &[Charge], found: &mut Found) {
        for charge in charges {
            let orders: Vec<_> = self.orders_of_payment(&charge.payment).collect();
            match orders.as_slice() {
                [order] => self.check_charge(charge, order, found),
                [] => found.add(I1, format!("{} is no order's, and {}", named(charge), self.written(charge))),
                orders => {
                    let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
                    found.add(I1, format!("{} is the payment of the orders {ids:?}", named(charge)));
                }
            }
        }
        let is_free = |order: &&Order| order.total == 0 && order.state == "paid" && order.account.is_some();
        for order in self.orders.values().filter(is_free) {
            self.check_given(order, "for nothing", found);
        }
        for order in self.orders.values().filter(|order| order.total > 0 && order.paid_at.is_some()) {
            let is_charged = |charge: &Charge| order.payment.as_deref() == Some(charge.payment.as_str());
            if !charges.iter().any(is_charged) {
                found.add(I3, format!("order {} is {}, and the bank has no charge for it", order.id, order.state));
            }
        }
    }

    fn check_charge(&self, charge: &Charge, order: &Order, found: &mut Found) {
        let due = match charge.money {
            Money::Kept => "paid",
            Money::GivenBack => "refunded",
            Money::Disputed => "disputed",
        };
        if order.state != due {
            let (id, state) = (order.id, &order.state);
            found.add(I1, format!("order {id} is {state}, and by the bank it is {due}: {}", named(charge)));
        }
        if charge.captured != order.total {
            let (id, total) = (order.id, order.total);
            found.add(I2, format!("{} took {} for order {id} of {total}", named(charge), charge.captured));
        }
        if charge.money != Money::Kept {
            return;
        }
        self.check_given(order, &format!("by {}", named(charge)), found);
    }

    /// A buyer who has paid, or had nothing to pay, has what the order is for, once.
    fn check_given(&self, order: &Order, paid: &str, found: &mut Found) {
        let id = order.id;
        for part in self.parts_of(id) {
            let given = self.open_entitlements(id).filter(|held| held.part == part).count();
            if given != 1 {
                found.add(I1, format!("order {id} is paid {paid}, and gives {} {given} times", part.key()));
            }
        }
        if self.lines_of(id).next().is_none() {
            found.add(I1, format!("order {id} is paid {paid}, and is for nothing"));
        }
    }

    fn orders_of_payment<'a>(&'a self, payment: &'a str) -> impl Iterator<Item = &'a Order> {
        self.orders.values().filter(move |order| order.payment.as_deref() == Some(payment))
    }

    fn written(&self, charge: &Charge) -> String {
        let named = |name: &String| self.orders.values().find(|order| order.name.as_ref() == Some(name));
        match charge.order.as_ref().map(|name| (name, named(name))) {
            Some((_, Some(order))) => format!("order {}, which is written on it, is {}", order.id, order.state),
            Some((name, None)) => format!("order {name}, which is written on it, is not there"),
            None => "no order is written on it".into(),
        }
    }

    /// One charge for an order, one order for a thing.
    pub(super) fn check_sold_once(&self, charges: &[Charge], now: Timestamp, found: &mut Found) {
        let mut by_payment = BTreeMap::<&str, Vec<&str>>::new();
        let mut by_order = BTreeMap::<&str, Vec<&str>>::new();
        for charge in charges {
            by_payment.entry(&charge.payment).or_default().push(&charge.id);
            // The periods of a subscription are charged one by one; two subscriptions are one too many.
            let name = charge.subscription.as_deref().unwrap_or(&charge.payment);
            let names = charge.order.as_deref().map(|order| by_order.entry(order).or_default());
            if let Some(names) = names.filter(|names| !names.contains(&name)) {
                names.push(name);
            }
        }
        for (payment, charges) in by_payment.into_iter().filter(|(_, charges)| charges.len() > 1) {
            found.add(I2, format!("payment {payment} was captured by {}", charges.join(" and ")));
        }
        for (order, names) in by_order.into_iter().filter(|(_, names)| names.len() > 1) {
            found.add(I2, format!("order {order} was charged by {}", names.join(" and ")));
        }
        let is_held = |line: &&Line| line.ends_at.is_none_or(|end| end > now.0);
        let held: Vec<_> = self.lines.iter().filter(is_held).filter_map(|line| self.sold(line)).collect();
        for (place, (line, order)) in held.iter().enumerate() {
            for (other, second) in &held[place + 1..] {
                let is_renewal = order.subscription.is_some() && order.subscription == second.subscription;
                let is_same = order.account == second.account && line.part.overlaps(&other.part);
                if is_same && !is_renewal && order.id != second.id {
                    let (one, two, part) = (order.id, second.id, line.part.key());
                    found.add(I2, format!("{part} was sold to one person by the orders {one} and {two}"));
                }
            }
        }
    }

    fn sold<'a>(&'a self, line: &'a Line) -> Option<(&'a Line, &'a Order)> {
        let order = self.orders.get(&line.order)?;
        (order.state == "paid" && order.account.is_some()).then_some((line, order))
    }

    pub(super) fn check_told(&self, told: &[Told], found: &mut Found) {
        for told in told {
            match self.orders.get(&told.order) {
                None => found.add(I3, format!("a buyer was told of order {}, and it is not there", told.order)),
                Some(order) if told.is_paid && order.paid_at.is_none() => {
                    found.add(I3, format!("a buyer was told that order {} is paid: it is {}", order.id, order.state));
                }
                Some(_) => {}
            }
        }
    }
}

fn named(charge: &Charge) -> String {
    format!("payment {} ({})", charge.payment, charge.id)
}
