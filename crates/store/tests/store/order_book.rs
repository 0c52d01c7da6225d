//! A channel's orders as operators look through them.

use domain::ids::OrderId;
use store::{OrderFilter, OrderSort};
use testkit::{TestDatabase, account, channel, many_orders};

use crate::orders::{begun, order, whole};

const MANY: i64 = 20_000;

/// OPS-01: orders are found by a text without reading a table as a whole, whatever the text.
#[tokio::test]
async fn order_search_reads_no_table_as_a_whole() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    many_orders(&test.url, demo, 100_000, MANY).await;
    many_orders(&test.url, other, 200_000, MANY).await;
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
    for (email, total) in
        [("Ann@demo.test", 30), ("anna@demo.test", 10), ("z%_x@demo.test", 20), ("ЖАН@demo.test", 5)]
    {
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
    assert_eq!(found("z%_", OrderSort::Newest).await, [ids[2]]);
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
