//! The API's table of calls.

mod auth;
mod body;
mod call;
mod expand;

use axum::Router;
use axum::extract::{RawPathParams, Request, State as Shared};
use axum::routing::{MethodFilter, MethodRouter, on};

use crate::bank::Bank;
use crate::error::ApiError;
use crate::objects::{
    accounts, charges, coupons, customers, disputes, events, invoices, payment_intents, payment_methods, portal,
    previews, prices, products, refunds, setup_intents, subscriptions, test_clocks, webhook_endpoints,
};
use crate::{ledger, pages};
pub use body::Readers;
pub use call::lost;
use call::{For, Work, answer};

fn one(method: MethodFilter, allowed: For, work: Work) -> MethodRouter<Bank> {
    on(method, move |Shared(bank): Shared<Bank>, ids: RawPathParams, request: Request| {
        answer(bank, ids, request, allowed, work)
    })
}

fn get(work: Work) -> MethodRouter<Bank> {
    one(MethodFilter::GET, For::Shops, work)
}

fn post(work: Work) -> MethodRouter<Bank> {
    one(MethodFilter::POST, For::Shops, work)
}

fn delete(work: Work) -> MethodRouter<Bank> {
    one(MethodFilter::DELETE, For::Shops, work)
}

/// What browsers may do too, with a secret of the object or with nothing but a new card.
fn open(method: MethodFilter, work: Work) -> MethodRouter<Bank> {
    one(method, For::BrowsersToo, work)
}

pub fn router(bank: Bank) -> Router {
    api().merge(own()).merge(pages::routes()).fallback(unknown).with_state(bank)
}

fn api() -> Router<Bank> {
    let (reading, writing) = (MethodFilter::GET, MethodFilter::POST);
    Router::new()
        .route("/v1/account", get(accounts::own))
        .route("/v1/customers", get(customers::list).merge(post(customers::create)))
        .route(
            "/v1/customers/{id}",
            get(customers::retrieve).merge(post(customers::update)).merge(delete(customers::delete)),
        )
        .route("/v1/customers/{id}/payment_methods", get(payment_methods::list_of_customer))
        .route("/v1/payment_methods", get(payment_methods::list).merge(open(writing, payment_methods::create)))
        .route("/v1/payment_methods/{id}", get(payment_methods::retrieve).merge(post(payment_methods::update)))
        .route("/v1/payment_methods/{id}/attach", post(payment_methods::attach))
        .route("/v1/payment_methods/{id}/detach", post(payment_methods::detach))
        .route("/v1/setup_intents", get(setup_intents::list).merge(post(setup_intents::create)))
        .route("/v1/setup_intents/{id}", open(reading, setup_intents::retrieve).merge(post(setup_intents::update)))
        .route("/v1/setup_intents/{id}/confirm", open(writing, setup_intents::confirm))
        .route("/v1/setup_intents/{id}/cancel", post(setup_intents::cancel))
        .route("/v1/payment_intents", get(payment_intents::list).merge(post(payment_intents::create)))
        .route(
            "/v1/payment_intents/{id}",
            open(reading, payment_intents::retrieve).merge(post(payment_intents::update)),
        )
        .route("/v1/payment_intents/{id}/confirm", open(writing, payment_intents::confirm))
        .route("/v1/payment_intents/{id}/cancel", post(payment_intents::cancel))
        .route("/v1/charges", get(charges::list))
        .route("/v1/charges/{id}", get(charges::retrieve).merge(post(charges::update)))
        .route("/v1/refunds", get(refunds::list).merge(post(refunds::create)))
        .route("/v1/refunds/{id}", get(refunds::retrieve).merge(post(refunds::update)))
        .route("/v1/disputes", get(disputes::list))
        .route("/v1/disputes/{id}", get(disputes::retrieve).merge(post(disputes::update)))
        .route("/v1/disputes/{id}/close", post(disputes::close))
        .route("/v1/products", get(products::list).merge(post(products::create)))
        .route(
            "/v1/products/{id}",
            get(products::retrieve).merge(post(products::update)).merge(delete(products::delete)),
        )
        .route("/v1/prices", get(prices::list).merge(post(prices::create)))
        .route("/v1/prices/{id}", get(prices::retrieve).merge(post(prices::update)))
        .route("/v1/coupons", get(coupons::list).merge(post(coupons::create)))
        .route("/v1/coupons/{id}", get(coupons::retrieve).merge(delete(coupons::delete)))
        .route("/v1/subscriptions", get(subscriptions::list).merge(post(subscriptions::create)))
        .route(
            "/v1/subscriptions/{id}",
            get(subscriptions::retrieve).merge(post(subscriptions::update)).merge(delete(subscriptions::cancel)),
        )
        .route("/v1/invoices", get(invoices::list))
        .route("/v1/invoices/upcoming", get(previews::upcoming))
        .route("/v1/invoices/create_preview", post(previews::create))
        .route("/v1/invoices/{id}", get(invoices::retrieve))
        .route("/v1/invoices/{id}/lines", get(invoices::list_lines))
        .route("/v1/invoices/{id}/pay", post(invoices::pay))
        .route("/v1/invoices/{id}/void", post(invoices::void_call))
        .route("/v1/events", get(events::list))
        .route("/v1/events/{id}", get(events::retrieve))
        .route("/v1/webhook_endpoints", get(webhook_endpoints::list).merge(post(webhook_endpoints::create)))
        .route("/v1/webhook_endpoints/{id}", get(webhook_endpoints::retrieve).merge(delete(webhook_endpoints::delete)))
        .route("/v1/billing_portal/sessions", post(portal::create))
        .route("/v1/test_helpers/test_clocks", get(test_clocks::list).merge(post(test_clocks::create)))
        .route("/v1/test_helpers/test_clocks/{id}", get(test_clocks::retrieve))
        .route("/v1/test_helpers/test_clocks/{id}/advance", post(test_clocks::advance))
}

/// What Stripe does not have.
fn own() -> Router<Bank> {
    let (reading, writing) = (MethodFilter::GET, MethodFilter::POST);
    let knobs = on(reading.or(writing), |bank: Shared<Bank>, request: Request| call::knobs(bank.0, request));
    Router::new()
        .route(
            "/v1/testbank/clock",
            one(reading, For::Operators, test_clocks::bank_time).merge(one(
                writing,
                For::Operators,
                test_clocks::move_bank,
            )),
        )
        .route("/v1/testbank/disputes", one(writing, For::Operators, disputes::create))
        .route("/v1/testbank/ledger", one(reading, For::Operators, ledger::list))
        .route("/v1/testbank/chaos", knobs)
}

async fn unknown(request: Request) -> axum::response::Response {
    let (method, path) = (request.method().clone(), request.uri().path().chars().take(100).collect::<String>());
    let error = ApiError::new(404, "invalid_request_error", format!("Unrecognized request URL ({method}: {path})."));
    call::plain(&error)
}
