//! `touchline promo-code`.

use serde_json::Value;

use crate::process::{Program, finish};
use crate::serving::anonymous_key;

/// PAY-06, T48: codes are given out beside a running server, with all of their terms; wrong ones are refused in words.
#[tokio::test]
async fn a_promo_code_is_given_out_by_the_command_line() {
    let program = Program::serve_demo(&[]).await;
    let give = |arguments: &[&str]| {
        let child = program.command().arg("promo-code").args(arguments).spawn().unwrap();
        let (status, said) = finish(child);
        (status.success(), said)
    };
    for (arguments, problem) in [
        (&["TEN"][..], "--percent"),
        (&["TEN", "--percent", "101"], "1..=100"),
        (&["TEN", "--percent", "10", "--amount", "500"], "cannot be used with"),
        (&["TEN", "--amount", "0"], "--amount"),
        (&["TEN", "--percent", "10"], "several channels"),
        (&["TEN", "--percent", "10", "--channel", "nowhere"], "channel nowhere does not exist"),
        (&["  ", "--percent", "10", "--channel", "demo"], "1 to 64"),
        (&["TEN", "--percent", "10", "--channel", "demo", "--limit", "0"], "--limit"),
        (&["TEN", "--percent", "10", "--channel", "demo", "--until", "soon"], "--until"),
        (&["TEN", "--percent", "10", "--channel", "demo", "--until", "2020-01-01T00:00:00Z"], "in the past"),
        (&["TEN", "--percent", "10", "--channel", "demo", "--pass", "999999"], "no pass 999999"),
        (
            &[
                "A",
                "--percent",
                "9",
                "--channel",
                "demo",
                "--from=2099-02-01T00:00:00Z",
                "--until=2099-01-01T00:00:00Z",
            ],
            "before --until",
        ),
    ] {
        let (made, said) = give(arguments);
        assert!(!made && said.contains(problem), "{arguments:?} {said}");
    }
    let key = anonymous_key(&program).await;
    let client = reqwest::Client::new();
    let get = async |path: &str| {
        let request = client.get(program.url(path)).header("x-api-key", &key);
        request.send().await.unwrap().json::<Value>().await.unwrap()
    };
    let passes = get("/api/packages").await["data"].clone();
    let is_whole =
        |pass: &&Value| pass["is_team_pass"] == false && pass["pass_type"] == "regular" && pass["offer"] != "game";
    let mut ids = passes.as_array().unwrap().iter().filter(is_whole);
    let [one, other] = [ids.next().unwrap(), ids.next().unwrap()].map(|pass| pass["id"].to_string());
    let apply =
        async |code: &str, pass: &str| get(&format!("/api/apply_coupon?code={code}&type=package&id={pass}")).await;
    assert_eq!(apply("FIVE", &one).await["code"], "wrong_promo_code");
    let terms = ["--amount", "500", "--channel", "demo", "--limit", "2", "--per-account", "1", "--pass", one.as_str()];
    let (made, said) = give(&[&["five"][..], &terms[..]].concat());
    assert!(made && said.contains("FIVE is valid on demo"), "{said}");
    assert_eq!(apply("FIVE", &one).await["data"]["discount"], "5.00");
    assert_eq!(apply("FIVE", &other).await["code"], "wrong_promo_code", "it is for another pass");
    let (made, said) = give(&["FIVE", "--percent", "50", "--channel", "demo"]);
    assert!(!made && said.contains("demo already has the code FIVE"), "{said}");
    let (made, said) = give(&["LATER", "--percent", "50", "--channel", "demo", "--from", "2099-01-01T00:00:00Z"]);
    assert!(made, "{said}");
    assert_eq!(apply("LATER", &one).await["code"], "wrong_promo_code", "it is not good yet");
    program.stop();
}
