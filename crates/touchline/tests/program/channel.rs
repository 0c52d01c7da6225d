//! `touchline channel import` and `touchline channel export`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::{Program, command, finish};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n the rest of a picture";

/// A server that does not run: its data, and its database.
struct Server {
    folder: TempDir,
    settings: Vec<(String, String)>,
}

impl Server {
    async fn new() -> Self {
        let database = testkit::postgres_database().await;
        let settings = database.map(|url| ("DATABASE_URL".to_owned(), url)).into_iter().collect();
        Self { folder: tempfile::tempdir().unwrap(), settings }
    }

    fn channel(&self, arguments: &[&str]) -> (bool, String) {
        let mut command = command(self.folder.path());
        command.arg("channel").args(arguments).envs(self.settings.iter().cloned());
        let (status, said) = finish(command.spawn().unwrap());
        (status.success(), said)
    }

    fn import(&self, file: &Path, more: &[&str]) -> String {
        let (done, said) = self.channel(&[&["import", file.to_str().unwrap()], more].concat());
        assert!(done, "{said}");
        said
    }

    /// The bytes of a channel's file.
    fn export(&self, name: &str) -> Vec<u8> {
        let file = self.folder.path().join(format!("{name}.{}.tar", rand::random::<u64>()));
        let (done, said) = self.channel(&["export", name, file.to_str().unwrap()]);
        assert!(done, "{said}");
        assert!(said.contains("not in the file: accounts, orders"), "{said}");
        std::fs::read(file).unwrap()
    }
}

/// A folder with a small channel in it; the value goes into several of its fields.
fn write_channel(folder: &Path, odd: &str) -> PathBuf {
    let file = json!({
        "format": "touchline-channel", "version": 1, "alias": "club", "hosts": ["club.localhost"],
        "profile": {
            "name": format!("Club {odd}"), "tagline": odd, "logo": "pictures/logo.png", "language": "fr",
            "multiLanguage": false, "currency": "EUR",
            "colours": {"headerBackground": "#000000", "headerText": "#ffffff", "bodyBackground": "#000000",
                        "bodyText": "#ffffff", "footerBackground": "#000000"},
            "geo": {"mode": "everywhere"}, "accounts": {"revealUnknownEmail": false, "registrationByMail": false},
            "playback": {"maxStreams": 2, "maxDownloads": 50, "maxClips": 200, "maxClipSeconds": 120, "clipShare": 10,
                         "clipShareOfAll": 25, "prerollPauseSeconds": 3600, "embedHosts": []}
        },
        "sports": [{"id": 1, "alias": "rugby", "name": odd}],
        "venues": [{"id": 1, "name": odd, "city": "", "state": "", "country": "FR", "timeZone": "Europe/Paris"}],
        "teams": [
            {"id": 1, "name": "One", "shortName": "One", "color": "#102030", "sport": 1, "images": [], "inMenu": false},
            {"id": 2, "name": "Two", "shortName": "Two", "color": "#102030", "sport": 1, "images": [], "inMenu": false}
        ],
        "games": [
            {"id": 1, "name": odd, "status": "upcoming", "access": "free", "sport": 1, "venue": 1,
             "startsAt": "2099-05-01T19:00:00Z", "timeZone": "Europe/Paris", "timing": "stream", "teams": [1, 2],
             "homeTeam": 2},
            {"id": 2, "name": "Second", "status": "finished", "access": "free", "sport": 1,
             "startsAt": "2020-05-01T19:00:00Z", "timeZone": "Europe/Paris", "timing": "stream", "teams": []}
        ],
        "slides": [{"id": 1, "view": "sport", "viewOf": 1, "title": odd, "text": "", "game": 1}],
        "pages": [{"id": 1, "url": "/club", "altName": "club", "name": odd,
                   "content": "<p>Hi</p><script>alert(1)</script><img src=\"pictures/team.png\" alt=\"\">"}]
    });
    std::fs::create_dir_all(folder.join("pictures")).unwrap();
    std::fs::write(folder.join("channel.json"), file.to_string()).unwrap();
    for name in ["logo.png", "team.png"] {
        std::fs::write(folder.join("pictures").join(name), PNG).unwrap();
    }
    folder.to_owned()
}

/// T26, T28, T34: a channel goes from server to server and is the same there; under a second name it is a second
/// channel.
#[tokio::test]
async fn a_channel_moves_from_server_to_server() {
    let (here, there) = (Server::new().await, Server::new().await);
    let sources = tempfile::tempdir().unwrap();
    for (number, odd) in
        ["plain", "“quotes” \" ' \\ </script>", "📺 é 中\u{200d}", "", &"long ".repeat(5_000)].iter().enumerate()
    {
        let source = write_channel(&sources.path().join(number.to_string()), odd);
        here.import(&source, &[]);
        let first = here.export("club");
        assert!(!first.windows(7).any(|part| part == b"<script"), "HTML is sanitised");
        assert!(first.windows(PNG.len()).any(|part| part == PNG), "pictures are in the file");
        let packed = sources.path().join(format!("{number}.tar"));
        std::fs::write(&packed, &first).unwrap();
        there.import(&packed, &[]);
        assert_eq!(there.export("club"), first, "{odd}");
        here.import(&packed, &[]);
        assert_eq!(here.export("club"), first, "importing twice changes nothing");
    }
    let packed = sources.path().join("0.tar");
    let before = here.export("club");
    let second = ["--as", "second", "--host", "second.localhost"];
    let said = here.import(&packed, &second);
    assert!(said.contains("created the channel second") && said.contains("another id"), "{said}");
    let copy = here.export("second");
    here.import(&packed, &second);
    assert_eq!(here.export("second"), copy);
    assert_eq!(here.export("club"), before, "the other channel does not move");
}

/// T26, T34: whatever is wrong is told with its place, and nothing is written.
#[tokio::test]
async fn a_wrong_file_changes_nothing() {
    let server = Server::new().await;
    let sources = tempfile::tempdir().unwrap();
    let good = write_channel(&sources.path().join("good"), "x");
    server.import(&good, &[]);
    let before = server.export("club");
    let refused = |path: &Path, more: &[&str]| {
        let (done, said) = server.channel(&[&["import", path.to_str().unwrap()], more].concat());
        assert!(!done, "{said}");
        assert_eq!(server.export("club"), before);
        said
    };
    let edited = |name: &str, edit: &dyn Fn(&mut Value)| {
        let folder = write_channel(&sources.path().join(name), "new name");
        let mut file: Value = serde_json::from_slice(&std::fs::read(folder.join("channel.json")).unwrap()).unwrap();
        edit(&mut file);
        std::fs::write(folder.join("channel.json"), file.to_string()).unwrap();
        folder
    };
    let wrong = edited("wrong", &|file| {
        file["games"][1]["startsAt"] = json!("soon");
        file["games"][0]["streamKey"] = json!("k");
    });
    let said = refused(&wrong, &[]);
    assert!(said.contains("games[1].startsAt: ") && said.contains("games[0].streamKey: "), "{said}");
    let said = refused(&good, &["--as", "third"]);
    assert!(said.contains("the host club.localhost belongs to the channel club"), "{said}");
    assert!(!server.channel(&["export", "third", "third.tar"]).0);
    let drawn = edited("drawn", &|file| file["profile"]["logo"] = json!("pictures/logo.svg"));
    std::fs::rename(drawn.join("pictures/logo.png"), drawn.join("pictures/logo.svg")).unwrap();
    std::fs::write(drawn.join("pictures/logo.svg"), "<svg onload=\"alert(1)\"/>").unwrap();
    let said = refused(&drawn, &[]);
    assert!(said.contains("pictures/logo.svg: "), "{said}");
    let disguised = write_channel(&sources.path().join("disguised"), "y");
    std::fs::write(disguised.join("pictures/team.png"), "<script>alert(1)</script>").unwrap();
    assert!(refused(&disguised, &[]).contains("pictures/team.png: "));
    let extra = write_channel(&sources.path().join("extra"), "y");
    std::fs::write(extra.join("pictures/nobody.png"), PNG).unwrap();
    assert!(refused(&extra, &[]).contains("pictures/nobody.png: nothing"));
    std::fs::write(sources.path().join("file.zip"), "PK\x03\x04").unwrap();
    assert!(refused(&sources.path().join("file.zip"), &[]).contains("not a tar archive"));
    assert!(refused(&sources.path().join("nowhere"), &[]).contains("cannot read"));
    // What is there is not written over.
    let there = server.folder.path().join("there.tar");
    std::fs::write(&there, "mine").unwrap();
    let (done, said) = server.channel(&["export", "club", there.to_str().unwrap()]);
    assert!(!done && said.contains("cannot write"), "{said}");
    assert_eq!(std::fs::read(&there).unwrap(), b"mine");
}

/// BOOT-02, T26: a running server shows an imported channel at its own host, and the demo's channels do not move. Both
/// of them go to another server, and are the same there.
#[tokio::test]
async fn a_running_server_shows_an_imported_channel() {
    let program = Program::serve_demo(&[]).await;
    let run = |arguments: &[&str]| {
        let (status, said) = finish(program.command().arg("channel").args(arguments).spawn().unwrap());
        assert!(status.success(), "{said}");
        said
    };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["demo", "demo2"] {
        run(&["export", name, &file(name)]);
    }
    run(&["import", write_channel(&folder.path().join("club"), "x").to_str().unwrap()]);
    let client = reqwest::Client::new();
    let page = async |host: &str, path: &str| {
        let request = client.get(format!("{}{path}", program.address())).header("host", host);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.bytes().await.unwrap())
    };
    let begun = Instant::now();
    let has_club =
        |(status, body): (u16, bytes::Bytes)| status == 200 && String::from_utf8_lossy(&body).contains("Club x");
    while !has_club(page("club.localhost", "/").await) {
        assert!(begun.elapsed() < testkit::TIMEOUT, "the channel is not there");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(page("club.localhost", "/storage/images/club/logo.png").await, (200, PNG.into()));
    assert_eq!(page("localhost", "/storage/images/demo/team.png").await.0, 404);
    let other = Server::new().await;
    for name in ["demo", "demo2"] {
        let again = file(&format!("{name}.again"));
        run(&["export", name, &again]);
        let bytes = std::fs::read(again).unwrap();
        assert_eq!(bytes, std::fs::read(file(name)).unwrap(), "{name} does not move");
        let said = other.import(Path::new(&file(name)), &[]);
        assert!(said.contains(".svg"), "drawings are not in the file, and that is said: {said}");
        assert_eq!(other.export(name), bytes, "{name}");
    }
    program.stop();
}
