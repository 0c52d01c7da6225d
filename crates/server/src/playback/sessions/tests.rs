use super::*;

const CHANNEL: ChannelId = ChannelId(1);
const FAN: AccountId = AccountId(7);

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(1_800_000_000 + seconds)
}

fn session(number: usize) -> PlaySession {
    let mut session = [0; 16];
    session[..8].copy_from_slice(&number.to_le_bytes());
    session
}

fn here() -> ViewerNetwork {
    there(1)
}

fn there(number: u8) -> ViewerNetwork {
    ViewerNetwork::of([192, 0, 2, number].into())
}

/// A session of a device of the fan's.
fn begin(sessions: &PlaySessions, number: u8) -> Arc<Play> {
    let login = Login { account: FAN, session: KeyHash([number; 32]) };
    let play = Arc::new(Play::new(CHANNEL, Subject::Game(EventId(1)), Some(login), at(0), at(300)));
    assert!(sessions.insert(session(number.into()), play.clone(), at(0)).is_some());
    play
}

/// T7: two at once; a third waits until one of them has been idle for half a minute.
#[test]
fn streams_of_an_account_have_a_limit() {
    let sessions = PlaySessions::new();
    let plays = [1, 2, 3].map(|number| begin(&sessions, number));
    assert!(sessions.admit(&plays[0], here(), 2, at(0)) && sessions.admit(&plays[1], here(), 2, at(0)));
    assert!(!sessions.admit(&plays[2], here(), 2, at(1)));
    assert!(sessions.admit(&plays[0], here(), 2, at(20)), "one that plays goes on");
    assert!(!sessions.admit(&plays[2], here(), 2, at(29)));
    assert!(sessions.admit(&plays[2], here(), 2, at(30)), "the second has been idle");
    assert!(!sessions.admit(&plays[1], here(), 2, at(31)), "and has to wait now");
    assert!(sessions.admit(&plays[0], here(), 1, at(32)), "a limit that was lowered ends nobody's stream");
}

/// T7, I5: of sessions that begin at the same moment, no more than the limit get in.
#[test]
fn stream_limit_holds_for_concurrent_sessions() {
    let sessions = PlaySessions::new();
    let plays: Vec<_> = (1..=16).map(|number| begin(&sessions, number)).collect();
    let authorized = std::thread::scope(|scope| {
        let tries: Vec<_> = plays.iter().map(|play| scope.spawn(|| sessions.admit(play, here(), 2, at(0)))).collect();
        tries.into_iter().map(|tried| tried.join().unwrap()).filter(|authorized| *authorized).count()
    });
    assert_eq!(authorized, 2);
}

/// T1, T7: a session in two places is one viewer; each further one is a stream more, until a place has been idle.
#[test]
fn an_address_that_is_handed_around_counts() {
    let sessions = PlaySessions::new();
    let [handed, own] = [1, 2].map(|number| begin(&sessions, number));
    let at_once = |number| sessions.admit(&handed, there(number), 2, at(0));
    assert!(at_once(1) && at_once(2) && at_once(3), "one viewer and another");
    assert!(!at_once(4) && !handed.is_known_at(there(4)));
    assert!(!sessions.admit(&own, here(), 2, at(1)) && sessions.is_full(CHANNEL, FAN, Some(&own), 2, at(1)));
    assert!(sessions.admit(&handed, there(1), 2, at(20)) && sessions.admit(&handed, there(2), 2, at(20)));
    assert!(sessions.admit(&own, here(), 2, at(30)), "the third place has been idle");
    assert!(!sessions.admit(&handed, there(3), 2, at(31)));
    assert!(sessions.admit(&handed, there(4), 2, at(50)), "a network that changed, once the others are idle");
    // Whatever the limit, no more places than there are seats.
    let crowd = (5..=9).filter(|number| sessions.admit(&handed, there(*number), 100, at(51))).count();
    assert_eq!(crowd, 3);
}

/// T7, T55: networks are counted over all sessions of an account, and its addresses in one network are one.
#[test]
fn sessions_share_the_networks_of_an_account() {
    let sessions = PlaySessions::new();
    let [page, television, other] = [1, 2, 3].map(|number| begin(&sessions, number));
    let home = |last: u16| ViewerNetwork::of(std::net::Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 9, 9, 9, last).into());
    assert!((0..20).all(|last| sessions.admit(&page, home(last), 2, at(0))), "privacy addresses of one household");
    assert!((20..40).all(|last| sessions.admit(&television, home(last), 2, at(0))));
    assert!(!sessions.admit(&other, home(40), 2, at(0)), "three screens are three streams, wherever they are");
    assert!(sessions.admit(&page, there(1), 2, at(100)) && sessions.admit(&page, there(2), 2, at(100)));
    assert!(sessions.admit(&television, there(3), 2, at(100)), "two viewers, one of whom changes networks");
    assert!(!sessions.admit(&television, there(4), 2, at(101)), "each session alone would be one viewer");
    assert!(sessions.is_full(CHANNEL, FAN, Some(&other), 2, at(101)));
    assert!(sessions.admit(&television, there(1), 2, at(101)), "a network that is known already");
    let rival = Login { account: AccountId(8), session: KeyHash([9; 32]) };
    let rival = Arc::new(Play::new(CHANNEL, Subject::Game(EventId(1)), Some(rival), at(0), at(300)));
    assert!(sessions.admit(&rival, there(4), 2, at(101)), "another member's are not counted");
    assert!(sessions.admit(&television, there(4), 2, at(130)), "the others have been idle");
}

/// T7: a private address does not move: each network that it is used in is a stream, and both kinds of one household's
/// are one.
#[test]
fn each_network_of_an_address_is_a_stream() {
    let sessions = PlaySessions::new();
    let own = begin(&sessions, 9);
    let login = Login { account: FAN, session: KeyHash([1; 32]) };
    let game = Subject::Game(EventId(1));
    let address = Arc::new(Play::of_address(CHANNEL, game, MediaId(1), login, at(0), at(300)));
    let ipv6 = |home: u16| ViewerNetwork::of(std::net::Ipv6Addr::new(0x2001, 0xdb8, home, 0, 0, 0, 0, 1).into());
    let at_once = |place| sessions.admit(&address, place, 2, at(0));
    assert!(at_once(there(1)) && at_once(ipv6(1)));
    assert!(!sessions.is_full(CHANNEL, FAN, Some(&own), 2, at(1)), "one household is one stream");
    assert!(at_once(there(2)), "a second household is a second stream");
    assert!(!at_once(there(3)), "a third one");
    assert!(!at_once(ipv6(2)), "what holds for all networks of an account holds beside it");
    assert!(!sessions.admit(&own, here(), 2, at(1)) && sessions.is_full(CHANNEL, FAN, Some(&own), 2, at(1)));
    let rival = Login { account: AccountId(8), session: KeyHash([2; 32]) };
    let rival = Arc::new(Play::of_address(CHANNEL, game, MediaId(1), rival, at(0), at(300)));
    assert!(sessions.admit(&rival, there(3), 1, at(1)), "another member's are not counted");
    assert!(!sessions.admit(&rival, there(4), 1, at(1)), "where one stream is allowed, one network is");
    assert!(sessions.admit(&own, here(), 2, at(31)), "the others have been idle");
}

/// T7: what a private address begins ends what it played before.
#[test]
fn an_address_has_one_session() {
    let sessions = PlaySessions::new();
    let of = |account, key| Login { account, session: KeyHash([key; 32]) };
    let begin = |number, login, game| {
        let play = Play::of_address(CHANNEL, Subject::Game(EventId(game)), MediaId(game), login, at(0), at(300));
        sessions.replace(session(number), Arc::new(play), at(0)).unwrap()
    };
    let [first, other] = [begin(1, of(FAN, 1), 1), begin(2, of(FAN, 2), 1)];
    assert!(sessions.admit(&first, here(), 2, at(0)) && sessions.admit(&other, here(), 2, at(0)));
    let second = begin(1, of(FAN, 1), 2);
    assert!(!first.is_good(at(1)) && second.is_good(at(1)) && other.is_good(at(1)));
    assert!(Arc::ptr_eq(&sessions.find(&session(1)).unwrap(), &second));
    assert!(sessions.admit(&second, here(), 2, at(1)), "its stream is free at once");
    sessions.login_ended(CHANNEL, KeyHash([1; 32]));
    assert!(!second.is_good(at(2)) && other.is_good(at(2)));
}

/// T1, T7: the same without an account; another anonymous session is another viewer.
#[test]
fn anonymous_address_is_limited_to_few_networks() {
    let sessions = PlaySessions::new();
    let [handed, other] = [1, 2].map(|number| {
        let play = Arc::new(Play::new(CHANNEL, Subject::Game(EventId(1)), None, at(0), at(300)));
        sessions.insert(session(number), play, at(0)).unwrap()
    });
    let at_once = |number| sessions.admit(&handed, there(number), 2, at(0));
    assert!(at_once(1) && at_once(2) && at_once(3) && at_once(1), "one viewer and another");
    assert!(!at_once(4) && !handed.is_known_at(there(4)));
    assert!(sessions.admit(&other, there(4), 2, at(0)), "who asks for an address of their own has one");
    assert!(sessions.admit(&handed, there(1), 2, at(20)) && !sessions.admit(&handed, there(4), 2, at(29)));
    assert!(sessions.admit(&handed, there(4), 2, at(31)), "the others have been idle");
    let crowd = std::thread::scope(|scope| {
        let enter = |number| sessions.admit(&other, there(number), 2, at(100));
        let tries: Vec<_> = (10..30).map(|number| scope.spawn(move || enter(number))).collect();
        tries.into_iter().map(|tried| tried.join().unwrap()).filter(|authorized| *authorized).count()
    });
    assert_eq!(crowd, 3);
}

/// T7: taking over ends the others at once, and they know it.
#[test]
fn taking_over_ends_the_others() {
    let sessions = PlaySessions::new();
    let plays = [1, 2, 3].map(|number| begin(&sessions, number));
    assert!(sessions.admit(&plays[0], here(), 2, at(0)) && sessions.admit(&plays[1], here(), 2, at(0)));
    assert!(sessions.is_full(CHANNEL, FAN, Some(&plays[2]), 2, at(1)));
    assert!(!sessions.is_full(CHANNEL, FAN, Some(&plays[1]), 2, at(1)));
    sessions.take_over(CHANNEL, FAN, Some(&plays[2]));
    assert!(!plays[0].is_good(at(1)) && plays[1].was_taken_over() && plays[2].is_good(at(1)));
    assert!(sessions.admit(&plays[2], here(), 2, at(1)));
}

/// T1: a session ends with its login, and with its newest token.
#[test]
fn sessions_end_with_their_login_and_their_tokens() {
    let sessions = PlaySessions::new();
    let [first, second] = [1, 2].map(|number| begin(&sessions, number));
    sessions.login_ended(CHANNEL, KeyHash([1; 32]));
    assert!(!first.is_good(at(1)) && second.is_good(at(1)));
    assert!(second.is_good(at(299)) && !second.is_good(at(300)));
    second.renew(at(200), at(500));
    assert!(second.is_good(at(499)) && !second.is_good(at(500)));
    second.renew(at(210), at(400));
    assert!(second.is_good(at(499)), "an older token shortens nothing");
}

/// T7: a session that two take up at once is one, and one stream.
#[test]
fn a_session_is_taken_up_once() {
    let sessions = PlaySessions::new();
    let first = begin(&sessions, 1);
    let again = Arc::new(Play::new(CHANNEL, first.subject, first.login, at(0), at(300)));
    let held = sessions.insert(session(1), again, at(0)).unwrap();
    assert!(Arc::ptr_eq(&held, &first));
}

/// T1: one request asks, for all at the same time.
#[test]
fn a_session_is_checked_now_and_then() {
    let sessions = PlaySessions::new();
    let play = begin(&sessions, 1);
    assert!(!play.is_due(at(19)));
    assert!(play.is_due(at(20)) && !play.is_due(at(20)));
    assert!(play.is_due(at(40)));
}

/// T6: a download begins once; a continued one has begun.
#[test]
fn a_download_begins_once() {
    let sessions = PlaySessions::new();
    let play = begin(&sessions, 1);
    let [here, neighbour, there] =
        ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"].map(|address| ViewerNetwork::of(address.parse().unwrap()));
    assert!(play.begin_download(here, false, at(10)));
    assert!(!play.begin_download(here, false, at(11)), "a second time");
    assert!(play.begin_download(here, true, at(11)) && !play.begin_download(there, true, at(11)));
    assert!(play.begin_download(neighbour, true, at(12)), "an address that changed within its network");
    assert!(play.is_good(at(3600)), "it may take longer than a token lives");
}

/// The table is bounded, and running ones are the last to go.
#[test]
fn unplayed_sessions_make_room_first() {
    let sessions = PlaySessions::new();
    let anonymous = || Arc::new(Play::new(CHANNEL, Subject::Game(EventId(1)), None, at(0), at(300)));
    let watched = anonymous();
    assert!(
        sessions.insert(session(0), watched.clone(), at(0)).is_some() && sessions.admit(&watched, here(), 2, at(0))
    );
    // All of them in one part of the table.
    for number in 1..3 * MAX_IN_SHARD {
        assert!(sessions.insert(session(number * 256), anonymous(), at(0)).is_some());
    }
    let held: usize = sessions.shards.iter().map(|shard| shard.read().unwrap().entries.len()).sum();
    assert_eq!(held, MAX_IN_SHARD);
    assert!(sessions.find(&session(0)).is_some());
}
