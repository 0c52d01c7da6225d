//! Commands of encoders and their responses.

use super::amf::Value;
use super::chunk::{self, kind};

const CONTROL_STREAM: u8 = 2;
const COMMAND_STREAM: u8 = 3;
/// The only stream that a connection has.
const MESSAGE_STREAM: u32 = 1;

const PING: u16 = 6;
const PONG: u16 = 7;

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Connect {
        app: String,
    },
    CreateStream,
    Publish {
        name: String,
    },
    Leave,
    /// Sent by convention; no response is expected.
    Ignored,
    Play,
    Unknown,
}

/// A command with the number by which its answer is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub id: f64,
    pub command: Command,
}

impl Call {
    pub fn parse(mut body: &[u8]) -> Option<Self> {
        let name = Value::read(&mut body)?.text()?;
        let id = Value::read(&mut body)?.number()?;
        // An object with arguments, or nothing; what follows depends on the command.
        let mut argument = || Value::read(&mut body);
        let command = match name.as_str() {
            "connect" => Command::Connect { app: argument()?.take("app")?.text()? },
            "createStream" => Command::CreateStream,
            "publish" => {
                argument()?;
                Command::Publish { name: argument()?.text()? }
            }
            "deleteStream" | "closeStream" => Command::Leave,
            "releaseStream" | "FCPublish" | "FCUnpublish" | "_checkbw" | "_result" | "_error" => Command::Ignored,
            "play" | "play2" => Command::Play,
            _ => Command::Unknown,
        };
        Some(Self { id, command })
    }
}

/// What we write: answers, statuses and the messages that keep a connection going.
#[derive(Default)]
pub struct Answers(pub Vec<u8>);

impl Answers {
    pub fn connected(&mut self, id: f64, window: u32) {
        self.control(kind::WINDOW_SIZE, &window.to_be_bytes());
        self.control(kind::PEER_BANDWIDTH, &[&window.to_be_bytes()[..], &[2]].concat());
        let server = object([("fmsVer", "FMS/3,5,7,7009".into()), ("capabilities", Value::Number(31.0))]);
        let mut info = info("status", "NetConnection.Connect.Success", "connected");
        info.push(("objectEncoding".to_owned(), Value::Number(0.0)));
        self.command(0, &["_result".into(), Value::Number(id), server, Value::Object(info)]);
    }

    pub fn stream_created(&mut self, id: f64) {
        let stream = Value::Number(MESSAGE_STREAM.into());
        self.command(0, &["_result".into(), Value::Number(id), Value::Null, stream]);
    }

    pub fn call_failed(&mut self, id: f64, code: &str, description: &str) {
        let info = Value::Object(info("error", code, description));
        self.command(0, &["_error".into(), Value::Number(id), Value::Null, info]);
    }

    pub fn publishing(&mut self) {
        let begin = [&[0, 0][..], &MESSAGE_STREAM.to_be_bytes()].concat();
        self.control(kind::USER_CONTROL, &begin);
        self.status("status", "NetStream.Publish.Start", "publishing");
    }

    pub fn failed(&mut self, code: &str, description: &str) {
        self.status("error", code, description);
    }

    pub fn acknowledge(&mut self, received: u64) {
        // The count wraps, as the protocol has it.
        let [.., a, b, c, d] = received.to_be_bytes();
        self.control(kind::ACKNOWLEDGEMENT, &[a, b, c, d]);
    }

    pub fn ping(&mut self) {
        self.control(kind::USER_CONTROL, &[&PING.to_be_bytes()[..], &[0; 4]].concat());
    }

    /// Answers a ping of the other side; there is nothing else that it could ask for here.
    pub fn user_control(&mut self, body: &[u8]) {
        if let Some((event, time)) = body.split_first_chunk()
            && u16::from_be_bytes(*event) == PING
        {
            self.control(kind::USER_CONTROL, &[&PONG.to_be_bytes()[..], &time[..time.len().min(4)]].concat());
        }
    }

    fn status(&mut self, level: &str, code: &str, description: &str) {
        let info = Value::Object(info(level, code, description));
        self.command(MESSAGE_STREAM, &["onStatus".into(), Value::Number(0.0), Value::Null, info]);
    }

    fn control(&mut self, kind: u8, body: &[u8]) {
        chunk::write(&mut self.0, CONTROL_STREAM, kind, 0, body);
    }

    fn command(&mut self, stream: u32, values: &[Value]) {
        let mut body = Vec::new();
        for value in values {
            value.write(&mut body);
        }
        chunk::write(&mut self.0, COMMAND_STREAM, kind::COMMAND, stream, &body);
    }
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.map(|(name, value)| (name.to_owned(), value)).into())
}

fn info(level: &str, code: &str, description: &str) -> Vec<(String, Value)> {
    [("level", level), ("code", code), ("description", description)]
        .map(|(name, value)| (name.to_owned(), value.into()))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(values: &[Value]) -> Vec<u8> {
        let mut body = Vec::new();
        values.iter().for_each(|value| value.write(&mut body));
        body
    }

    #[test]
    fn commands_are_understood() {
        let command = |values: &[Value]| Call::parse(&body(values)).map(|call| call.command);
        let one = Value::Number(1.0);
        let connect = object([("tcUrl", "rtmp://x/live".into()), ("app", "live".into())]);
        assert_eq!(command(&["connect".into(), one.clone(), connect]), Some(Command::Connect { app: "live".into() }));
        let publish = ["publish".into(), one.clone(), Value::Null, "1-1-K".into(), "live".into()];
        assert_eq!(command(&publish), Some(Command::Publish { name: "1-1-K".into() }));
        assert_eq!(command(&publish[..3]), None);
        assert_eq!(command(&["FCPublish".into(), one.clone()]), Some(Command::Ignored));
        assert_eq!(command(&["deleteStream".into(), one.clone()]), Some(Command::Leave));
        assert_eq!(command(&["shutdown".into(), one]), Some(Command::Unknown));
        assert_eq!(command(&["connect".into()]), None);
    }

    #[test]
    fn pings_are_answered_with_their_time() {
        let mut answers = Answers::default();
        answers.user_control(&[0, 3, 0, 0, 0, 1]);
        answers.user_control(&[0]);
        assert!(answers.0.is_empty());
        answers.user_control(&[0, 6, 1, 2, 3, 4]);
        assert_eq!(answers.0[12..], [0, 7, 1, 2, 3, 4]);
    }
}
