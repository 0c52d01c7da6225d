//! The page on which a card's holder says that it is them.

use super::html::{Page, button, money};
use super::{Result, Shown, Visit};
use crate::error::ApiError;
use crate::objects::payment_intents::PaymentIntent;
use crate::objects::payments;
use crate::objects::setup_intents::{self, SetupIntent};
use crate::params::Params;
use crate::state::State;

enum Intent {
    Payment(Box<PaymentIntent>),
    Setup(Box<SetupIntent>),
}

impl Intent {
    fn find(state: &State, visit: &Visit) -> std::result::Result<Self, ApiError> {
        let [id, page] = visit.names.as_slice() else { return Err(ApiError::no_such("page", "", "id")) };
        let (intent, own) = if id.starts_with("seti_") {
            let intent = state.setup_intents.need(id, "id")?;
            let own = intent.bank.page.clone();
            (Self::Setup(Box::new(intent)), own)
        } else {
            let intent = state.payment_intents.need(id, "id")?;
            let own = intent.bank.page.clone();
            (Self::Payment(Box::new(intent)), own)
        };
        if own.is_empty() || own != *page { Err(ApiError::no_such("page", "", "id")) } else { Ok(intent) }
    }

    fn status(&self) -> &str {
        match self {
            Self::Payment(intent) => &intent.status,
            Self::Setup(intent) => &intent.status,
        }
    }

    /// Back to the shop, with what Stripe appends; without a way back there is a page that says it is done.
    fn leave(&self, visit: &Visit) -> Shown {
        let (kind, id, secret, back) = match self {
            Self::Payment(intent) => ("payment_intent", &intent.id, &intent.client_secret, &intent.bank.return_url),
            Self::Setup(intent) => ("setup_intent", &intent.id, &intent.client_secret, &intent.bank.return_url),
        };
        let Some(mut url) = visit.way_back(back.as_deref()) else {
            return Shown::Page(Page::new("Done", "<p>You can close this page and go back to the shop.</p>".into()));
        };
        let word = if matches!(self.status(), "succeeded" | "processing") { "succeeded" } else { "failed" };
        url.query_pairs_mut()
            .append_pair(kind, id)
            .append_pair(&format!("{kind}_client_secret"), secret)
            .append_pair("redirect_status", word);
        Shown::Redirect(url.into())
    }
}

/// `GET /3ds/:intent/:page`
pub fn ask(state: &mut State, visit: &Visit, _: &Params) -> Result {
    let intent = Intent::find(state, visit)?;
    if intent.status() != "requires_action" {
        return Ok(intent.leave(visit));
    }
    let (about, back) = match &intent {
        Intent::Payment(payment) => {
            (format!("a payment of {}", money(payment.amount, &payment.currency)), &payment.bank.return_url)
        }
        Intent::Setup(setup) => ("saving your card".into(), &setup.bank.return_url),
    };
    let body = format!(
        "<p>Your bank asks whether it is you: this is about {about}.</p>{} {}",
        button("approve", "", "Approve", "main"),
        button("fail", "", "Fail", "")
    );
    Ok(Shown::Page(Page::new("3-D Secure", body).leading_to(visit.way_back(back.as_deref()).as_ref())))
}

/// `POST /3ds/:intent/:page`. A second answer changes nothing.
pub fn answer(state: &mut State, visit: &Visit, params: &Params) -> Result {
    let intent = Intent::find(state, visit)?;
    let action = params.word("action", &["approve", "fail"])?.ok_or_else(|| ApiError::missing_param("action"))?;
    if intent.status() == "requires_action" {
        match intent {
            Intent::Payment(payment) => {
                if let Some(customer) = payment.customer.clone().filter(|_| payment.invoice.is_some()) {
                    state.at_clock_of(&customer);
                }
                payments::authenticated(state, *payment, action == "approve");
            }
            Intent::Setup(setup) => setup_intents::authenticated(state, *setup, action == "approve"),
        }
    }
    Ok(Intent::find(state, visit)?.leave(visit))
}
