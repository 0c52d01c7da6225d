//! RTMP, for publishing only: `rtmp://HOST/live/KEY`, as OBS, ffmpeg and GStreamer send it.

mod amf;
mod chunk;
mod command;
mod session;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::slots::ConnectionSlots;
use super::{Authorizer, Limits};
use session::Session;

/// Takes encoders until `stop`; ends when the last of them is gone.
pub async fn serve<G: Authorizer>(listener: TcpListener, authorizer: Arc<G>, limits: Limits, stop: CancellationToken) {
    let slots = ConnectionSlots::new(&limits);
    let mut sessions = JoinSet::new();
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(cause) => {
                    // Out of file handles, most likely: wait for some to be given back instead of spinning.
                    tracing::warn!(%cause, "accepting an encoder connection failed");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            Some(ended) = sessions.join_next() => {
                if ended.is_err() {
                    tracing::warn!("encoder connection task panicked");
                }
                continue;
            }
            () = stop.cancelled() => break,
        };
        let slot = slots.enter(from.ip());
        // Answers are short, and encoders wait for them.
        let _ = stream.set_nodelay(true);
        let authorizer = authorizer.clone();
        sessions.spawn(async move { Session::new(stream).run(from, authorizer.as_ref(), &limits, slot).await });
    }
    // Encoders come back by themselves; a game's end of each connection sees it end.
    sessions.shutdown().await;
}
