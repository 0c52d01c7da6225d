//! A channel with more orders than a test could buy.

use domain::ids::ChannelId;

use crate::database::execute;

/// As many accounts as that, each with a paid order of the same id, by SQL: one row after the other would take minutes.
pub async fn many_orders(url: &str, channel: ChannelId, first: i64, count: i64) {
    let last = first + count - 1;
    let (series, secret, list, object) = if url.starts_with("sqlite:") {
        let step = format!("SELECT {first} UNION ALL SELECT n + 1 FROM series WHERE n < {last}");
        (format!("RECURSIVE series(n) AS ({step})"), "x'00'", "'[]'", "'{}'")
    } else {
        let step = format!("SELECT generate_series({first}, {last}) AS n");
        (format!("series AS ({step})"), "'\\x00'::bytea", "'[]'::jsonb", "'{}'::jsonb")
    };
    let email = format!("'fan' || n || '@mail{channel}.test'");
    execute(
        url,
        &format!(
            "WITH {series} INSERT INTO accounts (id, channel_id, email, email_key, first_name, last_name, \
             temporary_password, basic_pass_selected, capabilities, calendar_secret, created_at) \
             SELECT n, {channel}, {email}, {email}, 'A', 'B', FALSE, TRUE, {list}, {secret}, 0 FROM series"
        ),
    )
    .await;
    execute(
        url,
        &format!(
            "WITH {series} INSERT INTO orders (id, channel_id, account_id, state, known, version, occasion, total, \
             currency, cart, card_last4, created_at, changed_at) \
             SELECT n, {channel}, n, 'paid', {object}, 1, 'purchase', n, 'USD', '', \
             CAST(1000 + n % 9000 AS TEXT), n, n FROM series"
        ),
    )
    .await;
    execute(url, "ANALYZE").await;
}
