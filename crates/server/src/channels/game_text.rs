//! Texts and picture of a game for use outside the app: titles, previews, file lists.

use domain::channel::Language;
use domain::clip::Clip;
use domain::event::Event as Game;
use jiff::tz::TimeZone;

use crate::channels::snapshot::Snapshot;

/// Away @ home; a meet goes by its own name.
pub(crate) fn game_title(channel: &Snapshot, game: &Game) -> String {
    let teams: Vec<&str> = channel.teams.of_game(game).map(|team| team.name.as_str()).collect();
    match teams[..] {
        [away, home] => format!("{away} @ {home}"),
        _ => game.name.clone(),
    }
}

/// Sport, place and time in a line that needs no language.
pub(crate) fn game_facts(channel: &Snapshot, game: &Game) -> String {
    let content = &channel.content;
    let sport = content.categories.iter().find(|sport| sport.id == game.category_id).map(|sport| sport.name.clone());
    let place = content.locations.iter().find(|place| Some(place.id) == game.location_id).map(|place| {
        [place.name.as_str(), &place.city, &place.state]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    });
    let parts = [sport, place, start_in_zone(game, channel.profile.language), Some(channel.profile.name.clone())];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// When a game begins, in the time of its place.
pub(crate) fn start_in_zone(game: &Game, language: Language) -> Option<String> {
    let zone = TimeZone::get(&game.time_zone).ok()?;
    let start = jiff::Timestamp::from_millisecond(game.starts_at.0).ok()?.to_zoned(zone);
    let format = match language {
        Language::En => "%b %d, %Y, %H:%M %Z",
        Language::Fr => "%d/%m/%Y %H:%M %Z",
        Language::Bg => "%d.%m.%Y %H:%M %Z",
    };
    Some(start.strftime(format).to_string())
}

/// What a link shows of a clip: its poster, or what there is of its game until it has one.
pub(crate) fn clip_image(channel: &Snapshot, clip: &Clip) -> Option<String> {
    let addresses = &channel.teams.addresses;
    let of_game = || {
        let game = channel.games.catalogue.get(clip.event)?;
        let pictured = || game.media.iter().find(|media| media.id == clip.media && media.has_pictures);
        let recorded = || pictured().map(|media| addresses.poster(media.id));
        game.image.clone().or_else(recorded).or_else(|| home_crest(channel, game))
    };
    addresses.for_link(clip).0.or_else(of_game)
}

/// The home team's crest.
pub(crate) fn home_crest(channel: &Snapshot, game: &Game) -> Option<String> {
    let teams = &channel.content.participants;
    let home = game.home_team_id.or(game.participants.last().copied())?;
    teams.iter().find(|team| team.id == home)?.crest().map(str::to_owned)
}
