//! Writes frames to look at, as raw `yuv420p` on standard output: `frame SPORT SIZE SKIP COUNT`.

use std::io::Write;

use footage::{Clip, Counts, Match, Rgb, Size, Sport, Team};

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().collect();
    let number = |index: usize, usual: u32| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let sport = match words.get(1).map(String::as_str) {
        Some("basketball") => Sport::Basketball,
        Some("ice") => Sport::IceHockey,
        Some("handball") => Sport::Handball,
        _ => Sport::Soccer,
    };
    let size = if number(2, 720) == 720 { Size::HD } else { Size::SMALL };
    let team = |code: &str, name: &str, shirt, shorts, light| Team {
        code: code.into(),
        name: name.into(),
        shirt: Rgb(shirt),
        shorts: Rgb(shorts),
        light: Rgb(light),
    };
    let game = Match {
        sport,
        teams: [
            team("WRE", "Wrenfield", 0xc4122f, 0x7d0a1e, 0xf1f4f9),
            team("HAR", "Harrow Point", 0x14427a, 0x0b2447, 0xf7c948),
        ],
        score: [0, 1],
        points: if sport == Sport::Basketball { [7, 8] } else { [1, 1] },
        clock: 600,
        counts: Counts::Down,
        period: "2ND".into(),
        channel: "Northline".into(),
        accent: Rgb(0x3b6ef5),
        goal: "Goal".into(),
        live: Some("Live".into()),
        seconds: 120,
        seed: 7,
    };
    let mut clip = Clip::new(game, size);
    clip.skip(number(3, 0));
    let mut out = std::io::stdout().lock();
    for _ in 0..number(4, 1) {
        let Some(shot) = clip.shoot() else { break };
        for plane in shot.picture.planes() {
            out.write_all(plane)?;
        }
    }
    out.flush()
}
