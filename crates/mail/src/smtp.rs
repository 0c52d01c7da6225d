//! Sends mails by SMTP: one connection per mail, with a timeout, and a result that says whether to retry.

use std::time::{Duration, SystemTime};

use domain::secret::Secret;
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;
use url::{Host, Url};

use crate::line::one_line;

/// To reach the server; for the whole of a mail; and to say good-bye, which no longer matters.
const CONNECT: Duration = Duration::from_secs(10);
const WHOLE: Duration = Duration::from_secs(30);
const GOODBYE: Duration = Duration::from_secs(2);
/// More of what a server says is not kept.
const MAX_PROBLEM: usize = 300;

/// A mail server to hand mails to.
#[derive(Clone)]
pub struct Smtp {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    whole: Duration,
}

#[derive(Clone)]
enum Encryption {
    None,
    /// Asked for after the greeting; without it nothing is sent.
    StartTls(TlsParameters),
    FromTheStart(TlsParameters),
}

/// What is wrong with the address of a mail server; the address itself may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmtpUrlError {
    #[error("expected smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT")]
    Shape,
    #[error("tls must be `required` or `none`; smtps:// is always encrypted")]
    Tls,
    #[error("TLS setup failed")]
    Encryption,
}

/// A mail on its way.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// What the same mail has in every try, so that a second copy can be recognised.
    pub id: String,
    pub from_name: String,
    pub from: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub written: SystemTime,
}

/// Why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct SendError {
    /// Trying again would end the same way.
    pub permanent: bool,
    /// In words, without secrets.
    pub problem: String,
}

impl SendError {
    fn passing(problem: impl Into<String>) -> Self {
        Self { permanent: false, problem: problem.into() }
    }

    fn lasting(problem: impl Into<String>) -> Self {
        Self { permanent: true, problem: problem.into() }
    }
}

/// Whether mail can be sent from this address.
pub fn is_address(text: &str) -> bool {
    text.parse::<Address>().is_ok()
}

impl Smtp {
    /// Reads `smtp://…` or `smtps://…`. `smtp` is encrypted by STARTTLS, unless the server is this machine or the
    /// address ends in `?tls=none`.
    pub fn new(url: &Secret<String>) -> Result<Self, SmtpUrlError> {
        let url = Url::parse(url.expose()).map_err(|_| SmtpUrlError::Shape)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(SmtpUrlError::Shape)?;
        let bare = host.trim_matches(['[', ']']).to_owned();
        let tls = match url.query() {
            None => None,
            Some("tls=required") => Some(true),
            Some("tls=none") => Some(false),
            Some(_) => return Err(SmtpUrlError::Tls),
        };
        let parameters = || TlsParameters::new(bare.clone()).map_err(|_| SmtpUrlError::Encryption);
        let (port, encryption) = match (url.scheme(), tls) {
            ("smtps", Some(false)) => return Err(SmtpUrlError::Tls),
            ("smtps", _) => (465, Encryption::FromTheStart(parameters()?)),
            ("smtp", Some(true)) => (587, Encryption::StartTls(parameters()?)),
            ("smtp", Some(false)) => (25, Encryption::None),
            ("smtp", None) if is_this_machine(&url) => (25, Encryption::None),
            ("smtp", None) => (587, Encryption::StartTls(parameters()?)),
            _ => return Err(SmtpUrlError::Shape),
        };
        let plain = |text: &str| {
            percent_decode_str(text).decode_utf8().map(|text| text.into_owned()).map_err(|_| SmtpUrlError::Shape)
        };
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (user, password) => Some(Credentials::new(plain(user)?, plain(password.unwrap_or_default())?)),
        };
        Ok(Self { host: bare, port: url.port().unwrap_or(port), encryption, credentials, whole: WHOLE })
    }

    /// The same server with another limit for the whole of a mail.
    pub fn within(self, whole: Duration) -> Self {
        Self { whole, ..self }
    }

    /// Where it is, for people: no password.
    pub fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Sends a mail. It counts as sent once the server has taken it.
    pub async fn send(&self, mail: &Outgoing) -> Result<(), SendError> {
        let (envelope, message) = written(mail)?;
        let hello = ClientId::Domain(mail.from.rsplit_once('@').map_or("localhost", |(_, domain)| domain).to_owned());
        let sending = async {
            let mut connection = self.connect(&hello).await?;
            connection.send(&envelope, &message).await.map_err(|cause| refused(&cause))?;
            Ok(connection)
        };
        let mut connection = timeout(self.whole, sending).await.unwrap_or_else(|_| Err(self.too_slow()))?;
        // The mail is theirs now: a good-bye that fails must not make us send it again.
        let _ = timeout(GOODBYE, connection.quit()).await;
        Ok(())
    }

    /// Whether the server can be reached, greets, and lets us in.
    pub async fn check(&self) -> Result<(), SendError> {
        let hello = ClientId::Domain("localhost".to_owned());
        let mut connection =
            timeout(self.whole, self.connect(&hello)).await.unwrap_or_else(|_| Err(self.too_slow()))?;
        let _ = timeout(GOODBYE, connection.quit()).await;
        Ok(())
    }

    /// Whatever goes wrong until we are let in is about the server or its settings, never about a mail.
    async fn connect(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, SendError> {
        let from_the_start = match &self.encryption {
            Encryption::FromTheStart(parameters) => Some(parameters.clone()),
            Encryption::StartTls(_) | Encryption::None => None,
        };
        let server = (self.host.as_str(), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), hello, from_the_start, None)
            .await
            .map_err(|cause| SendError::passing(self.at_place(&cause)))?;
        if let Encryption::StartTls(parameters) = &self.encryption {
            let upgraded = connection.starttls(parameters.clone(), hello).await;
            upgraded.map_err(|cause| SendError::passing(self.at_place(&cause)))?;
        }
        if let Some(credentials) = &self.credentials {
            // What a server says here may repeat what it was sent.
            let let_in = connection.auth(DEFAULT_MECHANISMS, credentials).await;
            let_in.map_err(|_| SendError::passing(format!("{} did not take the user and password", self.place())))?;
        }
        Ok(connection)
    }

    fn at_place(&self, cause: &SmtpError) -> String {
        format!("{}: {}", self.place(), without_secrets(&cause.to_string()))
    }

    fn too_slow(&self) -> SendError {
        SendError::passing(format!("{}: no answer within {} s", self.place(), self.whole.as_secs()))
    }
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            name == "localhost" || name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
        }
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

/// The mail as bytes, text first, with sender and recipient.
fn written(mail: &Outgoing) -> Result<(Envelope, Vec<u8>), SendError> {
    let from: Address = mail
        .from
        .parse()
        .map_err(|_| SendError::passing("the sender's address is not usable: set TOUCHLINE_MAIL_FROM"))?;
    let to: Address = mail.to.parse().map_err(|_| SendError::lasting("the recipient's address is not usable"))?;
    let automatic = |name, value: &str| HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned());
    let message = Message::builder()
        .message_id(Some(format!("<{}@{}>", mail.id, from.domain())))
        .date(mail.written)
        .from(Mailbox::new(Some(one_line(&mail.from_name)), from))
        .to(Mailbox::new(None, to))
        .subject(one_line(&mail.subject))
        // So that no absence notice and no token system answers.
        .raw_header(automatic("Auto-Submitted", "auto-generated"))
        .raw_header(automatic("X-Auto-Response-Suppress", "All"))
        .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
        .map_err(|cause| SendError::lasting(format!("the mail cannot be written: {cause}")))?;
    Ok((message.envelope().clone(), message.formatted()))
}

/// The server's no to a mail: for good when it says so, unless it only wants us to log in.
fn refused(cause: &SmtpError) -> SendError {
    let wants_login = cause.status().is_some_and(|code| matches!(u16::from(code), 530 | 534 | 535 | 538));
    let permanent = (cause.is_permanent() && !wants_login) || cause.is_client();
    SendError { permanent, problem: without_secrets(&cause.to_string()) }
}

/// What a server said, without addresses that it repeats: they may be links that log in.
fn without_secrets(text: &str) -> String {
    let words = one_line(text);
    let words = words.split(' ').map(|word| if word.contains("://") || word.contains('=') { "…" } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_PROBLEM).collect()
}

#[cfg(test)]
mod tests {
    use testkit::{MailSink, Manner};

    use super::*;

    fn mail() -> Outgoing {
        Outgoing {
            id: "17.1800000000000".into(),
            from_name: "Northline \"TV\"\r\nBcc: all@demo.test".into(),
            from: "noreply@demo.test".into(),
            to: "fan@demo.test".into(),
            subject: "Потвърдете\r\nBcc: all@demo.test".into(),
            text: "Здравейте!\n.\nhttps://demo.test/verify?signature=abc\n".into(),
            html: format!("<p>{}</p>", "дълъг ред ".repeat(200)),
            written: SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000),
        }
    }

    fn smtp(url: &str) -> Smtp {
        Smtp::new(&Secret::new(url.to_owned())).unwrap()
    }

    #[tokio::test]
    async fn a_mail_has_text_first_and_says_that_it_is_automatic() {
        let sink = MailSink::start(Manner::Takes).await;
        smtp(&sink.url()).send(&mail()).await.unwrap();
        let received = sink.received().remove(0);
        assert_eq!((received.from.as_str(), received.to.as_str()), ("noreply@demo.test", "fan@demo.test"));
        let head = received.head();
        for line in [
            "Message-ID: <17.1800000000000@demo.test>",
            "Date: Fri, 15 Jan 2027 08:00:00 +0000",
            "Auto-Submitted: auto-generated",
            "To: fan@demo.test",
        ] {
            assert!(head.lines().any(|found| found == line), "{line} in {head}");
        }
        assert!(!head.contains("List-"), "nothing to unsubscribe from");
        assert!(head.contains("multipart/alternative"), "{head}");
        let (text, html) = (received.data.find("text/plain").unwrap(), received.data.find("text/html").unwrap());
        assert!(text < html, "the simplest comes first");
        assert!(
            received.data.is_ascii() && received.data.lines().all(|line| line.len() <= 998),
            "fit for every server"
        );
    }

    /// T46: a line end in a name or a subject makes no header.
    #[tokio::test]
    async fn line_end_in_a_name_or_subject_adds_no_header() {
        let sink = MailSink::start(Manner::Takes).await;
        smtp(&sink.url()).send(&mail()).await.unwrap();
        let received = sink.received().remove(0);
        assert!(!received.head().lines().any(|line| line.starts_with("Bcc")), "{}", received.head());
        let hostile = Outgoing { to: "fan@demo.test>\r\nRCPT TO:<all@demo.test".into(), ..mail() };
        assert!(smtp(&sink.url()).send(&hostile).await.unwrap_err().permanent);
        assert_eq!(sink.received().len(), 1);
    }

    #[tokio::test]
    async fn temporary_refusal_is_told_from_a_permanent_one() {
        let answers = ["451 later", "550 no such user, see https://demo.test/verify?signature=abc", "530 log in first"];
        let sink = MailSink::start(Manner::Answers(answers.into())).await;
        let mut outcomes = vec![];
        for _ in 0..4 {
            outcomes.push(smtp(&sink.url()).send(&mail()).await.map_err(|failed| (failed.permanent, failed.problem)));
        }
        assert!(matches!(&outcomes[0], Err((false, problem)) if problem.contains("later")), "{outcomes:?}");
        assert!(matches!(&outcomes[1], Err((true, problem)) if problem.contains("no such user")), "{outcomes:?}");
        assert!(!format!("{outcomes:?}").contains("signature"), "what a server repeats is not kept: {outcomes:?}");
        assert!(matches!(&outcomes[2], Err((false, _))), "{outcomes:?}");
        assert_eq!(outcomes[3], Ok(()));
    }

    #[tokio::test]
    async fn a_server_that_hangs_does_not_hold_us() {
        let sink = MailSink::start(Manner::Hangs).await;
        let brief = smtp(&sink.url()).within(Duration::from_millis(100));
        assert!(!brief.send(&mail()).await.unwrap_err().permanent);
        assert!(brief.check().await.is_err());
    }

    /// What the server has taken is not sent twice because of a bad end.
    #[tokio::test]
    async fn a_mail_is_sent_once_it_is_taken() {
        let sink = MailSink::start(Manner::HangsAfterwards).await;
        assert_eq!(smtp(&sink.url()).send(&mail()).await, Ok(()));
        assert_eq!(sink.received().len(), 1);
    }

    /// T44: a wrong password is a setting to mend, no mail is lost for it, and it is not repeated.
    #[tokio::test]
    async fn a_refused_login_is_not_the_mails_fault() {
        let sink = MailSink::start(Manner::RefusesLogin).await;
        let url = format!("smtp://me:hunter2@{}", sink.address);
        let failed = smtp(&url).send(&mail()).await.unwrap_err();
        assert!(!failed.permanent);
        assert!(failed.problem.contains("password") && !failed.problem.contains("hunter2"), "{}", failed.problem);
        assert!(smtp(&url).check().await.is_err());
        assert_eq!(sink.received(), []);
    }

    #[tokio::test]
    async fn unreachable_server_is_a_temporary_failure() {
        let address = MailSink::start(Manner::Takes).await.address;
        let failed = smtp(&format!("smtp://{address}")).send(&mail()).await;
        assert!(failed.is_err_and(|failed| !failed.permanent));
    }

    #[test]
    fn addresses_of_servers_are_read_strictly() {
        let encryption = |url: &str| match smtp(url).encryption {
            Encryption::None => "none",
            Encryption::StartTls(_) => "starttls",
            Encryption::FromTheStart(_) => "tls",
        };
        for (url, expected, place) in [
            ("smtp://localhost:2525", "none", "localhost:2525"),
            ("smtp://127.0.0.1", "none", "127.0.0.1:25"),
            ("smtp://[::1]:25", "none", "::1:25"),
            ("smtp://u:p@mail.example", "starttls", "mail.example:587"),
            ("smtp://mail.example:25?tls=none", "none", "mail.example:25"),
            ("smtp://localhost?tls=required", "starttls", "localhost:587"),
            ("smtps://u:p%40ss@mail.example", "tls", "mail.example:465"),
        ] {
            assert_eq!((encryption(url), smtp(url).place().as_str()), (expected, place), "{url}");
        }
        for wrong in ["mail.example", "http://mail.example", "smtp://", "smtp://x?tls=maybe", "smtps://x?tls=none"] {
            assert!(Smtp::new(&Secret::new(wrong.to_owned())).is_err(), "{wrong}");
        }
    }
}
