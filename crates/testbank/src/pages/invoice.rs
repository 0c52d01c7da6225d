//! An invoice for people, with a way to pay it.

use super::html::{Page, button, day, money, text};
use super::{Result, Shown, Visit};
use crate::error::ApiError;
use crate::objects::invoices::{self, Invoice};
use crate::objects::subscriptions;
use crate::params::Params;
use crate::state::State;

fn find(state: &State, visit: &Visit) -> std::result::Result<Invoice, ApiError> {
    let [id, page] = visit.names.as_slice() else { return Err(ApiError::no_such("page", "", "id")) };
    let invoice = state.invoices.need(id, "id")?;
    if invoice.bank.page == *page { Ok(invoice) } else { Err(ApiError::no_such("page", "", "id")) }
}

/// `GET /invoice/:id/:page`
pub fn show(state: &mut State, visit: &Visit, _: &Params) -> Result {
    let invoice = find(state, visit)?;
    Ok(Shown::Page(shown(state, &invoice, "")))
}

fn shown(state: &State, invoice: &Invoice, alert: &str) -> Page {
    let lines: String = invoice
        .lines
        .data
        .iter()
        .map(|line| {
            format!(
                "<li><span>{}</span><span>{}</span></li>",
                text(line.description.as_deref().unwrap_or("Item")),
                money(line.amount, &line.currency)
            )
        })
        .collect();
    let pay = if invoice.is_open() && subscriptions::method_of(state, invoice).is_some() {
        button("pay", "", "Pay with the card on file", "main")
    } else {
        String::new()
    };
    let body = format!(
        "{alert}<p>{} · {} · {}</p><ul>{lines}<li><strong>Total</strong><strong>{}</strong></li></ul>{pay}",
        text(invoice.number.as_deref().unwrap_or("Draft")),
        day(invoice.created),
        text(invoice.status.as_deref().unwrap_or("draft")),
        money(invoice.total, &invoice.currency),
    );
    Page::new("Invoice", body)
}

/// `POST /invoice/:id/:page`: the holder is there, so the card may ask for authentication.
pub fn pay(state: &mut State, visit: &Visit, _: &Params) -> Result {
    let invoice = find(state, visit)?;
    state.at_clock_of(&invoice.customer);
    let method = subscriptions::method_of(state, &invoice);
    let Some(method) = method.filter(|_| invoice.is_open()) else { return show(state, visit, &Params::default()) };
    match invoices::attempt(state, &invoice, &method, true) {
        Ok(intent) if intent.status == "requires_action" => {
            Ok(Shown::Redirect(format!("{}/3ds/{}/{}", state.public_url, intent.id, intent.bank.page)))
        }
        Ok(_) => show(state, visit, &Params::default()),
        Err(_) => {
            let invoice = find(state, visit)?;
            Ok(Shown::Page(shown(state, &invoice, r#"<p role="alert">Your card was refused.</p>"#)))
        }
    }
}
