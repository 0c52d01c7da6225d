//! Encoders over RTMP.

use std::time::Duration;

use media::codec::frame::Clock;
use media::ingest::{CloseReason, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Ingest, KEY, close, codecs, collect, drain, ffmpeg, ffmpeg_live, first_picture, judge, said};

const FLV: [&str; 2] = ["-f", "flv"];
/// For what comes soon, if it comes.
const TIMEOUT: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn ffmpeg_publishes() {
    let mut ingest = Ingest::rtmp(Limits::default()).await;
    let url = ingest.rtmp_url(&format!("{KEY}?option=1"));
    let encoder = ffmpeg("3", &[FLV[0], FLV[1], &url]);
    let inputs = collect(&mut ingest.next().await).await;
    assert_eq!(said(encoder).await, "");
    assert_eq!(codecs(&inputs), ["avc1.64000d", "mp4a.40.2"]);
    let (pictures, sounds, seconds) = judge(inputs, Clock::Milliseconds);
    assert_eq!(pictures, 90);
    assert!((139..=143).contains(&sounds) && (seconds - 3.0).abs() < 0.05, "{sounds} {seconds}");
    ingest.stop().await;
}

/// Frames of equal size, for which ffmpeg leaves headers out, keep their times.
#[tokio::test(flavor = "multi_thread")]
async fn sound_of_constant_size_does_not_drift() {
    let mut ingest = Ingest::rtmp(Limits::default()).await;
    let url = ingest.rtmp_url(KEY);
    // Silence is always coded in the same few bytes.
    let encoder = ffmpeg("8", &["-af", "volume=0", "-ar", "8000", FLV[0], FLV[1], &url]);
    let inputs = collect(&mut ingest.next().await).await;
    assert_eq!(said(encoder).await, "");
    let (pictures, sounds, seconds) = judge(inputs, Clock::Milliseconds);
    assert_eq!(pictures, 240);
    assert!((62..=65).contains(&sounds) && (seconds - 8.0).abs() < 0.15, "{sounds} {seconds}");
    ingest.stop().await;
}

/// T35: a key that is not known is refused with a reason, and reaches no game.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_key_is_refused() {
    let mut ingest = Ingest::rtmp(Limits::default()).await;
    for key in ["42-1-WRONG", "42_1", "x"] {
        let said = said(ffmpeg_live(&[FLV[0], FLV[1], &ingest.rtmp_url(key)])).await;
        assert!(said.contains("unknown stream key"), "{said}");
    }
    let url = format!("rtmp://{}/other/{KEY}", ingest.address);
    let said = said(ffmpeg_live(&[FLV[0], FLV[1], &url])).await;
    assert!(said.contains("the address must end in /live"), "{said}");
    assert!(ingest.publications.try_recv().is_err());
    ingest.stop().await;
}

/// An encoder that comes with the key again takes over: the first is told, the second goes on.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_a_connection_with_a_reason() {
    let mut ingest = Ingest::rtmp(Limits::default()).await;
    let url = ingest.rtmp_url(KEY);
    let first = ffmpeg_live(&[FLV[0], FLV[1], &url]);
    let mut old = ingest.next().await;
    first_picture(&mut old).await;
    let second = ffmpeg_live(&[FLV[0], FLV[1], &url]);
    let mut new = ingest.next().await;
    close(&old, CloseReason::TakenOver);
    let (said_first, ()) = tokio::join!(said(first), drain(old));
    assert!(said_first.contains("another encoder took over"), "{said_first}");
    first_picture(&mut new).await;
    // A game that is simply gone ends it too.
    drop(new);
    let said_second = said(second).await;
    assert!(said_second.contains("the game has ended"), "{said_second}");
    ingest.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encoder_that_is_killed_is_noticed() {
    let mut ingest = Ingest::rtmp(Limits::default()).await;
    let mut encoder = ffmpeg_live(&[FLV[0], FLV[1], &ingest.rtmp_url(KEY)]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    encoder.kill().await.unwrap();
    drain(publication).await;
    ingest.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_codecs_are_refused() {
    let mut ingest = Ingest::rtmp(Limits::default()).await;
    let encoder = ffmpeg_live(&["-c:a", "libmp3lame", FLV[0], FLV[1], &ingest.rtmp_url(KEY)]);
    let publication = ingest.next().await;
    let (said, ()) = tokio::join!(said(encoder), drain(publication));
    assert!(said.contains("send H.264 with AAC"), "{said}");
    ingest.stop().await;
}

/// T35: connections that do nothing are bounded in number and in time.
#[tokio::test(flavor = "multi_thread")]
async fn idlers_are_few_and_cut_off() {
    let limits = Limits { strangers_of_network: 2, handshake: Duration::from_secs(20), ..Limits::default() };
    let ingest = Ingest::rtmp(limits).await;
    let mut idlers = Vec::new();
    for _ in 0..3 {
        idlers.push(idler(&ingest).await);
    }
    assert_eq!(idlers[0].read(&mut [0]).await.unwrap_or(0), 0, "the oldest makes room");
    let mut others = idlers.split_off(1);
    assert!(others.iter_mut().all(is_open), "the others have their time");
    for idler in &mut others {
        assert_eq!(idler.read(&mut [0]).await.unwrap_or(0), 0);
    }
    ingest.stop().await;
}

async fn idler(ingest: &Ingest) -> TcpStream {
    let mut idler = TcpStream::connect(ingest.address).await.unwrap();
    idler.write_all(&[3]).await.unwrap();
    idler
}

fn is_open(stream: &mut TcpStream) -> bool {
    stream.try_read(&mut [0]).is_err_and(|cause| cause.kind() == std::io::ErrorKind::WouldBlock)
}

/// T55: when all places of those without a key are taken, an encoder with one gets in, and the oldest stranger goes; an
/// encoder that publishes is none of them.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_keep_no_encoder_out() {
    let long = Duration::from_secs(600);
    let limits = Limits { strangers: 4, strangers_of_network: 4, handshake: long, publish: long, ..Limits::default() };
    let mut ingest = Ingest::rtmp(limits).await;
    let first = ffmpeg_live(&[FLV[0], FLV[1], &ingest.rtmp_url(KEY)]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    let mut idlers = Vec::new();
    for _ in 0..4 {
        idlers.push(idler(&ingest).await);
    }
    let second = ffmpeg_live(&[FLV[0], FLV[1], &ingest.rtmp_url(KEY)]);
    let mut other = ingest.next_within(TIMEOUT).await.expect("the encoder gets in");
    first_picture(&mut other).await;
    assert_eq!(idlers[0].read(&mut [0]).await.unwrap_or(0), 0);
    first_picture(&mut publication).await;
    drop((first, second, publication, other, idlers));
    ingest.stop().await;
}
