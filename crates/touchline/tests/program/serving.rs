//! The demo, served by the real program.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::process::Program;

async fn json(url: String) -> Value {
    reqwest::get(url).await.unwrap().json().await.unwrap()
}

/// T23, T44: with everything logged, no key that went over the wire is in the log; requests are found by their id.
#[tokio::test]
async fn keys_never_reach_the_log() {
    let program = Program::serve_demo(&[("TOUCHLINE_LOG", "trace")]).await;
    let channel_key = json(program.url("/api/channel-key")).await["data"]["channel_key"].as_str().unwrap().to_owned();
    let client = reqwest::Client::new();
    let body = serde_json::json!({ "channel_key": channel_key });
    let answer: Value =
        client.post(program.url("/api/get_api_key")).json(&body).send().await.unwrap().json().await.unwrap();
    let api_key = answer["data"]["api_key"].as_str().unwrap().to_owned();
    let keyed =
        reqwest::get(program.url(&format!("/api/events-for-homepage?api_key={api_key}&limit=5"))).await.unwrap();
    let id = keyed.headers()["x-request-id"].to_str().unwrap().to_owned();
    reqwest::get(program.url(&format!("/watch/1?signature={api_key}"))).await.unwrap();

    let (status, log) = program.stop();
    assert!(status.success(), "{log}");
    assert!(log.contains("/api/events-for-homepage?api_key=…&limit=5"), "the access log is on");
    assert!(log.contains(&id), "the request is found by its id");
    assert!(!log.contains(&api_key), "the api key is in the log");
    assert!(!log.contains(&channel_key), "the channel key is in the log");
    for line in log.lines().filter(|line| line.starts_with('{')) {
        serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("not structured: {line}"));
    }
}

/// T48: what the program writes is for its owner only, and nothing has a known secret.
#[tokio::test]
async fn files_are_private_and_secrets_are_new() {
    let first = Program::serve_demo(&[]).await;
    let second = Program::serve_demo(&[]).await;
    let key = async |program: &Program| json(program.url("/api/channel-key")).await["data"]["channel_key"].clone();
    assert_ne!(key(&first).await, key(&second).await, "two installs share nothing");

    let data = first.folder.path().join("data");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    if testkit::postgres_database().await.is_none() {
        assert_eq!(mode(&data.join("touchline.db")), 0o600);
    }
    assert_eq!(mode(&data.join("media")), 0o700);
    first.stop();
    second.stop();
}

/// The demo's fixed points: states, access types, two channels that share nothing.
#[tokio::test]
async fn the_demo_has_games_of_every_kind() {
    let program = Program::serve_demo(&[]).await;
    let bootstrap = json(program.url("/api/channel-bootstrap-data")).await;
    assert_eq!(bootstrap["data"]["settings"]["alias"], "demo");
    let page = reqwest::get(program.url("/")).await.unwrap().text().await.unwrap();
    let boot = page.split("type=\"application/json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let home: Value = serde_json::from_str::<Value>(boot).unwrap()["home"].clone();
    let games: Vec<&Value> =
        ["live", "upcoming", "finished"].iter().flat_map(|state| home[state].as_array().unwrap()).collect();
    assert!(games.len() >= 24, "{}", games.len());
    for state in ["live", "upcoming", "finished"] {
        for access in ["free", "register", "paid", "ppv"] {
            let found = games.iter().any(|game| game["stream_status"] == state && game["access_type"] == access);
            assert!(found, "{state} {access}");
        }
    }
    let picture = bootstrap["data"]["settings"]["logo"].as_str().unwrap();
    let answer = reqwest::get(program.url(picture)).await.unwrap();
    assert_eq!(answer.headers()["content-type"], "image/svg+xml");
    program.stop();
}

/// I3: a program that was killed starts again on the same data, and browsers keep their keys.
#[tokio::test]
async fn a_killed_program_starts_again_where_it_was() {
    let mut program = Program::serve_demo(&[]).await;
    let key = json(program.url("/api/channel-key")).await;
    program.crash_and_start_again().await;
    assert_eq!(json(program.url("/api/channel-key")).await, key);
    let (status, log) = program.stop();
    assert!(status.success(), "{log}");
}
