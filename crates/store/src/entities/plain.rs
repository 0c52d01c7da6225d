//! Comparisons of columns only take values, not `Option`s. The library turns a comparison with `None` into `IS NULL`,
//! which would match rows that nobody meant; code that means it says `is_null`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Value};
use serde_json::Value as Json;

/// A value that is never null.
pub(crate) trait Plain: Into<Value> {}

impl Plain for bool {}
impl Plain for i32 {}
impl Plain for i64 {}
impl Plain for &str {}
impl Plain for String {}
impl Plain for &String {}
impl Plain for &[u8] {}
impl Plain for Vec<u8> {}
impl Plain for Json {}

/// A column's own methods come before those of the library's trait.
macro_rules! compare_plainly {
    ($($file:ident::$table:ident),* $(,)?) => {
        $(impl super::$file::$table::Column {
            #[allow(dead_code, reason = "not every table is searched by both")]
            pub(crate) fn eq(&self, value: impl Plain) -> Expr {
                ColumnTrait::eq(self, value)
            }

            #[allow(dead_code, reason = "not every table is searched by both")]
            pub(crate) fn ne(&self, value: impl Plain) -> Expr {
                ColumnTrait::ne(self, value)
            }
        })*
    };
}

compare_plainly! {
    account::accounts,
    account::sessions,
    account::favourites,
    account::tickets,
    account::identities,
    account::passkeys,
    account::player_addresses,
    captions::captions,
    catalogue::categories,
    catalogue::locations,
    channel::channels,
    channel::aliases,
    channel::erased,
    channel::hosts,
    clip::clips,
    clip::tags,
    clip::exports,
    content::links,
    content::slides,
    content::pages,
    content::redirects,
    content::faq,
    content::blocks,
    content::texts,
    coupon::coupons,
    coupon::redemptions,
    coupon::trials,
    entitlement::entitlements,
    entitlement::downloads,
    event::events,
    event::event_participants,
    form::forms,
    form::entries,
    job::jobs,
    mail::mails,
    media::media,
    operator::operators,
    operator::operator_channels,
    operator::operator_sessions,
    operator::open_forms,
    operator::operator_recovery_codes,
    operator::operator_passkeys,
    operator::operator_invitations,
    operator::api_tokens,
    operator::audit,
    order::orders,
    order::lines,
    order::subscriptions,
    order::customers,
    order::unsaved_cards,
    order::provider_events,
    participant::groups,
    participant::properties,
    participant::participants,
    pass::passes,
    payments::installation,
    payments::payment_accounts,
    picture::pictures,
    preroll::prerolls,
    preroll::seen,
    revision::revisions,
    upload::uploads,
    vod::categories,
    vod::items,
    vod::item_categories,
    vod::rails,
    vod::rail_items,
    webhook::endpoints,
    webhook::deliveries,
}
