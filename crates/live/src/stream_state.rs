//! Writes a game's stream state to the database. It is a task of its own, so that a slow or unavailable database never
//! blocks the stream; only the newest state is written.

use std::time::Duration;

use domain::media::MediaState;
use domain::time::{Clock, Timestamp};
use store::{Error, NodeId, OpenStream, Store};
use tokio::sync::watch;

const RETRY: Duration = Duration::from_secs(1);

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// An encoder is here, but there is nothing to see.
    Waiting,
    OnAir,
    Interrupted,
    Ended {
        duration_ms: i64,
    },
    /// Another server has the game, or nothing was ever received.
    Left,
}

impl Stage {
    pub(super) fn state(self) -> MediaState {
        match self {
            Self::Waiting | Self::Left => MediaState::Waiting,
            Self::OnAir => MediaState::OnAir,
            Self::Interrupted => MediaState::Interrupted,
            Self::Ended { .. } => MediaState::Ready,
        }
    }

    fn is_last(self) -> bool {
        matches!(self, Self::Ended { .. } | Self::Left)
    }
}

/// Writes down every stage until the last, or until the game is let go of.
pub(super) async fn keep(
    store: Store,
    node_id: NodeId,
    stream: OpenStream,
    mut stages: watch::Receiver<Stage>,
    clock: Clock,
) {
    let mut away = false;
    loop {
        let stage = *stages.borrow_and_update();
        match write(&store, &node_id, stream, stage, clock.now()).await {
            Ok(()) => away = false,
            // The channel is gone: nobody is left to tell.
            Err(Error::Conflict(cause)) => tracing::warn!(game = %stream.event, cause, "stream has no channel"),
            Err(cause) => {
                if !std::mem::replace(&mut away, true) {
                    tracing::warn!(game = %stream.event, %cause, "saving stream state failed, retrying");
                }
                // A newer word is written instead of this one.
                let _ = tokio::time::timeout(RETRY, stages.changed()).await;
                if stages.has_changed().is_err() {
                    tokio::time::sleep(RETRY).await;
                }
                continue;
            }
        }
        if stage.is_last() || stages.changed().await.is_err() {
            return;
        }
    }
}

async fn write(store: &Store, node_id: &NodeId, stream: OpenStream, stage: Stage, now: Timestamp) -> store::Result<()> {
    let OpenStream { channel, event, media } = stream;
    match stage {
        Stage::Waiting | Stage::Left => Ok(()),
        Stage::OnAir => {
            if store.stream_begin(channel, event, now).await?.is_none() {
                tracing::warn!(game = %event, "encoder sends a game that has ended");
            }
            Ok(())
        }
        Stage::Interrupted => store.stream_set_state(stream, node_id, MediaState::Interrupted).await,
        Stage::Ended { duration_ms } => store.stream_end(channel, event, media, duration_ms, now).await,
    }
}
