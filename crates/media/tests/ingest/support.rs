//! An authorizer with one key, encoders as child processes, and the way from what arrived to a file that ffprobe reads.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use domain::time::Timestamp;
use media::codec::Codec;
use media::codec::frame::{Clock, Config, Input, Track};
use media::hls::{Rendition, SegmentEvent, Settings};
use media::ingest::{Authorizer, CloseReason, Feed, Limits, Protocol, Publication, Refused, StreamKey};
use media::live::Packager;
use media::recording::{Download, Meta, Recording, replay};
use tokio::net::{TcpListener, UdpSocket};
use tokio::process::Child;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub const KEY: &str = "42-1-MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK";
const NOW: Timestamp = Timestamp(1_700_000_000_000);

/// Lets the one key in, and hands the game's end of each connection to the test.
struct OneKey(mpsc::Sender<Publication>);

impl Authorizer for OneKey {
    async fn authorize(&self, key: StreamKey, _: SocketAddr, protocol: Protocol) -> Result<Feed, Refused> {
        match key.expose() {
            KEY => {
                let (feed, publication) = Feed::new(protocol);
                self.0.send(publication).await.map_err(|_| Refused::Unavailable)?;
                Ok(feed)
            }
            _ => Err(Refused::UnknownKey),
        }
    }
}

pub struct Ingest {
    pub address: SocketAddr,
    pub publications: mpsc::Receiver<Publication>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Ingest {
    pub async fn rtmp(limits: Limits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ((authorizer, publications), stop) = (mpsc::channel(8), CancellationToken::new());
        let authorizer = Arc::new(OneKey(authorizer));
        let task = tokio::spawn(media::ingest::rtmp::serve(listener, authorizer, limits, stop.clone()));
        Self { address, publications, stop, task }
    }

    pub async fn srt(limits: Limits, passphrase: Option<&str>) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let ((authorizer, publications), stop) = (mpsc::channel(8), CancellationToken::new());
        let authorizer = Arc::new(OneKey(authorizer));
        let passphrase = passphrase.map(|phrase| media::ingest::srt::Passphrase::new(phrase).unwrap());
        let task = tokio::spawn(media::ingest::srt::serve(socket, authorizer, limits, passphrase, stop.clone()));
        Self { address, publications, stop, task }
    }

    pub fn rtmp_url(&self, key: &str) -> String {
        format!("rtmp://{}/live/{key}", self.address)
    }

    pub fn srt_url(&self, key: &str, options: &str) -> String {
        format!("srt://{}?streamid={key}{options}", self.address)
    }

    pub async fn next(&mut self) -> Publication {
        self.publications.recv().await.unwrap()
    }

    /// The next one, if it comes by then.
    pub async fn next_within(&mut self, patience: Duration) -> Option<Publication> {
        tokio::time::timeout(patience, self.publications.recv()).await.ok().flatten()
    }

    /// Everything is gone after it: no task is left behind.
    pub async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }
}

/// All that a connection brings, until its end.
pub async fn collect(publication: &mut Publication) -> Vec<Input> {
    let mut inputs = Vec::new();
    while let Some(input) = publication.inputs.recv().await {
        inputs.push(input);
    }
    inputs
}

/// Waits for a key frame: the encoder is really sending.
pub async fn first_picture(publication: &mut Publication) {
    loop {
        let input = publication.inputs.recv().await.unwrap();
        if matches!(input, Input::Frame(frame) if frame.track == Track::Video && frame.keyframe) {
            return;
        }
    }
}

/// Reads on so that the encoder can, until the connection is over.
pub async fn drain(mut publication: Publication) {
    while publication.inputs.recv().await.is_some() {}
}

pub fn close(publication: &Publication, why: CloseReason) {
    publication.close.close(why);
}

pub fn spawn(program: &str, arguments: &[&str]) -> Child {
    tokio::process::Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

/// ffmpeg pushing a drawn picture and a tone, as fast as it can.
pub fn ffmpeg(seconds: &str, output: &[&str]) -> Child {
    encoder(&[], seconds, output)
}

/// The same by the clock, for a minute if nobody ends it.
pub fn ffmpeg_live(output: &[&str]) -> Child {
    encoder(&["-re"], "60", output)
}

/// The same by the clock, to its own end.
pub fn ffmpeg_live_for(seconds: &str, output: &[&str]) -> Child {
    encoder(&["-re"], seconds, output)
}

fn encoder(pace: &[&str], seconds: &str, output: &[&str]) -> Child {
    let mut arguments = vec!["-hide_banner", "-v", "error"];
    for source in ["testsrc=s=320x180:r=30", "sine=f=440:r=48000"] {
        arguments.extend(pace);
        arguments.extend(["-f", "lavfi", "-i", source]);
    }
    arguments.extend(["-t", seconds, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-threads", "1"]);
    arguments.extend(["-bf", "2", "-g", "30", "-c:a", "aac", "-ac", "2"]);
    arguments.extend(output);
    spawn("ffmpeg", &arguments)
}

/// What an encoder said when it was over.
pub async fn said(child: Child) -> String {
    String::from_utf8(child.wait_with_output().await.unwrap().stderr).unwrap()
}

pub fn codecs(inputs: &[Input]) -> Vec<String> {
    let config = |input: &Input| match input {
        Input::Config(Config::Video(config)) => Some(Codec::Avc(config.clone()).to_string()),
        Input::Config(Config::Audio(config)) => Some(Codec::Aac(config.clone()).to_string()),
        Input::Frame(_) => None,
    };
    inputs.iter().filter_map(config).collect()
}

/// Packages and records what arrived, and has ffmpeg decode it: the pictures, the frames of sound, and the seconds.
pub fn judge(inputs: Vec<Input>, clock: Clock) -> (u32, u32, f64) {
    let folder = tempfile::tempdir().unwrap();
    let mut packager = Packager::new(Settings::default());
    let mut events = packager.connect(clock);
    for input in inputs {
        events.extend(match input {
            Input::Config(config) => packager.config(config),
            Input::Frame(frame) => packager.frame(frame, NOW),
        });
    }
    events.extend(packager.end());
    let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
    for event in &events {
        recording.apply(event).unwrap();
    }
    let discontinuities = events.iter().filter(|event| matches!(event, SegmentEvent::Discontinuity { .. })).count();
    assert!(discontinuities <= 2, "the stream was taken for one with gaps");
    let replay = replay(folder.path()).unwrap();
    let video = |event: &SegmentEvent| match event {
        SegmentEvent::SegmentReady { rendition, segment } if *rendition == Rendition::SOURCE => Some(segment.duration),
        _ => None,
    };
    let end = events.iter().filter_map(video).sum();
    let download = Download::plan(&replay, &[Rendition::SOURCE, Rendition::SOUND], 0, end).unwrap();
    let path = folder.path().join("download.mp4");
    download.write_to(&mut fs::File::create(&path).unwrap()).unwrap();
    probe(&path)
}

fn probe(path: &Path) -> (u32, u32, f64) {
    let arguments = ["-v", "warning", "-count_frames", "-show_entries", "stream=codec_type,nb_read_frames,duration"];
    let output = Command::new("ffprobe").args(arguments).args(["-of", "csv=p=0"]).arg(path).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    let streams: BTreeMap<_, _> = said.lines().filter_map(|line| line.split_once(',')).collect();
    let (duration, pictures) = streams["video"].split_once(',').unwrap();
    let (_, sounds) = streams["audio"].split_once(',').unwrap();
    (pictures.parse().unwrap(), sounds.parse().unwrap(), duration.parse().unwrap())
}
