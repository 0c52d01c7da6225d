//! Server-sent events of a channel: clients get changes of games and of the channel's content within a second, at the cost
//! of one small task each. Members also get changes of their own orders.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::ids::{AccountId, ChannelId, OrderId};
use futures::stream;
use http::{HeaderValue, header};
use store::Version;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use transport::sse_writer::LongLived;

use crate::channels::followers::Place;
use crate::channels::member_feed::{MemberFeed, MemberSubscription};
use crate::channels::snapshot::{Channels, Games, Snapshot};

/// A connection on which nothing is sent for longer is cut by what stands in between.
const QUIET: Duration = Duration::from_secs(25);

/// A channel's newest changes, ready to send to all clients.
pub(crate) struct FrameSender {
    games: watch::Sender<GamesFrame>,
    content: watch::Sender<ContentFrame>,
}

/// For clients at the version before.
#[derive(Clone)]
struct GamesFrame {
    from: i64,
    to: i64,
    bytes: Bytes,
}

/// For clients at any older version.
#[derive(Clone)]
struct ContentFrame {
    version: i64,
    bytes: Bytes,
}

impl FrameSender {
    pub(crate) fn new(version: Version) -> Self {
        let games = GamesFrame { from: version.games, to: version.games, bytes: Bytes::new() };
        Self { games: watch::Sender::new(games), content: watch::Sender::new(ContentFrame::of(version.content)) }
    }

    /// Publishes each new version once. The channel is answered from memory at that version by then.
    pub(crate) fn tell(&self, channel: &Snapshot) {
        let from = self.games.borrow().to;
        let Games { version: to, .. } = channel.games;
        if to != from {
            self.games.send_replace(GamesFrame { from, to, bytes: games_frame(&channel.games, from) });
        }
        let content = channel.content_version;
        if content != self.content.borrow().version {
            self.content.send_replace(ContentFrame::of(content));
        }
    }
}

impl ContentFrame {
    /// Without an id: it is the games that a browser takes up again.
    fn of(version: i64) -> Self {
        Self { version, bytes: format!("event: content\ndata: {{\"version\":{version}}}\n\n").into() }
    }
}

/// The changes since a version, as an event of the stream.
fn games_frame(games: &Games, since: i64) -> Bytes {
    let changes = games.changes_since(since);
    // Plain numbers and texts always serialise; JSON has no line breaks, so it is one line of data.
    let json = serde_json::to_string(&changes).unwrap_or_else(|_| "{}".into());
    format!("id: {}\nevent: games\ndata: {json}\n\n", games.version).into()
}

/// Without an id: it is the games that a browser takes up again.
fn order_frame(order: OrderId) -> Bytes {
    format!("event: order\ndata: {{\"id\":{order}}}\n\n").into()
}

/// The member's next changed order; pending forever for anonymous visitors.
async fn moved(own: &mut Option<MemberSubscription>) -> OrderId {
    match own {
        Some(own) => own.next().await,
        None => std::future::pending().await,
    }
}

/// What the streams of changes are made from; cheap to hand on.
#[derive(Clone)]
pub(crate) struct ChangeFeed {
    pub(crate) channels: Arc<Channels>,
    /// Events for single members.
    pub(crate) members: Arc<MemberFeed>,
    /// Cancelled when the server stops, so that what waits for ever ends.
    pub(crate) stop: CancellationToken,
}

/// A client of the feed.
struct Listener {
    channels: Arc<Channels>,
    channel: ChannelId,
    /// The version that the client has.
    known: Version,
    games: watch::Receiver<GamesFrame>,
    content: watch::Receiver<ContentFrame>,
    stop: CancellationToken,
    /// For logged-in members.
    own: Option<MemberSubscription>,
    /// Sent before anything else.
    first: Option<Bytes>,
    place: Place,
}

/// What a client has of a channel when it begins to follow it.
pub(crate) struct ClientVersions {
    pub(crate) games: i64,
    /// `None` from clients that do not say: they are told of later versions only.
    pub(crate) content: Option<i64>,
}

/// The stream of a channel's changes, beginning with what changed since the versions that the browser has.
pub(crate) fn follow(
    feed: &ChangeFeed,
    channel: &Arc<Snapshot>,
    member: Option<AccountId>,
    known: ClientVersions,
    reconnect_after: Duration,
    place: Place,
) -> Response {
    let FrameSender { games, content } = channel.frames_sender.as_ref();
    let (mut games, mut content) = (games.subscribe(), content.subscribe());
    // What was told since the snapshot was taken, or while the client was away, is looked at again.
    games.mark_changed();
    content.mark_changed();
    let retry = format!("retry: {}\n", reconnect_after.as_millis());
    let first = [retry.as_bytes(), &games_frame(&channel.games, known.games)].concat();
    let listener = Listener {
        stop: feed.stop.clone(),
        own: member.map(|member| feed.members.follow(channel.identity.id, member)),
        channels: feed.channels.clone(),
        channel: channel.identity.id,
        known: Version {
            games: channel.games.version,
            content: known.content.unwrap_or_else(|| channel.content_version),
        },
        games,
        content,
        first: Some(first.into()),
        place,
    };
    // Boxed, so that the many waiting followers cost no more than what they wait with.
    let body = stream::unfold(Box::new(listener), |mut listener| async {
        let bytes = listener.next().await?;
        Some((Ok::<_, Infallible>(bytes), listener))
    });
    let mut answer = Response::new(Body::from_stream(body));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies that gather answers before they pass them on would hold everything back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    answer.extensions_mut().insert(LongLived);
    answer
}

impl Listener {
    /// The next event to send. Ends when the server stops, the channel is deleted or the slot is given to another
    /// client.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return None,
                () = self.place.displaced() => return None,
                order = moved(&mut self.own) => return Some(order_frame(order)),
                changed = self.games.changed() => {
                    changed.ok()?;
                    let frame = self.games.borrow_and_update().clone();
                    if frame.to > self.known.games {
                        let bytes = if frame.from == self.known.games { frame.bytes } else { self.caught_up()? };
                        self.known.games = frame.to;
                        return Some(bytes);
                    }
                }
                changed = self.content.changed() => {
                    changed.ok()?;
                    let ContentFrame { version, bytes } = self.content.borrow_and_update().clone();
                    if version > self.known.content {
                        self.known.content = version;
                        return Some(bytes);
                    }
                }
                () = tokio::time::sleep(QUIET) => return Some(Bytes::from_static(b": still here\n\n")),
            }
        }
    }

    /// All changes since the client's version, for a client that missed one.
    fn caught_up(&self) -> Option<Bytes> {
        let channel = self.channels.by_id(self.channel)?;
        Some(games_frame(&channel.games, self.known.games))
    }
}
