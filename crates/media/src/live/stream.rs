//! A live game with one writer and many readers: every response comes from memory and is rendered once for all viewers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{Semaphore, watch};
use tokio::task::yield_now;
use tokio::time::Instant;

use super::LivePackager;
use crate::codec::ticks;
use crate::hls::{Edge, Entry, FileName, Label, Reload, Rendered, Rendition, SegmentEvent, Settings};
use crate::recording::clip::{Listed, around};
use crate::recording::stills::{Cue, cues, footage};

/// Of requests that waited for the same part.
const MAX_WOKEN_AT_ONCE: usize = 64;

pub struct LiveStream {
    settings: Settings,
    state: RwLock<State>,
    /// Counts changes; waiting requests subscribe to it.
    changes: watch::Sender<u64>,
    turns: Semaphore,
}

struct State {
    packager: LivePackager,
    playlists: BTreeMap<Rendition, Arc<Rendered>>,
}

/// Why a playlist did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReloadError {
    /// The game has no such rendition: 404.
    UnknownRendition,
    /// Asked for what is too far ahead: 400.
    TooFarAhead,
    /// Nothing new came in time: 503, and to be asked for again.
    TimedOut,
}

impl LiveStream {
    pub fn new(settings: Settings, packager: LivePackager) -> Self {
        let mut state = State { packager, playlists: BTreeMap::new() };
        state.render_all();
        let turns = Semaphore::new(MAX_WOKEN_AT_ONCE);
        Self { settings, state: RwLock::new(state), changes: watch::Sender::new(0), turns }
    }

    /// Advances the game by one step and wakes waiting requests. The returned events are for the recording.
    pub fn feed(&self, step: impl FnOnce(&mut LivePackager) -> Vec<SegmentEvent>) -> Vec<SegmentEvent> {
        let mut state = self.write();
        let events = step(&mut state.packager);
        if !events.iter().any(is_listed) {
            return events;
        }
        state.render(&events);
        drop(state);
        self.changes.send_modify(|count| *count += 1);
        events
    }

    /// A segment could not be recorded.
    pub fn not_recorded(&self, rendition: Rendition, number: u64) {
        self.write().packager.not_recorded(rendition, number);
    }

    pub fn multivariant(&self, sound: Label) -> Option<Bytes> {
        self.read().packager.multivariant(sound)
    }

    pub fn playlist(&self, rendition: Rendition) -> Option<Arc<Rendered>> {
        self.read().playlists.get(&rendition).cloned()
    }

    /// The playlist as soon as it has the segment or part that is asked for, or anything at all.
    pub async fn reload(
        &self,
        rendition: Rendition,
        number: Option<u64>,
        part: Option<u32>,
    ) -> Result<Arc<Rendered>, ReloadError> {
        let mut changes = self.changes.subscribe();
        let began = Instant::now();
        let mut has_waited = false;
        loop {
            changes.mark_unchanged();
            let left = match self.playlist(rendition) {
                Some(playlist) => match playlist.edge.reload(number, part, began.elapsed(), &self.settings) {
                    Reload::Ready => {
                        if has_waited {
                            self.turn().await;
                        }
                        return Ok(playlist);
                    }
                    Reload::Refused => return Err(ReloadError::TooFarAhead),
                    Reload::TimedOut => return Err(ReloadError::TimedOut),
                    Reload::Wait(left) => left,
                },
                None if self.is_named(rendition) => {
                    Edge::patience(began.elapsed(), &self.settings).ok_or(ReloadError::TimedOut)?
                }
                None => return Err(ReloadError::UnknownRendition),
            };
            self.changed(&mut changes, left).await;
            has_waited = true;
        }
    }

    /// Waits until the playlists say that nothing more comes, or for `at_most`.
    pub async fn until_ended(&self, at_most: Duration) {
        let mut changes = self.changes.subscribe();
        let began = Instant::now();
        loop {
            changes.mark_unchanged();
            let has_ended = self.playlist(Rendition::SOURCE).is_some_and(|playlist| playlist.edge.ended);
            match at_most.checked_sub(began.elapsed()) {
                Some(left) if !has_ended && !left.is_zero() => self.changed(&mut changes, left).await,
                _ => return,
            }
        }
    }

    /// Whether the rendition is listed: it is once its codec is known, and its playlist follows with the first part.
    fn is_named(&self, rendition: Rendition) -> bool {
        self.read().packager.playlist(rendition).is_some()
    }

    /// All requests that wait for a part are woken at once. They continue a few at a time, so that other requests do
    /// not queue behind all of them.
    async fn turn(&self) {
        let _place = self.turns.acquire().await;
        yield_now().await;
    }

    /// What is sent in place of a segment that is a gap.
    pub fn gap_segment(&self, rendition: Rendition, number: u64) -> Option<Bytes> {
        self.read().packager.gap_segment(rendition, number)
    }

    /// A file of a rendition, where memory has it. A part that is announced as the next one is waited for.
    pub async fn file(&self, rendition: Rendition, file: FileName) -> Option<Bytes> {
        let mut changes = self.changes.subscribe();
        let began = Instant::now();
        loop {
            changes.mark_unchanged();
            let (held, edge) = {
                let state = self.read();
                let ring = state.packager.ring();
                let held = match file {
                    FileName::Playlist => None,
                    FileName::Init(index) => ring.init(rendition, index),
                    FileName::Segment(number) => ring.segment(rendition, number).map(|segment| segment.bytes.clone()),
                    FileName::Part(number, index) => ring.part(rendition, number, index),
                };
                (held, state.playlists.get(&rendition).map(|playlist| playlist.edge))
            };
            if held.is_some() {
                return held;
            }
            let (FileName::Part(number, index), Some(edge)) = (file, edge) else { return None };
            let is_next = !edge.ended && number == edge.number && index == edge.parts;
            let patience = Duration::from_secs(u64::from(self.settings.target_seconds));
            match patience.checked_sub(began.elapsed()) {
                Some(left) if is_next && !left.is_zero() => self.changed(&mut changes, left).await,
                _ => return None,
            }
        }
    }

    /// The segments around a time, for a clip of it.
    pub fn listed(&self, from: u64, to: u64) -> Listed {
        let state = self.read();
        let around = |rendition| Some((rendition, around(state.packager.playlist(rendition)?.listed(), from, to)));
        Listed(state.packager.renditions().filter_map(around).collect())
    }

    /// The segments that have a picture on the timeline.
    pub fn cues(&self) -> Vec<Cue> {
        self.read().packager.playlist(Rendition::SOURCE).map_or_else(Vec::new, |source| cues(source.listed()))
    }

    /// The source for a segment's still; `None` if the segment is missing.
    pub fn footage(&self, number: u64) -> Option<(Rendition, Vec<Entry>)> {
        let state = self.read();
        let packager = &state.packager;
        footage(
            packager.renditions().filter_map(|rendition| Some((rendition, packager.playlist(rendition)?.listed()))),
            number,
        )
    }

    /// When the game began and how far it has come, in ticks of 90 kHz.
    pub fn span(&self) -> Option<(u64, u64)> {
        let state = self.read();
        let mut listed = state.packager.playlist(Rendition::SOURCE)?.listed();
        let first = listed.next()?;
        let last = listed.next_back().unwrap_or(first);
        Some((ticks(first.start), ticks(last.end())))
    }

    /// A segment, as far as it has come, where memory has it.
    pub fn so_far(&self, rendition: Rendition, number: u64) -> Option<Bytes> {
        self.read().packager.ring().so_far(rendition, number)
    }

    async fn changed(&self, changes: &mut watch::Receiver<u64>, at_most: Duration) {
        // The sender is ours, so the wait ends by a change or by the time.
        let _ = tokio::time::timeout(at_most, changes.changed()).await;
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A whole segment may also push an unrecorded one out of memory, in any rendition: then all are written anew.
    fn render(&mut self, events: &[SegmentEvent]) {
        let mut parts = BTreeSet::new();
        for event in events {
            match event {
                SegmentEvent::PartReady { rendition, .. } | SegmentEvent::Gap { rendition, .. } => {
                    parts.insert(*rendition);
                }
                SegmentEvent::SegmentReady { .. } | SegmentEvent::Ended => return self.render_all(),
                _ => {}
            }
        }
        for rendition in parts {
            self.playlists.extend(self.packager.render(rendition).map(|rendered| (rendition, Arc::new(rendered))));
        }
    }

    fn render_all(&mut self) {
        let packager = &self.packager;
        let rendered =
            packager.renditions().filter_map(|rendition| Some((rendition, Arc::new(packager.render(rendition)?))));
        self.playlists = rendered.collect();
    }
}

/// Whether a playlist shows it.
fn is_listed(event: &SegmentEvent) -> bool {
    matches!(
        event,
        SegmentEvent::PartReady { .. }
            | SegmentEvent::SegmentReady { .. }
            | SegmentEvent::Gap { .. }
            | SegmentEvent::Ended
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::frame::{Clock, Config, Frame, Input, Track};
    use crate::codec::tests::{aac, avc};
    use crate::live::RingLimits;
    use crate::live::packager::tests::NOW;

    fn live_stream() -> LiveStream {
        LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), RingLimits::default()))
    }

    fn send(stream: &LiveStream, from: u64, until: u64) {
        for index in from * 25..until * 25 {
            let dts = index * 40;
            let frame =
                Frame { track: Track::Video, dts, pts: dts, keyframe: index % 50 == 0, data: vec![1; 100].into() };
            stream.feed(|live| live.input(Input::Frame(frame), NOW.plus(dts.cast_signed())));
        }
    }

    fn begin(stream: &LiveStream) {
        stream.feed(|live| live.connect(Clock::Milliseconds));
        stream.feed(|live| live.input(Input::Config(Config::Video(avc())), NOW));
        stream.feed(|live| live.input(Input::Config(Config::Audio(aac())), NOW));
    }

    #[tokio::test(start_paused = true)]
    async fn a_reload_waits_for_its_part_and_no_longer() {
        let stream = live_stream();
        assert_eq!(stream.reload(Rendition::SOURCE, None, None).await.err(), Some(ReloadError::UnknownRendition));
        begin(&stream);
        send(&stream, 0, 10);
        let edge = stream.playlist(Rendition::SOURCE).unwrap().edge;
        let wanted = stream.reload(Rendition::SOURCE, Some(edge.number), Some(edge.parts));
        let (playlist, ()) = tokio::join!(wanted, async { send(&stream, 10, 11) });
        assert!(playlist.unwrap().edge.parts > edge.parts);
        let far = stream.reload(Rendition::SOURCE, Some(edge.number + 9), None).await;
        assert_eq!(far.err(), Some(ReloadError::TooFarAhead));
        let silent = stream.reload(Rendition::SOURCE, Some(edge.number + 1), None).await;
        assert_eq!(silent.err(), Some(ReloadError::TimedOut));
    }

    /// EVT-11: a viewer who joins between picture and sound does not lack the sound.
    #[tokio::test(start_paused = true)]
    async fn a_playlist_that_is_about_to_begin_is_waited_for() {
        let stream = live_stream();
        begin(&stream);
        send(&stream, 0, 1);
        assert!(stream.multivariant(Label::new("Main")).is_some());
        assert!(stream.playlist(Rendition::SOUND).is_none(), "silence takes its place after a while");
        let (sound, ()) = tokio::join!(stream.reload(Rendition::SOUND, None, None), async { send(&stream, 1, 3) });
        assert!(sound.unwrap().edge.parts > 0);
        assert_eq!(stream.reload(Rendition::Video(1), None, None).await.err(), Some(ReloadError::UnknownRendition));
    }

    #[tokio::test(start_paused = true)]
    async fn a_playlist_that_never_begins_is_given_up() {
        let stream = live_stream();
        begin(&stream);
        send(&stream, 0, 1);
        assert_eq!(stream.reload(Rendition::SOUND, None, None).await.err(), Some(ReloadError::TimedOut));
    }

    #[tokio::test(start_paused = true)]
    async fn the_next_part_is_waited_for_and_no_other() {
        let stream = live_stream();
        begin(&stream);
        send(&stream, 0, 10);
        let edge = stream.playlist(Rendition::SOURCE).unwrap().edge;
        let next = stream.file(Rendition::SOURCE, FileName::Part(edge.number, edge.parts));
        let (next, ()) = tokio::join!(next, async { send(&stream, 10, 11) });
        assert!(next.is_some());
        let edge = stream.playlist(Rendition::SOURCE).unwrap().edge;
        let began = Instant::now();
        assert_eq!(stream.file(Rendition::SOURCE, FileName::Part(edge.number, edge.parts + 1)).await, None);
        assert_eq!(stream.file(Rendition::SOURCE, FileName::Segment(edge.number)).await, None);
        assert!(began.elapsed().is_zero());
    }

    /// EVT-11: a crowd that waits for a part does not hold up requests for what is there.
    #[tokio::test(start_paused = true)]
    async fn a_crowd_is_let_go_a_few_at_a_time() {
        let stream = Arc::new(live_stream());
        begin(&stream);
        send(&stream, 0, 10);
        let edge = stream.playlist(Rendition::SOURCE).unwrap().edge;
        let gone = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let crowd: Vec<_> = (0..1_000)
            .map(|_| {
                let (stream, gone) = (stream.clone(), gone.clone());
                tokio::spawn(async move {
                    let playlist = stream.reload(Rendition::SOURCE, Some(edge.number), Some(edge.parts)).await;
                    gone.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    playlist.unwrap().edge.parts
                })
            })
            .collect();
        yield_now().await;
        send(&stream, 10, 11);
        // All have been woken; then another request comes.
        yield_now().await;
        stream.reload(Rendition::SOURCE, None, None).await.unwrap();
        assert!(gone.load(std::sync::atomic::Ordering::Relaxed) <= MAX_WOKEN_AT_ONCE);
        for viewer in crowd {
            assert!(viewer.await.unwrap() > edge.parts);
        }
    }

    #[tokio::test]
    async fn the_end_is_shown_in_every_rendition() {
        let stream = live_stream();
        begin(&stream);
        send(&stream, 0, 10);
        stream.feed(LivePackager::end);
        for rendition in [Rendition::SOURCE, Rendition::SOUND] {
            let playlist = stream.playlist(rendition);
            assert!(playlist.is_none_or(|playlist| playlist.full.ends_with(b"#EXT-X-ENDLIST\n")), "{rendition}");
        }
        assert!(stream.playlist(Rendition::SOURCE).unwrap().edge.ended);
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_is_waited_for_and_not_for_ever() {
        let (ending, going_on) = (live_stream(), live_stream());
        for stream in [&ending, &going_on] {
            begin(stream);
            send(stream, 0, 10);
        }
        let began = Instant::now();
        let end = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            send(&ending, 10, 11);
            tokio::time::sleep(Duration::from_secs(1)).await;
            ending.feed(LivePackager::end);
        };
        tokio::join!(ending.until_ended(Duration::from_secs(6)), end);
        assert_eq!(began.elapsed(), Duration::from_secs(3));
        ending.until_ended(Duration::from_secs(6)).await;
        assert_eq!(began.elapsed(), Duration::from_secs(3), "it has ended");
        going_on.until_ended(Duration::from_secs(6)).await;
        assert_eq!(began.elapsed().as_secs(), 9);
    }
}
