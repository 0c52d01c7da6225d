//! An encoder's place at its game, and the game's end of it.

use media::frame::{Clock, Config, Input};
use tokio::sync::{mpsc, watch};

/// About half a second of pictures and sound: a game that falls behind further pushes back on its encoder.
const QUEUE: usize = 64;

/// Why an encoder lost its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Another one came with the same key.
    TakenOver,
    /// Its key is void.
    KeyRotated,
    /// The game is over.
    Ended,
    /// The server stops.
    Stopping,
}

/// The place is lost; [`Seat::closed`] says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

/// What an admitted encoder sends into; dropping it is leaving.
#[derive(Debug)]
pub struct Seat {
    inputs: mpsc::Sender<Input>,
    closed: watch::Receiver<Option<Closed>>,
}

impl Seat {
    /// Waits until the game takes it.
    pub async fn send(&self, input: Input) -> Result<(), Gone> {
        self.inputs.send(input).await.map_err(|_| Gone)
    }

    /// Waits until the place is lost.
    pub async fn closed(&self) -> Closed {
        let mut closed = self.closed.clone();
        let why = closed.wait_for(Option::is_some).await.map(|why| *why);
        // Who goes away without a word does so because the server stops.
        why.ok().flatten().unwrap_or(Closed::Stopping)
    }
}

/// The game's end of a [`Seat`].
pub(super) struct Publication {
    pub(super) clock: Clock,
    /// Of the key that it came with.
    pub(super) generation: i64,
    inputs: mpsc::Receiver<Input>,
    close: watch::Sender<Option<Closed>>,
    video: Option<Config>,
    audio: Option<Config>,
}

impl Publication {
    pub(super) fn new(clock: Clock, generation: i64) -> (Seat, Self) {
        let (sender, inputs) = mpsc::channel(QUEUE);
        let (close, closed) = watch::channel(None);
        let seat = Seat { inputs: sender, closed };
        (seat, Self { clock, generation, inputs, close, video: None, audio: None })
    }

    /// The next thing that the encoder sends; nothing once it has left.
    pub(super) async fn next(&mut self) -> Option<Input> {
        let input = self.inputs.recv().await?;
        match &input {
            Input::Config(config @ Config::Video(_)) => self.video = Some(config.clone()),
            Input::Config(config @ Config::Audio(_)) => self.audio = Some(config.clone()),
            Input::Frame(_) => {}
        }
        Some(input)
    }

    /// What it said of its tracks, for a game that takes it over from another.
    pub(super) fn configs(&self) -> impl Iterator<Item = Config> {
        [&self.video, &self.audio].into_iter().flatten().cloned().collect::<Vec<_>>().into_iter()
    }

    /// Gives how many things it had sent that nobody will look at.
    pub(super) fn close(self, why: Closed) -> usize {
        self.close.send_replace(Some(why));
        self.inputs.len()
    }
}
