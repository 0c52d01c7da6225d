//! The channel `demo`: Northline Sports Network, ten schools and eight sports from coast to coast.

mod look;
mod people;

use std::sync::LazyLock;

use channelfile::ChannelFile;
use domain::ids::EventId;
use domain::time::Timestamp;

use super::DemoChannel;
use super::art::rgb::Rgb;
use super::art::{Drawing, mark, pennants};
use super::footage::Casting;
use super::source::Source;

pub(crate) use people::accounts;

/// The live game that the first slide shows.
pub(crate) const FEATURED: EventId = EventId(1);

const NORTHLINE_BLUE: Rgb = Rgb(0x3b6ef5);

pub(crate) static SOURCE: Source = Source {
    alias: "demo",
    json: include_str!("../../channels/demo/channel.json"),
    crests: &look::CRESTS,
    covers: &look::COVERS,
    films: &look::FILMS,
};

/// What does not depend on the time.
static FILE: LazyLock<ChannelFile> = LazyLock::new(|| SOURCE.file(Timestamp(0)));

pub(crate) fn channel(now: Timestamp) -> DemoChannel {
    DemoChannel::of(SOURCE.alias, SOURCE.file(now), drawings(), accounts())
}

/// What its games look like in moving pictures.
pub(crate) fn casting() -> Casting {
    Casting { file: &FILE, source: &SOURCE, channel: "Northline", accent: NORTHLINE_BLUE, words: ["Goal", "Live"] }
}

fn drawings() -> Vec<Drawing> {
    let mut drawings = SOURCE.drawings();
    drawings.push(Drawing { name: "logo.svg".into(), svg: mark::northline(NORTHLINE_BLUE) });
    let pennants = pennants::cover(&SOURCE.colours(), NORTHLINE_BLUE.darker(0.2));
    drawings.push(Drawing { name: "pass-season.svg".into(), svg: pennants });
    drawings
}
