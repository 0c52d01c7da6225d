//! The channel `demo2`: Ligue du Grand Fjord, small, French and light, to show that channels share nothing.

mod look;

use std::sync::LazyLock;

use channelfile::ChannelFile;
use domain::time::Timestamp;

use super::DemoChannel;
use super::art::rgb::Rgb;
use super::art::{Drawing, mark, pennants};
use super::footage::Casting;
use super::source::Source;

const FIR_GREEN: Rgb = Rgb(0x0f6b4f);

pub(crate) static SOURCE: Source = Source {
    alias: "demo2",
    json: include_str!("../../channels/demo2/channel.json"),
    crests: &look::CRESTS,
    covers: &look::COVERS,
    films: &look::FILMS,
};

/// What does not depend on the time.
static FILE: LazyLock<ChannelFile> = LazyLock::new(|| SOURCE.file(Timestamp(0)));

pub(crate) fn channel(now: Timestamp) -> DemoChannel {
    DemoChannel::of(SOURCE.alias, SOURCE.file(now), drawings(), vec![])
}

/// What its games look like in moving pictures.
pub(crate) fn casting() -> Casting {
    Casting { file: &FILE, source: &SOURCE, channel: "Fjord", accent: FIR_GREEN, words: ["But", "En direct"] }
}

fn drawings() -> Vec<Drawing> {
    let mut drawings = SOURCE.drawings();
    drawings.push(Drawing { name: "logo.svg".into(), svg: mark::fjord(FIR_GREEN, Rgb(0xffc857)) });
    let pennants = pennants::cover(&SOURCE.colours(), FIR_GREEN);
    drawings.push(Drawing { name: "laissez-passer.svg".into(), svg: pennants });
    drawings
}
