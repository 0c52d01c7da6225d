//! Encoders over SRT.

use std::time::Duration;

use media::codec::frame::Clock;
use media::ingest::{CloseReason, Limits, Unshown};
use tokio::net::UdpSocket;

use crate::support::{
    Ingest, KEY, close, codecs, collect, drain, ffmpeg_live, ffmpeg_live_for, first_picture, judge, said,
};

const TS: [&str; 2] = ["-f", "mpegts"];

async fn publishes(passphrase: Option<&str>, options: &str) {
    let mut ingest = Ingest::srt(Limits::default(), passphrase).await;
    // Two seconds, in microseconds, to ask for what was lost: on a busy machine packets are.
    let url = ingest.srt_url(KEY, &format!("&latency=2000000&linger=10{options}"));
    let encoder = ffmpeg_live_for("3", &[TS[0], TS[1], &url]);
    let inputs = collect(&mut ingest.next().await).await;
    assert_eq!(said(encoder).await, "");
    assert_eq!(codecs(&inputs), ["mp4a.40.2", "avc1.64000d"]);
    let (pictures, sounds, seconds) = judge(inputs, Clock::Mpeg);
    assert!(pictures == 90 && sounds >= 135, "{pictures} {sounds}");
    assert!((seconds - f64::from(pictures) / 30.0).abs() < 0.1, "{pictures} {seconds}");
    ingest.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ffmpeg_publishes() {
    publishes(None, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ffmpeg_publishes_encrypted() {
    publishes(Some("correct-horse-battery"), "&passphrase=correct-horse-battery").await;
    publishes(Some("correct-horse-battery"), "&passphrase=correct-horse-battery&pbkeylen=32").await;
}

/// T35: neither a wrong key nor a wrong pass phrase gets in.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_key_or_passphrase_is_refused() {
    let mut open = Ingest::srt(Limits::default(), None).await;
    let mut closed = Ingest::srt(Limits::default(), Some("correct-horse-battery")).await;
    let urls = [
        open.srt_url("42-1-WRONG", ""),
        open.srt_url("", ""),
        open.srt_url(KEY, "&passphrase=correct-horse-battery"),
        closed.srt_url(KEY, "&passphrase=wrong-horse-battery"),
        closed.srt_url(KEY, ""),
    ];
    for url in urls {
        let said = said(ffmpeg_live(&[TS[0], TS[1], &url])).await;
        assert!(said.contains("rejected") || said.contains("Input/output error"), "{url}: {said}");
    }
    assert!(open.publications.try_recv().is_err());
    while let Ok(mut publication) = closed.publications.try_recv() {
        assert_eq!(collect(&mut publication).await, []);
    }
    open.stop().await;
    closed.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_a_connection() {
    let mut ingest = Ingest::srt(Limits::default(), None).await;
    let encoder = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    close(&publication, CloseReason::KeyRotated);
    let (said, ()) = tokio::join!(said(encoder), drain(publication));
    assert!(!said.is_empty());
    ingest.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encoder_that_is_killed_is_noticed() {
    let mut ingest = Ingest::srt(Limits::default(), None).await;
    let mut encoder = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    encoder.kill().await.unwrap();
    drain(publication).await;
    ingest.stop().await;
}

/// PLAY-05: a stream without tables, of which nothing can be shown, is told about; one that is shown is not.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_without_tables_is_told_about() {
    let limits = Limits { first_picture: Duration::from_millis(500), ..Limits::default() };
    let mut ingest = Ingest::srt(limits, None).await;
    let bare = ffmpeg_live(&["-an", "-f", "h264", &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    assert_eq!(*publication.unshown.wait_for(Option::is_some).await.unwrap(), Some(Unshown::NoTables));
    drop((bare, publication));

    let whole = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    assert_eq!(*publication.unshown.wait_for(Option::is_none).await.unwrap(), None);
    drop((whole, publication));
    ingest.stop().await;
}

/// The first packet of a handshake, which asks for a cookie.
fn induction() -> Vec<u8> {
    let mut packet = vec![0; 64];
    packet[0] = 0x80;
    packet[16..40].copy_from_slice(&[0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 5, 0xdc, 0, 0, 0x20, 0, 0, 0, 0, 1]);
    packet[40..44].copy_from_slice(&[0, 0, 0, 7]);
    packet
}

/// The second, with the cookie and these extensions.
fn conclusion(cookie: &[u8], extensions: &[u8]) -> Vec<u8> {
    let mut packet = induction();
    packet[19..24].copy_from_slice(&[5, 0, 0, 0, 5]);
    packet[36..40].copy_from_slice(&[0xff; 4]);
    packet[44..48].copy_from_slice(cookie);
    packet.extend(extensions);
    packet
}

/// T35: packets that make no sense, some of which the library would not survive, cost their sender the connection and
/// nobody else anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_breaks_the_rules_takes_nobody_with_it() {
    let mut ingest = Ingest::srt(Limits { strangers_of_network: 500, strangers: 500, ..Limits::default() }, None).await;
    let encoder = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;

    // Names a way of congestion control, and asks for no handshake at all.
    let congestion = b"\0\x06\0\x01evil";
    let request = b"\0\x01\0\x03\0\x01\x04\x01\0\0\0\xbf\0\x78\0\x78";
    for round in 0..300_usize {
        let stranger = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        stranger.connect(ingest.address).await.unwrap();
        stranger.send(&induction()).await.unwrap();
        let mut answer = [0; 1500];
        let length = stranger.recv(&mut answer).await.unwrap();
        assert!(length >= 64);
        let mut packet = match round % 3 {
            0 => conclusion(&answer[44..48], congestion),
            1 => conclusion(&answer[44..48], request),
            _ => conclusion(&answer[44..48], &[&request[..], congestion].concat()),
        };
        if round > 2 {
            let at = 16 + round * 7 % (packet.len() - 16);
            packet[at] ^= u8::try_from(round % 255).unwrap() | 1;
        }
        stranger.send(&packet).await.unwrap();
        // Media without a key, and half a packet.
        stranger.send(&[0; 1332]).await.unwrap();
        stranger.send(&packet[..20]).await.unwrap();
    }
    assert!(ingest.publications.try_recv().is_err());
    first_picture(&mut publication).await;
    drop((encoder, publication));
    ingest.stop().await;
}

/// T55: strangers that ask for a connection without end, and hold none of the places, keep no encoder out.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_keep_no_encoder_out() {
    let publish = Duration::from_secs(600);
    let limits = Limits { strangers: 4, strangers_of_network: 4, publish, ..Limits::default() };
    let mut ingest = Ingest::srt(limits, None).await;
    let mut strangers = Vec::new();
    for _ in 0..8 {
        let stranger = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        stranger.connect(ingest.address).await.unwrap();
        stranger.send(&induction()).await.unwrap();
        assert!(stranger.recv(&mut [0; 1500]).await.unwrap() >= 64, "everybody is given a cookie");
        strangers.push(stranger);
    }
    let encoder = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next_within(Duration::from_secs(60)).await.expect("the encoder gets in");
    first_picture(&mut publication).await;
    drop((encoder, publication, strangers));
    ingest.stop().await;
}
