//! The demo, served by the real program.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process::{Program, finish};
use crate::settings::country_database;

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

pub async fn log_in(program: &Program, key: &str, email: &str, password: &str) -> Value {
    let body = serde_json::json!({ "api_key": key, "email": email, "password": password });
    let answer = reqwest::Client::new().post(program.url("/api/v2/auth/login")).json(&body).send().await.unwrap();
    answer.json().await.unwrap()
}

pub async fn anonymous_key(program: &Program) -> String {
    let body = serde_json::json!({ "channel_key": json(program.url("/api/channel-key")).await["data"]["channel_key"] });
    let answer = reqwest::Client::new().post(program.url("/api/get_api_key")).json(&body).send().await.unwrap();
    answer.json::<Value>().await.unwrap()["data"]["api_key"].as_str().unwrap().to_owned()
}

/// T44: with everything logged, neither a password, right or wrong, nor the key of a session is in the log.
#[tokio::test]
async fn passwords_and_sessions_never_reach_the_log() {
    let program = Program::serve_demo(&[("TOUCHLINE_LOG", "trace")]).await;
    let anonymous = anonymous_key(&program).await;
    let wrong = log_in(&program, &anonymous, "fan@demo.test", "correct horse battery").await;
    assert_eq!(wrong["message"], "Wrong auth data");
    let right = log_in(&program, &anonymous, "fan@demo.test", "touchline-demo").await;
    let session = right["data"]["api_key"].as_str().unwrap().to_owned();
    let body = serde_json::json!({ "api_key": session, "favoritable_id": 1, "favoritable_type": "group" });
    let client = reqwest::Client::new();
    assert!(client.post(program.url("/api/favorite")).json(&body).send().await.unwrap().status().is_success());
    assert!(reqwest::get(program.url(&format!("/api/profile?api_key={session}"))).await.unwrap().status().is_success());
    let left = client.post(program.url("/api/auth/logout")).json(&serde_json::json!({ "api_key": session }));
    assert!(left.send().await.unwrap().status().is_success());

    let (status, said) = program.stop();
    assert!(status.success(), "{said}");
    // What is printed for the person who started the demo names its password; the log must not.
    let log: Vec<&str> = said.lines().filter(|line| line.starts_with('{')).collect();
    assert!(log.iter().any(|line| line.contains("/api/v2/auth/login")), "the access log is on");
    for secret in ["correct horse battery", "touchline-demo", "$argon2id", &anonymous, &session] {
        assert!(!log.iter().any(|line| line.contains(secret)), "{secret} is in the log");
    }
}

/// Every file and folder below a folder whose rights are wider than its owner's.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        // What is of the moment only may be gone.
        let Ok(about) = entry.metadata() else { continue };
        if about.permissions().mode() & 0o077 != 0 {
            found.push(entry.path());
        }
        if about.is_dir() {
            found.extend(open_to_others(&entry.path()));
        }
    }
    found
}

/// T48, T44: whatever the program writes is for its owner alone under a careless umask too, and what was left open to
/// others is closed at the next start; a folder beside it is left alone.
#[tokio::test]
async fn data_folder_is_private_to_its_owner() {
    let mut program = Program::serve_demo_carelessly().await;
    let data = program.folder.path().join("data");
    assert!(data.join("testbank/bank.redb").exists());
    assert_eq!(open_to_others(&data), [""; 0].map(PathBuf::from), "new");
    let beside = program.folder.path().join("beside");
    std::fs::write(&beside, "").unwrap();
    let widened = ["testbank/bank.redb", "testbank/keys.json", "server-id", "testbank", "media", ""];
    for path in widened.map(|path| data.join(path)).iter().chain([&beside]) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    program.stop_and_start_again().await;
    assert_eq!(open_to_others(&data), [""; 0].map(PathBuf::from), "closed");
    assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(std::fs::metadata(&beside).unwrap().permissions().mode() & 0o777, 0o755);
    program.stop();
}

/// A folder has one server: a second one says so and ends, and the first goes on; commands that only look at the data work
/// beside it, a server in another folder too, and after the end of the first, even by a crash, the folder is free.
#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let mut first = Program::serve_demo(&[]).await;
    let other = Program::serve_demo(&[]).await;
    let countries = country_database();
    let mut second = first.command();
    second.args(["serve", "--demo"]).env("PORT", "0").env("RTMP_PORT", "0");
    let (status, said) = finish(second.spawn().unwrap());
    assert!(!status.success(), "{said}");
    let folder = first.folder.path().canonicalize().unwrap().join("data");
    for part in [folder.to_str().unwrap(), "another touchline (process ", "TOUCHLINE_DATA_DIR"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    for command in [&["doctor"][..], &["migrate"], &["promo-code", "BESIDE", "--percent", "5", "--channel", "demo"]] {
        let mut beside = first.command();
        beside.args(command).env("TOUCHLINE_GEO_DATABASE", countries.path());
        let output = beside.output().unwrap();
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for program in [&first, &other] {
        assert_eq!(reqwest::get(program.url("/readyz")).await.unwrap().status(), 200);
    }
    first.crash_and_start_again().await;
    first.stop();
    other.stop();
}

/// The demo's fixed points: people to log in as, who are still themselves after a restart.
#[tokio::test]
async fn the_demo_has_people_to_log_in_as() {
    let mut program = Program::serve_demo(&[]).await;
    let key = anonymous_key(&program).await;
    let flags = |answer: &Value| {
        let user = &answer["data"]["user"];
        let count = user["capabilities"].as_array().map(Vec::len);
        (count, user["basic_pass_selected"].as_bool(), user["temporary_password"].as_bool())
    };
    for (email, expected) in [
        ("fan@demo.test", (Some(0), Some(true), Some(false))),
        ("season@demo.test", (Some(6), Some(true), Some(false))),
        ("new@demo.test", (Some(0), Some(false), Some(false))),
        ("temp@demo.test", (Some(0), Some(true), Some(true))),
    ] {
        assert_eq!(flags(&log_in(&program, &key, email, "touchline-demo").await), expected, "{email}");
    }
    let fan = log_in(&program, &key, "fan@demo.test", "touchline-demo").await;
    let favorites = format!("/api/favorites?api_key={}", fan["data"]["api_key"].as_str().unwrap());
    let kept = json(program.url(&favorites)).await["data"].clone();
    assert!(kept.as_array().unwrap().len() >= 3, "{kept}");
    let removed = format!("/api/favorite/{}?api_key={}", kept[0]["id"], fan["data"]["api_key"].as_str().unwrap());
    assert!(reqwest::Client::new().delete(program.url(&removed)).send().await.unwrap().status().is_success());

    program.crash_and_start_again().await;
    let after = json(program.url(&favorites)).await["data"].clone();
    assert_eq!(after.as_array().unwrap()[..], kept.as_array().unwrap()[1..], "logged in, and nothing has come back");
    let (_, said) = program.stop();
    for line in ["password touchline-demo", "fan@demo.test", "season@demo.test", "new@demo.test", "temp@demo.test"] {
        assert!(said.contains(line), "{said}");
    }
}

/// OPS-01: the demo's owner gets into the console, with both channels; no fan does.
#[tokio::test]
async fn the_demo_has_an_owner() {
    let program = Program::serve_demo(&[]).await;
    let client = reqwest::Client::new();
    let log_in = async |email: &str| -> Value {
        let body = serde_json::json!({ "email": email, "password": "touchline-demo" });
        let request = client.post(program.url("/console/api/login")).header("origin", program.url("")).json(&body);
        request.send().await.unwrap().json().await.unwrap()
    };
    let owner = log_in("owner@demo.test").await;
    let channels: Vec<_> =
        owner["data"]["channels"].as_array().unwrap().iter().map(|channel| &channel["alias"]).collect();
    assert_eq!(channels, ["demo", "demo2"]);
    assert_eq!(log_in("fan@demo.test").await["code"], "wrong_auth_data");
    let (_, said) = program.stop();
    assert!(said.contains("owner@demo.test"), "{said}");
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
