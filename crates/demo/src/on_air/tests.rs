//! Tests of the demo with footage: live games by its own push, and one recorded game.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use domain::ids::{EventId, VodItemId};
use domain::media::MediaState;
use footage::Size;
use media::hls::Rendition;
use media::recording::read;
use media::storage::Objects;
use server::config::Config;
use testkit::until;

use super::*;
use crate::Settings;
use crate::cut::Cut;
use crate::footage::name;
use crate::stand_ins;

const TIMEOUT: Duration = Duration::from_secs(60);

/// The same short film under the name of every match: drawing them would take minutes.
fn make_films(folder: &Path) {
    let film = folder.join("film.flv");
    let made = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-t", "8"])
        .args(["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-t", "8", "-i", "sine"])
        .args(["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "50"])
        .args(["-c:a", "aac", "-ar", "48000", "-f", "flv"])
        .arg(&film)
        .status()
        .unwrap();
    assert!(made.success());
    let live = live().into_iter().map(|planned| name(&planned.game, Size::HD));
    let recorded = recordings().into_iter().map(|planned| name(&planned.game, Size::SMALL));
    for name in live.chain(recorded) {
        std::fs::hard_link(&film, folder.join(name)).unwrap();
    }
}

/// The longest of the demo's games, and the film that can be read along as if it were cut out of what is made here.
fn one_recording() -> (Planned, VodItemId) {
    let mut longest = recordings().into_iter().max_by_key(|planned| planned.game.seconds).unwrap();
    let film = VodItemId(13);
    longest.films.retain(|planned| planned.film == film);
    longest.films[0].cut = Cut::of(longest.films[0].cut.game, 2, 4);
    (longest, film)
}

/// What can be watched of a game of the channel `demo`.
async fn watched(store: &Store, event: EventId) -> Option<(MediaId, MediaState)> {
    let channels = store.channels().await.unwrap();
    let channel = channels.iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id;
    let games = store.events(channel).await.unwrap();
    let media = &games.iter().find(|game| game.id == event).unwrap().media;
    media.iter().find(|media| media.state.can_be_watched()).map(|media| (media.id, media.state))
}

/// In which languages a game or film of the channel `demo` can be read along, once it can be in all.
async fn captioned(store: &Store, of: UploadFor) -> Option<Vec<&'static str>> {
    let channels = store.channels().await.unwrap();
    let channel = channels.iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id;
    let media = store.media_of(channel, of).await.unwrap();
    let tags = media.iter().flat_map(|media| &media.captions).map(|track| track.language.tag()).collect::<Vec<_>>();
    (tags.len() == 3).then_some(tags)
}

/// PLAY-05: the demo's live games are sent by the demo itself, with picture and sound, and what is over was recorded.
#[tokio::test(flavor = "multi_thread")]
async fn the_demo_is_on_air_by_itself() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let root = tempfile::tempdir().unwrap();
    let films = root.path().join("films");
    std::fs::create_dir(&films).unwrap();
    let footage = Footage::open(films.clone(), "ffmpeg").await.expect("scripts/setup-system installs ffmpeg");
    make_films(&films);
    let settings = root.path().join("touchline.toml");
    let data = root.path().join("data");
    let text = format!("port = 0\nrtmp_port = 0\nmetrics_port = \"off\"\nrendition_cores = 0\ndata_dir = {data:?}\n");
    std::fs::write(&settings, text).unwrap();
    let config = Config::load(Some(&settings), &[]).unwrap();
    let config = Settings::load(Some(&settings), &data).unwrap().applied_to(&config);
    std::fs::create_dir(&data).unwrap();
    let store = Store::open(config.database_url.expose()).await.unwrap();
    store.migrate().await.unwrap();
    let images = Images::new(Objects::open(config.media_url.expose()).unwrap(), 1_000_000);
    seed::write(&store, &images, &Premieres::default(), &server::system_clock()).await.unwrap();
    let stand_ins = stand_ins::of(&config, true);
    let running =
        server::start(&config, store.clone(), images.clone(), stand_ins, server::system_clock()).await.unwrap();
    let recording_store = RecordingStore::new(images.objects().clone(), &config.data_dir);
    let rtmp = running.rtmp_address.unwrap();
    let (recorded, film) = one_recording();
    let on_air = OnAir {
        footage,
        store: store.clone(),
        recording_store: recording_store.clone(),
        images: images.clone(),
        clock: server::system_clock(),
        rtmp,
        premieres: Premieres::default(),
        recordings: vec![recorded],
    };
    let sending = tokio::spawn(on_air.run());

    let of_demo = |planned: Vec<Planned>| planned.into_iter().find(|planned| planned.channel == "demo").unwrap().event;
    let (live, over) = (of_demo(live()), one_recording().0.event);
    let media = until("a live game", TIMEOUT, async || {
        watched(&store, live).await.filter(|(_, state)| *state == MediaState::OnAir).map(|(media, _)| media)
    })
    .await;
    let folder = recording_store.folder(media);
    until("its picture and sound", TIMEOUT, async || {
        let recorded = read(&folder).ok()?;
        let has = |rendition| recorded.playlist(rendition).is_some_and(|playlist| !playlist.entries().is_empty());
        (has(Rendition::SOURCE) && has(Rendition::SOUND)).then_some(())
    })
    .await;
    let recording = until("a recording", TIMEOUT, async || watched(&store, over).await).await;
    assert_eq!(recording.1, MediaState::Ready);
    assert!(read(&recording_store.folder(recording.0)).unwrap().ended());
    // PLAY-08: the first of them can be read along.
    let captions = until("its captions", TIMEOUT, async || captioned(&store, UploadFor::Game(over)).await).await;
    assert_eq!(captions, ["bg", "en", "fr"]);
    // VOD-01, PLAY-08: a film is cut out of it, can be read along, and stays when the demo moves to the present.
    let captions = until("the film's", TIMEOUT, async || captioned(&store, UploadFor::Film(film)).await).await;
    assert_eq!(captions, ["bg", "en", "fr"]);
    let channel = channel_of(&store, "demo").await.unwrap().identity.id;
    seed::write(&store, &images, &Premieres::default(), &server::system_clock()).await.unwrap();
    let [video] = store.media_of(channel, UploadFor::Film(film)).await.unwrap().try_into().unwrap();
    assert_eq!((video.state, video.has_pictures), (MediaState::Ready, true));
    assert!((3_500..=4_500).contains(&video.duration_ms.unwrap()), "{video:?}");
    assert!(read(&recording_store.folder(video.id)).unwrap().ended());
    assert_eq!(store.media_of(channel, UploadFor::Film(VodItemId(12))).await.unwrap(), []);

    sending.abort();
    running.until(std::future::ready(())).await.unwrap();
}
