//! A channel's audit log: each change with its actor.

use axum::extract::{FromRequestParts, State};
use axum::response::Response;
use domain::audit::{ActorKind, Shown, shown};
use domain::ids::OperatorId;
use domain::operator::Action;
use http::request::Parts;
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::Value;
use store::{AuditFilter, RecordedEntry};
use utoipa::{IntoParams, ToSchema};

use super::list_filter::{ListFilter, once};
use super::permission::{Allowed, SeeAudit};
use crate::http::csv::{Csv, MAX_ROWS, word};
use crate::http::envelope::{Data, Page};
use crate::http::error::{Error, Result};
use crate::http::extract::{Cursor, Query};
use crate::http::problem::FieldCode;
use crate::state::App;

/// More people than any channel has.
const MAX_OPERATORS: u64 = 500;
const CSV_COLUMNS: [&str; 11] = [
    "id",
    "at",
    "actor_kind",
    "actor_id",
    "actor_name",
    "actor_email",
    "action",
    "subject",
    "before",
    "after",
    "detail",
];

/// What the log is narrowed to.
#[derive(Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AuditQuery {
    /// Only these actions; can be repeated.
    #[param(required = false)]
    action: Vec<Action>,
    /// Only what this operator did.
    #[param(value_type = Option<i64>)]
    operator: Option<OperatorId>,
    #[param(ignore)]
    list: ListFilter,
}

impl FromRequestParts<App> for AuditQuery {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let mut query = Self::default();
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            query.read(&name, value.trim())?;
        }
        Ok(Self { list: query.list.checked()?, ..query })
    }
}

impl AuditQuery {
    fn read(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "action" => {
                let action = serde_json::from_value(value.into());
                let action = action.map_err(|_| Error::invalid(name, FieldCode::Invalid, "action is not known"))?;
                if !self.action.contains(&action) {
                    self.action.push(action);
                }
                Ok(())
            }
            "operator" => {
                let id =
                    value.parse().map_err(|_| Error::invalid(name, FieldCode::Number, "operator must be a number"));
                once(&mut self.operator, name, OperatorId(id?))
            }
            _ => self.list.read(name, value),
        }
    }

    fn filter(self, zone: &TimeZone) -> AuditFilter {
        let (from, until) = self.list.period(zone);
        AuditFilter { operator: self.operator, actions: self.action, from, until, subject: self.list.text() }
    }
}

/// The actor. Only operators have an id; name and address are null if the operator was deleted.
#[derive(Serialize, ToSchema)]
struct Actor {
    kind: ActorKind,
    #[schema(value_type = Option<i64>)]
    id: Option<OperatorId>,
    /// Empty if the operator has given none.
    name: Option<String>,
    email: Option<String>,
}

/// A recorded action.
#[derive(Serialize, ToSchema)]
pub(super) struct AuditLogEntry {
    id: i64,
    /// Seconds since 1970.
    at: i64,
    actor: Actor,
    action: Action,
    /// The id or name of what was acted on; people who watch are named by id.
    subject: String,
    /// What was there before, changed fields only; null if nothing was.
    before: Value,
    /// What is there since.
    after: Value,
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    detail: serde_json::Map<String, Value>,
}

impl AuditLogEntry {
    fn of(entry: RecordedEntry, channel_alias: &str) -> Self {
        let Shown { before, after, detail } = shown(entry.action, entry.detail, channel_alias);
        let kind = entry.action.actor();
        let is_operator = kind == ActorKind::Operator;
        let person = entry.known.filter(|_| is_operator);
        let actor = Actor {
            kind,
            id: entry.operator.filter(|_| is_operator),
            name: person.as_ref().map(|person| person.name.clone()),
            email: person.map(|person| person.email),
        };
        let (id, at) = (entry.id, entry.at.seconds());
        Self { id, at, actor, action: entry.action, subject: entry.subject, before, after, detail }
    }

    fn cells(self) -> [String; CSV_COLUMNS.len()] {
        let state = |value: Value| if value.is_null() { String::new() } else { value.to_string() };
        [
            self.id.to_string(),
            jiff::Timestamp::from_second(self.at).unwrap_or_default().to_string(),
            word(self.actor.kind),
            self.actor.id.map_or_else(String::new, |id| id.to_string()),
            self.actor.name.unwrap_or_default(),
            self.actor.email.unwrap_or_default(),
            word(self.action),
            self.subject,
            state(self.before),
            state(self.after),
            state(self.detail.into()),
        ]
    }
}

/// Lists the channel's audit log, newest first. Logins are part of it for everybody who has a role on the channel.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/audit",
    tag = "audit",
    params(("id" = i64, Path, description = "The channel"), Cursor, AuditQuery, ListFilter),
    responses(
        (status = 200, description = "The entries", body = Page<AuditLogEntry>)
    )
)]
pub(super) async fn list_audit(
    State(app): State<App>,
    allowed: Allowed<SeeAudit>,
    Query(cursor): Query<Cursor>,
    query: AuditQuery,
) -> Result<Page<AuditLogEntry>> {
    let (cursor, limit) = cursor.bounds()?;
    let (identity, zone) = (&allowed.channel.identity, allowed.channel.profile.zone());
    let filter = query.filter(&zone);
    let entries = app.store.audit_entries(identity.id, &filter, cursor, limit as u64 + 1).await?;
    let entries = Page::of(entries, limit, &zone, |entry| entry.id);
    Ok(entries.map(|entry| AuditLogEntry::of(entry, &identity.alias)))
}

/// Returns the newest 10,000 entries of the audit log that fit as a CSV file in UTF-8. The export is recorded in the
/// audit log first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/audit.csv",
    tag = "audit",
    params(("id" = i64, Path, description = "The channel"), AuditQuery, ListFilter),
    responses(
        (status = 200, description = "The file, at most 10,000 rows", body = String, content_type = "text/csv")
    )
)]
pub(super) async fn export_audit(
    State(app): State<App>,
    allowed: Allowed<SeeAudit>,
    query: AuditQuery,
) -> Result<Response> {
    let identity = &allowed.channel.identity;
    let filter = query.filter(&allowed.channel.profile.zone());
    let entries = app.store.audit_entries(identity.id, &filter, None, MAX_ROWS).await?;
    let mut entry = allowed.entry(Action::ExportAudit, &identity.alias);
    entry.detail["rows"] = entries.len().into();
    app.store.record(entry).await?;
    let mut file = Csv::new(&CSV_COLUMNS)?;
    for entry in entries {
        file.row(AuditLogEntry::of(entry, &identity.alias).cells())?;
    }
    file.attachment(&format!("{}-audit", identity.alias))
}

/// An operator whose entries can be looked for.
#[derive(Serialize, ToSchema)]
pub(super) struct AuditOperator {
    #[schema(value_type = i64)]
    id: OperatorId,
    /// Empty if the operator has given none.
    name: String,
    email: String,
}

/// Lists the operators who have a role on the channel, to choose from.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/audit/operators",
    tag = "audit",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The operators, by name, at most 500", body = Data<Vec<AuditOperator>>)
    )
)]
pub(super) async fn list_audit_operators(
    State(app): State<App>,
    allowed: Allowed<SeeAudit>,
) -> Result<Data<Vec<AuditOperator>>> {
    let found = app.store.audit_operators(allowed.channel.identity.id, MAX_OPERATORS).await?;
    let operators =
        found.into_iter().map(|person| AuditOperator { id: person.id, name: person.name, email: person.email });
    Ok(Data::all(operators.collect()))
}
