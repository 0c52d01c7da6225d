//! Who has which form of the console open. A window says so again and again; one that no longer does is forgotten. In
//! memory for the windows of this server; servers on one database tell each other by a table.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::{ChannelId, OperatorId};
use domain::site::SiteKind;
use domain::time::Timestamp;
use rand::RngExt;
use store::{OpenForm, Store};
use tokio::sync::watch;

use crate::clock::Clock;

/// How soon other servers hear of a window, and this one of theirs.
pub(crate) const EXCHANGE_INTERVAL: Duration = Duration::from_secs(2);
/// How long a window counts that says nothing.
pub(crate) const LIFE: i64 = 60 * Timestamp::SECOND;
/// How often what has not changed is written again, so that other servers do not forget it.
const REPEAT: i64 = 20 * Timestamp::SECOND;
/// Windows of one operator, and of all of them at this server.
const MAX_OF_OPERATOR: usize = 32;
const MAX_WINDOWS: usize = 1_000;

/// A form: the thing that is edited in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    pub(crate) channel: ChannelId,
    pub(crate) kind: &'static str,
    pub(crate) item: i64,
}

impl Form {
    pub(crate) fn new(channel: ChannelId, kind: SiteKind, item: i64) -> Self {
        Self { channel, kind: kind.word(), item }
    }

    fn is_of(&self, open: &OpenForm) -> bool {
        (self.channel, self.kind, self.item) == (open.channel, open.kind.as_str(), open.item)
    }
}

/// An operator who has a form open, in one window or in several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Present {
    pub(crate) operator: OperatorId,
    pub(crate) name: String,
    /// When they typed something last.
    pub(crate) edited_at: Option<Timestamp>,
}

struct Window {
    form: Form,
    operator: OperatorId,
    name: String,
    edited_at: Option<Timestamp>,
    seen_at: Timestamp,
}

#[derive(Default)]
struct Open {
    /// By the word that the browser made up, and whose it is.
    here: HashMap<(OperatorId, String), Window>,
    elsewhere: Vec<OpenForm>,
    /// Windows came, went or were typed into since other servers were told.
    has_news: bool,
    told_at: Option<Timestamp>,
}

pub(crate) struct Presence {
    /// Of this run of the server.
    node: String,
    open: Mutex<Open>,
    changes: watch::Sender<()>,
    store: Store,
    clock: Clock,
}

/// An open form, until it is dropped.
pub(crate) struct OpenWindow {
    presence: Arc<Presence>,
    form: Form,
    key: (OperatorId, String),
    changes: watch::Receiver<()>,
}

impl Presence {
    pub(crate) fn new(store: Store, clock: Clock) -> Self {
        let node = format!("{:016x}", rand::rng().random::<u64>());
        Self { node, open: Mutex::default(), changes: watch::Sender::new(()), store, clock }
    }

    /// A window opens a form; `None` if there are too many.
    pub(crate) fn enter(
        self: &Arc<Self>,
        form: Form,
        operator: OperatorId,
        name: &str,
        place: &str,
    ) -> Option<OpenWindow> {
        let key = (operator, place.to_owned());
        let seen_at = self.clock.now();
        let mut open = self.open();
        open.forget(seen_at);
        let of_operator = open.here.keys().filter(|(whose, _)| *whose == operator).count();
        if !open.here.contains_key(&key) && (of_operator >= MAX_OF_OPERATOR || open.here.len() >= MAX_WINDOWS) {
            return None;
        }
        let edited_at = open.here.get(&key).filter(|window| window.form == form).and_then(|window| window.edited_at);
        let window = Window { form, operator, name: name.to_owned(), edited_at, seen_at };
        open.here.insert(key.clone(), window);
        open.has_news = true;
        drop(open);
        self.changes.send_replace(());
        Some(OpenWindow { presence: self.clone(), form, key, changes: self.changes.subscribe() })
    }

    /// A window is still there, and was typed into or not. One that is not known is left alone.
    pub(crate) fn renew(&self, operator: OperatorId, place: &str, is_edited: bool) {
        let now = self.clock.now();
        let mut open = self.open();
        let Some(window) = open.here.get_mut(&(operator, place.to_owned())) else { return };
        window.seen_at = now;
        if is_edited {
            window.edited_at = Some(now);
            open.has_news = true;
            drop(open);
            self.changes.send_replace(());
        }
    }

    /// Tells other servers of the windows here, and hears of theirs.
    pub(crate) async fn exchange(&self) {
        let now = self.clock.now();
        let (told, is_idle) = {
            let mut open = self.open();
            if open.forget(now) {
                self.changes.send_replace(());
            }
            let is_due = open.told_at.is_none_or(|at| at.plus(REPEAT) <= now) && !open.here.is_empty();
            let told = (open.has_news || is_due).then(|| open.listed());
            (told, open.here.is_empty() && !open.has_news)
        };
        // Without a window here, nobody wants to know of those elsewhere.
        if is_idle {
            return;
        }
        if let Some(listed) = told {
            self.open().has_news = false;
            match self.store.open_forms_note(&self.node, listed, now.plus(-LIFE), now).await {
                Ok(()) => self.open().told_at = Some(now),
                Err(cause) => {
                    self.open().has_news = true;
                    tracing::debug!(%cause, "open forms could not be written down");
                }
            }
        }
        let Ok(elsewhere) = self.store.open_forms_elsewhere(&self.node, now.plus(-LIFE)).await else { return };
        let mut open = self.open();
        if open.elsewhere != elsewhere {
            open.elsewhere = elsewhere;
            drop(open);
            self.changes.send_replace(());
        }
    }

    /// The others who have a form open, by name.
    fn others(&self, form: Form, own: OperatorId) -> Vec<Present> {
        let (now, open) = (self.clock.now(), self.open());
        let here = open.here.values().filter(|window| window.form == form && window.is_there(now));
        let here = here.map(|window| (window.operator, &window.name, window.edited_at));
        let elsewhere = open.elsewhere.iter().filter(|open| form.is_of(open));
        let elsewhere = elsewhere.map(|open| (open.operator, &open.name, open.edited_at));
        let mut people: Vec<Present> = Vec::new();
        for (operator, name, edited_at) in here.chain(elsewhere).filter(|(operator, ..)| *operator != own) {
            match people.iter_mut().find(|known| known.operator == operator) {
                Some(known) => known.edited_at = known.edited_at.max(edited_at),
                None => people.push(Present { operator, name: name.clone(), edited_at }),
            }
        }
        people.sort_by(|one, other| (&one.name, one.operator.0).cmp(&(&other.name, other.operator.0)));
        people
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Drops windows that have said nothing for long; true if there were some.
    fn forget(&mut self, now: Timestamp) -> bool {
        let before = self.here.len();
        self.here.retain(|_, window| window.is_there(now));
        let has_forgotten = self.here.len() < before;
        self.has_news |= has_forgotten;
        has_forgotten
    }

    fn listed(&self) -> Vec<OpenForm> {
        let open = |((operator, place), window): (&(OperatorId, String), &Window)| OpenForm {
            channel: window.form.channel,
            operator: *operator,
            name: window.name.clone(),
            kind: window.form.kind.to_owned(),
            item: window.form.item,
            // Two operators may have made up the same word.
            place: format!("{operator}-{place}"),
            edited_at: window.edited_at,
        };
        self.here.iter().map(open).collect()
    }
}

impl Window {
    fn is_there(&self, now: Timestamp) -> bool {
        self.seen_at.plus(LIFE) > now
    }
}

impl OpenWindow {
    /// The others who have the form open now.
    pub(crate) fn others(&mut self) -> Vec<Present> {
        self.changes.mark_unchanged();
        self.presence.others(self.form, self.key.0)
    }

    /// Waits until somebody comes, goes or types, here or in another form.
    pub(crate) async fn changed(&mut self) {
        // The sender lives as long as the presence that this window holds.
        let _ = self.changes.changed().await;
    }

    /// Whether the window has said lately that it is there.
    pub(crate) fn is_there(&self) -> bool {
        let now = self.presence.clock.now();
        self.presence.open().here.get(&self.key).is_some_and(|window| window.is_there(now))
    }
}

impl Drop for OpenWindow {
    fn drop(&mut self) {
        let mut open = self.presence.open();
        // The same window may have opened another form since.
        if open.here.get(&self.key).is_some_and(|window| window.form == self.form) {
            open.here.remove(&self.key);
            open.has_news = true;
            drop(open);
            self.presence.changes.send_replace(());
        }
    }
}
