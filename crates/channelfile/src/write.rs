//! From a channel to the text of its file.

use domain::channel::Profile;
use domain::content::{SlidableType, Slide};
use domain::event::Event;
use domain::form::{CustomForm, FormField};
use domain::participant::Image;
use domain::pass::Pass;
use domain::translations::{Translated, Translations};

use crate::json::{Json, Object};
use crate::moment::written;
use crate::pictures::Addresses;
use crate::row::camel;
use crate::{ChannelFile, FORMAT, VERSION};

pub(crate) fn write(file: &ChannelFile) -> String {
    let own = Addresses { alias: &file.alias, former: &file.former_aliases };
    let picture = |address: &Option<String>| address.as_deref().map(|address| own.picture_out(address));
    let content = &file.content;
    let object = Object::default()
        .with("format", FORMAT)
        .with("version", VERSION)
        .with("alias", &file.alias)
        .with("hosts", &file.hosts)
        .with_json("profile", Json::Object(profile(&own, &file.profile)))
        .with_list("sports", &content.categories, |sport| {
            translated(
                &own,
                sport,
                Object::default()
                    .with("id", sport.id)
                    .with("alias", &sport.alias)
                    .with("name", &sport.name)
                    .with_some("image", picture(&sport.image)),
            )
        })
        .with_list("venues", &content.locations, |venue| {
            Object::default()
                .with("id", venue.id)
                .with("name", &venue.name)
                .with("city", &venue.city)
                .with("state", &venue.state)
                .with("country", &venue.country)
                .with("timeZone", &venue.time_zone)
                .with_some("image", picture(&venue.image))
        })
        .with_list("schoolProperties", &content.group_properties, |property| {
            Object::default()
                .with("id", property.id)
                .with("alias", &property.alias)
                .with("name", &property.name)
                .with("values", &property.values)
        })
        .with_list("schools", &content.groups, |school| {
            Object::default()
                .with("id", school.id)
                .with_some("alias", school.alias.as_ref())
                .with("name", &school.name)
                .with("shortName", &school.short_name)
                .with("color", &school.color)
                .with("city", &school.city)
                .with("state", &school.state)
                .with_list("images", &school.images, |one| image(&own, one))
                .with("properties", &school.properties)
                .with("inMenu", school.in_menu)
        })
        .with_list("teams", &content.participants, |team| {
            Object::default()
                .with("id", team.id)
                .with_some("alias", team.alias.as_ref())
                .with("name", &team.name)
                .with("shortName", &team.short_name)
                .with("color", &team.color)
                .with_some("school", team.group_id)
                .with_some("sport", team.event_category_id)
                .with_some("gender", team.properties.gender)
                .with_some("sportName", team.properties.sport.as_ref())
                .with_list("images", &team.images, |one| image(&own, one))
                .with("inMenu", team.in_menu)
        })
        .with_list("passes", &content.passes, |row| pass(&own, row))
        .with_list("games", &content.events, |row| game(&own, row))
        .with_list("filmCategories", &content.vod_categories, |category| {
            let object =
                Object::default().with("id", category.id).with("alias", &category.alias).with("title", &category.title);
            translated(&own, category, object)
        })
        .with_list("films", &content.vod_items, |film| {
            let object = Object::default()
                .with("id", film.id)
                .with("title", &film.title)
                .with("description", &film.description)
                .with("date", written(film.date))
                .with_some("durationSeconds", film.duration_s)
                .with("access", film.access)
                .with("categories", &film.category_ids)
                .with_list("assets", &film.assets, |asset| {
                    Object::default().with("type", asset.kind).with("url", own.picture_out(&asset.path))
                });
            translated(&own, film, object)
        })
        .with_list("rails", &content.vod_rails, |rail| {
            let object = Object::default().with("id", rail.id).with("title", &rail.title).with("films", &rail.item_ids);
            translated(&own, rail, object)
        })
        .with_list("prerolls", &content.prerolls, |preroll| {
            Object::default()
                .with("id", preroll.id)
                .with("url", own.preroll_out(&preroll.url))
                .with("weight", preroll.weight)
                .with_some("venue", preroll.location_id)
                .with("sports", &preroll.categories)
                .with("forLive", preroll.for_live)
                .with("forVod", preroll.for_vod)
                .with("active", preroll.active)
        })
        .with_list("links", &content.links, |link| {
            let object = Object::default()
                .with("id", link.id)
                .with("place", link.place)
                .with("name", &link.name)
                .with("url", &link.url)
                .with_some("under", link.parent_id);
            translated(&own, link, object)
        })
        .with_list("slides", &content.slides, |row| slide(&own, row))
        .with_list("pages", &content.pages, |page| {
            let object = Object::default()
                .with("id", page.id)
                .with("url", &page.url)
                .with("altName", &page.alt_name)
                .with("name", &page.name)
                .with("content", own.html_out(&page.content))
                .with_some("image", picture(&page.image))
                .with_some("visibleFrom", page.visible_from.map(written))
                .with_some("visibleUntil", page.visible_until.map(written));
            translated(&own, page, object)
        })
        .with_list("redirects", &content.redirects, |redirect| {
            Object::default().with("id", redirect.id).with("path", &redirect.path).with("page", redirect.page_id)
        })
        .with_list("faq", &content.faq, |entry| {
            let object = Object::default()
                .with("id", entry.id)
                .with("question", &entry.question)
                .with("answer", own.html_out(&entry.answer));
            translated(&own, entry, object)
        })
        .with_list("blocks", &content.static_blocks, |block| {
            let object = Object::default()
                .with("id", block.id)
                .with("place", &block.place)
                .with("content", own.html_out(&block.content));
            translated(&own, block, object)
        })
        .with_list("forms", &content.forms, |row| form(&own, row))
        .with_list("texts", &content.texts, |text| translated(&own, text, Object::default().with("kind", text.kind)));
    // Only texts, numbers and lists of them: there is nothing that cannot be written.
    let mut text = serde_json::to_string_pretty(&object).unwrap_or_default();
    text.push('\n');
    text
}

fn profile(own: &Addresses<'_>, profile: &Profile) -> Object {
    let colours = &profile.colours;
    let playback = &profile.playback;
    let object = Object::default()
        .with("name", &profile.name)
        .with("tagline", &profile.tagline)
        .with_some("logo", profile.logo.as_deref().map(|address| own.picture_out(address)))
        .with_some("icon", profile.icon.as_deref().map(|address| own.picture_out(address)))
        .with("language", profile.language)
        .with("multiLanguage", profile.multi_language)
        .with("timeZone", &profile.time_zone)
        .with("currency", profile.currency)
        .with_some("googleTag", profile.google_tag.as_ref())
        .with_some("analyticsKey", profile.analytics_key.as_ref())
        .with_some("sentryDsn", profile.ids.sentry_dsn.as_ref())
        .with_some("recaptchaSiteKey", profile.ids.recaptcha_site_key.as_ref())
        .with_some("googleClientId", profile.ids.google_client_id.as_ref())
        .with_some("facebookClientId", profile.ids.facebook_client_id.as_ref())
        .with_json(
            "colours",
            Json::Object(
                Object::default()
                    .with("headerBackground", colours.header_background)
                    .with("headerText", colours.header_text_color)
                    .with("bodyBackground", colours.body_background)
                    .with("bodyText", colours.body_text_color)
                    .with("footerBackground", colours.footer_background)
                    .with_some("accent", colours.accent),
            ),
        )
        .with("geo", &profile.geo_rule)
        .with_json(
            "accounts",
            Json::Object(
                Object::default()
                    .with("revealUnknownEmail", profile.accounts.reveal_unknown_email)
                    .with("registrationByMail", profile.accounts.registration_by_mail),
            ),
        )
        .with_json(
            "playback",
            Json::Object(
                Object::default()
                    .with("maxStreams", playback.max_streams)
                    .with("maxDownloads", playback.max_downloads)
                    .with("maxClips", playback.max_clips)
                    .with("maxClipSeconds", playback.max_clip_s)
                    .with("clipShare", playback.clip_share)
                    .with("clipShareOfAll", playback.clip_share_of_all)
                    .with("prerollPauseSeconds", playback.preroll_pause_s)
                    .with("embedHosts", &playback.embed_hosts),
            ),
        );
    translated(own, profile, object)
}

fn image(own: &Addresses<'_>, image: &Image) -> Object {
    Object::default().with("type", image.kind).with("url", own.picture_out(&image.url))
}

fn pass(own: &Addresses<'_>, pass: &Pass) -> Object {
    Object::default()
        .with("id", pass.id)
        .with("kind", pass.kind)
        .with("name", &pass.name)
        .with("basePrice", pass.base_price)
        .with("serviceFee", pass.service_fee)
        .with("price", pass.price)
        .with_some("image", pass.image.as_deref().map(|address| own.picture_out(address)))
        .with("offer", &pass.offer)
        .with("period", pass.period)
        .with_some("trialDays", pass.trial_days)
        .with("type", pass.pass_type)
        .with("isTeamPass", pass.is_team_pass)
        .with("sports", &pass.categories)
        .with_some("sport", pass.category_id)
        .with("weight", pass.weight)
        .with("capabilities", &pass.capabilities)
        .with_some("maxClips", pass.max_clips)
        .with_some("maxDownloads", pass.max_downloads)
}

fn game(own: &Addresses<'_>, game: &Event) -> Object {
    Object::default()
        .with("id", game.id)
        .with("name", &game.name)
        .with("status", game.status)
        .with("access", game.access)
        .with("sport", game.category_id)
        .with_some("venue", game.location_id)
        .with("startsAt", written(game.starts_at))
        .with_some("endsAt", game.ends_at.map(written))
        .with("timeZone", &game.time_zone)
        .with("timing", game.timing)
        .with("teams", &game.participants)
        .with_some("homeTeam", game.home_team_id)
        .with_some("score", game.score)
        .with_some("durationSeconds", game.duration_s)
        .with_some("image", game.image.as_deref().map(|address| own.picture_out(address)))
        .with_some("singlePass", game.single_event_package_id)
        .with_some("geo", game.geo_rule.as_ref())
}

fn slide(own: &Addresses<'_>, slide: &Slide) -> Object {
    let object = Object::default()
        .with("id", slide.id)
        .with_some("view", slide.slidable_type.map(view_word))
        .with_some("viewOf", slide.slidable_id)
        .with("title", &slide.title)
        .with("text", &slide.text)
        .with_some("image", slide.image.as_deref().map(|address| own.picture_out(address)))
        .with_some("game", slide.event_id)
        .with_some("linkUrl", slide.link_url.as_ref())
        .with_some("linkText", slide.link_text.as_ref())
        .with_some("visibleFrom", slide.visible_from.map(written))
        .with_some("visibleUntil", slide.visible_until.map(written));
    translated(own, slide, object)
}

/// What a view is called in the file.
pub(crate) fn view_word(view: SlidableType) -> &'static str {
    match view {
        SlidableType::Main => "home",
        SlidableType::Category => "sport",
        SlidableType::Participant => "team",
        SlidableType::Group => "school",
    }
}

fn form(own: &Addresses<'_>, form: &CustomForm) -> Object {
    let object = Object::default()
        .with("id", form.id)
        .with("alias", &form.alias)
        .with("title", &form.title)
        .with("description", &form.description)
        .with("submitText", &form.submit_text)
        .with("successText", &form.success_text)
        .with_list("fields", &form.fields, |row| field(own, row));
    translated(own, form, object)
}

fn field(own: &Addresses<'_>, field: &FormField) -> Object {
    let object = Object::default()
        .with("name", &field.name)
        .with("label", &field.label)
        .with("type", field.kind)
        .with("required", field.required)
        .with("minLength", field.min_length)
        .with("maxLength", field.max_length)
        .with("placeholder", &field.placeholder)
        .with_list("options", &field.options, |option| {
            let object = Object::default().with("value", &option.value).with("label", &option.label);
            translated(own, option, object)
        });
    translated(own, field, object)
}

fn translated<T: Translated>(own: &Addresses<'_>, row: &T, object: Object) -> Object {
    if row.translations().is_empty() {
        return object;
    }
    let mut written = Translations::default();
    for (language, texts) in row.translations().all() {
        for (name, text) in texts {
            let text = if T::HTML.contains(&name.as_str()) { own.html_out(text) } else { text.clone() };
            written = written.with(language, &camel(name), &text);
        }
    }
    object.with("translations", written)
}
