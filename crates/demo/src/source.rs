//! A demo channel: its file and its artwork.

use channelfile::{ChannelFile, Options};
use domain::time::Timestamp;

use crate::art::Drawing;
use crate::art::crest::Crest;
use crate::art::rgb::Rgb;
use crate::art::scene::Cover;
use crate::cut::FilmArt;

/// The file of a channel, in the program itself, with the drawings that it refers to.
pub(crate) struct Source {
    pub(crate) alias: &'static str,
    /// The text of its `channel.json`, with times that are relative to now.
    pub(crate) json: &'static str,
    /// By the aliases of the schools.
    pub(crate) crests: &'static [(&'static str, Crest)],
    /// By the names of the pictures.
    pub(crate) covers: &'static [(&'static str, Cover)],
    pub(crate) films: &'static [FilmArt],
}

impl Source {
    /// The channel with games around `now`; within the same hour the answer is the same.
    pub(crate) fn file(&self, now: Timestamp) -> ChannelFile {
        let read = ChannelFile::read(self.json.as_bytes(), Options { now, alias: None, hosts: None });
        read.expect("tests read the embedded files for every hour of a year")
    }

    /// Crests, venues, sports and films, drawn.
    pub(crate) fn drawings(&self) -> Vec<Drawing> {
        let crests = self.crests.iter().map(|(alias, crest)| (format!("crest-{alias}"), crest.svg()));
        let covers = self.covers.iter().map(|(name, cover)| ((*name).to_owned(), cover.svg()));
        let films = self.films.iter().map(|film| (film.picture.to_owned(), film.cover.svg()));
        crests.chain(covers).chain(films).map(|(name, svg)| Drawing { name: format!("{name}.svg"), svg }).collect()
    }

    /// The colours of all schools, for pictures of the channel as a whole.
    pub(crate) fn colours(&self) -> Vec<(Rgb, Rgb)> {
        self.crests.iter().map(|(_, crest)| (crest.first, crest.metal)).collect()
    }

    pub(crate) fn crest(&self, school: &str) -> Option<&'static Crest> {
        self.crests.iter().find(|(alias, _)| *alias == school).map(|(_, crest)| crest)
    }
}
