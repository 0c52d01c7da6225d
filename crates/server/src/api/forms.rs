//! The channel's forms. Submissions are stored as data and never rendered as HTML.

use axum::extract::{Path, State};
use domain::form::{CustomForm, Filled};
use domain::network::Network;
use serde::{Deserialize, Serialize};
use store::FilledForm;
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, KeyParam, Keyed, Visitor};
use crate::accounts::client_context::ClientContext;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// Returns a form.
#[utoipa::path(
    get,
    path = "/api/custom-forms/{alias}",
    tag = "forms",
    params(("alias" = String, Path, description = "The form's alias"), KeyParam),
    responses(
        (status = 200, description = "The form", body = Data<CustomForm>),
        (status = "default", description = "No such form")
    )
)]
pub(super) async fn get_form(
    AllowPendingOnboarding(visitor): AllowPendingOnboarding<Visitor>,
    Path(alias): Path<String>,
) -> Result<Data<CustomForm>> {
    find(&visitor.channel, &alias).cloned().map(Data::new)
}

/// A submitted form.
#[derive(Deserialize, ToSchema)]
pub(super) struct FormEntryRequest {
    fields: Vec<Filled>,
    /// The captcha's result; not required for members.
    recaptcha_token: Option<String>,
}

/// The confirmation of a received form.
#[derive(Serialize, ToSchema)]
pub(super) struct FormReceived {
    received: bool,
}

/// Submits a form. A member who checks the field `basic_pass` gets the basic pass. Errors are keyed by field name.
#[utoipa::path(
    post,
    path = "/api/custom-forms/{alias}",
    tag = "forms",
    params(("alias" = String, Path, description = "The form's alias")),
    request_body = FormEntryRequest,
    responses(
        (status = 200, description = "The form was received", body = Data<FormReceived>),
        (status = "default", description = "No such form, invalid fields, a captcha is required, or too many submissions")
    )
)]
pub(super) async fn send_form(
    State(app): State<App>,
    arrival: ClientContext,
    Path(alias): Path<String>,
    Keyed(AllowPendingOnboarding(Visitor { channel, member, .. }), request): Keyed<
        AllowPendingOnboarding<Visitor>,
        FormEntryRequest,
    >,
) -> Result<Data<FormReceived>> {
    let (id, now) = (channel.identity.id, app.now());
    let form = find(&channel, &alias)?;
    let answers = form.check(&request.fields)?;
    if member.is_none() {
        app.captcha.take(&channel, &arrival, request.recaptcha_token.as_deref()).await?;
    }
    // Only what would be kept counts: a visitor who corrects a field is not sent away.
    let account = member.map(|member| member.account.id);
    match account {
        Some(account) => app.limits.forms_of_account.take((id, account), now).await?,
        None => app.limits.forms_of_network.take((id, Network::of(arrival.from)), now).await?,
    }
    let selects_basic_pass = form.selects_basic_pass(&answers);
    let filled = FilledForm { form: form.id, account, answers, selects_basic_pass };
    app.store.form_entry_add(id, filled, now).await?;
    if let Some(account) = account.filter(|_| selects_basic_pass) {
        app.members.changed(id, account).await;
    }
    Ok(Data::new(FormReceived { received: true }))
}

fn find<'a>(channel: &'a Snapshot, alias: &str) -> Result<&'a CustomForm> {
    channel.content.forms.iter().find(|form| form.alias == alias).ok_or(Error::NotFound("form"))
}
