//! `touchline administrator`.

use serde_json::{Value, json};

use crate::process::{Program, finish};

const OWNER: &str = "owner@demo.test";

/// OPS-02, T27: beside a running server an operator becomes an administrator, and is none any more; both are recorded, an
/// unknown address is refused in words, and the doctor says when there is no administrator.
#[tokio::test]
async fn administrators_are_made_by_the_command_line() {
    let program = Program::serve_demo(&[]).await;
    let run = |arguments: &[&str]| {
        let (status, said) = finish(program.command().args(arguments).spawn().unwrap());
        (status.success(), said)
    };
    let client = reqwest::Client::new();
    let body = json!({ "email": OWNER, "password": demo::PASSWORD });
    let login = client.post(program.url("/console/api/login")).json(&body).header("origin", program.url(""));
    let login = login.send().await.unwrap();
    let cookie = login.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let get = async |call: &str| {
        let request = client.get(program.url(&format!("/console/api/{call}"))).header("cookie", &cookie);
        request.send().await.unwrap().json::<Value>().await.unwrap()["data"].clone()
    };
    let is_administrator = async || get("session").await["operator"]["is_administrator"].clone();
    for (address, problem) in
        [("no address", "not an e-mail address"), ("nobody@demo.test", "no operator logs in with nobody@demo.test")]
    {
        let (done, said) = run(&["administrator", "add", address]);
        assert!(!done && said.contains(problem), "{said}");
    }
    assert!(run(&["administrator", "list"]).1.contains("has no administrator"));
    assert!(run(&["doctor"]).1.contains("administrators (none: `touchline administrator add EMAIL`"));
    assert_eq!(is_administrator().await, false);

    for said in ["is now an administrator", "is an administrator already"] {
        let (done, told) = run(&["administrator", "add", " OWNER@demo.test"]);
        assert!(done && told.contains(said), "{told}");
    }
    assert_eq!(is_administrator().await, true);
    assert_eq!(run(&["administrator", "list"]).1.lines().next(), Some("owner@demo.test (Odessa Owens)"));
    assert!(run(&["doctor"]).1.contains("ok    administrators\n"));

    for said in ["is no longer an administrator", "is no administrator"] {
        let (done, told) = run(&["administrator", "remove", OWNER]);
        assert!(done && told.contains(said) && told.contains("has no administrator now"), "{told}");
    }
    assert_eq!(is_administrator().await, false);
    let channel = get("session").await["channels"][0]["id"].clone();
    let log = get(&format!("channels/{channel}/audit")).await;
    let actions = log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap());
    let changes: Vec<&str> = actions.filter(|action| action.contains("administrator")).collect();
    assert_eq!(changes, ["remove_administrator", "make_administrator"], "the newest first, each once");
    program.stop();
}
