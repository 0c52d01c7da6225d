//! A channel's orders, for operators.

use std::collections::HashMap;

use domain::commerce::order::Refund;
use domain::ids::{ChannelId, OrderId};
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::account::accounts;
use crate::entities::order::orders;
use crate::enum_text::word;
use crate::mail_log::containing;
use crate::orders::{StoredOrder, of_channel, this, with_lines};
use crate::{Result, Store};

/// Which orders are looked for.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// Part of the buyer's e-mail address, or the order's number.
    pub search: Option<String>,
    /// How the money stands that is to go back.
    pub refund: Option<Refund>,
}

/// An order with its buyer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldOrder {
    pub order: StoredOrder,
    /// `None` if the account was deleted.
    pub email: Option<String>,
}

impl Store {
    /// A part of the channel's orders, the newest first, and how many there are of them.
    pub async fn orders_sold(
        &self,
        channel: ChannelId,
        filter: &OrderFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<SoldOrder>, u64)> {
        let found = orders::Entity::find().filter(fitting(channel, filter)?);
        let total = found.clone().count(self.read()).await?;
        let rows = found.order_by_desc(orders::Column::Id).offset(offset).limit(limit).all(self.read()).await?;
        Ok((self.with_buyers(channel, rows).await?, total))
    }

    /// One order with its buyer.
    pub async fn order_sold(&self, channel: ChannelId, id: OrderId) -> Result<Option<SoldOrder>> {
        let rows = orders::Entity::find().filter(this(channel, id)).all(self.read()).await?;
        Ok(self.with_buyers(channel, rows).await?.pop())
    }

    async fn with_buyers(&self, channel: ChannelId, rows: Vec<orders::Model>) -> Result<Vec<SoldOrder>> {
        let buyers: Vec<_> = rows.iter().filter_map(|row| row.account_id).collect();
        let known = accounts::Entity::find()
            .filter(accounts::Column::ChannelId.eq(channel.0))
            .filter(accounts::Column::Id.is_in(buyers))
            .all(self.read())
            .await?;
        let emails: HashMap<_, _> = known.into_iter().map(|account| (account.id, account.email)).collect();
        let with_email = |order: StoredOrder| {
            let email = order.account.and_then(|account| emails.get(&account.0).cloned());
            SoldOrder { order, email }
        };
        Ok(with_lines(self.read(), channel, rows).await?.into_iter().map(with_email).collect())
    }
}

fn fitting(channel: ChannelId, filter: &OrderFilter) -> Result<Condition> {
    let mut fitting = of_channel(channel);
    if let Some(refund) = &filter.refund {
        fitting = fitting.add(orders::Column::Refund.eq(word(refund)?));
    }
    if let Some(part) = &filter.search {
        let theirs = Query::select()
            .column(accounts::Column::Id)
            .from(accounts::Entity)
            .and_where(accounts::Column::ChannelId.eq(channel.0))
            .and_where(Expr::expr(Func::lower(Expr::col(accounts::Column::Email))).like(containing(part)))
            .take();
        let number = part.parse().ok().map(|number: i64| orders::Column::Id.eq(number));
        let by = Condition::any().add(orders::Column::AccountId.in_subquery(theirs)).add_option(number);
        fitting = fitting.add(by);
    }
    Ok(fitting)
}
