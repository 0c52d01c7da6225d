//! Lower renditions of live games: divides the processor's capacity between the games.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use media::codec::VIDEO_TIMESCALE;
use media::codec::frame::Frame;
use media::ffmpeg::Ffmpeg;
use media::live::Picture;
use media::live::encoder::{Budget, LADDER, LadderEncoder, Output, Source, cost};
use tokio::sync::{mpsc, watch};

/// Pictures a second, until they have been counted.
const USUAL_RATE: u16 = 30;

/// What all games share.
pub(super) struct Ladder {
    /// Without it, games have their source.
    ffmpeg: Option<Ffmpeg>,
    budget: Budget,
    games: Mutex<Games>,
}

#[derive(Default)]
struct Games {
    next: u64,
    /// The oldest first.
    shares: BTreeMap<u64, Share>,
}

struct Share {
    /// Nothing until the first picture.
    source: Option<Source>,
    allowed: watch::Sender<usize>,
}

impl Ladder {
    pub(super) fn new(ffmpeg: Option<Ffmpeg>, budget: Budget) -> Arc<Self> {
        Arc::new(Self { ffmpeg, budget, games: Mutex::default() })
    }

    /// Adds a starting game; `None` if lower renditions are disabled.
    pub(super) fn join(self: &Arc<Self>) -> Option<Lower> {
        let ffmpeg = self.ffmpeg.clone().filter(|_| self.budget.millicores > 0)?;
        let (allowed, changes) = watch::channel(0);
        let number = self.change(|games| {
            games.next += 1;
            games.shares.insert(games.next, Share { source: None, allowed });
            games.next
        });
        let place = Place { ladder: self.clone(), number };
        let (renditions, outputs) = LadderEncoder::start(ffmpeg, LADDER.to_vec(), changes);
        Some(Lower { renditions, outputs, place, source: None, counted: None })
    }

    /// Whether live games leave as much of the processor as these rungs take in the time that their pictures last.
    /// Without a live game there is always room: they are below everything else.
    pub(super) fn has_room_for(&self, source: Source, count: usize) -> bool {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let live: Vec<Source> = games.shares.values().filter_map(|share| share.source).collect();
        let most = |game: &Source| cost(&LADDER, game, LADDER.len());
        let wanted: u64 = live.iter().map(most).sum();
        live.is_empty() || wanted + cost(&LADDER, &source, count) <= self.budget.millicores
    }

    /// Applies a change and redistributes the shares of all games.
    fn change<T>(&self, change: impl FnOnce(&mut Games) -> T) -> T {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&mut games);
        let (shares, sources): (Vec<_>, Vec<_>) =
            games.shares.values().filter_map(|share| Some((share, share.source?))).unzip();
        let counts = self.budget.share(&LADDER, &sources);
        metrics::gauge!("touchline_lower_renditions").set(counts.iter().sum::<usize>() as f64);
        for (share, count) in shares.into_iter().zip(counts) {
            share.allowed.send_if_modified(|allowed| std::mem::replace(allowed, count) != count);
        }
        changed
    }
}

/// A game's share of the processor, given back with this.
struct Place {
    ladder: Arc<Ladder>,
    number: u64,
}

impl Place {
    fn set(&self, source: Source) {
        self.ladder.change(|games| {
            if let Some(share) = games.shares.get_mut(&self.number) {
                share.source = Some(source);
            }
        });
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.ladder.change(|games| games.shares.remove(&self.number));
    }
}

/// One game's lower renditions.
pub(super) struct Lower {
    renditions: LadderEncoder,
    outputs: mpsc::Receiver<Output>,
    place: Place,
    source: Option<Source>,
    /// Since the first key frame: when that was, and the pictures since.
    counted: Option<(u64, u64)>,
}

impl Lower {
    /// Hands the source's pictures over; never waits.
    pub(super) fn feed(&mut self, pictures: Vec<Picture>) {
        for picture in &pictures {
            match picture {
                Picture::Begin(config) => {
                    self.tell(Source { width: config.width(), height: config.height(), rate: USUAL_RATE });
                    self.counted = None;
                }
                Picture::Frame(frame) => self.count(frame),
                Picture::Break => self.counted = None,
            }
        }
        self.renditions.feed(pictures);
    }

    /// Twice as many pictures cost twice as much: they are counted from each key frame to the next.
    fn count(&mut self, frame: &Frame) {
        match &mut self.counted {
            Some((since, pictures)) if frame.keyframe && frame.dts > *since => {
                let rate = (*pictures * u64::from(VIDEO_TIMESCALE)).div_ceil(frame.dts - *since);
                self.counted = Some((frame.dts, 1));
                if let Some(source) = self.source {
                    self.tell(Source { rate: u16::try_from(rate).unwrap_or(u16::MAX).max(USUAL_RATE), ..source });
                }
            }
            Some((_, pictures)) => *pictures += 1,
            none if frame.keyframe => *none = Some((frame.dts, 1)),
            None => {}
        }
    }

    fn tell(&mut self, source: Source) {
        if self.source.replace(source) != Some(source) {
            self.place.set(source);
        }
    }

    /// What comes back next.
    pub(super) async fn next(&mut self) -> Output {
        match self.outputs.recv().await {
            Some(output) => output,
            None => std::future::pending().await,
        }
    }

    /// No more pictures come.
    pub(super) fn end(&mut self) {
        self.renditions.end();
    }

    /// What still comes back after the end; nothing when that was all.
    pub(super) async fn rest(&mut self) -> Option<Output> {
        self.outputs.recv().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(source: Option<Source>) -> (Share, watch::Receiver<usize>) {
        let (allowed, told) = watch::channel(0);
        (Share { source, allowed }, told)
    }

    /// PLAY-05: games that come later take rungs from those that were there, and give them back.
    #[test]
    fn shares_follow_the_games() {
        let ladder = Ladder::new(None, Budget::of_cores(1.0));
        let hd = Source { width: 1280, height: 720, rate: 30 };
        let join = |number: u64, source| {
            let (share, told) = share(source);
            ladder.change(|games| games.shares.insert(number, share));
            told
        };
        let first = join(1, Some(hd));
        let silent = join(2, None);
        assert_eq!((*first.borrow(), *silent.borrow()), (2, 0), "what has no picture takes nothing");
        let others: Vec<_> = (3..=5).map(|number| join(number, Some(hd))).collect();
        assert_eq!(*first.borrow(), 1);
        assert!(others.iter().all(|other| *other.borrow() <= 1));
        let place = Place { ladder: ladder.clone(), number: 3 };
        place.set(Source { rate: 60, ..hd });
        assert_eq!(others.iter().map(|other| *other.borrow()).collect::<Vec<_>>(), [1, 0, 0], "twice the pictures");
        drop(place);
        ladder.change(|games| games.shares.retain(|&number, _| number == 1));
        assert_eq!(*first.borrow(), 2);
    }

    /// PLAY-05: what can wait waits while live games need the processor.
    #[test]
    fn recordings_get_what_live_games_leave() {
        let ladder = Ladder::new(None, Budget::of_cores(1.0));
        let hd = Source { width: 1280, height: 720, rate: 30 };
        assert!(ladder.has_room_for(Source { rate: 240, ..hd }, 2), "nobody is live");
        for (number, room) in [(1, true), (2, false)] {
            ladder.change(|games| games.shares.insert(number, share(Some(hd)).0));
            assert_eq!(ladder.has_room_for(hd, 2), room, "{number}");
        }
        ladder.change(|games| games.shares.clear());
        assert!(ladder.has_room_for(hd, 2));
    }

    #[test]
    fn game_without_ffmpeg_gets_no_lower_renditions() {
        assert!(Ladder::new(None, Budget::of_cores(4.0)).join().is_none());
    }
}
