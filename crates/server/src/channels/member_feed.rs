//! Events for a single member, sent to their open pages on this server. Only an order's id is sent; the page fetches
//! the rest.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::{AccountId, ChannelId, OrderId};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// News that a page has not been sent yet; a page that is slower hears of the newest.
const WAITING: usize = 8;

/// Members with open pages. Their number is bounded by the feed's slots.
#[derive(Default)]
pub(crate) struct MemberFeed(Mutex<HashMap<Whose, broadcast::Sender<OrderId>>>);

type Whose = (ChannelId, AccountId);

/// A page of a member.
pub(crate) struct MemberSubscription {
    news: Arc<MemberFeed>,
    whose: Whose,
    orders: broadcast::Receiver<OrderId>,
}

impl MemberFeed {
    pub(crate) fn follow(self: &Arc<Self>, channel: ChannelId, account: AccountId) -> MemberSubscription {
        let whose = (channel, account);
        let orders = self.pages().entry(whose).or_insert_with(|| broadcast::Sender::new(WAITING)).subscribe();
        MemberSubscription { news: self.clone(), whose, orders }
    }

    /// To be called when an order of the account moved.
    pub(crate) fn order_moved(&self, channel: ChannelId, account: AccountId, order: OrderId) {
        if let Some(pages) = self.pages().get(&(channel, account)) {
            // Nobody is there when the last page is just closing.
            let _ = pages.send(order);
        }
    }

    fn pages(&self) -> MutexGuard<'_, HashMap<Whose, broadcast::Sender<OrderId>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemberSubscription {
    /// The next order that moves.
    pub(crate) async fn next(&mut self) -> OrderId {
        loop {
            match self.orders.recv().await {
                Ok(order) => return order,
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

impl Drop for MemberSubscription {
    fn drop(&mut self) {
        let mut pages = self.news.pages();
        if pages.get(&self.whose).is_some_and(|own| own.receiver_count() <= 1) {
            pages.remove(&self.whose);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAN: Whose = (ChannelId(1), AccountId(1));

    /// Every page of the member hears of it, no other page does, and a closed page is forgotten.
    #[tokio::test]
    async fn order_change_reaches_the_members_own_pages_alone() {
        let news = Arc::new(MemberFeed::default());
        let (mut one, mut two) = (news.follow(FAN.0, FAN.1), news.follow(FAN.0, FAN.1));
        let mut rival = news.follow(ChannelId(1), AccountId(2));
        let mut elsewhere = news.follow(ChannelId(2), AccountId(1));
        news.order_moved(FAN.0, FAN.1, OrderId(7));
        assert_eq!((one.next().await, two.next().await), (OrderId(7), OrderId(7)));
        assert!(rival.orders.try_recv().is_err() && elsewhere.orders.try_recv().is_err());
        drop((one, rival, elsewhere));
        assert_eq!(news.pages().len(), 1);
        for order in 0..100 {
            news.order_moved(FAN.0, FAN.1, OrderId(order));
        }
        assert!(two.next().await.0 >= 100 - i64::try_from(WAITING).unwrap(), "a slow page hears of the newest");
        drop(two);
        assert!(news.pages().is_empty());
    }
}
