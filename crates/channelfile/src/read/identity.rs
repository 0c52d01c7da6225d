//! The identity of the channel, and the operator's decisions about it as a whole.

use std::collections::BTreeSet;

use domain::channel::{AccountRules, PlaybackRules, Profile, normal_host};
use domain::colours::ColorSettings;
use domain::embed_host::policy_source;
use domain::geo::Rule;
use domain::provider_id::ProviderIds;
use domain::time::is_time_zone;

use crate::problems::shown;
use crate::row::Row;

/// Names of one channel, and sites that may show its player.
const MAX_HOSTS: usize = 100;

pub(super) fn hosts(row: &mut Row<'_>, wanted: Option<&[String]>) -> Vec<String> {
    let said = row.values::<String>("hosts", MAX_HOSTS);
    let hosts = wanted.map_or(said, <[String]>::to_vec);
    let mut known = BTreeSet::new();
    for (number, host) in hosts.iter().enumerate() {
        let place = format!("hosts[{number}]");
        if normal_host(host).as_deref() != Some(host.as_str()) {
            row.problem(&place, format!("{} is no host name in small letters and without a port", shown(host)));
        }
        if !known.insert(host) {
            row.problem(&place, format!("{} occurs twice", shown(host)));
        }
    }
    hosts
}

/// The zone is empty if the file names none.
pub(super) fn profile(row: &mut Row<'_>) -> Option<Profile> {
    row.object("profile", |mut row| {
        let name = row.text("name");
        let tagline = row.text("tagline");
        let [logo, icon] = ["logo", "icon"].map(|name| row.may_picture(name));
        let language = row.need("language");
        let multi_language = row.need("multiLanguage");
        let currency = row.need("currency");
        let time_zone = row.may_text("timeZone");
        if let Some(zone) = time_zone.as_ref().filter(|zone| !is_time_zone(zone)) {
            row.problem("timeZone", format!("{} is no time zone", shown(zone)));
        }
        let google_tag = row.may_text("googleTag");
        let analytics_key = row.may_text("analyticsKey");
        let ids = ProviderIds {
            sentry_dsn: row.may_text("sentryDsn"),
            recaptcha_site_key: row.may_text("recaptchaSiteKey"),
            google_client_id: row.may_text("googleClientId"),
            facebook_client_id: row.may_text("facebookClientId"),
        };
        let colours = row.object("colours", colours);
        let geo_rule = row.need("geo");
        let geo_rule = known_countries(&row, geo_rule);
        let accounts = row.object("accounts", accounts);
        let playback = row.object("playback", playback);
        let translations = row.translations::<Profile>();
        row.end();
        Some(Profile {
            name: name?,
            tagline: tagline?,
            logo,
            icon,
            language: language?,
            multi_language: multi_language?,
            translations,
            currency: currency?,
            time_zone: time_zone.unwrap_or_default(),
            google_tag,
            analytics_key,
            ids,
            colours: colours?,
            geo_rule: geo_rule?,
            accounts: accounts?,
            playback: playback?,
        })
    })
}

fn colours(mut row: Row<'_>) -> Option<ColorSettings> {
    let [header, header_text, body, body_text, footer] =
        ["headerBackground", "headerText", "bodyBackground", "bodyText", "footerBackground"].map(|name| row.need(name));
    let accent = row.may("accent");
    row.end();
    Some(ColorSettings {
        header_background: header?,
        header_text_color: header_text?,
        body_background: body?,
        body_text_color: body_text?,
        footer_background: footer?,
        accent,
    })
}

fn accounts(mut row: Row<'_>) -> Option<AccountRules> {
    let reveal_unknown_email = row.need("revealUnknownEmail");
    let registration_by_mail = row.need("registrationByMail");
    row.end();
    Some(AccountRules { reveal_unknown_email: reveal_unknown_email?, registration_by_mail: registration_by_mail? })
}

fn playback(mut row: Row<'_>) -> Option<PlaybackRules> {
    const ANY: [u32; 2] = [0, i32::MAX.unsigned_abs()];
    let max_streams = row.number("maxStreams", ANY);
    let max_downloads = row.number("maxDownloads", ANY);
    let max_clips = row.number("maxClips", ANY);
    let max_clip_s = row.number("maxClipSeconds", ANY);
    let clip_share = row.number("clipShare", [0, 100]);
    let clip_share_of_all = row.number("clipShareOfAll", [0, 100]);
    let preroll_pause_s = row.number("prerollPauseSeconds", ANY);
    let embed_hosts = row.values::<String>("embedHosts", MAX_HOSTS);
    for (number, host) in embed_hosts.iter().enumerate() {
        if policy_source(host, true).is_none() {
            row.problem(
                &format!("embedHosts[{number}]"),
                format!("{} is no site that may show the player", shown(host)),
            );
        }
    }
    row.end();
    Some(PlaybackRules {
        max_streams: max_streams?,
        max_downloads: max_downloads?,
        max_clips: max_clips?,
        max_clip_s: max_clip_s?,
        clip_share: clip_share?,
        clip_share_of_all: clip_share_of_all?,
        preroll_pause_s: preroll_pause_s?,
        embed_hosts,
    })
}

/// A rule whose countries all exist.
pub(super) fn known_countries(row: &Row<'_>, rule: Option<Rule>) -> Option<Rule> {
    let rule = rule?;
    if let Some(code) = rule.unknown_country() {
        row.problem("geo", format!("there is no country {code}"));
        return None;
    }
    Some(rule)
}
