//! Encoders over SRT.

use media::frame::Clock;
use media::ingest::{Closing, Limits};

use crate::support::{
    Ingest, KEY, close, codecs, collect, drain, ffmpeg_live, ffmpeg_live_for, first_picture, has_ffmpeg, judge, said,
};

const TS: [&str; 2] = ["-f", "mpegts"];

async fn publishes(passphrase: Option<&str>, options: &str) {
    let mut ingest = Ingest::srt(Limits::default(), passphrase).await;
    let url = ingest.srt_url(KEY, options);
    let encoder = ffmpeg_live_for("3", &[TS[0], TS[1], &url]);
    let inputs = collect(&mut ingest.next().await).await;
    assert_eq!(said(encoder).await, "");
    assert_eq!(codecs(&inputs), ["avc1.64000c", "mp4a.40.2"]);
    let (pictures, sounds, seconds) = judge(inputs, Clock::Mpeg);
    // The last one is not known to be whole.
    assert_eq!(pictures, 89);
    assert!((139..=143).contains(&sounds) && (seconds - 3.0).abs() < 0.05, "{sounds} {seconds}");
    ingest.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ffmpeg_publishes() {
    if has_ffmpeg() {
        publishes(None, "").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ffmpeg_publishes_encrypted() {
    if has_ffmpeg() {
        publishes(Some("correct horse battery"), "&passphrase=correct%20horse%20battery").await;
        publishes(Some("correct-horse-battery"), "&passphrase=correct-horse-battery&pbkeylen=32").await;
    }
}

/// T35: neither a wrong key nor a wrong pass phrase gets in.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_refused() {
    if !has_ffmpeg() {
        return;
    }
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
    if !has_ffmpeg() {
        return;
    }
    let mut ingest = Ingest::srt(Limits::default(), None).await;
    let encoder = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    close(&publication, Closing::KeyChanged);
    let (said, ()) = tokio::join!(said(encoder), drain(publication));
    assert!(!said.is_empty());
    ingest.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encoder_that_is_killed_is_noticed() {
    if !has_ffmpeg() {
        return;
    }
    let mut ingest = Ingest::srt(Limits::default(), None).await;
    let mut encoder = ffmpeg_live(&[TS[0], TS[1], &ingest.srt_url(KEY, "")]);
    let mut publication = ingest.next().await;
    first_picture(&mut publication).await;
    encoder.kill().await.unwrap();
    drain(publication).await;
    ingest.stop().await;
}
