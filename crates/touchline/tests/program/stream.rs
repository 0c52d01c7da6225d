//! `touchline stream-key` and `touchline end-game`, beside a running server.

use std::process::Output;

use crate::process::Program;

/// A game of the demo.
const GAME: &str = "1";

impl Program {
    /// Runs another command on the same data.
    fn run(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
        self.command().args(arguments).envs(settings.iter().copied()).output().unwrap()
    }
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(str::to_owned).collect()
}

/// T35: an address that an encoder takes, the same until it is rotated; the key is printed and never logged.
#[tokio::test]
async fn a_stream_key_is_printed_and_rotated() {
    let program = Program::serve_demo(&[]).await;
    let both = [("RTMP_PORT", "1935"), ("SRT_PORT", "1936"), ("TOUCHLINE_LOG", "trace")];
    let first = program.run(&["stream-key", GAME], &both);
    let printed = lines(&first);
    let [rtmp, srt] = &printed[..] else { panic!("{printed:?}") };
    let key = rtmp.strip_prefix("rtmp://localhost:1935/live/").unwrap();
    assert!(key.starts_with("1-0-") && key.len() == 4 + 32, "{key}");
    assert_eq!(*srt, format!("srt://127.0.0.1:1936?streamid={key}"));
    assert!(String::from_utf8_lossy(&first.stderr).contains("a key frame every 2 seconds"));
    assert_eq!(lines(&program.run(&["stream-key", GAME, "srt"], &both)), [srt.as_str()]);
    assert_eq!(lines(&program.run(&["stream-key", GAME, "rtmp"], &both)), [rtmp.as_str()]);
    assert!(!String::from_utf8_lossy(&first.stderr).contains(key), "the key is in the log");
    assert_eq!(lines(&program.run(&["stream-key", GAME], &both)), printed);
    let rotated = lines(&program.run(&["stream-key", GAME, "--rotate"], &[("RTMP_PORT", "1935")]));
    assert_eq!(rotated.len(), 1);
    assert!(rotated[0].contains("/live/1-1-"), "{rotated:?}");

    for (arguments, said) in [
        (&["stream-key", "99999999"][..], "game 99999999 does not exist"),
        (&["stream-key", GAME], "RTMP_PORT and SRT_PORT are both off"),
        (&["stream-key", GAME, "sms"], "invalid value 'sms'"),
        (&["end-game", "99999999"], "game 99999999 does not exist"),
    ] {
        let refused = program.run(arguments, &[("RTMP_PORT", "off")]);
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && refused.stdout.is_empty() && message.contains(said), "{message}");
    }
    program.stop();
}
