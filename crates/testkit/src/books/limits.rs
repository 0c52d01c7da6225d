//! I5: promo codes and trials.

use std::collections::BTreeMap;

use super::Invariant::I5;
use super::{Books, Coupon, Found, Redemption};

impl Books {
    pub(super) fn check_coupons(&self, found: &mut Found) {
        for coupon in &self.coupons {
            let taken: Vec<_> =
                self.redemptions.iter().filter(|used| used.coupon == coupon.id && !used.is_released).collect();
            self.check_uses(coupon, &taken, found);
            let code = &coupon.code;
            if coupon.used != count(&taken) {
                found.add(I5, format!("code {code} counts {} uses of {}", coupon.used, taken.len()));
            }
            let paid = self.orders.values().filter(|order| order.coupon == Some(coupon.id) && order.paid_at.is_some());
            for order in paid.filter(|order| order.state != "failed") {
                if !taken.iter().any(|used| used.order == order.id && used.is_redeemed) {
                    found.add(I5, format!("order {} is paid with code {code}, and no use was counted", order.id));
                }
            }
        }
    }

    fn check_uses(&self, coupon: &Coupon, taken: &[&Redemption], found: &mut Found) {
        let code = &coupon.code;
        if coupon.most_uses.is_some_and(|most| count(taken) > i64::from(most)) {
            found.add(I5, format!("code {code} was used {} times", taken.len()));
        }
        let mut by_account = BTreeMap::<i64, i64>::new();
        for account in taken.iter().filter_map(|used| used.account) {
            *by_account.entry(account).or_default() += 1;
        }
        for (account, uses) in by_account {
            if coupon.most_uses_per_user.is_some_and(|most| uses > i64::from(most)) {
                found.add(I5, format!("code {code} was used {uses} times by account {account}"));
            }
        }
    }

    pub(super) fn check_trials(&self, found: &mut Found) {
        for (place, trial) in self.trials.iter().enumerate() {
            for other in &self.trials[place + 1..] {
                let is_same = trial.account.is_some() && trial.account == other.account
                    || trial.mailbox == other.mailbox
                    || trial.card == other.card;
                if is_same {
                    let (one, two) = (trial.order, other.order);
                    found.add(I5, format!("one person had two trials, by the orders {one} and {two}"));
                }
            }
        }
        let tried = self.orders.values().filter(|order| order.occasion == "trial" && order.paid_at.is_some());
        // One that was given up, and heard of too late, gave nothing.
        for order in tried.filter(|order| order.state != "failed") {
            if !self.trials.iter().any(|trial| trial.order == order.id) {
                found.add(I5, format!("the trial of order {} was not counted", order.id));
            }
        }
    }
}

fn count(taken: &[&Redemption]) -> i64 {
    i64::try_from(taken.len()).unwrap_or(i64::MAX)
}
