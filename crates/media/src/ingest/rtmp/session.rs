//! One connection: handshake, stream key, then media until one side disconnects.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout, timeout_at};

use super::chunk::{MAX_CONTROL, Message, Reader, kind};
use super::command::{Answers, Call, Command};
use crate::codec::flv;
use crate::codec::frame::Input;
use crate::ingest::slots::ConnectionSlot;
use crate::ingest::{Authorizer, CloseReason, End, Feed, Limits, Protocol, Refused, authorize};

const APP: &str = "live";
const VERSION: u8 = 3;
/// Of the two random blocks that greet each other.
const HANDSHAKE_BYTES: usize = 1536;
/// How much we take before we tell that we have it.
const WINDOW_BYTES: u32 = 2_500_000;
const READ_BYTES: usize = 64 * 1024;
/// For the few bytes that we send, and for the last of them to be seen.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_CLOSE_BYTES: u64 = 1024 * 1024;

pub struct Session<S> {
    io: S,
    reader: Reader,
    answers: Answers,
    received: u64,
    acknowledged: u64,
    window: u64,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<S> {
    pub fn new(io: S) -> Self {
        let reader = Reader::new(BytesMut::new());
        let window = WINDOW_BYTES.into();
        Self { io, reader, answers: Answers::default(), received: 0, acknowledged: 0, window }
    }

    /// Runs to the end, and tells the encoder why it came.
    pub async fn run<G: Authorizer>(
        mut self,
        from: SocketAddr,
        authorizer: &G,
        limits: &Limits,
        mut slot: ConnectionSlot,
    ) {
        let authorized = tokio::select! {
            biased;
            authorized = self.enter(from, authorizer, limits) => authorized,
            () = slot.displaced() => Err(End::Displaced),
        };
        let authorized = authorized.and_then(|authorized| {
            slot.publish()?;
            Ok(authorized)
        });
        match authorized {
            Ok((feed, game)) => {
                let end = self.publish(feed, limits).await.err().unwrap_or(End::Left);
                self.close(&end).await;
                tracing::info!(game, %from, %end, "encoder disconnected");
            }
            Err(end) => {
                tokio::select! {
                    () = self.close(&end) => {}
                    () = slot.displaced() => {}
                }
                tracing::debug!(%from, %end, "connection closed before publishing");
            }
        }
    }

    /// Up to a key that is right.
    async fn enter<G: Authorizer>(
        &mut self,
        from: SocketAddr,
        authorizer: &G,
        limits: &Limits,
    ) -> Result<(Feed, String), End> {
        let name = self.arrive(limits).await?;
        Ok(authorize(authorizer, &name, from, Protocol::Rtmp).await?)
    }

    /// Up to the name that the encoder wants to publish under.
    async fn arrive(&mut self, limits: &Limits) -> Result<String, End> {
        let deadline = Instant::now() + limits.publish;
        timeout(limits.handshake, self.handshake()).await.unwrap_or(Err(End::NoKey))?;
        timeout_at(deadline, self.negotiate()).await.unwrap_or(Err(End::NoKey))
    }

    /// The plain handshake: nothing is proven by it on either side.
    async fn handshake(&mut self) -> Result<(), End> {
        let mut theirs = [0; 1 + HANDSHAKE_BYTES];
        self.io.read_exact(&mut theirs[..1]).await?;
        if theirs[0] != VERSION {
            return Err(End::Protocol("this is not RTMP"));
        }
        self.io.read_exact(&mut theirs[1..]).await?;
        // Nobody looks at what ours holds; encoders only want it back.
        self.answers.0.push(VERSION);
        self.answers.0.resize(1 + HANDSHAKE_BYTES, 0);
        self.answers.0.extend(&theirs[1..]);
        self.flush().await?;
        self.io.read_exact(&mut theirs[1..]).await?;
        Ok(())
    }

    async fn negotiate(&mut self) -> Result<String, End> {
        let mut connected = false;
        loop {
            while let Some(message) = self.next_message()? {
                let Some(call) = self.command(&message)? else {
                    if matches!(message.kind, kind::AUDIO | kind::VIDEO) {
                        return Err(End::Protocol("media came before a stream key"));
                    }
                    continue;
                };
                match call.command {
                    Command::Connect { app } if app.trim_matches('/') == APP => {
                        connected = true;
                        self.answers.connected(call.id, WINDOW_BYTES);
                    }
                    Command::Connect { .. } => {
                        let why = "the address must end in /live";
                        self.answers.call_failed(call.id, "NetConnection.Connect.InvalidApp", why);
                        return Err(End::Protocol(why));
                    }
                    Command::CreateStream => self.answers.stream_created(call.id),
                    Command::Publish { name } if connected => {
                        self.flush().await?;
                        return Ok(name);
                    }
                    Command::Leave => return Err(End::Left),
                    other => self.refuse(call.id, &other)?,
                }
            }
            self.flush().await?;
            if self.read().await? == 0 {
                return Err(End::Left);
            }
            if self.received > MAX_CONTROL as u64 {
                return Err(End::Protocol("too much came before a stream key"));
            }
        }
    }

    async fn publish(&mut self, feed: Feed, limits: &Limits) -> Result<(), End> {
        self.answers.publishing();
        self.flush().await?;
        let mut heard = Instant::now();
        loop {
            while let Some(message) = self.next_message()? {
                if let Some(input) = self.input(&message)? {
                    feed.send_within(limits.queue, input).await?;
                }
            }
            self.flush().await?;
            let silence = heard + limits.idle;
            let pause = silence.min(Instant::now() + limits.idle / 4);
            tokio::select! {
                biased;
                why = feed.closed() => return Err(End::Closed(why)),
                read = timeout_at(pause, self.read()) => match read {
                    Ok(Ok(0)) => return Ok(()),
                    Ok(read) => {
                        read?;
                        heard = Instant::now();
                    }
                    Err(_) if Instant::now() >= silence => return Err(End::Silent),
                    // An encoder with nothing to send answers at least.
                    Err(_) => self.answers.ping(),
                },
            }
        }
    }

    /// What a message means for the game.
    fn input(&mut self, message: &Message) -> Result<Option<Input>, End> {
        match message.kind {
            kind::VIDEO => return Ok(flv::video(message.timestamp, &message.body)?),
            kind::AUDIO => return Ok(flv::audio(message.timestamp, &message.body)?),
            _ => {}
        }
        match self.command(message)? {
            None => {}
            Some(Call { command: Command::Leave, .. }) => return Err(End::Left),
            Some(Call { command: Command::Publish { .. }, .. }) => {
                return Err(End::Protocol("a connection publishes once"));
            }
            Some(Call { id, command }) => self.refuse(id, &command)?,
        }
        Ok(None)
    }

    fn refuse(&mut self, id: f64, command: &Command) -> Result<(), End> {
        match command {
            Command::Ignored => {}
            Command::Play => {
                self.answers.failed("NetStream.Play.Failed", "this address is for encoders");
                return Err(End::Protocol("client asked to play"));
            }
            _ => self.answers.call_failed(id, "NetConnection.Call.Failed", "not possible here"),
        }
        Ok(())
    }

    fn next_message(&mut self) -> Result<Option<Message>, End> {
        self.reader.next_message().map_err(|error| match error {
            super::chunk::ChunkError::TooLarge => End::Protocol("a message is too large"),
            _ => End::Protocol("the chunks make no sense"),
        })
    }

    /// Deals with what keeps the connection going; gives back what was asked for.
    fn command(&mut self, message: &Message) -> Result<Option<Call>, End> {
        let number = || message.body.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
        let command = |body: &Bytes| Call::parse(body).map(Some).ok_or(End::Protocol("a command makes no sense"));
        match message.kind {
            kind::SET_CHUNK_SIZE => self.reader.set_chunk_size(number().unwrap_or(0)),
            kind::ABORT => self.reader.abort(number().unwrap_or(0)),
            kind::USER_CONTROL => self.answers.user_control(&message.body),
            // Rather too often than to let an encoder wait that counts on less.
            kind::WINDOW_SIZE => self.window = number().unwrap_or(WINDOW_BYTES).clamp(4096, WINDOW_BYTES).into(),
            kind::COMMAND => return command(&message.body),
            // The same with a byte in front.
            kind::COMMAND_AMF3 if !message.body.is_empty() => return command(&message.body.slice(1..)),
            _ => {}
        }
        Ok(None)
    }

    async fn read(&mut self) -> Result<usize, End> {
        self.reader.buffer.reserve(READ_BYTES);
        let count = self.io.read_buf(&mut self.reader.buffer).await?;
        self.received += count as u64;
        if self.received - self.acknowledged >= self.window {
            self.acknowledged = self.received;
            self.answers.acknowledge(self.received);
        }
        Ok(count)
    }

    async fn flush(&mut self) -> Result<(), End> {
        if self.answers.0.is_empty() {
            return Ok(());
        }
        let written = timeout(WRITE_TIMEOUT, self.io.write_all(&self.answers.0)).await;
        self.answers.0.clear();
        written.unwrap_or(Err(std::io::ErrorKind::TimedOut.into())).map_err(End::Io)
    }

    /// Says why it is over, and leaves time for that to arrive: closing with bytes unread would take it back.
    async fn close(&mut self, end: &End) {
        let code = match end {
            End::Left | End::Io(_) | End::NoKey | End::Displaced | End::Silent | End::Stopping => return,
            End::Refused(Refused::UnknownKey) => Some("NetStream.Publish.BadName"),
            End::Refused(_)
            | End::Closed(CloseReason::TakenOver | CloseReason::KeyRotated | CloseReason::Elsewhere)
            | End::Codec(_) => Some("NetStream.Publish.Denied"),
            End::Closed(CloseReason::Ended | CloseReason::Stopping) | End::Overrun => Some("NetStream.Publish.Failed"),
            // What there is to say has been said.
            End::Protocol(_) => None,
        };
        if let Some(code) = code {
            self.answers.failed(code, &end.to_string());
        }
        let last = async {
            self.flush().await?;
            self.io.shutdown().await?;
            let mut unread = (&mut self.io).take(MAX_CLOSE_BYTES);
            tokio::io::copy(&mut unread, &mut tokio::io::sink()).await?;
            Ok::<_, End>(())
        };
        // A peer that is gone already misses nothing.
        let _ = timeout(CLOSE_TIMEOUT, last).await;
    }
}
