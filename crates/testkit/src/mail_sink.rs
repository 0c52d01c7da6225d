//! A mail server of the test's own: it keeps what it takes, and can behave badly.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How the server treats its clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Takes every mail.
    Takes,
    /// Answers this to the first recipients, one after the other, and takes what comes after them.
    Answers(Vec<&'static str>),
    /// Accepts connections and never says a word.
    Hangs,
    /// Takes mails, but never says good-bye.
    HangsAfterwards,
    /// Lets nobody in.
    RefusesLogin,
    /// Refuses every mail for good, and says which line of it is to blame: the one with a code.
    RepeatsCode,
}

/// A mail that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    pub from: String,
    pub to: String,
    /// As it came over the wire.
    pub data: String,
}

impl Received {
    /// The head, with folded lines put together.
    pub fn head(&self) -> String {
        let head = self.data.split("\r\n\r\n").next().unwrap_or_default();
        head.replace("\r\n ", " ").replace("\r\n\t", " ")
    }
}

/// Ends with the test.
pub struct MailSink {
    pub address: SocketAddr,
    state: Arc<State>,
    serving: JoinHandle<()>,
}

struct State {
    manner: Manner,
    answers: Mutex<VecDeque<&'static str>>,
    received: watch::Sender<Vec<Received>>,
    /// Connections so far.
    visits: watch::Sender<usize>,
}

impl MailSink {
    pub async fn start(manner: Manner) -> Self {
        Self::start_at("127.0.0.1:0".parse().expect("an address"), manner).await
    }

    pub async fn start_at(address: SocketAddr, manner: Manner) -> Self {
        let listener = TcpListener::bind(address).await.expect("a port for the mail server");
        let address = listener.local_addr().expect("an address");
        let answers = match &manner {
            Manner::Answers(answers) => answers.iter().copied().collect(),
            _ => VecDeque::new(),
        };
        let state = Arc::new(State {
            manner,
            answers: Mutex::new(answers),
            received: watch::Sender::new(vec![]),
            visits: watch::Sender::new(0),
        });
        let serving = tokio::spawn(serve(listener, state.clone()));
        Self { address, state, serving }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn received(&self) -> Vec<Received> {
        self.state.received.borrow().clone()
    }

    /// Waits until so many mails were taken.
    pub async fn until_received(&self, count: usize) -> Vec<Received> {
        let mut received = self.state.received.subscribe();
        let waited = received.wait_for(|received| received.len() >= count).await;
        waited.expect("the server lives").clone()
    }

    /// Waits until clients have connected so many times.
    pub async fn until_visited(&self, count: usize) {
        let mut visits = self.state.visits.subscribe();
        visits.wait_for(|visits| *visits >= count).await.expect("the server lives");
    }
}

impl Drop for MailSink {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, state: Arc<State>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { return };
        state.visits.send_modify(|visits| *visits += 1);
        let state = state.clone();
        tokio::spawn(async move {
            // A sender that leaves in the middle of it is no failure of ours.
            let _ = converse(stream, &state).await;
        });
    }
}

async fn converse(mut stream: TcpStream, state: &State) -> std::io::Result<()> {
    if state.manner == Manner::Hangs {
        return std::future::pending().await;
    }
    let (reading, mut writing) = stream.split();
    let mut lines = BufReader::new(reading).lines();
    let mut mail = Received { from: String::new(), to: String::new(), data: String::new() };
    writing.write_all(b"220 sink\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        let answer = match verb.as_str() {
            "EHLO" => "250-sink\r\n250 AUTH PLAIN",
            "AUTH" if state.manner == Manner::RefusesLogin => "535 not with that password",
            "AUTH" => "235 welcome",
            "MAIL" => {
                mail.from = within_brackets(&line);
                "250 ok"
            }
            "RCPT" => {
                mail.to = within_brackets(&line);
                state.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front().unwrap_or("250 ok")
            }
            "DATA" => {
                writing.write_all(b"354 go on\r\n").await?;
                let mut data = vec![];
                while let Some(line) = lines.next_line().await?
                    && line != "."
                {
                    data.push(line.strip_prefix('.').map_or(line.clone(), str::to_owned));
                }
                mail.data = data.join("\r\n");
                if state.manner == Manner::RepeatsCode {
                    let is_code =
                        |line: &&String| line.trim().len() == 6 && line.trim().bytes().all(|b| b.is_ascii_digit());
                    let code = data.iter().find(is_code).map_or("nothing", |line| line.trim());
                    writing.write_all(format!("550 spam: {code} is a code\r\n").as_bytes()).await?;
                    continue;
                }
                state.received.send_modify(|received| received.push(mail.clone()));
                "250 taken"
            }
            "QUIT" if state.manner == Manner::HangsAfterwards => return std::future::pending().await,
            "QUIT" => "221 bye",
            _ => "500 what",
        };
        writing.write_all(answer.as_bytes()).await?;
        writing.write_all(b"\r\n").await?;
    }
    Ok(())
}

fn within_brackets(line: &str) -> String {
    line.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}
