//! `touchline promo-code`: gives a promo code out. A running server takes it at once.

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
    /// What buyers type; case and spaces do not count.
    code: String,
    /// What it takes off, of a hundred.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100), required_unless_present = "amount")]
    percent: Option<u8>,
    /// What it takes off, in the smallest unit of the channel's currency.
    #[arg(long, value_parser = clap::value_parser!(i64).range(1..), conflicts_with = "percent")]
    amount: Option<i64>,
    /// The channel's alias; needed where there are several.
    #[arg(long)]
    channel: Option<String>,
    /// How often it can be used in all.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    limit: Option<u32>,
    /// How often it can be used by one account.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    per_account: Option<u32>,
    /// From when it is good, such as 2027-01-31T00:00:00Z; from now on if not said.
    #[arg(long, value_parser = moment)]
    from: Option<Timestamp>,
    /// Until when it is good; for ever if not said.
    #[arg(long, value_parser = moment)]
    until: Option<Timestamp>,
    /// The id of a pass that it is for, once for each; for everything if not said.
    #[arg(long = "pass")]
    passes: Vec<i64>,
}

fn moment(text: &str) -> Result<Timestamp, jiff::Error> {
    text.parse::<jiff::Timestamp>().map(|at| Timestamp(at.as_millisecond()))
}

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
pub(crate) async fn give_out(config: &Config, asked: PromoCode) -> Result<()> {
    let code = CouponCode::of(&asked.code).context("a code has 1 to 64 letters or digits")?;
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    if let Some(until) = asked.until {
        ensure!(until > now, "--until is over already");
        ensure!(asked.from.is_none_or(|from| from < until), "--from has to come before --until");
    }
    let off = match (asked.percent, asked.amount) {
        (Some(percent), _) => Off::Percent(percent),
        (None, Some(amount)) => Off::Amount(Cents(amount)),
        (None, None) => bail!("say --percent or --amount"),
    };
    let store = open_store(config).await?;
    let channel = channel_of(&store, asked.channel.as_deref()).await?.identity;
    let sold = store.content(channel.id).await?.passes;
    let passes: Vec<_> = asked.passes.into_iter().map(PassId).collect();
    if let Some(unknown) = passes.iter().find(|id| !sold.iter().any(|pass| pass.id == **id)) {
        bail!("{} sells no pass {unknown}", channel.alias);
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
    let made = store.create_coupon(channel.id, new).await?;
    ensure!(made.is_some(), "{} has the code {} already", channel.alias, code.as_str());
    let entry = AuditEntry {
        channel: Some(channel.id),
        operator: None,
        at: now,
        action: Action::CreatePromoCode,
        subject: code.as_str().to_owned(),
        detail: serde_json::json!({ "off": off }),
    };
    store.record(entry).await?;
    println!("{} is good at {}", code.as_str(), channel.alias);
    Ok(())
}

async fn channel_of(store: &Store, alias: Option<&str>) -> Result<Channel> {
    let mut channels = store.channels().await?;
    match alias {
        Some(alias) => {
            let found = channels.into_iter().find(|channel| channel.identity.alias == alias);
            found.with_context(|| format!("there is no channel {alias}"))
        }
        None => {
            let aliases: Vec<_> = channels.iter().map(|channel| channel.identity.alias.clone()).collect();
            ensure!(aliases.len() < 2, "there are several channels, say which by --channel: {}", aliases.join(", "));
            channels.pop().context("there is no channel yet")
        }
    }
}
