//! Server-sent events of a channel: clients get changes of games within a second, at the cost of one small task each.
//! Members also get changes of their own orders.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::ids::{AccountId, ChannelId, OrderId};
use futures::stream;
use http::{HeaderValue, header};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use transport::sse_writer::LongLived;

use crate::channels::followers::Place;
use crate::channels::member_feed::{MemberFeed, MemberSubscription};
use crate::channels::snapshot::{Channels, Games, Snapshot};

/// A connection on which nothing is sent for longer is cut by what stands in between.
const QUIET: Duration = Duration::from_secs(25);

/// A channel's newest change, ready to send to all clients at the version before.
pub(crate) struct FrameSender(watch::Sender<Frame>);

#[derive(Clone)]
struct Frame {
    from: i64,
    to: i64,
    bytes: Bytes,
}

impl FrameSender {
    pub(crate) fn new(version: i64) -> Self {
        Self(watch::Sender::new(Frame { from: version, to: version, bytes: Bytes::new() }))
    }

    /// Publishes the games' new version once.
    pub(crate) fn tell(&self, games: &Games) {
        let from = self.0.borrow().to;
        if games.version != from {
            self.0.send_replace(Frame { from, to: games.version, bytes: frame(games, from) });
        }
    }
}

/// The changes since a version, as an event of the stream.
fn frame(games: &Games, since: i64) -> Bytes {
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
    version: i64,
    frames: watch::Receiver<Frame>,
    stop: CancellationToken,
    /// For logged-in members.
    own: Option<MemberSubscription>,
    /// Sent before anything else.
    first: Option<Bytes>,
    place: Place,
}

/// The stream of a channel's changes, beginning with what changed since the version that the browser has.
pub(crate) fn follow(
    feed: &ChangeFeed,
    channel: &Arc<Snapshot>,
    member: Option<AccountId>,
    since: i64,
    reconnect_after: Duration,
    place: Place,
) -> Response {
    let frames = channel.frames_sender.0.subscribe();
    let retry = format!("retry: {}\n", reconnect_after.as_millis());
    let first = [retry.as_bytes(), &frame(&channel.games, since)].concat();
    let listener = Listener {
        stop: feed.stop.clone(),
        own: member.map(|member| feed.members.follow(channel.identity.id, member)),
        channels: feed.channels.clone(),
        channel: channel.identity.id,
        version: channel.games.version,
        frames,
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
                changed = tokio::time::timeout(QUIET, self.frames.changed()) => match changed {
                    Err(_) => return Some(Bytes::from_static(b": still here\n\n")),
                    Ok(Err(_)) => return None,
                    Ok(Ok(())) => {
                        let frame = self.frames.borrow_and_update().clone();
                        if frame.to <= self.version {
                            continue;
                        }
                        let bytes = if frame.from == self.version { frame.bytes } else { self.caught_up()? };
                        self.version = frame.to;
                        return Some(bytes);
                    }
                },
            }
        }
    }

    /// All changes since the client's version, for a client that missed one.
    fn caught_up(&self) -> Option<Bytes> {
        let channel = self.channels.by_id(self.channel)?;
        Some(frame(&channel.games, self.version))
    }
}
