//! A channel's orders, for operators.

use std::collections::HashMap;

use domain::commerce::order::{Refund, State};
use domain::ids::{ChannelId, OrderId};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, Order, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Statement,
};

use crate::entities::account::accounts;
use crate::entities::order::orders;
use crate::enum_text::word;
use crate::orders::{StoredOrder, of_channel, this, with_lines};
use crate::{Result, Store};

/// The most orders that a text finds, the newest of them.
const MAX_FOUND: u64 = 1_000;
/// Digits of a card that are kept.
const CARD_DIGITS: usize = 4;

/// Which orders are looked for, and their order.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// The beginning of the buyer's e-mail address, the order's number, or the last four digits of the card.
    pub search: Option<String>,
    /// How the money stands that is to go back.
    pub refund: Option<Refund>,
    /// Any of these; all if empty.
    pub states: Vec<State>,
    pub sort: OrderSort,
}

/// What a list of orders begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderSort {
    #[default]
    Newest,
    Oldest,
    Largest,
    Smallest,
}

/// An order with its buyer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldOrder {
    pub order: StoredOrder,
    /// `None` if the account was deleted.
    pub email: Option<String>,
}

impl Store {
    /// A part of the channel's orders, and how many there are of them.
    pub async fn orders_sold(
        &self,
        channel: ChannelId,
        filter: &OrderFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<SoldOrder>, u64)> {
        let found = self.fitting(channel, filter).await?;
        let total = found.clone().count(self.read()).await?;
        let rows = sorted(found, filter.sort).offset(offset).limit(limit).all(self.read()).await?;
        Ok((self.with_buyers(channel, rows).await?, total))
    }

    /// The newest orders of those before `cursor` that the filter leaves, whatever its sort: a list is walked to its end so.
    pub async fn orders_sold_before(
        &self,
        channel: ChannelId,
        filter: &OrderFilter,
        cursor: Option<OrderId>,
        limit: u64,
    ) -> Result<Vec<SoldOrder>> {
        let older = cursor.map(|id| orders::Column::Id.lt(id.0));
        let found = self.fitting(channel, filter).await?.filter(Condition::all().add_option(older));
        let rows = sorted(found, OrderSort::Newest).limit(limit).all(self.read()).await?;
        self.with_buyers(channel, rows).await
    }

    /// One order with its buyer.
    pub async fn order_sold(&self, channel: ChannelId, id: OrderId) -> Result<Option<SoldOrder>> {
        let rows = orders::Entity::find().filter(this(channel, id)).all(self.read()).await?;
        Ok(self.with_buyers(channel, rows).await?.pop())
    }

    /// The newest orders that a text finds, the one of that number first.
    pub async fn orders_found(&self, channel: ChannelId, text: &str, limit: u64) -> Result<Vec<SoldOrder>> {
        let ids = self.ids_found(channel, text, limit).await?;
        let rows = orders::Entity::find().filter(of_channel(channel)).filter(orders::Column::Id.is_in(ids));
        let mut rows = sorted(rows, OrderSort::Newest).all(self.read()).await?;
        let number = text.parse().unwrap_or(0);
        rows.sort_by_key(|row| row.id != number);
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        self.with_buyers(channel, rows).await
    }

    /// How the database finds the orders of a text, as it tells it: for the test that no table is read as a whole.
    pub async fn order_search_plan(&self, channel: ChannelId, text: &str) -> Result<Vec<String>> {
        let backend = self.read().get_database_backend();
        let (explain, column) = match backend {
            DbBackend::Sqlite => ("EXPLAIN QUERY PLAN", "detail"),
            _ => ("EXPLAIN", "QUERY PLAN"),
        };
        let mut lines = Vec::new();
        for ids in searches(backend, channel, text, MAX_FOUND) {
            let Statement { sql, values, db_backend } = ids.build(backend);
            let asked = Statement { sql: format!("{explain} {sql}"), values, db_backend };
            for row in self.read().query_all_raw(asked).await? {
                lines.push(row.try_get("", column)?);
            }
        }
        Ok(lines)
    }

    async fn fitting(&self, channel: ChannelId, filter: &OrderFilter) -> Result<Select<orders::Entity>> {
        let mut fitting = of_channel(channel);
        if let Some(refund) = &filter.refund {
            fitting = fitting.add(orders::Column::Refund.eq(word(refund)?));
        }
        if !filter.states.is_empty() {
            let states: Vec<_> = filter.states.iter().map(word).collect::<Result<_>>()?;
            fitting = fitting.add(orders::Column::State.is_in(states));
        }
        if let Some(text) = &filter.search {
            fitting = fitting.add(orders::Column::Id.is_in(self.ids_found(channel, text, MAX_FOUND).await?));
        }
        Ok(orders::Entity::find().filter(fitting))
    }

    /// Each by an index of its own; one condition for all would walk through the channel's orders.
    async fn ids_found(&self, channel: ChannelId, text: &str, limit: u64) -> Result<Vec<i64>> {
        let mut ids: Vec<i64> = Vec::new();
        for search in searches(self.read().get_database_backend(), channel, text, limit) {
            ids.extend(search.into_tuple::<i64>().all(self.read()).await?);
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
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

fn sorted(found: Select<orders::Entity>, sort: OrderSort) -> Select<orders::Entity> {
    let by_total = |direction: Order| {
        let total = found.clone().order_by(orders::Column::Total, direction.clone());
        total.order_by(orders::Column::Id, direction)
    };
    match sort {
        OrderSort::Newest => found.order_by_desc(orders::Column::Id),
        OrderSort::Oldest => found.order_by_asc(orders::Column::Id),
        OrderSort::Largest => by_total(Order::Desc),
        OrderSort::Smallest => by_total(Order::Asc),
    }
}

/// The ids of the orders that a text may mean: of its buyers, of its card, and of its number.
fn searches(backend: DbBackend, channel: ChannelId, text: &str, limit: u64) -> Vec<Select<orders::Entity>> {
    let ids = || orders::Entity::find().select_only().column(orders::Column::Id).filter(of_channel(channel));
    // Sorted by an expression: by the column itself, SQLite walks through all orders in place of the buyers'.
    let newest =
        |found: Select<orders::Entity>| found.order_by(Expr::col(orders::Column::Id).add(0), Order::Desc).limit(limit);
    let mut searches =
        vec![newest(ids().filter(orders::Column::AccountId.in_subquery(buyers(backend, channel, text))))];
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && text.len() == CARD_DIGITS {
        searches.push(newest(ids().filter(orders::Column::CardLast4.eq(text))));
    }
    if let Some(number) = text.parse::<i64>().ok().filter(|_| is_number) {
        searches.push(ids().filter(orders::Column::Id.eq(number)));
    }
    searches
}

/// The accounts whose address begins with the text.
fn buyers(backend: DbBackend, channel: ChannelId, text: &str) -> SelectStatement {
    // Byte by byte, as the index has them: every address that begins so is between the two.
    let (from, until) = (text.to_lowercase(), format!("{}{}", text.to_lowercase(), char::MAX));
    let key = || match backend {
        DbBackend::Postgres => Expr::cust("email_key COLLATE \"C\""),
        _ => Expr::col(accounts::Column::EmailKey),
    };
    Query::select()
        .column(accounts::Column::Id)
        .from(accounts::Entity)
        .and_where(accounts::Column::ChannelId.eq(channel.0))
        .and_where(key().gte(from))
        .and_where(key().lt(until))
        .take()
}
