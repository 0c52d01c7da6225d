//! A channel's team: roles, invitations, and what happens at the same moment.

use domain::account::EmailKey;
use domain::ids::{ChannelId, OperatorId};
use domain::one_time_token::TokenKey;
use domain::operator::{Action, Role};
use domain::session_key::KeyHash;
use domain::team::{INVITATION_LIFE, TeamError};
use domain::time::Timestamp;
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};
use store::{
    AcceptOutcome, InvitationLetter, Invitee, NewInvitation, NewMail, NewOperatorSession, RoleChange, TeamMember,
};
use testkit::{TestDatabase, audit_entry, channel, operator};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

async fn channels(test: &TestDatabase) -> [ChannelId; 2] {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    [demo, test.store.channel_import(channel("other", 1001)).await.unwrap()]
}

async fn hire(test: &TestDatabase, email: &str, roles: &[(ChannelId, Role)]) -> OperatorId {
    test.store.operator_put(operator(email, roles), audit_entry(Action::CreateOwner)).await.unwrap()
}

async fn change(
    test: &TestDatabase,
    channel: ChannelId,
    by: OperatorId,
    whom: OperatorId,
    to: Option<Role>,
) -> Result<(), TeamError> {
    let action = if to.is_some() { Action::ChangeRole } else { Action::RemoveOperator };
    test.store.team_change(channel, RoleChange { by, whom, to }, audit_entry(action)).await.unwrap()
}

async fn roles(test: &TestDatabase, channel: ChannelId) -> Vec<(OperatorId, Role)> {
    let mut roles: Vec<_> = team(test, channel).await.into_iter().map(|of| (of.operator.id, of.role)).collect();
    roles.sort_by_key(|(id, _)| *id);
    roles
}

async fn team(test: &TestDatabase, channel: ChannelId) -> Vec<TeamMember> {
    test.store.team(channel).await.unwrap()
}

fn token(number: u8) -> TokenKey {
    TokenKey([number; 32])
}

fn letter(number: u8, now: Timestamp) -> InvitationLetter {
    let mail = NewMail {
        account: None,
        kind: "invitation",
        recipient: "ann@demo.test".into(),
        subject: "You are invited".into(),
        text: "link".into(),
        html: "link".into(),
        shown_text: "••••••".into(),
        shown_html: "••••••".into(),
    };
    InvitationLetter { token: token(number), mail, now }
}

async fn invite(
    test: &TestDatabase,
    channel: ChannelId,
    by: OperatorId,
    email: &str,
    role: Role,
    number: u8,
) -> Result<i64, TeamError> {
    let new = NewInvitation { email: email.into(), role, by, letter: letter(number, NOW) };
    test.store.invitation_put(channel, new, audit_entry(Action::InviteOperator)).await.unwrap()
}

async fn accept(test: &TestDatabase, number: u8, invitee: Invitee, now: Timestamp) -> AcceptOutcome {
    test.store.invitation_accept(token(number), invitee, now).await.unwrap()
}

fn newcomer() -> Invitee {
    Invitee::New { name: "Ann Archer".into(), password: operator("a@demo.test", &[]).password }
}

/// Action, subject, before and after of what was recorded, oldest first.
async fn recorded(test: &TestDatabase) -> Vec<(String, String, Value, Value)> {
    let connection = Database::connect(&test.url).await.unwrap();
    let select = "SELECT action, subject, detail FROM audit WHERE action <> 'create_owner' ORDER BY id";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    let row = |row: &sea_orm::QueryResult| {
        let detail: Value = row.try_get("", "detail").unwrap();
        let [action, subject] = ["action", "subject"].map(|column| row.try_get("", column).unwrap());
        (action, subject, detail["before"].clone(), detail["after"].clone())
    };
    rows.unwrap().iter().map(row).collect()
}

async fn count(test: &TestDatabase, rows: &str) -> i64 {
    let connection = Database::connect(&test.url).await.unwrap();
    let select = format!("SELECT COUNT(*) AS n FROM {rows}");
    let select = Statement::from_string(connection.get_database_backend(), select);
    connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "n").unwrap()
}

/// OPS-01, T27: roles change on the one channel alone, each change recorded once with what was before.
#[tokio::test]
async fn roles_change_on_one_channel() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner), (other, Role::Owner)]).await;
    let ann = hire(&test, "Ann@demo.test", &[(demo, Role::Editor), (other, Role::Support)]).await;
    let ben = hire(&test, "ben@demo.test", &[(demo, Role::Finance)]).await;

    assert_eq!(change(&test, demo, owner, ann, Some(Role::Producer)).await, Ok(()));
    assert_eq!(change(&test, demo, owner, ann, Some(Role::Producer)).await, Ok(()), "again");
    assert_eq!(roles(&test, demo).await, [(owner, Role::Owner), (ann, Role::Producer), (ben, Role::Finance)]);
    assert_eq!(change(&test, demo, owner, ann, None).await, Ok(()));
    assert_eq!(change(&test, demo, owner, ann, None).await, Err(TeamError::NotInTeam));
    assert_eq!(roles(&test, demo).await, [(owner, Role::Owner), (ben, Role::Finance)]);
    assert_eq!(roles(&test, other).await, [(owner, Role::Owner), (ann, Role::Support)]);
    let ann_said =
        |action: &str, before: Value, after: Value| (action.to_owned(), "Ann@demo.test".to_owned(), before, after);
    let expected = [
        ann_said("change_role", json!("editor"), json!("producer")),
        ann_said("remove_operator", json!("producer"), Value::Null),
    ];
    assert_eq!(recorded(&test).await, expected);

    for refused in
        [change(&test, demo, owner, owner, None).await, change(&test, demo, owner, owner, Some(Role::Editor)).await]
    {
        assert_eq!(refused, Err(TeamError::LastOwner));
    }
    assert_eq!(change(&test, demo, ben, owner, None).await, Err(TeamError::RoleForbids));
    assert_eq!(change(&test, other, ben, ann, None).await, Err(TeamError::RoleForbids), "of another channel");
    assert_eq!(recorded(&test).await, expected, "a refusal changes nothing");
}

/// OPS-01: the team shows second factors and the newest session, of the channel's own operators.
#[tokio::test]
async fn team_shows_second_factor_and_last_use() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner)]).await;
    let app = hire(&test, "app@demo.test", &[(demo, Role::Editor)]).await;
    let passkey = hire(&test, "passkey@demo.test", &[(demo, Role::Support)]).await;
    let theirs = hire(&test, "theirs@other.test", &[(other, Role::Owner)]).await;
    test.execute(&format!("UPDATE operators SET totp_since = 1 WHERE id = {app}")).await;
    let data = if test.is_sqlite() { "X'01'" } else { "'\\x01'" };
    test.execute(&format!(
        "INSERT INTO operator_passkeys (operator_id, host, credential_id, name, data, created_at) \
         VALUES ({passkey}, 'demo.test', {data}, 'Key', '{{}}', 1)"
    ))
    .await;
    for (number, operator, now) in
        [(1, owner, NOW), (2, owner, NOW.plus(5_000)), (3, owner, NOW.plus(1)), (4, theirs, NOW)]
    {
        let new =
            NewOperatorSession { operator, key: KeyHash([number; 32]), device: "Test".into(), country: None, now };
        test.store.operator_session_open(new, None, audit_entry(Action::LogIn)).await.unwrap();
    }
    let mut shown: Vec<_> = team(&test, demo)
        .await
        .into_iter()
        .map(|of| (of.operator.id, of.has_second_factor, of.last_seen_at, of.is_last_owner))
        .collect();
    shown.sort();
    let expected =
        [(owner, false, Some(NOW.plus(5_000)), true), (app, true, None, false), (passkey, true, None, false)];
    assert_eq!(shown, expected);
}

/// OPS-01, T27: two owners who remove each other at the same moment leave one, in either order.
#[tokio::test]
async fn owners_who_remove_each_other_leave_one() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    for round in 0..10 {
        let both = [(demo, Role::Owner), (other, Role::Owner)];
        let one = hire(&test, &format!("one{round}@demo.test"), &both).await;
        let two = hire(&test, &format!("two{round}@demo.test"), &both).await;
        for channel in [demo, other] {
            for (id, _) in roles(&test, channel).await.into_iter().filter(|(id, _)| ![one, two].contains(id)) {
                assert_eq!(change(&test, channel, one, id, None).await, Ok(()));
            }
        }
        let to = (round % 2 == 0).then_some(Role::Support);
        let outcomes = tokio::join!(change(&test, demo, one, two, to), change(&test, demo, two, one, to));
        // The second is no owner any more when it is its turn.
        let refused = Err(TeamError::RoleForbids);
        assert!(outcomes == (Ok(()), refused) || outcomes == (refused, Ok(())), "{outcomes:?}");
        let owners = roles(&test, demo).await.into_iter().filter(|(_, role)| *role == Role::Owner).count();
        assert_eq!(owners, 1);
        let leaving = tokio::join!(change(&test, other, one, one, None), change(&test, other, two, two, None));
        let stays = Err(TeamError::LastOwner);
        assert!(leaving == (Ok(()), stays) || leaving == (stays, Ok(())), "{leaving:?}");
        assert_eq!(roles(&test, other).await.len(), 1);
    }
}

/// OPS-01, T19: one open invitation per address; a new one, a new link and a withdrawal end the old link.
#[tokio::test]
async fn invitations_have_one_link_that_works() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner), (other, Role::Owner)]).await;
    let first = invite(&test, demo, owner, " Ann@demo.test", Role::Editor, 1).await.unwrap();
    let elsewhere = invite(&test, other, owner, "ann@demo.test", Role::Finance, 2).await.unwrap();
    let second = invite(&test, demo, owner, "ANN@demo.test ", Role::Support, 3).await.unwrap();
    assert_ne!(first, second);
    let open = test.store.invitations(demo, NOW).await.unwrap();
    assert_eq!(open.len(), 1);
    assert_eq!((open[0].id, open[0].email.as_str(), open[0].role), (second, "ANN@demo.test", Role::Support));
    assert_eq!(open[0].invited_by.as_deref(), Some("Olive Owner"));
    assert_eq!(open[0].expires_at, NOW.plus(INVITATION_LIFE));
    assert_eq!(accept(&test, 1, newcomer(), NOW).await, AcceptOutcome::Ended, "replaced");

    let later = NOW.plus(1_000);
    let resend = async |channel, id, number| {
        let entry = audit_entry(Action::ResendInvitation);
        test.store.invitation_resend(channel, id, letter(number, later), entry).await.unwrap()
    };
    assert_eq!(resend(other, second, 4).await, None, "of another channel");
    assert_eq!(resend(demo, second, 4).await, Some(()));
    assert_eq!(accept(&test, 3, newcomer(), later).await, AcceptOutcome::Ended, "sent again");
    let renewed = test.store.invitation_by_token(token(4), later).await.unwrap().unwrap();
    assert_eq!((renewed.id, renewed.expires_at), (second, later.plus(INVITATION_LIFE)));

    let withdraw = async |channel, id| {
        test.store.invitation_withdraw(channel, id, audit_entry(Action::WithdrawInvitation)).await.unwrap()
    };
    assert_eq!(withdraw(other, second).await, None, "of another channel");
    assert_eq!(withdraw(demo, second).await, Some(()));
    assert_eq!(withdraw(demo, second).await, None);
    assert_eq!(accept(&test, 4, newcomer(), later).await, AcceptOutcome::Ended, "withdrawn");
    assert_eq!(test.store.invitations(other, NOW).await.unwrap()[0].id, elsewhere);
    assert_eq!(count(&test, "operators").await, 1);
    let said: Vec<_> =
        recorded(&test).await.into_iter().map(|(action, _, before, after)| (action, before, after)).collect();
    let invited = |before: Value, after: &str| ("invite_operator".to_owned(), before, json!(after));
    let ends = |at: Timestamp| json!({ "expires_at": at.plus(INVITATION_LIFE).0 });
    assert_eq!(
        said,
        [
            invited(Value::Null, "editor"),
            invited(Value::Null, "finance"),
            invited(json!("editor"), "support"),
            ("resend_invitation".to_owned(), ends(NOW), ends(later)),
            ("withdraw_invitation".to_owned(), json!("support"), Value::Null),
        ]
    );
    assert_eq!(count(&test, "mails").await, 4, "one for each invitation, one sent again");
}

/// OPS-01, T19: a token that is used twice at the same moment makes one operator, on the one channel.
#[tokio::test]
async fn invitation_is_accepted_once() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner), (other, Role::Owner)]).await;
    for round in 0..8 {
        let email = format!("Ann{round}@demo.test");
        invite(&test, demo, owner, &email, Role::Editor, 10 + round).await.unwrap();
        let accept = || accept(&test, 10 + round, newcomer(), NOW);
        let outcomes: [AcceptOutcome; 3] = tokio::join!(accept(), accept(), accept()).into();
        let joined = outcomes.iter().filter(|outcome| matches!(outcome, AcceptOutcome::Joined(_))).count();
        let ended = outcomes.iter().filter(|outcome| **outcome == AcceptOutcome::Ended).count();
        assert_eq!((joined, ended), (1, 2), "{outcomes:?}");
        assert_eq!(roles(&test, demo).await.len(), 2 + usize::from(round));
    }
    assert_eq!(roles(&test, other).await, [(owner, Role::Owner)]);
    let accepted = recorded(&test).await.into_iter().filter(|(action, ..)| action == "accept_invitation").count();
    assert_eq!(accepted, 8);
}

/// OPS-01, T19: two channels that invite a new address at the same moment make one account; it joins the second
/// channel by its login alone.
#[tokio::test]
async fn invitations_of_two_channels_make_one_account() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner), (other, Role::Owner)]).await;
    invite(&test, demo, owner, "ann@demo.test", Role::Editor, 1).await.unwrap();
    invite(&test, other, owner, "ann@demo.test", Role::Finance, 2).await.unwrap();
    let outcomes: [AcceptOutcome; 2] =
        tokio::join!(accept(&test, 1, newcomer(), NOW), accept(&test, 2, newcomer(), NOW)).into();
    let joined = outcomes.iter().position(|outcome| matches!(outcome, AcceptOutcome::Joined(_))).unwrap();
    assert_eq!(outcomes[1 - joined], AcceptOutcome::NeedsLogin);
    let key = EmailKey::of("ann@demo.test").unwrap();
    let ann = test.store.operator_by_email(&key).await.unwrap().unwrap().operator.id;
    let open = if joined == 0 { 2 } else { 1 };
    assert_eq!(accept(&test, open, Invitee::Known(owner), NOW).await, AcceptOutcome::NeedsLogin, "another operator");
    assert!(matches!(accept(&test, open, Invitee::Known(ann), NOW).await, AcceptOutcome::Joined(of) if of.id == ann));
    assert_eq!(roles(&test, demo).await, [(owner, Role::Owner), (ann, Role::Editor)]);
    assert_eq!(roles(&test, other).await, [(owner, Role::Owner), (ann, Role::Finance)]);
}

/// OPS-01, T19: an invitation ends after its life, and is forgotten then; an operator who came to the team in another
/// way keeps that role.
#[tokio::test]
async fn invitations_end_in_time() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner)]).await;
    invite(&test, demo, owner, "ann@demo.test", Role::Editor, 1).await.unwrap();
    invite(&test, demo, owner, "ben@demo.test", Role::Support, 2).await.unwrap();
    let end = NOW.plus(INVITATION_LIFE);
    assert_eq!(accept(&test, 1, newcomer(), end).await, AcceptOutcome::Ended);
    assert_eq!(test.store.invitations(demo, end).await.unwrap(), []);
    assert_eq!(test.store.invitations_drop_old(end.plus(-1)).await.unwrap(), 0);
    assert!(matches!(accept(&test, 1, newcomer(), end.plus(-1)).await, AcceptOutcome::Joined(_)));

    let ben = hire(&test, "ben@demo.test", &[(demo, Role::Owner)]).await;
    assert!(matches!(accept(&test, 2, Invitee::Known(ben), NOW).await, AcceptOutcome::Joined(_)));
    assert!(roles(&test, demo).await.contains(&(ben, Role::Owner)));
    assert_eq!(invite(&test, demo, owner, "BEN@demo.test", Role::Support, 3).await, Err(TeamError::AlreadyInTeam));
    invite(&test, demo, owner, "cleo@demo.test", Role::Support, 4).await.unwrap();
    assert_eq!(test.store.invitations_drop_old(end).await.unwrap(), 1);
}

/// OPS-01, T46: a channel has a hundred open invitations; those of another channel and those that ended do not count.
#[tokio::test]
async fn open_invitations_are_limited() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let owner = hire(&test, "owner@demo.test", &[(demo, Role::Owner), (other, Role::Owner)]).await;
    for number in 0..100 {
        invite(&test, demo, owner, &format!("a{number}@demo.test"), Role::Editor, number).await.unwrap();
    }
    assert_eq!(invite(&test, demo, owner, "b@demo.test", Role::Editor, 100).await, Err(TeamError::TooManyInvitations));
    assert!(invite(&test, demo, owner, "a7@demo.test", Role::Editor, 101).await.is_ok(), "replaces its own");
    assert!(invite(&test, other, owner, "b@demo.test", Role::Editor, 102).await.is_ok());
    assert_eq!(test.store.invitations(demo, NOW).await.unwrap().len(), 100);
    test.execute(&format!("UPDATE operator_invitations SET expires_at = {} WHERE email_key = 'a8@demo.test'", NOW.0))
        .await;
    assert!(invite(&test, demo, owner, "b@demo.test", Role::Editor, 103).await.is_ok());
}
