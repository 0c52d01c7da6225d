//! As much of RTMP as an encoder needs to send a stream.
//!
//! In the program rather than a child: it ends when the program ends, however that comes about, and costs next to nothing.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Pieces that we send messages in; most frames fit into a few.
const CHUNK: usize = 16 * 1024;
/// Answers of a server are small.
const MAX_ANSWER: usize = 256 * 1024;
const MAX_STREAMS: usize = 32;
const TIMEOUT: Duration = Duration::from_secs(10);

const SET_CHUNK_SIZE: u8 = 1;
const USER_CONTROL: u8 = 4;
const DATA: u8 = 18;
const COMMAND: u8 = 20;

/// Where to send to, from `rtmp://host:port/app/key`.
#[derive(Clone)]
pub(super) struct Address {
    host: String,
    app: String,
    key: String,
}

impl Address {
    pub(super) fn parse(url: &str) -> Result<Self> {
        let rest = url.strip_prefix("rtmp://").context("not an rtmp address")?;
        let mut parts = rest.splitn(3, '/').map(str::to_owned);
        let (Some(host), Some(app), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            bail!("an rtmp address has a host, an app and a key");
        };
        let host = if host.contains(':') { host } else { format!("{host}:1935") };
        Ok(Self { host, app, key })
    }
}

/// A stream that a server takes from us.
pub(super) struct Publisher {
    stream: TcpStream,
    answers: Answers,
    id: u32,
}

impl Publisher {
    pub(super) async fn connect(address: &Address) -> Result<Self> {
        tokio::time::timeout(TIMEOUT, Self::open(address)).await.context("the server does not answer")?
    }

    async fn open(address: &Address) -> Result<Self> {
        let mut stream = TcpStream::connect(&address.host).await?;
        stream.set_nodelay(true)?;
        // Version, time and noise, answered in kind; nobody checks the noise.
        let mut hello = vec![0; 1537];
        hello[0] = 3;
        stream.write_all(&hello).await?;
        let mut answer = vec![0; 1 + 2 * 1536];
        stream.read_exact(&mut answer).await?;
        stream.write_all(&answer[1..1537]).await?;

        let mut publisher = Self { stream, answers: Answers::default(), id: 0 };
        publisher.send(SET_CHUNK_SIZE, 0, &(CHUNK as u32).to_be_bytes()).await?;
        let place = [("app", address.app.as_str()), ("type", "nonprivate"), ("flashVer", "FMLE/3.0 (touchline demo)")];
        let url = format!("rtmp://{}/{}", address.host, address.app);
        let connect = [amf_text("connect"), amf_number(1.0), amf_object(&place, &url)].concat();
        publisher.send(COMMAND, 0, &connect).await?;
        publisher.answered(1.0).await?;
        publisher.send(COMMAND, 0, &[amf_text("createStream"), amf_number(2.0), vec![5]].concat()).await?;
        let body = publisher.answered(2.0).await?;
        // The last value of the answer is the stream's number.
        let number = body.len().checked_sub(9).filter(|at| body[*at] == 0).context("no number for the stream")?;
        let bytes: [u8; 8] = body[number + 1..].try_into().context("no number for the stream")?;
        publisher.id = f64::from_be_bytes(bytes) as u32;
        let publish =
            [amf_text("publish"), amf_number(3.0), vec![5], amf_text(&address.key), amf_text("live")].concat();
        publisher.send(COMMAND, 0, &publish).await?;
        publisher.published().await?;
        Ok(publisher)
    }

    /// Waits for the answer to a command.
    async fn answered(&mut self, transaction: f64) -> Result<Vec<u8>> {
        loop {
            let Message { kind, body } = self.receive().await?;
            let says = |word: &str| body.starts_with(&[amf_text(word), amf_number(transaction)].concat());
            if kind == COMMAND && says("_result") {
                return Ok(body);
            }
            if kind == COMMAND && says("_error") {
                bail!("the server refuses");
            }
        }
    }

    async fn published(&mut self) -> Result<()> {
        loop {
            let Message { kind, body } = self.receive().await?;
            let says = |word: &[u8]| body.windows(word.len()).any(|part| part == word);
            if kind == COMMAND && says(b"NetStream.Publish.Start") {
                return Ok(());
            }
            if kind == COMMAND && says(b"onStatus") && says(b"error") {
                bail!("the server does not take the stream");
            }
        }
    }

    /// The next message from the server; pings are answered here.
    pub(super) async fn receive(&mut self) -> Result<Message> {
        loop {
            while let Some(message) = self.answers.next()? {
                match message.body[..] {
                    [0, 6, a, b, c, d] if message.kind == USER_CONTROL => {
                        self.send(USER_CONTROL, 0, &[0, 7, a, b, c, d]).await?;
                    }
                    _ => return Ok(message),
                }
            }
            // A cancelled read loses nothing: what came is in the buffer.
            if self.stream.read_buf(&mut self.answers.bytes).await? == 0 {
                bail!("the server has closed the connection");
            }
        }
    }

    /// Metadata as encoders announce it.
    pub(super) async fn announce(&mut self, metadata: &[u8]) -> Result<()> {
        self.send(DATA, 0, &[&amf_text("@setDataFrame")[..], metadata].concat()).await
    }

    /// A message as a row of chunks; media goes to the stream, the rest to the connection.
    pub(super) async fn send(&mut self, kind: u8, at: u32, body: &[u8]) -> Result<()> {
        let chunks = chunked(kind, at, if kind < COMMAND && kind > 7 { self.id } else { 0 }, body);
        tokio::time::timeout(TIMEOUT, self.stream.write_all(&chunks)).await.context("the server takes no more")??;
        Ok(())
    }
}

fn chunked(kind: u8, at: u32, stream: u32, body: &[u8]) -> Vec<u8> {
    let channel = match kind {
        SET_CHUNK_SIZE | USER_CONTROL => 2,
        8 => 4,
        9 => 6,
        _ => 3,
    };
    // Streams of more than four and a half hours say their time in a longer field.
    let long = at >= 0xff_ffff;
    let mut out = Vec::with_capacity(body.len() + 64);
    out.push(channel);
    out.extend(&if long { 0xff_ffff } else { at }.to_be_bytes()[1..]);
    out.extend(&(body.len() as u32).to_be_bytes()[1..]);
    out.push(kind);
    out.extend(stream.to_le_bytes());
    for (index, piece) in body.chunks(CHUNK).enumerate() {
        if index > 0 {
            out.push(0xc0 | channel);
        }
        if long {
            out.extend(at.to_be_bytes());
        }
        out.extend(piece);
    }
    out
}

pub(super) struct Message {
    pub(super) kind: u8,
    body: Vec<u8>,
}

/// Chunks from the server, put together to messages.
struct Answers {
    bytes: Vec<u8>,
    chunk: usize,
    streams: HashMap<u8, Partial>,
}

#[derive(Default)]
struct Partial {
    kind: u8,
    length: usize,
    long: bool,
    body: Vec<u8>,
}

impl Default for Answers {
    fn default() -> Self {
        Self { bytes: Vec::new(), chunk: 128, streams: HashMap::new() }
    }
}

impl Answers {
    fn next(&mut self) -> Result<Option<Message>> {
        loop {
            let Some((used, message)) = self.chunk()? else { return Ok(None) };
            self.bytes.drain(..used);
            match message {
                Some(Message { kind: SET_CHUNK_SIZE, body }) => {
                    let size: [u8; 4] = body.try_into().ok().context("a chunk size of no size")?;
                    self.chunk = (u32::from_be_bytes(size) as usize).clamp(1, MAX_ANSWER);
                }
                Some(message) => return Ok(Some(message)),
                None => {}
            }
        }
    }

    /// One chunk, if all of it is here: its length, and the message that it ends.
    fn chunk(&mut self) -> Result<Option<(usize, Option<Message>)>> {
        let Some(&first) = self.bytes.first() else { return Ok(None) };
        let channel = first & 0x3f;
        if channel < 2 || (self.streams.len() >= MAX_STREAMS && !self.streams.contains_key(&channel)) {
            bail!("more channels than a server needs");
        }
        let head = [11, 7, 3, 0][usize::from(first >> 6)];
        if self.bytes.len() < 1 + head {
            return Ok(None);
        }
        let partial = self.streams.entry(channel).or_default();
        let field = &self.bytes[1..1 + head];
        if let [t0, t1, t2, rest @ ..] = field {
            partial.long = [*t0, *t1, *t2] == [0xff; 3];
            if let [l0, l1, l2, kind, ..] = rest {
                partial.kind = *kind;
                partial.length = u32::from_be_bytes([0, *l0, *l1, *l2]) as usize;
            }
        }
        if partial.length > MAX_ANSWER {
            bail!("an answer of {} bytes", partial.length);
        }
        let start = 1 + head + if partial.long { 4 } else { 0 };
        let piece = (partial.length - partial.body.len()).min(self.chunk);
        let Some(bytes) = self.bytes.get(start..start + piece) else { return Ok(None) };
        partial.body.extend(bytes);
        let whole = partial.body.len() == partial.length;
        let message = whole.then(|| Message { kind: partial.kind, body: std::mem::take(&mut partial.body) });
        Ok(Some((start + piece, message)))
    }
}

fn amf_number(number: f64) -> Vec<u8> {
    [&[0][..], &number.to_be_bytes()].concat()
}

fn amf_text(text: &str) -> Vec<u8> {
    [&[2][..], &plain_text(text)].concat()
}

fn plain_text(text: &str) -> Vec<u8> {
    [&(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat()
}

fn amf_object(fields: &[(&str, &str)], url: &str) -> Vec<u8> {
    let field = |(name, value): &(&str, &str)| [plain_text(name), amf_text(value)].concat();
    let fields: Vec<u8> = fields.iter().chain(&[("tcUrl", url)]).flat_map(field).collect();
    [&[3][..], &fields, &[0, 0, 9]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunked_messages_are_put_together_again() {
        let body: Vec<u8> = (0..40_000).map(|index| index as u8).collect();
        for at in [0, 5000, 0xff_ffff, 0x1234_5678] {
            let sent = [chunked(9, at, 1, &body), chunked(8, at, 1, b"sound")].concat();
            let mut answers = Answers { chunk: CHUNK, ..Answers::default() };
            let mut got = Vec::new();
            // In whatever pieces they come.
            for piece in sent.chunks(777) {
                answers.bytes.extend(piece);
                while let Some(message) = answers.next().unwrap() {
                    got.push((message.kind, message.body));
                }
            }
            assert_eq!(got, [(9, body.clone()), (8, b"sound".to_vec())]);
        }
    }

    #[test]
    fn strange_answers_are_errors() {
        let mut answers = Answers { bytes: vec![3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0], ..Answers::default() };
        assert!(answers.next().is_err());
        let mut answers = Answers { bytes: vec![0; 20], ..Answers::default() };
        assert!(answers.next().is_err());
    }

    #[test]
    fn addresses_have_a_host_an_app_and_a_key() {
        let address = Address::parse("rtmp://127.0.0.1:1936/live/12-1-abc").unwrap();
        assert_eq!([address.host, address.app, address.key], ["127.0.0.1:1936", "live", "12-1-abc"]);
        assert_eq!(Address::parse("rtmp://localhost/live/key").unwrap().host, "localhost:1935");
        assert!(Address::parse("rtmp://localhost/live").is_err());
        assert!(Address::parse("http://localhost/live/key").is_err());
    }
}
