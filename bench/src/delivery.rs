//! Segments go out as fast as from a plain file server, although every request proves that it may have them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use domain::event::AccessType;
use domain::ids::EventId;
use domain::time::Timestamp;
use rustix::fs::{Advice, fadvise};
use store::Store;
use tempfile::TempDir;
use tokio::process::Command;

use crate::http::{Connection, get_from};
use crate::load::{self, Plan, Target};
use crate::process::{Server, free_port};
use crate::report::{self, microseconds};

/// Our requests/s as a share of nginx's, from memory.
const HOT_FLOOR: f64 = 1.0;

/// Many short ones: with each the connections fall on the cores anew, for both servers, and that makes more of a
/// difference than the servers do.
const ROUNDS: usize = 60;
const COLD_ROUNDS: usize = 5;
const PLAN: Plan = Plan {
    connections: 32,
    warm_up: Duration::from_millis(100),
    duration: Duration::from_millis(300),
    max_requests: 1_000_000,
};
/// A part of a low rendition, and four seconds of a good one.
const SIZES: [(&str, usize); 2] = [("200 KB", 200_000), ("4 MB", 4_000_000)];
/// Files that the server does not hold, with where they are and our speed as a share of nginx's.
const COLD: [(&str, Where, f64); 2] = [("page cache", Where::PageCache, 0.8), ("disk", Where::Disk, 0.7)];
/// More than the server holds in memory.
const COLD_FILES: usize = 48;
const COLD_BYTES: usize = 4_000_000;

#[derive(Clone, Copy, PartialEq)]
enum Where {
    PageCache,
    Disk,
}

const HOST: &str = "bench.localhost";
const GAME: i64 = 1;

/// Prints the figures; false when a ratio is under its floor.
pub(crate) async fn run() -> Result<bool> {
    let data = tempfile::tempdir()?;
    let folder = fill(&data).await?;
    // One segment at most is held: what is measured as cold is.
    let settings = [("TOUCHLINE_MEDIA_CACHE_MB", "32")];
    let touchline = Server::serve(data, &["serve"], &settings).await?;
    let nginx = nginx(&folder).await?;

    let mut rows = vec![["delivery", "touchline", "nginx", "ratio", "CPU/request", "nginx"].map(String::from).to_vec()];
    let mut passed = true;
    for (index, (name, bytes)) in SIZES.into_iter().enumerate() {
        report::print(&format!("delivery: {ROUNDS} rounds with each server, {name} from memory …"));
        let (ours, peer, ratio) = hot(&touchline, &nginx, index, bytes).await?;
        passed &= ratio >= HOT_FLOOR;
        let figure = |side: &Side| format!("{:.0}/s, {:.2} GB/s", side.rate, side.rate * bytes as f64 / 1e9);
        let (our_cpu, peer_cpu) = (microseconds(ours.cpu), microseconds(peer.cpu));
        rows.push(vec![format!("{name}, hot"), figure(&ours), figure(&peer), format!("{ratio:.2}"), our_cpu, peer_cpu]);
    }
    let figure = |took: Duration| format!("{:.2} GB/s", (COLD_FILES * COLD_BYTES) as f64 / 1e9 / took.as_secs_f64());
    for (name, files, floor) in COLD {
        report::print(&format!("delivery: {COLD_ROUNDS} rounds with each server, {COLD_FILES} files, {name} …"));
        let (ours, peer, ratio) = cold(&touchline, &nginx, &folder, files).await?;
        passed &= ratio >= floor;
        rows.push(vec![format!("4 MB, {name}"), figure(ours), figure(peer), format!("{ratio:.2}")]);
    }
    report::print(&report::table(&rows));
    let verdict = if passed { "reached" } else { "MISSED" };
    let floors = COLD.map(|(name, _, floor)| format!("{floor} {name}")).join(", ");
    report::print(&format!("medians; floors of the ratio {HOT_FLOOR} hot, {floors}: {verdict}"));
    touchline.stop().await?;
    nginx.stop().await?;
    Ok(passed)
}

/// Makes a channel with one free, recorded game, and gives the folder of its segments.
async fn fill(data: &TempDir) -> Result<PathBuf> {
    let folder = data.path().join("data");
    std::fs::create_dir_all(&folder)?;
    let store = Store::open(&format!("sqlite:{}", folder.join("touchline.db").display())).await?;
    store.migrate().await?;
    let mut import = testkit::channel("bench", GAME);
    import.hosts = vec![HOST.into()];
    import.content.events[0].access = AccessType::Free;
    let channel = store.channel_import(import).await?;
    let now = Timestamp(1_800_000_000_000);
    let media = store.stream_begin(channel, EventId(GAME), now).await?.context("the game is over")?;
    store.stream_end(channel, EventId(GAME), media, 60_000, now).await?;
    let segments = folder.join("media/video").join(media.to_string()).join("v0");
    std::fs::create_dir_all(&segments)?;
    let sizes = SIZES.iter().map(|(_, bytes)| *bytes).chain(std::iter::repeat_n(COLD_BYTES, COLD_FILES));
    for (index, bytes) in sizes.enumerate() {
        let content: Vec<u8> = (0..bytes).map(|at| u8::try_from((at * 31 + index) % 251).unwrap_or(0)).collect();
        let path = segments.join(format!("{index}.m4s"));
        std::fs::write(&path, content)?;
        // Pages that still have to be written cannot be dropped later.
        File::open(path)?.sync_all()?;
    }
    Ok(segments)
}

/// nginx as it is set up for files: sendfile, and nothing that costs time.
async fn nginx(files: &Path) -> Result<Server> {
    let folder = tempfile::tempdir()?;
    let port = free_port()?;
    // Workers started by root would run as a user without access to the folder.
    let user = if rustix::process::getuid().is_root() { "user root;" } else { "" };
    let config = format!(
        "{user} worker_processes auto; pid nginx.pid; error_log stderr; daemon off;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;\n\
         types {{ video/mp4 m4s; }} open_file_cache max=1000;\n\
         server {{ listen 127.0.0.1:{port}; root {}; }} }}\n",
        files.display()
    );
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, config)?;
    let program = if Path::new("/usr/sbin/nginx").is_file() { "/usr/sbin/nginx" } else { "nginx" };
    let mut command = Command::new(program);
    command.arg("-p").arg(folder.path()).arg("-c").arg(&file);
    Server::start("nginx", command, port, "/0.m4s", folder).await
}

/// The address that the server gives a visitor for the game, up to the name of the segment.
async fn address(server: &Server) -> Result<String> {
    let mut connection = Connection::open(server.address()).await?;
    let (_, page) = connection.fetch(&get_from(HOST, "/", "identity")).await?;
    let page = String::from_utf8(page)?;
    let key = page.split_once("\"api_key\":\"").and_then(|(_, rest)| rest.split_once('"')).context("no key")?.0;
    let call = format!("/api/events/{GAME}/playback?api_key={key}");
    let (head, answer) = connection.fetch(&get_from(HOST, &call, "identity")).await?;
    ensure!(head.status == 200, "{call} answered {}", head.status);
    let answer = String::from_utf8(answer)?;
    let url = answer.split_once("\"/media/").and_then(|(_, rest)| rest.split_once('/')).context("no address")?.0;
    Ok(format!("/media/{url}/v0/"))
}

fn target(server: &Server, path: &str, body_bytes: usize) -> Target {
    Target { address: server.address(), request: get_from(HOST, path, "identity").into(), body_bytes }
}

/// What one server did in all of its rounds.
struct Side {
    /// Requests/s, the median of the rounds.
    rate: f64,
    /// Of the server, for each request.
    cpu: Duration,
}

/// Both sides' figures, and the median of the ratios that they had round by round.
async fn hot(ours: &Server, peer: &Server, file: usize, bytes: usize) -> Result<(Side, Side, f64)> {
    // Fresh for each size: an address is good for minutes.
    let address = address(ours).await?;
    let targets = [target(ours, &format!("{address}{file}.m4s"), bytes), target(peer, &format!("/{file}.m4s"), bytes)];
    let (mut rates, mut cpu, mut requests) = ([Vec::new(), Vec::new()], [Duration::ZERO; 2], [0; 2]);
    for number in 0..ROUNDS {
        // The first side changes each time, so that a drift of the machine meets both alike.
        for side in [number % 2, 1 - number % 2] {
            let server = [ours, peer][side];
            let before = server.cpu_time()?;
            let measured = load::run(&targets[side], PLAN).await?;
            cpu[side] += server.cpu_time()?.saturating_sub(before);
            requests[side] += u32::try_from(measured.all_requests)?;
            rates[side].push(measured.requests_per_second());
        }
    }
    let ratios = rates[0].iter().zip(&rates[1]).map(|(ours, peer)| ours / peer);
    let ratio = report::median(ratios.collect::<Vec<_>>()).context("no rounds")?;
    let side = |side: usize| {
        let rate = report::median(rates[side].iter().copied()).context("no rounds")?;
        Ok::<_, anyhow::Error>(Side { rate, cpu: cpu[side] / requests[side].max(1) })
    };
    Ok((side(0)?, side(1)?, ratio))
}

/// How long both take for all files, and nginx's time over ours.
async fn cold(ours: &Server, peer: &Server, folder: &Path, files: Where) -> Result<(Duration, Duration, f64)> {
    let (mut our_times, mut peer_times) = (Vec::new(), Vec::new());
    for number in 0..COLD_ROUNDS {
        let order = if number % 2 == 0 { [true, false] } else { [false, true] };
        for is_ours in order {
            let prefix = if is_ours { address(ours).await? } else { "/".into() };
            let server = if is_ours { ours } else { peer };
            let took = read_all(server, &prefix, folder, files).await?;
            if is_ours { our_times.push(took) } else { peer_times.push(took) }
        }
    }
    let ratios = our_times.iter().zip(&peer_times).map(|(ours, peer)| peer.as_secs_f64() / ours.as_secs_f64());
    let ratio = report::median(ratios.collect::<Vec<_>>()).context("no rounds")?;
    let median = |times: Vec<Duration>| report::median(times).context("no rounds");
    Ok((median(our_times)?, median(peer_times)?, ratio))
}

async fn read_all(server: &Server, prefix: &str, folder: &Path, place: Where) -> Result<Duration> {
    let files = SIZES.len()..SIZES.len() + COLD_FILES;
    for index in files.clone() {
        let path = folder.join(format!("{index}.m4s"));
        match place {
            Where::PageCache => drop(std::fs::read(path)?),
            Where::Disk => fadvise(&File::open(path)?, 0, None, Advice::DontNeed)?,
        }
    }
    let mut connection = Connection::open(server.address()).await?;
    let begun = Instant::now();
    for index in files {
        let path = format!("{prefix}{index}.m4s");
        let (status, length) = connection.exchange(&get_from(HOST, &path, "identity")).await?;
        ensure!((status, length) == (200, COLD_BYTES), "{path} answered {status} with {length} bytes");
    }
    Ok(begun.elapsed())
}
