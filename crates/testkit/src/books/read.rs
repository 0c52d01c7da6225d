//! Reads the books past the store, all at one moment.

use std::collections::BTreeMap;

use domain::commerce::ownership::Part;
use domain::ids::{CategoryId, ChannelId, EventId, ParticipantId, PassId};
use sea_orm::{
    ConnectionTrait, Database, DatabaseTransaction, DbBackend, DbErr, QueryResult, Statement, TransactionTrait,
    TryGetable,
};
use serde_json::Value;

use super::{Books, CommerceJob, Coupon, Entitlement, Line, Order, Redemption, Subscription, Trial};

impl Books {
    /// Of one channel, in the database at this address.
    pub async fn read(url: &str, channel: ChannelId) -> Result<Self, DbErr> {
        let connection = Database::connect(url).await?;
        let tx = connection.begin().await?;
        let read = Self::read_in(&tx, channel).await;
        tx.rollback().await?;
        connection.close().await?;
        read
    }

    /// As a transaction sees them.
    pub async fn read_in(tx: &DatabaseTransaction, channel: ChannelId) -> Result<Self, DbErr> {
        let orders = rows(tx, "orders", channel, order).await?;
        Ok(Self {
            orders: orders.into_iter().map(|order| (order.id, order)).collect(),
            lines: rows(tx, "order_lines", channel, line).await?,
            entitlements: rows(tx, "entitlements", channel, entitlement).await?,
            coupons: rows(tx, "coupons", channel, coupon).await?,
            redemptions: rows(tx, "coupon_redemptions", channel, redemption).await?,
            trials: rows(tx, "trials", channel, trial).await?,
            subscriptions: rows(tx, "subscriptions", channel, subscription).await?,
            audit: audit(rows(tx, "audit", channel, audited).await?),
            commerce_jobs: rows(tx, "jobs", channel, commerce_job).await?.into_iter().flatten().collect(),
            damage: damage(tx).await?,
        })
    }
}

async fn rows<T>(
    tx: &DatabaseTransaction,
    table: &str,
    channel: ChannelId,
    read: fn(&QueryResult) -> Result<T, DbErr>,
) -> Result<Vec<T>, DbErr> {
    let sql = format!("SELECT * FROM {table} WHERE channel_id = {channel} ORDER BY id");
    let found = tx.query_all_raw(Statement::from_string(tx.get_database_backend(), sql)).await?;
    found.iter().map(read).collect()
}

fn get<T: TryGetable>(row: &QueryResult, column: &str) -> Result<T, DbErr> {
    row.try_get("", column)
}

fn part(row: &QueryResult) -> Result<Part, DbErr> {
    Ok(Part {
        pass: PassId(get(row, "pass_id")?),
        category: get::<Option<i64>>(row, "category_id")?.map(CategoryId),
        participant: get::<Option<i64>>(row, "participant_id")?.map(ParticipantId),
        event: get::<Option<i64>>(row, "event_id")?.map(EventId),
    })
}

fn order(row: &QueryResult) -> Result<Order, DbErr> {
    Ok(Order {
        id: get(row, "id")?,
        name: get(row, "name")?,
        account: get(row, "account_id")?,
        state: get(row, "state")?,
        version: get(row, "version")?,
        occasion: get(row, "occasion")?,
        total: get(row, "total")?,
        coupon: get(row, "coupon_id")?,
        subscription: get(row, "subscription_id")?,
        payment: get(row, "payment_id")?,
        created_at: get(row, "created_at")?,
        changed_at: get(row, "changed_at")?,
        paid_at: get(row, "paid_at")?,
    })
}

fn line(row: &QueryResult) -> Result<Line, DbErr> {
    Ok(Line { order: get(row, "order_id")?, part: part(row)?, ends_at: get(row, "ends_at")? })
}

fn entitlement(row: &QueryResult) -> Result<Entitlement, DbErr> {
    Ok(Entitlement {
        id: get(row, "id")?,
        account: get(row, "account_id")?,
        part: part(row)?,
        source: get(row, "source")?,
        order: get(row, "order_id")?,
        is_open: get::<Option<i64>>(row, "ended_at")?.is_none(),
    })
}

fn coupon(row: &QueryResult) -> Result<Coupon, DbErr> {
    Ok(Coupon {
        id: get(row, "id")?,
        code: get(row, "code")?,
        most_uses: get(row, "most_uses")?,
        most_uses_per_user: get(row, "most_uses_per_user")?,
        used: get(row, "used")?,
    })
}

fn redemption(row: &QueryResult) -> Result<Redemption, DbErr> {
    Ok(Redemption {
        coupon: get(row, "coupon_id")?,
        account: get(row, "account_id")?,
        order: get(row, "order_id")?,
        is_redeemed: get::<Option<i64>>(row, "redeemed_at")?.is_some(),
        is_released: get::<Option<i64>>(row, "released_at")?.is_some(),
    })
}

fn trial(row: &QueryResult) -> Result<Trial, DbErr> {
    Ok(Trial {
        account: get(row, "account_id")?,
        mailbox: get(row, "mailbox")?,
        card: get(row, "card")?,
        order: get(row, "order_id")?,
    })
}

fn subscription(row: &QueryResult) -> Result<Subscription, DbErr> {
    Ok(Subscription { id: get(row, "id")?, version: get(row, "version")? })
}

/// Where something went.
fn audited(row: &QueryResult) -> Result<(String, Value), DbErr> {
    let mut detail: Value = get(row, "detail")?;
    Ok((get(row, "subject")?, detail.get_mut("to").map(Value::take).unwrap_or_default()))
}

fn audit(rows: Vec<(String, Value)>) -> BTreeMap<String, Vec<Value>> {
    let mut by_subject = BTreeMap::<String, Vec<Value>>::new();
    for (subject, to) in rows {
        by_subject.entry(subject).or_default().push(to);
    }
    by_subject
}

/// Letters and videos are no business of these books.
fn commerce_job(row: &QueryResult) -> Result<Option<CommerceJob>, DbErr> {
    if get::<String>(row, "kind")? != "errand" {
        return Ok(None);
    }
    let (run_at, leased_until): (i64, Option<i64>) = (get(row, "run_at")?, get(row, "leased_until")?);
    Ok(Some(CommerceJob {
        id: get(row, "id")?,
        payload: get(row, "payload")?,
        due_at: run_at.max(leased_until.unwrap_or(run_at)),
        is_dead: get::<String>(row, "state")? == "dead",
    }))
}

/// PostgreSQL checks its pages by itself.
async fn damage(tx: &DatabaseTransaction) -> Result<Vec<String>, DbErr> {
    if tx.get_database_backend() != DbBackend::Sqlite {
        return Ok(vec![]);
    }
    let said = tx.query_all_raw(Statement::from_string(DbBackend::Sqlite, "PRAGMA integrity_check")).await?;
    let mut damage: Vec<String> = said.iter().map(|row| get(row, "integrity_check")).collect::<Result<_, _>>()?;
    damage.retain(|line| line != "ok");
    let strays = tx.query_all_raw(Statement::from_string(DbBackend::Sqlite, "PRAGMA foreign_key_check")).await?;
    for stray in &strays {
        damage.push(format!("a row of {} refers to one that is gone", get::<String>(stray, "table")?));
    }
    Ok(damage)
}
