//! A channel's orders and their refunds.

use axum::extract::{FromRequestParts, State};
use axum::response::Response;
use domain::commerce::order::{self, Refund};
use domain::ids::OrderId;
use domain::money::Currency;
use domain::operator::Action;
use domain::time::Timestamp;
use futures::stream;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::{Applied, OrderFilter, OrderSort, SoldOrder};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, ExportMoney, RefundOrders, SeeOrders};
use super::write::SameOriginJson;
use crate::console::error::ConsoleError;
use crate::http::csv::{Csv, word};
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, Window, number_of_path};
use crate::http::problem::FieldCode;
use crate::state::App;
use crate::views::order::OrderStatus;

/// Longer than any address.
const MAX_SEARCH: usize = 254;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OrdersQuery {
    /// The beginning of the buyer's e-mail address, the order's number, or the last four digits of the card; finds the
    /// newest 1,000.
    #[param(max_length = 254)]
    search: Option<String>,
    /// Only orders in this state.
    #[param(inline)]
    status: Option<OrderStatus>,
    #[serde(default)]
    #[param(inline)]
    sort: OrdersSort,
    /// Only orders whose refund failed.
    #[serde(default)]
    refund_failed: bool,
}

/// What the list begins with.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
enum OrdersSort {
    #[default]
    #[serde(rename = "-created_at")]
    Newest,
    #[serde(rename = "created_at")]
    Oldest,
    #[serde(rename = "-price")]
    Largest,
    #[serde(rename = "price")]
    Smallest,
}

impl From<OrdersSort> for OrderSort {
    fn from(sort: OrdersSort) -> Self {
        match sort {
            OrdersSort::Newest => Self::Newest,
            OrdersSort::Oldest => Self::Oldest,
            OrdersSort::Largest => Self::Largest,
            OrdersSort::Smallest => Self::Smallest,
        }
    }
}

impl OrdersQuery {
    fn filter(self) -> Result<OrderFilter> {
        let search = self.search.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        if search.as_ref().is_some_and(|text| text.len() > MAX_SEARCH) {
            let reason = FieldCode::Length.within(0, MAX_SEARCH);
            return Err(Error::invalid("search", reason, "search is too long"));
        }
        let of_status = |state: &order::State| self.status.is_some_and(|status| OrderStatus::from(*state) == status);
        Ok(OrderFilter {
            search,
            refund: self.refund_failed.then_some(Refund::Failed),
            states: order::State::ALL.into_iter().filter(of_status).collect(),
            sort: self.sort.into(),
        })
    }
}

/// A purchase. The amount is a decimal string, times are in seconds.
#[derive(Serialize, ToSchema)]
pub(super) struct OrderSummary {
    id: OrderId,
    status: OrderStatus,
    /// The state of an open refund; null if there is none or it is complete.
    refund: Option<Refund>,
    /// Whether the order can be refunded by a role that is allowed to.
    can_be_refunded: bool,
    /// The names of the items.
    names: Vec<String>,
    /// Whether the order is a recurring subscription.
    is_subscription: bool,
    price: String,
    currency: Currency,
    /// Null if the buyer's account was deleted.
    email: Option<String>,
    created_at: i64,
    paid_at: Option<i64>,
    /// Whether the order was lost with a database and restored from its payment at the provider.
    is_recovered: bool,
}

impl From<SoldOrder> for OrderSummary {
    fn from(SoldOrder { order, email }: SoldOrder) -> Self {
        let mut names: Vec<_> = order.lines.iter().map(|line| line.name.clone()).collect();
        names.dedup();
        Self {
            id: order.id,
            status: order.state().into(),
            refund: order.payment.refund(),
            can_be_refunded: order.payment.can_be_refunded(),
            names,
            is_subscription: order.subscription.is_some(),
            price: order.payment.total.decimal(),
            currency: order.payment.currency,
            email,
            created_at: order.created_at.seconds(),
            paid_at: order.paid_at.map(Timestamp::seconds),
            is_recovered: order.is_recovered,
        }
    }
}

/// The order that the path names.
pub(super) struct OrderNumber(OrderId);

impl FromRequestParts<App> for OrderNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "order").await.map(|id| Self(OrderId(id)))
    }
}

/// Lists the channel's orders, newest first if nothing else is asked for.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/orders",
    tag = "orders",
    params(("id" = i64, Path, description = "The channel"), Window, OrdersQuery),
    responses(
        (status = 200, description = "The orders", body = Data<Vec<OrderSummary>>)
    )
)]
pub(super) async fn list_orders(
    State(app): State<App>,
    allowed: Allowed<SeeOrders>,
    Query(window): Query<Window>,
    Query(query): Query<OrdersQuery>,
) -> Result<Data<Vec<OrderSummary>>> {
    let (offset, limit) = window.page_bounds()?;
    let filter = query.filter()?;
    let channel = allowed.channel.identity.id;
    let (orders, total) = app.store.orders_sold(channel, &filter, offset as u64, limit as u64).await?;
    let meta = Meta { total: usize::try_from(total).ok(), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data: orders.into_iter().map(OrderSummary::from).collect(), meta })
}

const CSV_COLUMNS: [&str; 9] =
    ["id", "created_at", "paid_at", "status", "refund", "items", "price", "currency", "email"];
/// Orders that are read at once.
const PART: u64 = 500;
/// The most rows of a file; a longer list is narrowed by its filters.
const MAX_EXPORTED: u64 = 100_000;

impl OrderSummary {
    fn cells(self) -> [String; CSV_COLUMNS.len()] {
        let time = |at: i64| jiff::Timestamp::from_second(at).unwrap_or_default().to_string();
        [
            self.id.to_string(),
            time(self.created_at),
            self.paid_at.map(time).unwrap_or_default(),
            word(self.status),
            self.refund.map(word).unwrap_or_default(),
            self.names.join(", "),
            self.price,
            word(self.currency),
            self.email.unwrap_or_default(),
        ]
    }
}

/// Returns the newest 100,000 orders that fit as a CSV file in UTF-8, newest first. The export is recorded in the audit log
/// first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/orders.csv",
    tag = "orders",
    params(("id" = i64, Path, description = "The channel"), OrdersQuery),
    responses(
        (status = 200, description = "The file, at most 100,000 rows", body = String, content_type = "text/csv")
    )
)]
pub(super) async fn export_orders(
    State(app): State<App>,
    allowed: Allowed<ExportMoney>,
    Query(query): Query<OrdersQuery>,
) -> Result<Response> {
    let filter = query.filter()?;
    let identity = &allowed.channel.identity;
    app.store.record(allowed.entry(Action::ExportOrders, &identity.alias)).await?;
    let (store, channel) = (app.store.clone(), identity.id);
    let parts = stream::try_unfold((None, 0), move |(cursor, sent)| {
        let (store, filter) = (store.clone(), filter.clone());
        async move {
            let part = if sent < MAX_EXPORTED { PART } else { 0 };
            let orders = store.orders_sold_before(channel, &filter, cursor, part).await?;
            let Some(last) = orders.last().map(|sold| sold.order.id) else { return Ok::<_, Error>(None) };
            let rows = orders.into_iter().map(|sold| OrderSummary::from(sold).cells()).collect();
            Ok(Some((rows, (Some(last), sent + part))))
        }
    });
    Csv::new(&CSV_COLUMNS)?.streamed(&format!("{}-orders", identity.alias), parts)
}

#[derive(Deserialize, ToSchema)]
pub(super) struct RefundRequest {}

/// Refunds an order in full. The provider is called immediately, and access ends when the refund is complete. Repeating
/// the call while the refund is pending has no effect.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/orders/{order}/refund",
    tag = "orders",
    params(("id" = i64, Path, description = "The channel"), ("order" = i64, Path, description = "The order")),
    request_body = RefundRequest,
    responses(
        (status = 200, description = "The order, with its refund pending or complete", body = Data<OrderSummary>),
        (status = "default", description = "No such order, the order cannot be refunded, or the role does not allow it")
    )
)]
pub(super) async fn refund_order(
    State(app): State<App>,
    allowed: Allowed<RefundOrders>,
    OrderNumber(id): OrderNumber,
    SameOriginJson(RefundRequest {}): SameOriginJson<RefundRequest>,
) -> Result<Data<OrderSummary>> {
    let channel = allowed.channel.identity.id;
    let asked = app.store.refund_ask(channel, id, allowed.entry(Action::RefundOrder, id), app.now()).await?;
    let sold = app.store.order_sold(channel, id).await?.ok_or(Error::NotFound("order"))?;
    let summary = OrderSummary::from(sold);
    let is_asked_for = matches!(summary.status, OrderStatus::Refunded) || summary.refund == Some(Refund::UnderWay);
    if !is_asked_for && !matches!(asked, Applied::Moved { .. }) {
        return Err(ConsoleError::OrderNotRefundable.into());
    }
    Ok(Data::new(summary))
}
