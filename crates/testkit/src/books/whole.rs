//! I6: everything is written down, everything comes to an end, and the store is whole.

use domain::commerce::order::ABANDONED_AFTER;
use domain::time::Timestamp;

use super::Invariant::I6;
use super::{Books, Found};

/// A payment that may be under way is asked about by then.
const MAX_DOUBT: i64 = 5 * Timestamp::MINUTE;
/// What is due is done by then, an order that was left is given up.
const LATEST: i64 = 10 * Timestamp::MINUTE;

impl Books {
    /// Each change of an order or subscription, and of what was given without an order, has a row, and the last one says
    /// where an order is now.
    pub(super) fn check_audit(&self, found: &mut Found) {
        for order in self.orders.values() {
            let rows = self.audit.get(&format!("order {}", order.id)).map_or(&[][..], Vec::as_slice);
            if i64::try_from(rows.len()) != Ok(order.version) {
                let (id, changes, rows) = (order.id, order.version, rows.len());
                found.add(I6, format!("order {id} has changed {changes} times, and {rows} were written down"));
            } else if rows.last().is_some_and(|to| *to != order.state.as_str()) {
                found.add(I6, format!("order {} is {}, which nobody has written down", order.id, order.state));
            }
        }
        for subscription in &self.subscriptions {
            let rows = self.audit.get(&format!("subscription {}", subscription.id)).map_or(0, Vec::len);
            if i64::try_from(rows) != Ok(subscription.version) {
                let (id, changes) = (subscription.id, subscription.version);
                found.add(I6, format!("subscription {id} has changed {changes} times, and {rows} were written down"));
            }
        }
        for given in self.entitlements.iter().filter(|held| held.order.is_none()) {
            let rows = self.audit.get(&format!("entitlement {}", given.id)).map_or(0, Vec::len);
            let changes = if given.is_open { 1 } else { 2 };
            if rows != changes {
                let id = given.id;
                found.add(I6, format!("entitlement {id} has changed {changes} times, and {rows} were written down"));
            }
        }
    }

    pub(super) fn check_ends(&self, now: Timestamp, found: &mut Found) {
        for order in self.orders.values() {
            let ends_at = match order.state.as_str() {
                "unknown" => order.changed_at + MAX_DOUBT,
                "created" | "processing" => order.created_at + ABANDONED_AFTER + LATEST,
                _ => continue,
            };
            if ends_at < now.0 {
                found.add(I6, format!("order {} is still {}", order.id, order.state));
            }
        }
        for job in &self.commerce_jobs {
            let (id, payload) = (job.id, &job.payload);
            if job.is_dead {
                found.add(I6, format!("commerce job {id} was given up: {payload}"));
            } else if job.due_at + LATEST < now.0 {
                found.add(I6, format!("commerce job {id} is not done: {payload}"));
            }
        }
        for line in self.lines.iter().filter(|line| !self.orders.contains_key(&line.order)) {
            found.add(I6, format!("a line is of order {}, which is not there", line.order));
        }
        for damage in &self.damage {
            found.add(I6, format!("the database is damaged: {damage}"));
        }
    }
}
