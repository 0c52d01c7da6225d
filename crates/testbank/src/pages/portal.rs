//! The portal: cards, subscriptions and invoices of one customer.

use super::html::{Page, button, day, money, text};
use super::{Result, Shown, Visit};
use crate::cards::Outcome;
use crate::error::ApiError;
use crate::objects::payment_methods::{self, PaymentMethod};
use crate::objects::portal::{self, PortalSession};
use crate::objects::subscriptions;
use crate::params::Params;
use crate::state::State;

/// As many invoices as a page shows.
const INVOICES: usize = 24;

fn session(state: &State, visit: &Visit) -> std::result::Result<PortalSession, ApiError> {
    portal::open(state, visit.names.first().map(String::as_str).unwrap_or_default())
}

/// `GET /portal/:session`
pub fn show(state: &mut State, visit: &Visit, _: &Params) -> Result {
    let session = session(state, visit)?;
    Ok(Shown::Page(shown(state, visit, &session, None)))
}

/// `POST /portal/:session`: one form, one change, then the page again.
pub fn change(state: &mut State, visit: &Visit, params: &Params) -> Result {
    let session = session(state, visit)?;
    state.at_clock_of(&session.customer);
    match apply(state, &session.customer, params) {
        Ok(()) => Ok(Shown::Redirect(session.url)),
        Err(error) => {
            let said = error
                .body
                .get("message")
                .and_then(|message| message.as_str())
                .unwrap_or("This did not work.")
                .to_owned();
            Ok(Shown::Page(shown(state, visit, &session, Some(&said))))
        }
    }
}

fn apply(state: &mut State, customer: &str, params: &Params) -> std::result::Result<(), ApiError> {
    let id = params.text("id")?.unwrap_or_default();
    match params.need_text("action")?.as_str() {
        "add" => add_card(state, customer, params),
        "remove" => {
            let card = card(state, customer, &id)?;
            payment_methods::release(state, card, customer);
            Ok(())
        }
        "default" => {
            let card = card(state, customer, &id)?;
            make_default(state, customer, card.id)
        }
        renewal @ ("cancel" | "resume") => {
            let subscription = state.subscriptions.need(&id, "id")?;
            if subscription.customer != customer || subscription.has_ended() {
                return Err(ApiError::no_such("subscription", &id, "id"));
            }
            subscriptions::set_renewing(state, &subscription, renewal == "resume");
            Ok(())
        }
        _ => Err(ApiError::param("action", "This action is not known.")),
    }
}

fn card(state: &State, customer: &str, id: &str) -> std::result::Result<PaymentMethod, ApiError> {
    let card = state.payment_methods.need(id, "id")?;
    if card.customer.as_deref() == Some(customer) { Ok(card) } else { Err(ApiError::no_such("card", id, "id")) }
}

fn add_card(state: &mut State, customer: &str, params: &Params) -> std::result::Result<(), ApiError> {
    let mut typed = params.clone();
    typed.forget("action");
    typed.forget("id");
    typed.set("type", "card");
    let card = payment_methods::from_params(state, &typed)?;
    if let Outcome::Authenticates { .. } = card.outcome() {
        return Err(ApiError::invalid("This card asks for authentication; save it in the shop instead."));
    }
    let card = payment_methods::attach_to(state, &card.id, customer)?;
    let first = state.payment_methods.of_customer(customer).count() == 1;
    if first { make_default(state, customer, card.id) } else { Ok(()) }
}

fn make_default(state: &mut State, customer: &str, card: String) -> std::result::Result<(), ApiError> {
    let before = state.customers.need(customer, "customer")?;
    let mut after = before.clone();
    after.invoice_settings.default_payment_method = Some(card);
    state.customers.put(after.clone());
    state.emit_update("customer.updated", &before, &after);
    Ok(())
}

fn shown(state: &State, visit: &Visit, session: &PortalSession, alert: Option<&str>) -> Page {
    let alert = alert.map(|said| format!(r#"<p role="alert">{}</p>"#, text(said))).unwrap_or_default();
    let back = visit.way_back(session.return_url.as_deref());
    let back = back.map(|back| format!(r#"<p><a href="{}">Back to the shop</a></p>"#, text(back.as_str())));
    let body = format!(
        "{alert}{}<h2>Subscriptions</h2><ul>{}</ul><h2>Cards</h2><ul>{}</ul>{ADD_CARD}<h2>Invoices</h2><ul>{}</ul>",
        back.unwrap_or_default(),
        subscriptions_of(state, &session.customer),
        cards_of(state, &session.customer),
        invoices_of(state, &session.customer),
    );
    Page::new("Your billing", body)
}

const ADD_CARD: &str = r#"<h3>Add a card</h3><form method="post" autocomplete="off">
<label>Test card number<input name="card[number]" inputmode="numeric" required></label>
<label>Month<input name="card[exp_month]" inputmode="numeric" size="2" required></label>
<label>Year<input name="card[exp_year]" inputmode="numeric" size="4" required></label>
<label>Security code<input name="card[cvc]" inputmode="numeric" size="4" required></label>
<button class="main" name="action" value="add">Add card</button></form>"#;

fn subscriptions_of(state: &State, customer: &str) -> String {
    let running = state.subscriptions.of_customer(customer).filter(|sub| !sub.has_ended());
    running
        .map(|sub| {
            let product = sub.items.data.first().and_then(|item| state.products.get(&item.price.product));
            let name = product.map_or("Subscription", |product| &product.name);
            let (verb, action) = if sub.cancel_at_period_end {
                ("ends", button("resume", &sub.id, "Resume renewal", ""))
            } else {
                ("renews", button("cancel", &sub.id, "Cancel renewal", ""))
            };
            format!(
                "<li><span>{} · {} · {verb} {}</span>{action}</li>",
                text(name),
                text(&sub.status),
                day(sub.current_period_end)
            )
        })
        .collect()
}

fn cards_of(state: &State, customer: &str) -> String {
    let default =
        state.customers.get(customer).and_then(|customer| customer.invoice_settings.default_payment_method.as_deref());
    state
        .payment_methods
        .of_customer(customer)
        .map(|method| {
            let (card, last4) = (&method.card, &method.card.last4);
            let face =
                format!("{} •••• {} ({:02}/{})", text(&card.brand), text(&card.last4), card.exp_month, card.exp_year);
            let mark = if default == Some(method.id.as_str()) {
                " · default".into()
            } else {
                button("default", &method.id, &format!("Make {last4} default"), "")
            };
            format!(
                "<li><span>{face}</span>{mark}{}</li>",
                button("remove", &method.id, &format!("Remove {last4}"), "")
            )
        })
        .collect()
}

fn invoices_of(state: &State, customer: &str) -> String {
    state
        .invoices
        .of_customer(customer)
        .take(INVOICES)
        .map(|invoice| {
            let number = text(invoice.number.as_deref().unwrap_or("Draft"));
            let address = text(invoice.hosted_invoice_url.as_deref().unwrap_or_default());
            let status = text(invoice.status.as_deref().unwrap_or_default());
            let total = money(invoice.total, &invoice.currency);
            format!(
                r#"<li><a href="{address}">{number}</a><span>{} · {status} · {total}</span></li>"#,
                day(invoice.created)
            )
        })
        .collect()
}
