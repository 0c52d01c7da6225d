//! A channel's orders as operators look through them.

use domain::ids::OrderId;
use store::{OrderFilter, OrderSort};
use testkit::{TestDatabase, account, channel};

use crate::orders::{begun, order, whole};

const MANY: i64 = 20_000;

/// Fills both channels by SQL: one row after the other would take minutes.
async fn fill(test: &TestDatabase, channel: i64, first: i64) {
    let (numbers, secret, json) = if test.is_sqlite() {
        let numbers = format!(
            "WITH RECURSIVE series(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM series WHERE n < {})",
            first + MANY - 1
        );
        (numbers, "x'00'", "'{}'")
    } else {
        let numbers = format!("WITH series AS (SELECT generate_series({first}, {}) AS n)", first + MANY - 1);
        (numbers, "'\\x00'::bytea", "'{}'::jsonb")
    };
    let email = format!("'fan' || n || '@mail{channel}.test'");
    test.execute(&format!(
        "INSERT INTO accounts (id, channel_id, email, email_key, first_name, last_name, temporary_password, \
         basic_pass_selected, capabilities, calendar_secret, created_at) {numbers} \
         SELECT n, {channel}, {email}, {email}, 'A', 'B', FALSE, TRUE, {}, {secret}, 0 FROM series",
        json.replace("{}", "[]")
    ))
    .await;
    test.execute(&format!(
        "INSERT INTO orders (id, channel_id, account_id, state, known, version, occasion, total, currency, cart, \
         card_last4, created_at, changed_at) {numbers} \
         SELECT n, {channel}, n, 'paid', {json}, 1, 'purchase', n, 'USD', '', \
         CAST(1000 + n % 9000 AS TEXT), n, n FROM series"
    ))
    .await;
}

/// OPS-01: orders are found by a text without reading a table as a whole, whatever the text.
#[tokio::test]
async fn order_search_reads_no_table_as_a_whole() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    fill(&test, demo.0, 100_000).await;
    fill(&test, other.0, 200_000).await;
    test.execute("ANALYZE").await;
    for text in ["fan100123@", "1234", "100123", "fan1001", "nobody"] {
        let plan = test.store.order_search_plan(demo, text).await.unwrap();
        let scans: Vec<_> = plan
            .iter()
            .filter(|line| line.contains("Seq Scan") || line.contains("SCAN orders") || line.contains("SCAN accounts"))
            .collect();
        assert!(!plan.is_empty() && scans.is_empty(), "{text}: {plan:#?}");
        assert!(plan.iter().all(|line| !line.contains("orders_by_number (channel_id=?)")), "{text}: {plan:#?}");
    }
}

/// PAY-16, T26: a text finds the beginning of an address, a card and a number, in one channel alone, in the order asked for.
#[tokio::test]
async fn orders_are_found_and_sorted() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let mut ids = Vec::new();
    for (email, total) in [("Ann@demo.test", 30), ("anna@demo.test", 10), ("100%_x@demo.test", 20), ("ЖАН@demo.test", 5)] {
        let fan = test.store.account_create(demo, account(email)).await.unwrap().unwrap().id;
        let id = begun(&test.store, demo, fan, order(&[whole(1)])).await.id;
        test.execute(&format!("UPDATE orders SET total = {total}, card_last4 = '4{total:03}' WHERE id = {id}")).await;
        ids.push(id);
    }
    let fan = test.store.account_create(other, account("ann@demo.test")).await.unwrap().unwrap().id;
    begun(&test.store, other, fan, order(&[whole(1001)])).await;
    let found = async |text: &str, sort: OrderSort| {
        let filter = OrderFilter { search: Some(text.into()), sort, ..OrderFilter::default() };
        let (orders, total) = test.store.orders_sold(demo, &filter, 0, 10).await.unwrap();
        assert_eq!(orders.len() as u64, total);
        orders.into_iter().map(|sold| sold.order.id).collect::<Vec<OrderId>>()
    };
    assert_eq!(found("ANN", OrderSort::Newest).await, [ids[1], ids[0]]);
    assert_eq!(found("ann", OrderSort::Oldest).await, [ids[0], ids[1]]);
    assert_eq!(found("an", OrderSort::Largest).await, [ids[0], ids[1]]);
    assert_eq!(found("an", OrderSort::Smallest).await, [ids[1], ids[0]]);
    assert_eq!(found("ann@demo.test", OrderSort::Newest).await, [ids[0]]);
    assert_eq!(found("100%_", OrderSort::Newest).await, [ids[2]]);
    assert_eq!(found("жан@", OrderSort::Newest).await, [ids[3]]);
    assert_eq!(found("4020", OrderSort::Newest).await, [ids[2]], "the card");
    assert_eq!(found(&ids[0].to_string(), OrderSort::Newest).await, [ids[0]]);
    for nothing in ["demo.test", "%", "_", "4 20", "99999999999999999999"] {
        assert_eq!(found(nothing, OrderSort::Newest).await, [], "{nothing}");
    }
    let all = OrderFilter::default();
    let first = test.store.orders_sold_before(demo, &all, None, 3).await.unwrap();
    let rest = test.store.orders_sold_before(demo, &all, Some(first[2].order.id), 3).await.unwrap();
    let walked: Vec<_> = first.iter().chain(&rest).map(|sold| sold.order.id).collect();
    assert_eq!(walked, [ids[3], ids[2], ids[1], ids[0]]);
}
