//! Sessions with clients that are slow, wrong, greedy or random.

use std::net::SocketAddr;
use std::time::Duration;

use proptest::prelude::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::amf::Value;
use super::chunk::{self, Reader, kind};
use super::session::Session;
use crate::codec::frame::{Config, Frame, Input, Track};
use crate::codec::tests::{ASC, AVCC, aac, avc};
use crate::ingest::slots::ConnectionSlots;
use crate::ingest::{Authorizer, CloseReason, Feed, Limits, Protocol, Publication, Refused, StreamKey};

const KEY: &str = "7-1-SECRET";
const GREETINGS: usize = 2 * 1536;

struct OneKey(mpsc::Sender<Publication>);

impl Authorizer for OneKey {
    async fn authorize(&self, key: StreamKey, _: std::net::SocketAddr, protocol: Protocol) -> Result<Feed, Refused> {
        if key.expose() != KEY {
            return Err(Refused::UnknownKey);
        }
        let (feed, publication) = Feed::new(protocol);
        self.0.try_send(publication).map_err(|_| Refused::TooManyGames)?;
        Ok(feed)
    }
}

struct Client {
    io: DuplexStream,
    publications: mpsc::Receiver<Publication>,
    session: JoinHandle<()>,
}

impl Client {
    fn connect() -> Self {
        let (io, theirs) = duplex(64 * 1024);
        let (sender, publications) = mpsc::channel(1);
        let session = tokio::spawn(async move {
            let from = SocketAddr::from(([127, 0, 0, 1], 1));
            let limits = Limits::default();
            let slot = ConnectionSlots::new(&limits).enter(from.ip());
            Session::new(theirs).run(from, &OneKey(sender), &limits, slot).await;
        });
        Self { io, publications, session }
    }

    /// Sends, and gives what came back, one text for each command, when the session is over.
    async fn told(mut self, bytes: &[u8]) -> Vec<String> {
        // The session may end before it has read all of it.
        let _ = self.io.write_all(bytes).await;
        let mut answers = Vec::new();
        self.io.read_to_end(&mut answers).await.unwrap();
        self.session.await.unwrap();
        commands(&answers)
    }
}

fn commands(answers: &[u8]) -> Vec<String> {
    let Some(answers) = answers.get(1 + GREETINGS..) else { return Vec::new() };
    let mut reader = Reader::new(answers.into());
    let mut commands = Vec::new();
    while let Some(message) = reader.next_message().unwrap() {
        let mut body = &message.body[..];
        let mut texts = Vec::new();
        while let Some(value) = Value::read(&mut body).filter(|_| message.kind == kind::COMMAND) {
            match value {
                Value::Text(text) => texts.push(text),
                Value::Object(fields) => texts.extend(fields.into_iter().filter_map(|(_, value)| value.text())),
                _ => {}
            }
        }
        let code = texts.iter().find(|text| text.starts_with("Net"));
        commands.extend(code.or(texts.first()).cloned());
    }
    commands
}

fn command(out: &mut Vec<u8>, values: &[Value]) {
    let mut body = Vec::new();
    values.iter().for_each(|value| value.write(&mut body));
    chunk::write(out, 3, kind::COMMAND, 0, &body);
}

fn handshake() -> Vec<u8> {
    let mut bytes = vec![3];
    bytes.resize(1 + GREETINGS, 0);
    bytes
}

fn connect(out: &mut Vec<u8>, app: &str) {
    let about = Value::Object(vec![("app".to_owned(), app.into())]);
    command(out, &["connect".into(), Value::Number(1.0), about]);
}

/// All that an encoder says up to its media.
fn opening(name: &str) -> Vec<u8> {
    let mut out = handshake();
    connect(&mut out, "live");
    for (index, name) in ["releaseStream", "FCPublish"].into_iter().enumerate() {
        command(&mut out, &[name.into(), Value::Number(index as f64 + 2.0), Value::Null, KEY.into()]);
    }
    command(&mut out, &["createStream".into(), Value::Number(4.0), Value::Null]);
    command(&mut out, &["publish".into(), Value::Number(5.0), Value::Null, name.into(), "live".into()]);
    out
}

fn media(out: &mut Vec<u8>) {
    chunk::write(out, 4, kind::VIDEO, 1, &[&[0x17, 0, 0, 0, 0], AVCC].concat());
    chunk::write(out, 5, kind::AUDIO, 1, &[&[0xaf, 0], ASC].concat());
    chunk::write(out, 3, 18, 1, b"metadata");
    chunk::write(out, 4, kind::VIDEO, 1, &[&[0x17, 1, 0, 0, 40][..], &[9; 1000]].concat());
}

#[tokio::test]
async fn a_stream_is_the_same_however_it_is_cut() {
    let mut bytes = opening(KEY);
    media(&mut bytes);
    command(&mut bytes, &["deleteStream".into(), Value::Number(6.0), Value::Null, Value::Number(1.0)]);
    let frame = Frame { track: Track::Video, dts: 0, pts: 40, keyframe: true, data: vec![9; 1000].into() };
    let expected = [Input::Config(Config::Video(avc())), Input::Config(Config::Audio(aac())), Input::Frame(frame)];
    for piece in [1, 7, 1536, 100_000] {
        let mut client = Client::connect();
        for piece in bytes.chunks(piece) {
            client.io.write_all(piece).await.unwrap();
            tokio::task::yield_now().await;
        }
        let mut publication = client.publications.recv().await.unwrap();
        for input in &expected {
            assert_eq!(publication.inputs.recv().await.as_ref(), Some(input));
        }
        assert_eq!(publication.inputs.recv().await, None);
        let told = client.told(&[]).await;
        assert_eq!(told, ["NetConnection.Connect.Success", "_result", "NetStream.Publish.Start"]);
    }
}

/// T35: a client without a key gets a status and reaches nothing; nobody can play here.
#[tokio::test(start_paused = true)]
async fn wrong_key_app_or_command_is_refused() {
    let told = Client::connect().told(&opening("7-1-WRONG")).await;
    assert_eq!(told.last().unwrap(), "NetStream.Publish.BadName");
    let mut other_app = handshake();
    connect(&mut other_app, "admin");
    assert_eq!(Client::connect().told(&other_app).await, ["NetConnection.Connect.InvalidApp"]);

    let mut play = handshake();
    connect(&mut play, "live");
    command(&mut play, &["play".into(), Value::Number(2.0), Value::Null, KEY.into()]);
    assert_eq!(Client::connect().told(&play).await[1..], ["NetStream.Play.Failed"]);
    let mut unknown = opening(KEY);
    command(&mut unknown, &["shutdown".into(), Value::Number(9.0), Value::Null]);
    unknown.extend(&opening(KEY)[1 + GREETINGS..]);
    let told = Client::connect().told(&unknown).await;
    assert_eq!(told[3], "NetConnection.Call.Failed");

    let mut unconnected = handshake();
    command(&mut unconnected, &["publish".into(), Value::Number(5.0), Value::Null, KEY.into()]);
    let mut early = handshake();
    connect(&mut early, "live");
    media(&mut early);
    let mut chatty = handshake();
    (0..800).for_each(|_| connect(&mut chatty, "live"));
    let huge = [handshake(), vec![3, 0, 0, 0, 0xff, 0xff, 0xff, kind::VIDEO, 0, 0, 0, 0]].concat();
    for bytes in [unconnected, early, chatty, huge, b"GET / HTTP/1.1\r\n\r\n".to_vec()] {
        let mut client = Client::connect();
        let _ = client.io.write_all(&bytes).await;
        assert!(client.publications.recv().await.is_none());
        client.session.await.unwrap();
    }
}

#[tokio::test]
async fn huge_messages_end_a_stream() {
    let mut client = Client::connect();
    let huge = [&opening(KEY)[..], &[4, 0, 0, 0, 0xff, 0xff, 0xff, kind::VIDEO, 1, 0, 0, 0]].concat();
    client.io.write_all(&huge).await.unwrap();
    let mut publication = client.publications.recv().await.unwrap();
    assert_eq!(publication.inputs.recv().await, None);
    client.session.await.unwrap();
}

/// T35: nobody holds a slot without a key for longer than it takes to send one.
#[tokio::test(start_paused = true)]
async fn connection_without_progress_is_cut_off() {
    let limits = Limits::default();
    for (bytes, time) in [
        (vec![], limits.handshake),
        (vec![3], limits.handshake),
        (handshake()[..2000].to_vec(), limits.handshake),
        (handshake(), limits.publish),
    ] {
        let start = Instant::now();
        let mut client = Client::connect();
        client.io.write_all(&bytes).await.unwrap();
        client.session.await.unwrap();
        assert_eq!(start.elapsed().as_secs(), time.as_secs());
    }
    // One byte a second is no progress either.
    let start = Instant::now();
    let mut client = Client::connect();
    for byte in handshake() {
        if client.io.write_all(&[byte]).await.is_err() {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    client.session.await.unwrap();
    assert!(start.elapsed() <= limits.handshake + Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn a_silent_encoder_is_asked_and_then_gone() {
    let mut client = Client::connect();
    client.io.write_all(&opening(KEY)).await.unwrap();
    let mut publication = client.publications.recv().await.unwrap();
    // An answer to a ping is a sign of life.
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_secs(15)).await;
        let mut pong = Vec::new();
        chunk::write(&mut pong, 2, kind::USER_CONTROL, 0, &[0, 7, 0, 0, 0, 0]);
        client.io.write_all(&pong).await.unwrap();
        assert!(publication.inputs.try_recv().is_err_and(|error| error == mpsc::error::TryRecvError::Empty));
    }
    let start = Instant::now();
    assert_eq!(publication.inputs.recv().await, None);
    assert_eq!(start.elapsed().as_secs(), 20);
    let mut answers = Vec::new();
    client.io.read_to_end(&mut answers).await.unwrap();
    assert!(answers.windows(6).any(|bytes| bytes == [0, 6, 0, 0, 0, 0]));
}

#[tokio::test(start_paused = true)]
async fn a_game_that_takes_nothing_pushes_back_and_then_loses_its_encoder() {
    let mut client = Client::connect();
    client.io.write_all(&opening(KEY)).await.unwrap();
    let mut publication = client.publications.recv().await.unwrap();
    let mut frame = Vec::new();
    chunk::write(&mut frame, 4, kind::VIDEO, 1, &[&[0x17, 1, 0, 0, 0][..], &[9; 3000]].concat());
    let mut sent = 0_u64;
    let start = Instant::now();
    while client.io.write_all(&frame).await.is_ok() {
        sent += 1;
    }
    // The queue, what is on its way and what is thrown away at the end; it does not go on for ever.
    assert!((128..600).contains(&sent), "{sent}");
    assert!(start.elapsed() >= Limits::default().queue);
    let told = client.told(&[]).await;
    assert_eq!(told.last().unwrap(), "NetStream.Publish.Failed");
    let mut received = 0;
    while publication.inputs.recv().await.is_some() {
        received += 1;
    }
    assert_eq!(received, 128);
}

#[tokio::test]
async fn the_first_reason_for_closing_is_told() {
    for why in [CloseReason::TakenOver, CloseReason::KeyRotated, CloseReason::Ended] {
        let mut client = Client::connect();
        client.io.write_all(&opening(KEY)).await.unwrap();
        let publication = client.publications.recv().await.unwrap();
        publication.close.close(why);
        publication.close.close(CloseReason::Ended);
        let told = client.told(&[]).await;
        let code = if why == CloseReason::Ended { "NetStream.Publish.Failed" } else { "NetStream.Publish.Denied" };
        assert_eq!(told.last().unwrap(), code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Sessions with changed, missing and repeated bytes end by themselves, and none of them panics.
    #[test]
    fn damaged_sessions_end(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in any::<prop::sample::Index>(),
        again in any::<prop::sample::Index>(),
        in_handshake: bool,
    ) {
        let mut bytes = opening(KEY);
        (0..4).for_each(|_| media(&mut bytes));
        let from = if in_handshake { 0 } else { 1 + GREETINGS };
        for (at, with) in changes {
            let at = from + at.index(bytes.len() - from);
            bytes[at] = with;
        }
        let again = from + again.index(bytes.len() - from);
        bytes.extend_from_within(again..);
        bytes.truncate(from + cut.index(bytes.len() - from));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut client = Client::connect();
            let _ = client.io.write_all(&bytes).await;
            drop(client.io);
            client.session.await.unwrap();
        });
    }
}
