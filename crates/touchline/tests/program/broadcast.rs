//! Games that are really live: a real encoder, a viewer, and everything that goes wrong between them.

use reqwest::StatusCode;

use crate::encoder::Encoder;
use crate::process::Program;
use crate::viewer::{Viewer, file};

const LIVE: i64 = 2;
const ON_DEMAND: i64 = 3;

fn free_udp_port() -> u16 {
    std::net::UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// PLAY-05: what an encoder sends can be watched, and a wrong key sends nothing.
#[tokio::test]
async fn a_pushed_game_is_live_and_a_wrong_key_is_not() {
    let program = Program::serve_demo(&[]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let address = program.ingest_address(game);
    let wrong = format!("{}{}", &address[..address.len() - 1], if address.ends_with('a') { "b" } else { "a" });
    assert!(Encoder::push(&wrong).failed());
    assert_eq!(viewer.game(&program, game).await["stream_status"], "upcoming");

    let _encoder = Encoder::push(&address);
    let live = viewer.address(&program, game, LIVE).await;
    assert_eq!(viewer.game(&program, game).await["stream_status"], "live");
    let playlist = viewer.until(&live, |playlist| playlist.segments.len() >= 2 && playlist.parts > 0).await;
    assert_eq!((playlist.first, playlist.gaps, playlist.ended), (0, 0, false));
    viewer.has_all(&live, &playlist).await;
    // T2: the address of a segment is worth nothing without the token in it.
    let segment = file(&live, "v0/0.m4s");
    let token = live.split("/media/").nth(1).unwrap().split('/').next().unwrap();
    let mut forged = token.to_owned();
    forged.replace_range(4..5, if &token[4..5] == "A" { "B" } else { "A" });
    let (status, bytes) = viewer.get(&segment.replace(token, &forged)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(bytes.len() < 1000);

    let (status, log) = program.stop();
    assert!(status.success(), "{log}");
    // T35: keys are in no log.
    let key = address.rsplit('/').next().unwrap();
    assert!(!log.contains(key) && !log.contains(wrong.rsplit('/').next().unwrap()));
}

/// PLAY-05: an encoder that drops and comes back goes on in the same stream: same address, numbers that never go back,
/// nothing that was listed is lost. The size of the picture may change on the way.
#[tokio::test]
async fn an_encoder_that_comes_back_continues_the_game() {
    let program = Program::serve_demo(&[]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let address = program.ingest_address(game);
    let encoder = Encoder::push(&address);
    let live = viewer.address(&program, game, LIVE).await;
    let mut newest = 0;
    viewer.until(&live, |playlist| playlist.segments.len() >= 2).await;
    encoder.kill();
    for (turn, size) in [(1, "320x180"), (2, "480x270")] {
        let encoder = Encoder::push_sized(&address, size);
        let playlist = viewer
            .until(&live, |playlist| {
                let number = playlist.newest().unwrap_or(0);
                assert!(number >= newest, "numbers went back: {}", playlist.text);
                newest = number;
                playlist.discontinuities >= turn && number >= 2 * (turn as u64 + 1)
            })
            .await;
        assert_eq!((playlist.first, playlist.ended), (0, false));
        viewer.has_all(&live, &playlist).await;
        // While it is away, viewers with access still get everything that there is.
        encoder.kill();
        let away = viewer.playlist(&live).await.unwrap();
        viewer.has_all(&live, &away).await;
    }
    // A second encoder with the same key takes over from the first.
    let first = Encoder::push(&address);
    viewer.until(&live, |playlist| playlist.discontinuities >= 3).await;
    let _second = Encoder::push(&address);
    viewer.until(&live, |playlist| playlist.discontinuities >= 4).await;
    assert!(first.failed(), "the first one is told to go");
}

/// PLAY-05, T35: SRT is a second way in with the same key, encrypted with the server's pass phrase; RTMP takes over from it,
/// and when that has left, it goes on, in one game.
#[tokio::test]
async fn a_game_goes_on_from_srt_to_rtmp_and_back() {
    let srt_port = free_udp_port().to_string();
    let settings = [("SRT_PORT", srt_port.as_str()), ("SRT_PASSPHRASE", "correct-horse-battery")];
    let program = Program::serve_demo(&settings).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let by_srt = program.ingest_address_by(game, "srt://");
    assert!(Encoder::push(&by_srt).failed(), "without the pass phrase");
    let by_srt = format!("{by_srt}&passphrase=correct-horse-battery");
    assert!(Encoder::push(&by_srt.replace("streamid=", "streamid=x")).failed(), "with a wrong key");
    assert_eq!(viewer.game(&program, game).await["stream_status"], "upcoming");

    let first = Encoder::push(&by_srt);
    let live = viewer.address(&program, game, LIVE).await;
    viewer.until(&live, |playlist| playlist.segments.len() >= 2 && playlist.parts > 0).await;
    let second = Encoder::push(&program.ingest_address(game));
    viewer.until(&live, |playlist| playlist.discontinuities >= 1 && playlist.newest() >= Some(3)).await;
    assert!(first.failed(), "the first one is told to go");
    assert!(Encoder::push(&by_srt).failed(), "and does not get the game back while the second sends");
    second.kill();
    let _third = Encoder::push(&by_srt);
    let playlist = viewer.until(&live, |playlist| playlist.discontinuities >= 2 && playlist.newest() >= Some(5)).await;
    assert_eq!((playlist.first, playlist.gaps, playlist.ended), (0, 0, false));
    viewer.has_all(&live, &playlist).await;
}

/// PLAY-05: GStreamer's sinks are encoders as good as any.
#[tokio::test]
async fn gstreamer_is_an_encoder() {
    let srt_port = free_udp_port().to_string();
    let program = Program::serve_demo(&[("SRT_PORT", srt_port.as_str())]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let by_rtmp = program.ingest_address(game);
    let by_srt = program.ingest_address_by(game, "srt://");
    for (turn, (sink, address)) in
        [("rtmpsink", &by_rtmp), ("rtmp2sink", &by_rtmp), ("srtsink", &by_srt)].into_iter().enumerate()
    {
        let encoder = Encoder::gstreamer(sink, address);
        let live = viewer.address(&program, game, LIVE).await;
        let playlist = viewer
            .until(&live, |playlist| {
                playlist.discontinuities >= turn && playlist.newest() >= Some(2 * (turn as u64 + 1))
            })
            .await;
        assert_eq!((playlist.gaps, playlist.ended), (0, false), "{sink}: {}", playlist.text);
        viewer.has_all(&live, &playlist).await;
        encoder.kill();
    }
}

/// PLAY-05, I3: the server is killed in the middle of a game. After its start the game goes on at the same address, and
/// the recording lacks no more than the outage.
#[tokio::test]
async fn a_killed_server_goes_on_with_the_game() {
    let mut program = Program::serve_demo(&[]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let address = program.ingest_address(game);
    let encoder = Encoder::push(&address);
    let live = viewer.address(&program, game, LIVE).await;
    let before = viewer.until(&live, |playlist| playlist.segments.len() >= 3).await;
    program.crash_and_start_again().await;
    assert!(encoder.failed(), "its connection is gone");
    let after = viewer.until(&live, |_| true).await;
    let kept = before.segments.len() - 1;
    assert_eq!(after.segments[..kept], before.segments[..kept], "what had been recorded is still there");
    let _encoder = Encoder::push(&address);
    let going_on = viewer.until(&live, |playlist| playlist.newest() > before.newest().map(|number| number + 2)).await;
    // The segment that was open, and those that were on their way to the disk.
    assert!(going_on.discontinuities >= 1 && going_on.gaps <= 3, "{}", going_on.text);
    assert!(going_on.missing <= going_on.outage + 0.5, "{} s of {} s", going_on.missing, going_on.outage);
    viewer.has_all(&live, &going_on).await;
}

/// PLAY-05, I3: a server that is stopped in the middle of a game and started again has lost nothing that was sent to it.
#[tokio::test]
async fn a_stopped_server_goes_on_without_a_hole() {
    let mut program = Program::serve_demo(&[]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let address = program.ingest_address(game);
    let encoder = Encoder::push(&address);
    let live = viewer.address(&program, game, LIVE).await;
    let before = viewer.until(&live, |playlist| playlist.segments.len() >= 2).await;
    program.stop_and_start_again().await;
    assert!(encoder.failed(), "its connection is gone");
    let _encoder = Encoder::push(&address);
    let going_on = viewer.until(&live, |playlist| playlist.newest() > before.newest().map(|number| number + 1)).await;
    assert_eq!((going_on.gaps, going_on.missing), (0, 0.0), "{}", going_on.text);
    viewer.has_all(&live, &going_on).await;
}

/// PLAY-05: programs that nobody here wrote play a game while it is live.
#[tokio::test]
async fn a_live_game_plays_in_other_programs() {
    let program = Program::serve_demo(&[]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let _encoder = Encoder::push(&program.ingest_address(game));
    let live = viewer.address(&program, game, LIVE).await;
    viewer.until(&live, |playlist| playlist.segments.len() >= 3 && !playlist.ended).await;
    let entries = ["-hide_banner", "-v", "error", "-show_entries", "stream=codec_name,width", "-of", "csv=p=0"];
    let streams = told("ffprobe", &[&entries[..], &[&live]].concat()).await;
    assert!(streams.contains("h264,320") && streams.contains("aac"), "{streams}");
    let play = ["-hide_banner", "-v", "error", "-nostdin", "-i", &live, "-t", "4", "-progress", "-", "-f", "null", "-"];
    let played = told("ffmpeg", &play).await;
    let frames = played.lines().rev().find_map(|line| line.strip_prefix("frame=")?.trim().parse::<u64>().ok());
    assert!(frames.is_some_and(|frames| frames >= 90), "{played}");
    assert!(!viewer.playlist(&live).await.unwrap().ended, "it was live all the while");
}

/// What a program says that has nothing to complain of.
async fn told(program: &str, arguments: &[&str]) -> String {
    let output = tokio::process::Command::new(program).args(arguments).output().await.unwrap();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complained.is_empty(), "{complained}");
    String::from_utf8(output.stdout).unwrap()
}

/// PLAY-05: when nothing has come for the configured time the game is over, and what was recorded is on demand at once.
#[tokio::test]
async fn silence_ends_a_game_and_its_recording_is_on_demand() {
    let program = Program::serve_demo(&[("TOUCHLINE_STREAM_SILENCE_S", "2")]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let address = program.ingest_address(game);
    let encoder = Encoder::push(&address);
    let live = viewer.address(&program, game, LIVE).await;
    viewer.until(&live, |playlist| playlist.segments.len() >= 2).await;
    encoder.kill();
    // A viewer who was watching sees the end at the same address.
    let ended = viewer.until(&live, |playlist| playlist.ended).await;
    let recorded = viewer.address(&program, game, ON_DEMAND).await;
    assert_eq!(viewer.game(&program, game).await["stream_status"], "finished");
    let whole = viewer.playlist(&recorded).await.unwrap();
    assert_eq!(whole.segments, ended.segments);
    viewer.has_all(&recorded, &whole).await;
    assert!(Encoder::push(&address).failed(), "a game that is over takes no more");
}

/// PLAY-05, PLAY-06: a live game has lower renditions with the cuts of its source; they are recorded, and there on demand
/// with every picture of it.
#[tokio::test]
async fn a_live_game_has_lower_renditions() {
    let program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "1")]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let encoder = Encoder::push_sized(&program.ingest_address(game), "640x360");
    let live = viewer.address(&program, game, LIVE).await;
    let listed = viewer.until_listed(&live, "v4").await;
    let (source, lower) = (variant(&listed, "v0"), variant(&listed, "v4"));
    assert!(source.contains("RESOLUTION=640x360") && lower.contains("RESOLUTION=320x180"), "{listed}");
    assert!(lower.contains("CODECS=\"avc1.") && lower.contains(",mp4a.40.2\""), "{listed}");
    let whole = viewer.until(&live, |playlist| playlist.segments.len() >= 3).await;
    encoder.kill();
    program.end_game(game);
    let recorded = viewer.address(&program, game, ON_DEMAND).await;
    let source = viewer.until(&recorded, |playlist| playlist.ended).await;
    let lower = viewer.rendition(&recorded, "v4").await.unwrap();
    assert!(lower.ended && source.segments.len() >= whole.segments.len());
    assert_eq!((&lower.segments, lower.gaps), (&source.segments, 0), "{}", lower.text);
    let listed = viewer.until_listed(&recorded, "v4").await;
    let bandwidth = |name| number(&variant(&listed, name), "BANDWIDTH=");
    assert!(bandwidth("v4") > 1_000 && bandwidth("v4") < bandwidth("v0"), "{listed}");
    let count = |name, size| pictures(&file(&recorded, &format!("{name}/index.m3u8")), size);
    assert_eq!(count("v4", "320,180"), count("v0", "640,360"));
}

/// PLAY-05: with ffmpeg away the game has its source, and nobody notices anything else.
#[tokio::test]
async fn game_without_ffmpeg_has_its_source_alone() {
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path().to_str().unwrap();
    let program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "1"), ("PATH", path)]).await;
    let viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let _encoder = Encoder::push_sized(&program.ingest_address(game), "640x360");
    let live = viewer.address(&program, game, LIVE).await;
    let playlist = viewer.until(&live, |playlist| playlist.segments.len() >= 2).await;
    viewer.has_all(&live, &playlist).await;
    let (status, renditions) = viewer.get(&live).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(String::from_utf8_lossy(&renditions).matches("#EXT-X-STREAM-INF").count(), 1);
}

/// The line that tells of a rendition.
fn variant(listed: &str, name: &str) -> String {
    let lines: Vec<&str> = listed.lines().collect();
    let at = lines.iter().position(|line| *line == format!("{name}/index.m3u8")).expect("it is listed");
    lines[at - 1].to_owned()
}

fn number(line: &str, name: &str) -> u64 {
    let (_, rest) = line.split_once(name).expect("it is told");
    rest.split(',').next().unwrap().parse().unwrap()
}

/// How many pictures ffprobe decodes of a playlist or file, which has to be of that size.
pub fn pictures(address: &str, size: &str) -> u64 {
    let output = std::process::Command::new("ffprobe")
        .args(["-hide_banner", "-v", "error", "-count_frames", "-select_streams", "v:0"])
        .args(["-show_entries", "stream=width,height,nb_read_frames", "-of", "csv=p=0", address])
        .output()
        .unwrap();
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && complained.is_empty(), "{complained}");
    // The stream is told of by itself and as part of a programme.
    let told = format!("{},", size.replace('x', ","));
    let count = said.lines().find_map(|line| line.strip_prefix(&told)).unwrap_or_else(|| panic!("{said}"));
    count.parse().unwrap()
}
