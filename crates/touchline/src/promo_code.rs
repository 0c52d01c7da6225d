//! `touchline promo-code`: creates a promo code. A running server accepts it immediately.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use domain::commerce::coupon::{CouponCode, Off};
use domain::ids::PassId;
use domain::money::Cents;
use domain::operator::Action;
use domain::time::Timestamp;
use server::config::Config;
use store::{AuditEntry, Channel, NewCoupon, Store};

use crate::cli::open_store;

/// The terms of a code.
#[derive(Args)]
pub(crate) struct PromoCode {
    /// The code that buyers type; case and spaces are ignored.
    code: String,
    /// The discount in percent.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100), required_unless_present = "amount")]
    percent: Option<u8>,
    /// The discount in the smallest unit of the channel's currency.
    #[arg(long, value_parser = clap::value_parser!(i64).range(1..), conflicts_with = "percent")]
    amount: Option<i64>,
    /// The channel's alias; required if the server has several channels.
    #[arg(long)]
    channel: Option<String>,
    /// How often the code can be used in total.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    limit: Option<u32>,
    /// How often one account can use the code.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    per_account: Option<u32>,
    /// Start of validity, such as 2027-01-31T00:00:00Z (default: now).
    #[arg(long, value_parser = moment)]
    from: Option<Timestamp>,
    /// End of validity (default: never).
    #[arg(long, value_parser = moment)]
    until: Option<Timestamp>,
    /// The id of a pass that the code applies to; can be repeated (default: everything).
    #[arg(long = "pass")]
    passes: Vec<i64>,
}

fn moment(text: &str) -> Result<Timestamp, jiff::Error> {
    text.parse::<jiff::Timestamp>().map(|at| Timestamp(at.as_millisecond()))
}

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
pub(crate) async fn give_out(config: &Config, asked: PromoCode) -> Result<()> {
    let code = CouponCode::of(&asked.code).context("a code has 1 to 64 letters or digits")?;
    let now = server::system_clock().now();
    if let Some(until) = asked.until {
        ensure!(until > now, "--until is in the past");
        ensure!(asked.from.is_none_or(|from| from < until), "--from must be before --until");
    }
    let off = match (asked.percent, asked.amount) {
        (Some(percent), _) => Off::Percent(percent),
        (None, Some(amount)) => Off::Amount(Cents(amount)),
        (None, None) => bail!("--percent or --amount is required"),
    };
    let store = open_store(config).await?;
    let channel = channel_of(&store, asked.channel.as_deref()).await?.identity;
    let sold = store.content(channel.id).await?.passes;
    let passes: Vec<_> = asked.passes.into_iter().map(PassId).collect();
    if let Some(unknown) = passes.iter().find(|id| !sold.iter().any(|pass| pass.id == **id)) {
        bail!("{} has no pass {unknown}", channel.alias);
    }
    let new = NewCoupon {
        code: code.clone(),
        off,
        passes,
        starts_at: asked.from,
        ends_at: asked.until,
        limit: asked.limit,
        limit_per_user: asked.per_account,
        now,
    };
    let made = store.coupon_create(channel.id, new).await?;
    ensure!(made.is_some(), "{} already has the code {}", channel.alias, code.as_str());
    let entry = AuditEntry {
        channel: Some(channel.id),
        operator: None,
        at: now,
        action: Action::CreatePromoCode,
        subject: code.as_str().to_owned(),
        detail: serde_json::json!({ "off": off }),
    };
    store.record(entry).await?;
    println!("{} is valid on {}", code.as_str(), channel.alias);
    Ok(())
}

async fn channel_of(store: &Store, alias: Option<&str>) -> Result<Channel> {
    let mut channels = store.channels().await?;
    match alias {
        Some(alias) => {
            let found = channels.into_iter().find(|channel| channel.identity.alias == alias);
            found.with_context(|| format!("channel {alias} does not exist"))
        }
        None => {
            let aliases: Vec<_> = channels.iter().map(|channel| channel.identity.alias.clone()).collect();
            ensure!(aliases.len() < 2, "there are several channels, choose one with --channel: {}", aliases.join(", "));
            channels.pop().context("no channel exists yet")
        }
    }
}
