//! Forms of the channel's own. What visitors write is kept as data, and never shown as anything else.

use axum::extract::{Path, State};
use domain::form::{CustomForm, Filled};
use domain::network::Network;
use serde::{Deserialize, Serialize};
use store::FilledForm;
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, KeyParam, Keyed, Visitor};
use crate::accounts::client_context::ClientContext;
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::state::App;

/// One form.
#[utoipa::path(
    get,
    path = "/api/custom-forms/{alias}",
    tag = "forms",
    params(("alias" = String, Path, description = "The form's alias"), KeyParam),
    responses(
        (status = 200, description = "The form", body = Data<CustomForm>),
        (status = "default", description = "No such form, or a wrong key", body = Failure)
    )
)]
pub(super) async fn get_form(
    AllowPendingOnboarding(visitor): AllowPendingOnboarding<Visitor>,
    Path(alias): Path<String>,
) -> Result<Data<CustomForm>> {
    find(&visitor.channel, &alias).cloned().map(Data::new)
}

/// A form as a visitor filled it in.
#[derive(Deserialize, ToSchema)]
pub(super) struct FormEntryRequest {
    fields: Vec<Filled>,
    /// What came of the captcha; members are not asked.
    recaptcha_token: Option<String>,
}

/// What is said when a form has arrived.
#[derive(Serialize, ToSchema)]
pub(super) struct FormReceived {
    received: bool,
}

/// Takes a form that was filled in. A member who checks its field `basic_pass` has the basic pass from then on. What is wrong is said by the names of its fields.
#[utoipa::path(
    post,
    path = "/api/custom-forms/{alias}",
    tag = "forms",
    params(("alias" = String, Path, description = "The form's alias")),
    request_body = FormEntryRequest,
    responses(
        (status = 200, description = "It has been received", body = Data<FormReceived>),
        (status = "default", description = "No such form, wrong fields, a captcha to solve, a wrong key, or too many", body = Failure)
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
    let id = channel.identity.id;
    let form = find(&channel, &alias)?;
    let answers = form.check(&request.fields).map_err(Error::InvalidFields)?;
    if member.is_none() {
        app.captcha.take(&channel, &arrival, request.recaptcha_token.as_deref()).await?;
    }
    // Only what would be kept counts: somebody who mends a slip is not sent away.
    let account = member.map(|member| member.account.id);
    match account {
        Some(account) => app.limits.forms_of_account.take((id, account), now()).await?,
        None => app.limits.forms_of_network.take((id, Network::of(arrival.from)), now()).await?,
    }
    let selects_basic_pass = form.selects_basic_pass(&answers);
    let filled = FilledForm { form: form.id, account, answers, selects_basic_pass };
    app.store.add_form_entry(id, filled, now()).await?;
    if let Some(account) = account.filter(|_| selects_basic_pass) {
        app.members.changed(id, account).await;
    }
    Ok(Data::new(FormReceived { received: true }))
}

fn find<'a>(channel: &'a Snapshot, alias: &str) -> Result<&'a CustomForm> {
    channel.content.forms.iter().find(|form| form.alias == alias).ok_or(Error::NotFound("form"))
}
