//! What the program holds while people come and go.

use reqwest::Method;
use serde_json::json;

use crate::encoder::Encoder;
use crate::process::Program;
use crate::serving::{anonymous_key, log_in};
use crate::viewer::Viewer;

const LIVE: i64 = 2;
/// Half of them register, the others log in.
const PEOPLE: usize = 40;
/// Until threads, caches and the memory for passwords are there.
const FIRST: usize = 2;
/// Tenths of what it was. Where each password was hashed in memory of its own, it was more than twice as much.
const CEILING: u64 = 13;

/// AUTH-02, T18: passwords are hashed in memory that is kept for the next, and none is left behind by users who register or
/// log in while games are live, however many they are.
#[tokio::test]
async fn logins_and_registrations_leave_no_memory_behind() {
    let program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "0")]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let _encoder = Encoder::push(&program.ingest_address(game));
    let address = viewer.address(&program, game, LIVE).await;
    let key = anonymous_key(&program).await;
    let mut first = 0;
    let mut shown = viewer.until(&address, |playlist| playlist.parts > 0).await;
    for person in 0..PEOPLE {
        if person == FIRST {
            first = program.memory();
        }
        // What the game brings between two people is what their memory would be torn by.
        let before = shown.text;
        shown = viewer.until(&address, |playlist| playlist.text != before).await;
        let answer = if person % 2 == 0 {
            register(&program, &viewer, person).await
        } else {
            let who = ["fan@demo.test", "season@demo.test"][person / 2 % 2];
            log_in(&program, &key, who, "touchline-demo").await
        };
        assert!(answer["data"]["api_key"].is_string(), "{answer}");
    }
    let last = program.memory();
    assert!(!shown.ended, "the game went on");
    assert!(last * 10 <= first * CEILING, "{} MB became {} MB", first / 1_000_000, last / 1_000_000);
}

async fn register(program: &Program, viewer: &Viewer, person: usize) -> serde_json::Value {
    let password = format!("a long way home {person}");
    let body = json!({
        "email": format!("fan{person}@demo.test"), "first_name": "Sam", "last_name": "Soak", "terms": true,
        "password": password, "password_confirmation": password,
    });
    viewer.send(program, Method::POST, "/api/v2/auth/register", body).await
}
