//! `touchline create-owner`.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use domain::time::Timestamp;
use domain::totp::TotpKey;
use serde_json::{Value, json};

use crate::process::{Program, command, finish};

/// What the command says to a password on its standard input.
fn create(folder: &Path, settings: &[(&str, String)], arguments: &[&str], password: &str) -> (bool, String) {
    let mut command = command(folder);
    command.arg("create-owner").args(arguments).envs(settings.iter().cloned()).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may have ended already, without a look at the password.
    let _ = child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes());
    let (status, said) = finish(child);
    (status.success(), said)
}

/// OPS-01, T27, T48: an owner is made beside a running server, by a good password that is no argument; the same command
/// sets a new one, and removes the second factors of an owner who lost theirs.
#[tokio::test]
async fn an_owner_is_made_by_the_command_line() {
    let program = Program::serve_demo(&[]).await;
    let folder = program.folder.path().to_owned();
    let settings = program.database();
    let log_in = async |password: &str| {
        let body = serde_json::json!({ "email": "chair@demo.test", "password": password });
        let request = reqwest::Client::new().post(program.url("/console/api/login")).json(&body);
        request.header("origin", program.url("")).send().await.unwrap().json::<serde_json::Value>().await.unwrap()
    };
    for (arguments, password, problem) in [
        (&["no address"][..], "a long walk to kick-off", "not an e-mail address"),
        (&["chair@demo.test", "--channel", "nowhere"], "a long walk to kick-off", "channel nowhere does not exist"),
        (&["chair@demo.test"], "password", "password"),
        (&["chair@demo.test"], "", "password"),
    ] {
        let (made, said) = create(&folder, &settings, arguments, password);
        assert!(!made && said.contains(problem), "{arguments:?} {said}");
    }
    let (made, said) =
        create(&folder, &settings, &["chair@demo.test", "--channel", "demo2"], "a long walk to kick-off");
    assert!(made && said.contains("owner of demo2"), "{said}");
    assert!(!said.contains("long walk"), "{said}");
    let channels = log_in("a long walk to kick-off").await["data"]["channels"].clone();
    assert_eq!((channels[0]["alias"].as_str(), channels.as_array().unwrap().len()), (Some("demo2"), 1));
    let (made, said) = create(&folder, &settings, &["chair@demo.test"], "another walk to kick-off");
    assert!(made && said.contains("owner of demo, demo2"), "{said}");
    assert_eq!(log_in("a long walk to kick-off").await["code"], "wrong_auth_data");
    assert_eq!(log_in("another walk to kick-off").await["data"]["channels"].as_array().unwrap().len(), 2);
    assert!(!said.contains("removed"), "{said}");

    set_up_authenticator(&program, "another walk to kick-off").await;
    assert_eq!(log_in("another walk to kick-off").await["code"], "second_factor_required");
    let (made, said) = create(&folder, &settings, &["chair@demo.test"], "a third walk to kick-off");
    assert!(made && said.contains("recovery codes of chair@demo.test were removed"), "{said}");
    assert_eq!(log_in("a third walk to kick-off").await["data"]["operator"]["email"], "chair@demo.test");
    program.stop();
}

/// Gives the operator an authenticator app, as the console does.
async fn set_up_authenticator(program: &Program, password: &str) {
    let client = reqwest::Client::new();
    let post = |call: &str, body: Value| {
        let request = client.post(program.url(&format!("/console/api/{call}"))).json(&body);
        request.header("origin", program.url(""))
    };
    let login = post("login", json!({ "email": "chair@demo.test", "password": password })).send().await.unwrap();
    let cookie = login.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let begun = post("me/authenticator", json!({})).header("cookie", &cookie).send().await.unwrap();
    let begun: Value = begun.json().await.unwrap();
    let key = TotpKey::typed(begun["data"]["key"].as_str().unwrap()).unwrap();
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let code = key.code_at(Timestamp(since.as_millis().try_into().unwrap()));
    let confirm = post("me/authenticator/confirm", json!({ "code": code })).header("cookie", &cookie);
    assert!(confirm.send().await.unwrap().status().is_success());
}
