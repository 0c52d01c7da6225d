//! Play sessions: who plays what. In memory alone; what a restart has forgotten is taken up again from its token, until
//! that ends, so that nobody's game stops with it.
//!
//! A session begins with the first address that somebody is given. It keeps all of its tokens good for as long as newer
//! ones are issued to it, since casting devices and native players cannot change their address; it can be ended at once;
//! and it counts as one of its account's streams from its first media until half a minute after its last.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};

use domain::ids::{AccountId, ChannelId, ClipId, EventId, VodItemId};
use domain::playback::PlaySession;
use domain::session_key::KeyHash;
use domain::time::Timestamp;

use crate::clips::ClipFile;

/// A stream that asked for nothing for this long has ended.
const IDLE: i64 = 30 * Timestamp::SECOND;
/// Used within this time, a session has its place for sure: nobody has to be asked.
const FRESH: i64 = IDLE / 2;
/// How often it is asked whether a session may still go on; members are known for ten seconds, so that nobody watches
/// for more than half a minute after their access ended.
const CHECK_EVERY: i64 = 20 * Timestamp::SECOND;
/// How long a download that began may take, with its pauses.
const DOWNLOAD_TIME: i64 = 6 * Timestamp::HOUR;

const SHARDS: usize = 64;
/// In all a quarter of a million.
const MOST_IN_SHARD: usize = 4_096;
/// Of one login: somebody who opens page after page.
const MOST_OF_LOGIN: usize = 64;

/// What a session plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    Game(EventId),
    Film(VodItemId),
    /// A clip of a game, as a file of this form.
    Clip {
        clip: ClipId,
        event: EventId,
        file: ClipFile,
    },
}

/// The account that plays, and the key that it is logged in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) account: AccountId,
    pub(crate) session: KeyHash,
}

pub(crate) struct Play {
    pub(crate) channel: ChannelId,
    pub(crate) subject: Subject,
    /// Nobody's for those who watch without an account.
    pub(crate) login: Option<Login>,
    valid_until: AtomicI64,
    /// 0 until the first media.
    last_used: AtomicI64,
    checked_at: AtomicI64,
    ended: AtomicBool,
    taken_over: AtomicBool,
    /// Taken up again after a restart: whose it is nobody knows any more.
    is_restored: bool,
    /// Where a download was begun from.
    begun_from: OnceLock<IpAddr>,
}

impl Play {
    pub(crate) fn new(
        channel: ChannelId,
        subject: Subject,
        login: Option<Login>,
        now: Timestamp,
        until: Timestamp,
    ) -> Self {
        Self {
            channel,
            subject,
            login,
            valid_until: AtomicI64::new(until.0),
            last_used: AtomicI64::new(0),
            checked_at: AtomicI64::new(now.0),
            ended: AtomicBool::new(false),
            taken_over: AtomicBool::new(false),
            is_restored: false,
            begun_from: OnceLock::new(),
        }
    }

    /// One that was begun before this server was, by what its token says.
    pub(crate) fn restored(channel: ChannelId, subject: Subject, now: Timestamp, until: Timestamp) -> Self {
        Self { is_restored: true, ..Self::new(channel, subject, None, now, until) }
    }

    pub(crate) fn is_restored(&self) -> bool {
        self.is_restored
    }

    pub(crate) fn is_good(&self, now: Timestamp) -> bool {
        !self.ended.load(Relaxed) && now.0 < self.valid_until.load(Relaxed)
    }

    pub(crate) fn was_taken_over(&self) -> bool {
        self.taken_over.load(Relaxed)
    }

    /// Newer tokens keep the older ones good.
    pub(crate) fn renew(&self, now: Timestamp, until: Timestamp) {
        self.valid_until.fetch_max(until.0, Relaxed);
        self.checked_at.fetch_max(now.0, Relaxed);
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// Whether it is this caller's turn to ask if the session may still go on.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        let checked = self.checked_at.load(Relaxed);
        now.0 - checked >= CHECK_EVERY && self.checked_at.compare_exchange(checked, now.0, Relaxed, Relaxed).is_ok()
    }

    /// Begins a download, once; what was begun may be gone on with from the same place.
    pub(crate) fn begin_download(&self, from: IpAddr, goes_on: bool, now: Timestamp) -> bool {
        if self.begun_from.set(from).is_ok() {
            self.valid_until.fetch_max(now.plus(DOWNLOAD_TIME).0, Relaxed);
            return true;
        }
        goes_on && self.begun_from.get() == Some(&from)
    }

    fn is_streaming(&self, now: Timestamp) -> bool {
        !self.ended.load(Relaxed) && now.0 - self.last_used.load(Relaxed) < IDLE
    }

    fn is_unused(&self) -> bool {
        self.last_used.load(Relaxed) == 0 && self.begun_from.get().is_none()
    }
}

/// All of this server's sessions. Finding one is all that viewers share, in one of many parts.
pub(crate) struct PlaySessions {
    shards: Vec<RwLock<Tidied<PlaySession, Arc<Play>>>>,
    people: Mutex<People>,
}

#[derive(Default)]
struct People {
    /// Sessions that count as streams.
    streams: Tidied<(ChannelId, AccountId), Vec<Arc<Play>>>,
    logins: Tidied<(ChannelId, KeyHash), Vec<Weak<Play>>>,
}

impl PlaySessions {
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| RwLock::default()).collect(), people: Mutex::default() }
    }

    pub(crate) fn find(&self, session: &PlaySession) -> Option<Arc<Play>> {
        let shard = self.shard(session).read().unwrap_or_else(PoisonError::into_inner);
        shard.entries.get(session).cloned()
    }

    /// Adds a session. Where there are too many, one that nobody has used yet makes room; false when all are in use.
    pub(crate) fn insert(&self, session: PlaySession, play: Arc<Play>, now: Timestamp) -> bool {
        if let Some(login) = play.login {
            self.remember_login((play.channel, login.session), &play, now);
        }
        let mut shard = self.shard(&session).write().unwrap_or_else(PoisonError::into_inner);
        shard.tidy(|_, play| play.is_good(now));
        if shard.entries.len() >= MOST_IN_SHARD {
            shard.entries.retain(|_, play| play.is_good(now));
        }
        if shard.entries.len() >= MOST_IN_SHARD {
            let unused = shard.entries.iter().find(|(_, play)| play.is_unused()).map(|(session, _)| *session);
            let Some(unused) = unused else { return false };
            shard.entries.remove(&unused);
        }
        shard.entries.insert(session, play);
        true
    }

    /// Lets a session have one of its account's streams, or keep the one that it has; false when others have them all.
    pub(crate) fn admit(&self, play: &Arc<Play>, most: u32, now: Timestamp) -> bool {
        let Some(login) = play.login else {
            play.last_used.store(now.0, Relaxed);
            return true;
        };
        // Only those who were admitted are ever used, and nobody takes their place before they are idle.
        if now.0 - play.last_used.load(Relaxed) < FRESH {
            play.last_used.store(now.0, Relaxed);
            return true;
        }
        let mut people = self.people();
        people.streams.tidy(|_, plays| plays.iter().any(|play| play.is_streaming(now)));
        let streams = people.streams.entries.entry((play.channel, login.account)).or_default();
        streams.retain(|other| other.is_streaming(now));
        if !streams.iter().any(|other| Arc::ptr_eq(other, play)) {
            if streams.len() >= most as usize {
                return false;
            }
            streams.push(play.clone());
        }
        play.last_used.store(now.0, Relaxed);
        true
    }

    /// Whether the account's streams are all in use by other sessions.
    pub(crate) fn is_full(
        &self,
        channel: ChannelId,
        account: AccountId,
        but: Option<&Arc<Play>>,
        most: u32,
        now: Timestamp,
    ) -> bool {
        let people = self.people();
        let streams = people.streams.entries.get(&(channel, account)).map_or(&[][..], Vec::as_slice);
        let is_other = |play: &&Arc<Play>| play.is_streaming(now) && but.is_none_or(|own| !Arc::ptr_eq(own, play));
        streams.iter().filter(is_other).count() >= most as usize
    }

    /// Ends the account's other streams.
    pub(crate) fn take_over(&self, channel: ChannelId, account: AccountId, but: Option<&Arc<Play>>) {
        let mut people = self.people();
        let Some(streams) = people.streams.entries.get_mut(&(channel, account)) else { return };
        streams.retain(|play| {
            let is_own = but.is_some_and(|own| Arc::ptr_eq(own, play));
            if !is_own {
                play.taken_over.store(true, Relaxed);
                play.end();
            }
            is_own
        });
    }

    /// Has everything that the account plays asked about anew: something that it held has ended.
    pub(crate) fn ask_again(&self, channel: ChannelId, account: AccountId) {
        let people = self.people();
        let streams = people.streams.entries.get(&(channel, account)).map_or(&[][..], Vec::as_slice);
        streams.iter().for_each(|play| play.checked_at.store(0, Relaxed));
    }

    /// Ends what is played with a login that has ended.
    pub(crate) fn end_login(&self, channel: ChannelId, session: KeyHash) {
        let plays = self.people().logins.entries.remove(&(channel, session)).unwrap_or_default();
        plays.iter().filter_map(Weak::upgrade).for_each(|play| play.end());
    }

    fn remember_login(&self, login: (ChannelId, KeyHash), play: &Arc<Play>, now: Timestamp) {
        let is_good = |play: &Weak<Play>| play.upgrade().is_some_and(|play| play.is_good(now));
        let mut people = self.people();
        people.logins.tidy(|_, plays| plays.iter().any(is_good));
        let plays = people.logins.entries.entry(login).or_default();
        if plays.len() >= MOST_OF_LOGIN {
            plays.retain(is_good);
        }
        if plays.len() >= MOST_OF_LOGIN {
            // Whoever opens so many at once has left the first of them.
            plays.remove(0).upgrade().inspect(|play| play.end());
        }
        plays.push(Arc::downgrade(play));
    }

    fn shard(&self, session: &PlaySession) -> &RwLock<Tidied<PlaySession, Arc<Play>>> {
        // Sessions are random, so any byte of them spreads them evenly.
        &self.shards[usize::from(session[0]) % SHARDS]
    }

    fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A map that is cleared of what is over whenever it has doubled: it stays within twice of what is needed.
struct Tidied<K, V> {
    entries: HashMap<K, V>,
    tidy_at: usize,
}

impl<K, V> Default for Tidied<K, V> {
    fn default() -> Self {
        Self { entries: HashMap::new(), tidy_at: 0 }
    }
}

impl<K: Hash + Eq, V> Tidied<K, V> {
    const LEAST: usize = 64;

    fn tidy(&mut self, is_needed: impl Fn(&K, &V) -> bool) {
        if self.entries.len() >= self.tidy_at {
            self.entries.retain(|key, value| is_needed(key, value));
            self.tidy_at = Self::LEAST.max(2 * self.entries.len());
        }
    }
}

#[cfg(test)]
mod tests {
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

    /// A session of a device of the fan's.
    fn begin(sessions: &PlaySessions, number: u8) -> Arc<Play> {
        let login = Login { account: FAN, session: KeyHash([number; 32]) };
        let play = Arc::new(Play::new(CHANNEL, Subject::Game(EventId(1)), Some(login), at(0), at(300)));
        assert!(sessions.insert(session(number.into()), play.clone(), at(0)));
        play
    }

    /// T7: two at once; a third waits until one of them has been idle for half a minute.
    #[test]
    fn streams_of_an_account_have_a_limit() {
        let sessions = PlaySessions::new();
        let plays = [1, 2, 3].map(|number| begin(&sessions, number));
        assert!(sessions.admit(&plays[0], 2, at(0)) && sessions.admit(&plays[1], 2, at(0)));
        assert!(!sessions.admit(&plays[2], 2, at(1)));
        assert!(sessions.admit(&plays[0], 2, at(20)), "one that plays goes on");
        assert!(!sessions.admit(&plays[2], 2, at(29)));
        assert!(sessions.admit(&plays[2], 2, at(30)), "the second has been idle");
        assert!(!sessions.admit(&plays[1], 2, at(31)), "and has to wait now");
        assert!(sessions.admit(&plays[0], 1, at(32)), "a limit that was lowered ends nobody's stream");
    }

    /// T7, I5: whoever comes at the same moment, no more than the limit get in.
    #[test]
    fn the_limit_holds_for_those_who_come_at_once() {
        let sessions = PlaySessions::new();
        let plays: Vec<_> = (1..=16).map(|number| begin(&sessions, number)).collect();
        let admitted = std::thread::scope(|scope| {
            let tries: Vec<_> = plays.iter().map(|play| scope.spawn(|| sessions.admit(play, 2, at(0)))).collect();
            tries.into_iter().map(|tried| tried.join().unwrap()).filter(|admitted| *admitted).count()
        });
        assert_eq!(admitted, 2);
    }

    /// T7: taking over ends the others at once, and they know it.
    #[test]
    fn taking_over_ends_the_others() {
        let sessions = PlaySessions::new();
        let plays = [1, 2, 3].map(|number| begin(&sessions, number));
        assert!(sessions.admit(&plays[0], 2, at(0)) && sessions.admit(&plays[1], 2, at(0)));
        assert!(sessions.is_full(CHANNEL, FAN, Some(&plays[2]), 2, at(1)));
        assert!(!sessions.is_full(CHANNEL, FAN, Some(&plays[1]), 2, at(1)));
        sessions.take_over(CHANNEL, FAN, Some(&plays[2]));
        assert!(!plays[0].is_good(at(1)) && plays[1].was_taken_over() && plays[2].is_good(at(1)));
        assert!(sessions.admit(&plays[2], 2, at(1)));
    }

    /// T1: a session ends with its login, and with its newest token.
    #[test]
    fn sessions_end_with_their_login_and_their_tokens() {
        let sessions = PlaySessions::new();
        let [first, second] = [1, 2].map(|number| begin(&sessions, number));
        sessions.end_login(CHANNEL, KeyHash([1; 32]));
        assert!(!first.is_good(at(1)) && second.is_good(at(1)));
        assert!(second.is_good(at(299)) && !second.is_good(at(300)));
        second.renew(at(200), at(500));
        assert!(second.is_good(at(499)) && !second.is_good(at(500)));
        second.renew(at(210), at(400));
        assert!(second.is_good(at(499)), "an older token shortens nothing");
    }

    /// T1: one asks, for all who come at the same time.
    #[test]
    fn a_session_is_checked_now_and_then() {
        let sessions = PlaySessions::new();
        let play = begin(&sessions, 1);
        assert!(!play.is_due(at(19)));
        assert!(play.is_due(at(20)) && !play.is_due(at(20)));
        assert!(play.is_due(at(40)));
    }

    /// T6: a download begins once; who goes on has begun it.
    #[test]
    fn a_download_begins_once() {
        let sessions = PlaySessions::new();
        let play = begin(&sessions, 1);
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().unwrap());
        assert!(play.begin_download(here, false, at(10)));
        assert!(!play.begin_download(here, false, at(11)), "a second time");
        assert!(play.begin_download(here, true, at(11)) && !play.begin_download(there, true, at(11)));
        assert!(play.is_good(at(3600)), "it may take longer than a token lives");
    }

    /// The table is bounded, and those who watch are the last to go.
    #[test]
    fn room_is_made_by_those_who_never_played() {
        let sessions = PlaySessions::new();
        let anonymous = || Arc::new(Play::new(CHANNEL, Subject::Game(EventId(1)), None, at(0), at(300)));
        let watched = anonymous();
        assert!(sessions.insert(session(0), watched.clone(), at(0)) && sessions.admit(&watched, 2, at(0)));
        // All of them in one part of the table.
        for number in 1..3 * MOST_IN_SHARD {
            assert!(sessions.insert(session(number * 256), anonymous(), at(0)));
        }
        let held: usize = sessions.shards.iter().map(|shard| shard.read().unwrap().entries.len()).sum();
        assert_eq!(held, MOST_IN_SHARD);
        assert!(sessions.find(&session(0)).is_some());
    }
}
