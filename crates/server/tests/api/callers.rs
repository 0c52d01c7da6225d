//! Every call that is described, made by every caller that must be refused: without a key, with another channel's, as
//! another member, as an operator of another role or channel. A new call is closed until its callers are listed.

use std::collections::BTreeMap;

use domain::api_token::is_scope;
use domain::operator::{May, Role};
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};
use serde_json::{Map, Value, json};

use crate::app::{CONSOLE, Client, DOCUMENT, Member, TestApp};
use crate::clips::{clipper_of, cut, wish};
use crate::console::{ORIGIN, at_console, hire, hired};
use crate::refunds::bought;
use crate::shop::{Shop, season};
use crate::stage::{FREE, Stage};
use crate::tokens::{by_token, token_of};

/// Calls that look at no key.
const EVERYBODY: &[(&str, &str)] = &[
    ("get", "/channel-bootstrap-data"),
    ("get", "/channel-key"),
    ("get", "/color-settings/web"),
    ("post", "/delete-account-confirm"),
    ("get", "/events-locations"),
    ("get", "/faq"),
    ("post", "/get_api_key"),
    ("get", "/menu"),
    ("get", "/oembed"),
    ("get", "/pages"),
    ("get", "/pages/{alias}"),
    ("get", "/participant-groups"),
    ("get", "/participants"),
    ("get", "/settings"),
    ("get", "/slides/web"),
    ("post", "/stripe/webhook"),
];

/// Calls that need no key, but look at one that comes.
const UNKEYED: &[(&str, &str)] = &[
    ("get", "/packages"),
    ("get", "/packages/{id}"),
    ("get", "/shared-clip/{id}"),
    ("get", "/subscriptions"),
    ("get", "/subscriptions/{id}"),
];

/// Calls that need a key of the channel, and no account.
const VISITORS: &[(&str, &str)] = &[
    ("post", "/auth/add_session"),
    ("post", "/auth/device-code"),
    ("post", "/auth/device-session"),
    ("post", "/auth/email-undo"),
    ("post", "/auth/email-verify"),
    ("post", "/auth/login-code"),
    ("post", "/auth/login-code/confirm"),
    ("post", "/auth/passkey-login"),
    ("post", "/auth/passkey-login/begin"),
    ("post", "/auth/password-reset"),
    ("post", "/auth/password-reset-request"),
    ("get", "/captcha"),
    ("get", "/clip-tags"),
    ("get", "/clip/{id}"),
    ("get", "/clips/event/{id}"),
    ("get", "/clips/moments"),
    ("get", "/custom-forms/{alias}"),
    ("post", "/custom-forms/{alias}"),
    ("get", "/events"),
    ("get", "/events-categories"),
    ("get", "/events-days"),
    ("get", "/events-for-homepage"),
    ("get", "/events/with_clip"),
    ("get", "/events/{id}"),
    ("get", "/events/{id}/playback"),
    ("post", "/events/{id}/playback/take-over"),
    ("get", "/events/{id}/preroll"),
    ("get", "/geo"),
    ("get", "/live-changes"),
    ("get", "/live-updates"),
    ("get", "/participant-group-properties"),
    ("post", "/prerolls/{id}/completed"),
    ("get", "/search"),
    ("get", "/user/access"),
    ("post", "/v2/auth/login"),
    ("post", "/v2/auth/register"),
    ("post", "/v2/auth/social/{provider}"),
    ("get", "/vod-media-categories"),
    ("get", "/vod-media-items"),
    ("get", "/vod-media-items/{id}"),
    ("get", "/vod-media-items/{id}/playback"),
    ("post", "/vod-media-items/{id}/playback/take-over"),
    ("get", "/vod-media-rails"),
    ("get", "/vod-media/search"),
];

/// Calls for members that look at what is wanted before they look at the caller.
const MEMBERS_LATER: &[(&str, &str)] = &[
    ("get", "/apply_coupon"),
    ("get", "/clip-audience"),
    ("get", "/clip/download/{id}"),
    ("get", "/download-event/{id}"),
    ("post", "/stripe/buy"),
    ("post", "/stripe/buy_bundle"),
    ("post", "/stripe/invoice-preview"),
    ("post", "/stripe/subscription/start_trial"),
];

struct Call {
    method: String,
    path: String,
    described: &'static Value,
}

impl Call {
    fn name(&self) -> (&str, &str) {
        (&self.method, &self.path)
    }

    /// The path with every parameter filled in.
    fn filled(&self, id: &str) -> String {
        let parts: Vec<&str> = self.path.split('/').map(|part| if part.starts_with('{') { id } else { part }).collect();
        parts.join("/")
    }

    fn has_id(&self) -> bool {
        self.path.contains('{')
    }

    fn verb(&self) -> Method {
        Method::from_bytes(self.method.to_uppercase().as_bytes()).unwrap()
    }

    /// A body of the kind that is described: numbers are the id, texts are too.
    fn body(&self, document: &Value, id: &str) -> Value {
        let schema = &self.described["requestBody"]["content"]["application/json"]["schema"];
        example(document, schema, id, 0)
    }
}

fn calls(document: &'static Value) -> Vec<Call> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, calls): (&String, &'static Value)| -> Vec<Call> {
        let calls = calls.as_object().unwrap().iter();
        calls.map(|(method, described)| Call { method: method.clone(), path: path.clone(), described }).collect()
    };
    paths.iter().flat_map(of_path).collect()
}

/// Something that fits a schema, with the same id wherever one may stand.
fn example(document: &Value, schema: &Value, id: &str, depth: usize) -> Value {
    if depth > 5 {
        return Value::Null;
    }
    let within = |schema: &Value| example(document, schema, id, depth + 1);
    if let Some(name) = schema["$ref"].as_str() {
        return within(document.pointer(name.trim_start_matches('#')).unwrap());
    }
    for choice in ["allOf", "oneOf", "anyOf"] {
        if let Some(first) =
            schema[choice].as_array().and_then(|choices| choices.iter().find(|of| of["type"] != "null"))
        {
            return within(first);
        }
    }
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    let kind = schema["type"].as_array().map_or(&schema["type"], |kinds| &kinds[0]);
    match kind.as_str() {
        Some("integer" | "number") => id.parse::<i64>().map_or(json!(1), |id| json!(id)),
        Some("string") => json!(id),
        Some("boolean") => json!(false),
        Some("array") => json!([within(&schema["items"])]),
        _ => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            fields.map(|(name, field)| (name.clone(), within(field))).collect::<Map<_, _>>().into()
        }
    }
}

async fn made(client: &Client, call: &Call, id: &str, key: Option<&str>) -> StatusCode {
    let mut body = call.body(&DOCUMENT, id);
    if !body.is_object() {
        body = json!({});
    }
    body.as_object_mut().unwrap().remove("api_key");
    let mut path = format!("/api{}", call.filled(id));
    if let Some(key) = key {
        body["api_key"] = key.into();
        path = format!("{path}?api_key={key}");
    }
    client.request(call.verb(), &path).json(&body).send().await.unwrap().status()
}

/// T23, T26: a call answers those whom it is for, and nobody else.
#[tokio::test]
async fn call_answers_its_permitted_callers_alone() {
    let app = TestApp::start().await;
    let member = app.member("fan@demo.test").await;
    app.account_create("other", testkit::account("stranger@other.test")).await;
    let stranger = Member::log_in(app.at("other.test"), "stranger@other.test").await;
    let [anonymous, foreign] = [app.demo().api_key().await, app.at("other.test").api_key().await];
    let callers = [
        (Caller::Nobody, None),
        (Caller::Stranger, Some("nonsense")),
        (Caller::Stranger, Some(foreign.as_str())),
        (Caller::Stranger, Some(stranger.key.as_str())),
        (Caller::Visitor, Some(anonymous.as_str())),
        (Caller::Member, Some(member.key.as_str())),
    ];
    let calls = calls(&DOCUMENT);
    for name in [EVERYBODY, UNKEYED, VISITORS, MEMBERS_LATER].concat() {
        assert!(calls.iter().any(|call| call.name() == name), "{name:?} is no call");
    }
    let mut wrong = vec![];
    // A logout would end the sessions of the others; it has tests of its own.
    for call in calls.iter().filter(|call| call.path != "/auth/logout") {
        for (caller, key) in callers {
            let status = made(&app.demo(), call, "987654", key).await;
            let is_right = match (caller, status) {
                (_, status) if status.is_server_error() => false,
                (Caller::Visitor, status) if MEMBERS_LATER.contains(&call.name()) => status.is_client_error(),
                (caller, status) => (status == StatusCode::UNAUTHORIZED) == is_refused(call, caller),
            };
            if !is_right {
                wrong.push(format!("{} {} by {caller:?}: {status}", call.method, call.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caller {
    Nobody,
    /// With a key that is none of this channel's.
    Stranger,
    Visitor,
    Member,
}

fn is_refused(call: &Call, caller: Caller) -> bool {
    match call.name() {
        name if EVERYBODY.contains(&name) => false,
        name if UNKEYED.contains(&name) => caller == Caller::Stranger,
        name if VISITORS.contains(&name) => matches!(caller, Caller::Nobody | Caller::Stranger),
        _ => caller != Caller::Member,
    }
}

/// Everything that is kept of an account, whatever table it is in.
async fn kept_of(app: &TestApp, account: i64) -> Vec<String> {
    let database = Database::connect(&app.database.url).await.unwrap();
    let is_sqlite = app.database.is_sqlite();
    let tables = if is_sqlite {
        "SELECT m.name AS found FROM sqlite_master m, pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND c.name = 'account_id' ORDER BY 1"
    } else {
        "SELECT CAST(table_name AS TEXT) AS found FROM information_schema.columns \
         WHERE column_name = 'account_id' AND table_schema = 'public' ORDER BY 1"
    };
    let mut kept = vec![];
    for table in texts(&database, tables).await.into_iter().chain(["accounts".into()]) {
        let key = if table == "accounts" { "id" } else { "account_id" };
        let row = if is_sqlite {
            let columns = format!("SELECT name AS found FROM pragma_table_info('{table}')");
            let columns: Vec<_> =
                texts(&database, &columns).await.iter().map(|name| format!("quote(\"{name}\")")).collect();
            columns.join("||','||")
        } else {
            "CAST(t AS TEXT)".into()
        };
        let rows = texts(&database, &format!("SELECT {row} AS found FROM {table} t WHERE {key} = {account}")).await;
        kept.extend(rows.into_iter().map(|row| format!("{table}: {row}")));
    }
    kept.sort();
    kept
}

async fn texts(database: &DatabaseConnection, sql: &str) -> Vec<String> {
    let statement = Statement::from_string(database.get_database_backend(), sql);
    let rows = database.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get("", "found").unwrap()).collect()
}

/// Calls about games, films, passes and public clips, which belong to no member.
const PUBLIC: &[(&str, &str)] = &[
    ("get", "/clip/{id}"),
    ("get", "/clips/event/{id}"),
    ("get", "/events/{id}"),
    ("get", "/events/{id}/playback"),
    ("post", "/events/{id}/playback/take-over"),
    ("get", "/events/{id}/preroll"),
    ("get", "/packages/{id}"),
    ("get", "/subscriptions/{id}"),
    ("get", "/vod-media-items/{id}"),
    ("get", "/vod-media-items/{id}/playback"),
    ("post", "/vod-media-items/{id}/playback/take-over"),
];

/// T26, T58: for any id of a member's things, another member or another channel's member is shown nothing of theirs,
/// and nothing of theirs moves.
#[tokio::test]
async fn another_member_reaches_nothing_of_the_owner() {
    let stage = Stage::set_with(TestApp::start().await, |channel| {
        testkit::shop::sell(channel);
        channel.content.events[0].access = domain::event::AccessType::Free;
    })
    .await;
    let shop = Shop::of(stage.app, stage.demo);
    let app = &shop.app;
    let owner = clipper_of(app, "owner@demo.test").await;
    let account = crate::clips::me(&owner).await.0;
    let order = bought(&shop, &owner, season()).await["id"].clone();
    let clip = cut(&owner, wish(FREE, 2, 3)).await["id"].clone();
    owner.post("favorite", json!({ "favoritable_id": 1, "favoritable_type": "group" })).await;
    let favourite = owner.get("favorites").await.body["data"][0]["id"].clone();
    app.log_in_with("owner@demo.test", "Another browser").await;
    let sessions = owner.get("sessions").await.body["data"].clone();
    let answer = owner.post("player-addresses", json!({ "name": "Living room TV" })).await;
    let address = answer.body["data"]["id"].clone();
    assert!(address.is_i64(), "{}", answer.body);
    let setup = owner.post("stripe/setup-intent", json!({})).await;
    assert_eq!(setup.status, StatusCode::OK, "{}", setup.body);
    let cards = owner.get("stripe/list-cards").await.body["data"].clone();
    let ids: Vec<String> =
        [&order, &clip, &favourite, &address, &sessions[0]["id"], &sessions[1]["id"], &cards[0]["id"]]
            .into_iter()
            .filter(|id| !id.is_null())
            .map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned))
            .collect();
    assert!(ids.len() >= 6, "{ids:?}");

    let neighbour = app.member("neighbour@demo.test").await;
    app.account_create("other", testkit::account("stranger@other.test")).await;
    let stranger = Member::log_in(app.at("other.test"), "stranger@other.test").await;
    let before = kept_of(app, account).await;
    assert!(before.len() > 5, "{before:#?}");
    let mut wrong = vec![];
    // What ends the caller's own session has tests of its own; a favourite or an address of their own could have the same
    // id.
    let left_out = ["/auth/logout", "/profile/delete", "/v2/auth/login", "/favorite", "/player-addresses"];
    for call in calls(&DOCUMENT).iter().filter(|call| !left_out.contains(&call.path.as_str())) {
        for id in &ids {
            for (who, member) in [("neighbour", &neighbour), ("stranger", &stranger)] {
                let status = made(&member.client, call, id, Some(&member.key)).await;
                let is_told = call.has_id() && status.is_success();
                if is_told && !(who == "neighbour" && PUBLIC.contains(&call.name())) {
                    wrong.push(format!("{} {} with {id} by {who}: {status}", call.method, call.path));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(kept_of(app, account).await, before);
    assert_eq!(owner.get("profile").await.status, StatusCode::OK);
    shop.books_hold().await;
}

const LIBRARY: &[Role] = &[Role::Owner, Role::Editor, Role::Producer];
const SITE: &[Role] = &[Role::Owner, Role::Editor];
const ANSWERS: &[Role] = &[Role::Owner, Role::Editor, Role::Support];

/// Which roles may make each of the console's calls.
const BY_ROLE: &[(&str, &str, &[Role])] = &[
    ("get", "/channels", &Role::ALL),
    // For administrators alone, who need no role.
    ("post", "/channels", &[]),
    ("get", "/channels/{id}/audit", &[Role::Owner]),
    ("get", "/channels/{id}/audit.csv", &[Role::Owner]),
    ("get", "/channels/{id}/audit/operators", &[Role::Owner]),
    ("get", "/channels/{id}/clips", &[Role::Owner, Role::Editor, Role::Support]),
    ("delete", "/channels/{id}/clips/{clip}", &[Role::Owner, Role::Editor, Role::Support]),
    ("get", "/channels/{id}/embedding", &[Role::Owner, Role::Editor]),
    ("put", "/channels/{id}/embedding", &[Role::Owner, Role::Editor]),
    ("get", "/channels/{id}/embedding/games", &[Role::Owner, Role::Editor]),
    ("put", "/channels/{id}/games/{game}/players", LIBRARY),
    ("post", "/channels/{id}/invitations", &[Role::Owner]),
    ("delete", "/channels/{id}/invitations/{invitation}", &[Role::Owner]),
    ("post", "/channels/{id}/invitations/{invitation}/resend", &[Role::Owner]),
    // For administrators alone.
    ("delete", "/channels/{id}", &[]),
    ("get", "/channels/{id}/deletion", &[]),
    ("post", "/channels/{id}/erase", &[]),
    ("get", "/channels/{id}/pause", &[]),
    ("put", "/channels/{id}/pause", &[]),
    ("post", "/channels/{id}/restore", &[]),
    ("get", "/server/channels", &[]),
    ("post", "/server/channel-files", &[]),
    ("get", "/channels/{id}/checklist", &[Role::Owner]),
    ("post", "/channels/{id}/checklist/encoder/test", &[Role::Owner]),
    ("post", "/channels/{id}/checklist/host/test", &[Role::Owner]),
    ("post", "/channels/{id}/checklist/mail/test", &[Role::Owner]),
    ("post", "/channels/{id}/checklist/payments/test", &[Role::Owner]),
    ("get", "/channels/{id}/setup", &[Role::Owner]),
    ("put", "/channels/{id}/setup", &[Role::Owner]),
    ("post", "/channels/{id}/setup/end", &[Role::Owner]),
    ("get", "/common-sports", &Role::ALL),
    ("get", "/channels/{id}/event-categories", SITE),
    ("post", "/channels/{id}/event-categories", SITE),
    ("patch", "/channels/{id}/event-categories/{item}", SITE),
    ("get", "/channels/{id}/ids", SITE),
    ("post", "/channels/{id}/ids/{kind}/checks", SITE),
    ("delete", "/channels/{id}/ids/{kind}/secret", SITE),
    ("put", "/channels/{id}/ids/{kind}/secret", SITE),
    ("get", "/channels/{id}/local-time", SITE),
    ("get", "/channels/{id}/participant-groups", SITE),
    ("post", "/channels/{id}/participant-groups", SITE),
    ("patch", "/channels/{id}/participant-groups/{item}", SITE),
    ("get", "/channels/{id}/participants", SITE),
    ("post", "/channels/{id}/participants", SITE),
    ("patch", "/channels/{id}/participants/{item}", SITE),
    ("put", "/channels/{id}/alias", &[Role::Owner]),
    ("get", "/channels/{id}/export", &[Role::Owner]),
    ("get", "/channels/{id}/hosts", &[Role::Owner]),
    ("post", "/channels/{id}/hosts", &[Role::Owner]),
    ("delete", "/channels/{id}/hosts/{host}", &[Role::Owner]),
    ("post", "/channels/{id}/hosts/{host}/check", &[Role::Owner]),
    ("put", "/channels/{id}/main-host", &[Role::Owner]),
    ("get", "/channels/{id}/mails", &[Role::Owner, Role::Finance, Role::Support]),
    ("get", "/channels/{id}/mails/{mail}", &[Role::Owner, Role::Finance, Role::Support]),
    ("post", "/channels/{id}/mails/{mail}/retry", &[Role::Owner, Role::Support]),
    ("get", "/channels/{id}/orders", &[Role::Owner, Role::Finance, Role::Support]),
    ("get", "/channels/{id}/orders.csv", &[Role::Owner, Role::Finance]),
    ("post", "/channels/{id}/orders/{order}/refund", &[Role::Owner, Role::Finance]),
    ("get", "/channels/{id}/recording-gaps", LIBRARY),
    ("get", "/channels/{id}/blocks", SITE),
    ("post", "/channels/{id}/blocks", SITE),
    ("delete", "/channels/{id}/blocks/{item}", SITE),
    ("patch", "/channels/{id}/blocks/{item}", SITE),
    ("get", "/channels/{id}/colours", SITE),
    ("patch", "/channels/{id}/colours", SITE),
    ("get", "/channels/{id}/faq", SITE),
    ("post", "/channels/{id}/faq", SITE),
    ("delete", "/channels/{id}/faq/{item}", SITE),
    ("patch", "/channels/{id}/faq/{item}", SITE),
    ("put", "/channels/{id}/faq/order", SITE),
    ("get", "/channels/{id}/texts", SITE),
    ("patch", "/channels/{id}/texts/{item}", SITE),
    ("post", "/channels/{id}/texts/{item}/preview", SITE),
    ("post", "/channels/{id}/texts/{item}/test", SITE),
    ("get", "/channels/{id}/legal-pages", SITE),
    ("get", "/channels/{id}/translations", SITE),
    ("patch", "/channels/{id}/translations/{kind}/{item}", SITE),
    ("get", "/channels/{id}/translations.po", SITE),
    ("post", "/channels/{id}/translations/check", SITE),
    ("post", "/channels/{id}/translations/import", SITE),
    ("get", "/channels/{id}/forms", SITE),
    ("post", "/channels/{id}/forms", SITE),
    ("delete", "/channels/{id}/forms/{item}", SITE),
    ("patch", "/channels/{id}/forms/{item}", SITE),
    ("get", "/channels/{id}/form-answers", ANSWERS),
    ("get", "/channels/{id}/forms/{item}/answers", ANSWERS),
    ("get", "/channels/{id}/forms/{item}/answers.csv", ANSWERS),
    ("get", "/channels/{id}/forms/{item}/answers/{answer}", ANSWERS),
    ("delete", "/channels/{id}/forms/{item}/answers", SITE),
    ("delete", "/channels/{id}/forms/{item}/answers/{answer}", SITE),
    ("get", "/channels/{id}/menu", SITE),
    ("post", "/channels/{id}/menu", SITE),
    ("delete", "/channels/{id}/menu/{item}", SITE),
    ("patch", "/channels/{id}/menu/{item}", SITE),
    ("put", "/channels/{id}/menu/order", SITE),
    ("get", "/channels/{id}/pages", SITE),
    ("post", "/channels/{id}/pages", SITE),
    ("delete", "/channels/{id}/pages/{item}", SITE),
    ("patch", "/channels/{id}/pages/{item}", SITE),
    ("get", "/channels/{id}/icon", SITE),
    ("put", "/channels/{id}/icon", SITE),
    ("post", "/channels/{id}/preview", SITE),
    ("get", "/channels/{id}/redirects", SITE),
    ("post", "/channels/{id}/redirects", SITE),
    ("delete", "/channels/{id}/redirects/{item}", SITE),
    ("patch", "/channels/{id}/redirects/{item}", SITE),
    ("get", "/channels/{id}/logo", SITE),
    ("put", "/channels/{id}/logo", SITE),
    ("get", "/channels/{id}/logo/colours", SITE),
    ("get", "/channels/{id}/pictures", SITE),
    ("post", "/channels/{id}/pictures", SITE),
    ("delete", "/channels/{id}/pictures/{item}", SITE),
    ("patch", "/channels/{id}/pictures/{item}", SITE),
    ("get", "/channels/{id}/pictures/{item}/original", SITE),
    ("get", "/channels/{id}/settings", SITE),
    ("patch", "/channels/{id}/settings", SITE),
    ("get", "/channels/{id}/names", SITE),
    ("get", "/channels/{id}/presence", &Role::ALL),
    ("post", "/channels/{id}/presence", &Role::ALL),
    ("get", "/channels/{id}/search", &Role::ALL),
    ("get", "/channels/{id}/slides", SITE),
    ("post", "/channels/{id}/slides", SITE),
    ("delete", "/channels/{id}/slides/{item}", SITE),
    ("patch", "/channels/{id}/slides/{item}", SITE),
    ("put", "/channels/{id}/slides/order", SITE),
    ("get", "/channels/{id}/revisions/{kind}/{item}", SITE),
    ("post", "/channels/{id}/revisions/{kind}/{item}/restore", SITE),
    ("get", "/channels/{id}/team", &[Role::Owner]),
    ("delete", "/channels/{id}/team/{operator}", &[Role::Owner]),
    ("patch", "/channels/{id}/team/{operator}", &[Role::Owner]),
    ("get", "/channels/{id}/tokens", &[Role::Owner]),
    ("post", "/channels/{id}/tokens", &[Role::Owner]),
    ("delete", "/channels/{id}/tokens/{token}", &[Role::Owner]),
    ("get", "/channels/{id}/upload-targets", LIBRARY),
    ("get", "/channels/{id}/uploads", LIBRARY),
    ("options", "/channels/{id}/uploads", &Role::ALL),
    ("post", "/channels/{id}/uploads", LIBRARY),
    ("delete", "/channels/{id}/uploads/{upload}", LIBRARY),
    ("get", "/channels/{id}/uploads/{upload}", LIBRARY),
    ("head", "/channels/{id}/uploads/{upload}", LIBRARY),
    ("patch", "/channels/{id}/uploads/{upload}", LIBRARY),
    ("get", "/channels/{id}/videos/{kind}/{target}", LIBRARY),
    ("delete", "/channels/{id}/videos/{kind}/{target}/captions/{language}", LIBRARY),
    ("put", "/channels/{id}/videos/{kind}/{target}/captions/{language}", LIBRARY),
    ("put", "/channels/{id}/security", &[Role::Owner]),
    ("get", "/channels/{id}/webhooks", &[Role::Owner]),
    ("post", "/channels/{id}/webhooks", &[Role::Owner]),
    ("delete", "/channels/{id}/webhooks/{webhook}", &[Role::Owner]),
    ("get", "/channels/{id}/webhooks/{webhook}", &[Role::Owner]),
    ("patch", "/channels/{id}/webhooks/{webhook}", &[Role::Owner]),
    ("get", "/channels/{id}/webhooks/{webhook}/deliveries", &[Role::Owner]),
    ("get", "/channels/{id}/webhooks/{webhook}/deliveries/{delivery}", &[Role::Owner]),
    ("post", "/channels/{id}/webhooks/{webhook}/deliveries/{delivery}/replay", &[Role::Owner]),
    ("post", "/channels/{id}/webhooks/{webhook}/deliveries/{delivery}/retry", &[Role::Owner]),
    ("post", "/channels/{id}/webhooks/{webhook}/replays", &[Role::Owner]),
    ("post", "/channels/{id}/webhooks/{webhook}/secret", &[Role::Owner]),
    ("post", "/channels/{id}/webhooks/{webhook}/test", &[Role::Owner]),
    ("post", "/login/code", &Role::ALL),
    ("post", "/login/passkey", &Role::ALL),
    ("post", "/login/passkey/begin", &Role::ALL),
    ("get", "/me", &Role::ALL),
    ("patch", "/me", &Role::ALL),
    ("delete", "/me/authenticator", &Role::ALL),
    ("post", "/me/authenticator", &Role::ALL),
    ("post", "/me/authenticator/confirm", &Role::ALL),
    ("get", "/me/passkeys", &Role::ALL),
    ("post", "/me/passkeys", &Role::ALL),
    ("post", "/me/passkeys/begin", &Role::ALL),
    ("delete", "/me/passkeys/{passkey}", &Role::ALL),
    ("post", "/me/password", &Role::ALL),
    ("post", "/me/recovery-codes", &Role::ALL),
    ("delete", "/me/sessions", &Role::ALL),
    ("get", "/me/sessions", &Role::ALL),
    ("delete", "/me/sessions/{session}", &Role::ALL),
    ("post", "/invitation", &Role::ALL),
    ("post", "/invitation/accept", &Role::ALL),
    ("get", "/status", &Role::ALL),
    ("get", "/work", &Role::ALL),
    ("get", "/session", &Role::ALL),
    ("get", "/setup", &Role::ALL),
    // Everybody is told that the link is wrong.
    ("post", "/setup", &Role::ALL),
];

/// Which scope of a token each of a channel's calls needs, by the call or what is before it in the path. The others take no
/// token.
const BY_SCOPE: &[(May, &[(&str, &str)])] = &[
    (May::SeeAudit, &[("get", "audit")]),
    (
        May::EditSite,
        &[
            ("", "blocks"),
            ("", "colours"),
            ("", "embedding"),
            ("", "event-categories"),
            ("", "faq"),
            ("", "forms"),
            ("", "icon"),
            ("", "ids"),
            ("", "legal-pages"),
            ("", "local-time"),
            ("", "logo"),
            ("", "menu"),
            ("", "names"),
            ("", "pages"),
            ("", "participant-groups"),
            ("", "participants"),
            ("", "pictures"),
            ("", "preview"),
            ("", "redirects"),
            ("", "revisions"),
            ("", "settings"),
            ("", "slides"),
            ("", "texts"),
            ("", "translations"),
        ],
    ),
    (
        May::EditLibrary,
        &[("", "games"), ("", "recording-gaps"), ("", "upload-targets"), ("", "uploads"), ("", "videos")],
    ),
    (May::SeeFormAnswers, &[("get", "form-answers"), ("get", "forms/{item}/answers")]),
    (May::DeleteFormAnswers, &[("delete", "forms/{item}/answers")]),
    (May::ModerateClips, &[("", "clips")]),
    (May::SeeOrders, &[("get", "orders")]),
    (May::RefundOrders, &[("post", "orders")]),
    (May::ExportMoney, &[("get", "orders.csv")]),
    (May::SeeMails, &[("get", "mails")]),
    (May::ReadMails, &[]),
    (May::RetryMails, &[("post", "mails")]),
];

/// Calls of the console that tell everybody the same, only whether they are logged in, or what a mailed token says.
const BEFORE_LOGIN: &[(&str, &str)] = &[
    ("options", "/channels/{id}/uploads"),
    ("post", "/invitation"),
    ("post", "/invitation/accept"),
    ("post", "/login/code"),
    ("post", "/login/passkey"),
    ("post", "/login/passkey/begin"),
    ("get", "/session"),
    ("get", "/setup"),
    ("post", "/setup"),
];

/// T27, T26, T40: the console answers operators alone, each role what it may, and nobody of another channel.
#[tokio::test]
async fn console_call_answers_its_permitted_roles_alone() {
    let app = TestApp::start().await;
    let demo = crate::console::channel(&app, "demo").await;
    let fan = app.member("fan@demo.test").await;
    hire(&app, "theirs@other.test", "other", Role::Owner).await;
    let theirs = at_console(&app, "theirs@other.test").await;
    let mut callers = vec![];
    for role in Role::ALL {
        callers.push((role, hired(&app, &format!("{role:?}@demo.test").to_lowercase(), role).await));
    }
    let mut wrong = vec![];
    for call in calls(&CONSOLE).iter().filter(|call| !["/login", "/logout"].contains(&call.path.as_str())) {
        let path = call.path.replacen("{id}", &demo.0.to_string(), 1).replace("{kind}", "game");
        let path = Call { path, method: call.method.clone(), described: call.described }.filled("987654");
        let ask = async |client: &Client, path: &str| {
            let request = client.request(call.verb(), &format!("/console/api{path}"));
            let request = request.header("origin", ORIGIN).json(&call.body(&CONSOLE, "987654"));
            request.send().await.unwrap().status()
        };
        let nobody = [ask(&app.demo(), &path).await, ask(&app.demo(), &format!("{path}?api_key={}", fan.key)).await];
        let is_open = BEFORE_LOGIN.contains(&call.name());
        if !is_open && nobody != [StatusCode::UNAUTHORIZED; 2] {
            wrong.push(format!("{} {path} by nobody: {nobody:?}", call.method));
        }
        let is_of_channel = call.path.starts_with("/channels/");
        let theirs = ask(&theirs, &path).await;
        if is_of_channel && !is_open && theirs != StatusCode::NOT_FOUND {
            wrong.push(format!("{} {path} by another channel's owner: {theirs}", call.method));
        }
        let may = BY_ROLE.iter().find(|(method, path, _)| call.name() == (*method, *path)).map_or(&[][..], |row| row.2);
        for (role, client) in &callers {
            let status = ask(client, &path).await;
            let is_refused = [StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED].contains(&status);
            if is_refused == may.contains(role) {
                wrong.push(format!("{} {} by {role:?}: {status}", call.method, call.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// OPS-01, T27: `docs/roles.md` says of every call of the console which roles may make it. With `TOUCHLINE_WRITE_DOCS` set,
/// this writes it there.
#[test]
fn roles_document_lists_every_call() {
    const BEGIN: &str = "## Calls\n";
    let mut sections: BTreeMap<&str, String> = BTreeMap::new();
    for call in calls(&CONSOLE) {
        let is_of_call = |row: &&(&str, &str, &[Role])| (row.0, row.1) == call.name();
        let roles = BY_ROLE.iter().find(is_of_call).map_or(&[][..], |row| row.2);
        let may = match (BEFORE_LOGIN.contains(&call.name()) || call.path.starts_with("/login"), roles) {
            (true, _) => "| anybody | | | | |".to_owned(),
            (false, []) => "| administrators | | | | |".to_owned(),
            (false, roles) => {
                Role::ALL.iter().map(|role| if roles.contains(role) { "| yes " } else { "| – " }).collect::<String>()
                    + "|"
            }
        };
        let words = call.described["summary"].as_str().unwrap_or_default();
        let words = words.replace('\n', " ");
        let words = words.split_once(". ").map_or(words.as_str(), |(first, _)| first).trim_end_matches('.');
        let line = format!("| {words} | `{} {}` {may}\n", call.method.to_uppercase(), call.path);
        sections.entry(call.described["tags"][0].as_str().unwrap()).or_default().push_str(&line);
    }
    let mut expected = BEGIN.to_owned();
    for (section, lines) in sections {
        let (first, rest) = section.split_at(1);
        let head = "| | call | owner | editor | producer | finance | support |\n|---|---|---|---|---|---|---|\n";
        expected += &format!("\n### {}{rest}\n\n{head}{lines}", first.to_uppercase());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/roles.md");
    let document = std::fs::read_to_string(path).unwrap();
    let before = document.split_once(BEGIN).map_or(document.as_str(), |(before, _)| before);
    let expected = format!("{before}{expected}");
    if std::env::var_os("TOUCHLINE_WRITE_DOCS").is_some() {
        std::fs::write(path, &expected).unwrap();
    } else {
        assert!(document == expected, "docs/roles.md is out of date: TOUCHLINE_WRITE_DOCS=1 with this test writes it");
    }
}

/// T27, T26: a token is answered by the calls of its scope alone, and by none of another channel.
#[tokio::test]
async fn console_call_answers_tokens_of_its_scope_alone() {
    let app = TestApp::start().await;
    let [demo, other] = [crate::console::channel(&app, "demo").await, crate::console::channel(&app, "other").await];
    hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let mut wrong = vec![];
    for scope in May::ALL.into_iter().filter(|scope| is_scope(*scope)) {
        let token = token_of(&owner, demo, scope).await;
        for call in calls(&CONSOLE).iter().filter(|call| !call.path.starts_with("/login")) {
            if BEFORE_LOGIN.contains(&call.name()) {
                continue;
            }
            let ask = async |channel: i64| {
                let path = call.path.replacen("{id}", &channel.to_string(), 1).replace("{kind}", "game");
                let path = Call { path, method: call.method.clone(), described: call.described }.filled("987654");
                let body = call.body(&CONSOLE, "987654");
                by_token(&app.demo(), &token, call.verb(), &path[1..], body).await.status()
            };
            let rest = call.path.strip_prefix("/channels/{id}/");
            let is_of = |(method, named): &(&str, &str)| {
                let after = rest.and_then(|rest| rest.strip_prefix(named));
                after.is_some_and(|after| after.is_empty() || after.starts_with(['/', '.']))
                    && call.method.starts_with(method)
            };
            let fitting = BY_SCOPE.iter().flat_map(|(scope, calls)| calls.iter().map(move |call| (*scope, call)));
            // The longest is the most exact.
            let needs = fitting.filter(|(_, call)| is_of(call)).max_by_key(|(_, (_, named))| named.len());
            let needs = needs.map(|(scope, _)| scope);
            let status = ask(demo.0).await;
            let is_refused = [StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED].contains(&status);
            if is_refused == (needs == Some(scope)) {
                wrong.push(format!("{} {} by a token of {scope:?}: {status}", call.method, call.path));
            }
            let status = ask(other.0).await;
            // Some calls take no token, whatever they are about.
            let is_hidden = status == StatusCode::NOT_FOUND || needs.is_none() && status == StatusCode::UNAUTHORIZED;
            if rest.is_some() && !is_hidden {
                wrong.push(format!("{} {} of another channel: {status}", call.method, call.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
