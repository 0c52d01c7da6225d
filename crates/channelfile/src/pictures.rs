//! The channel's own pictures: `pictures/NAME` in the file, `/storage/images/ALIAS/NAME` on a server. Films ahead of games
//! likewise, by `prerolls/NAME`.

use std::collections::BTreeSet;
use std::iter;

use domain::html::is_safe_link;
use domain::picture::PictureName;

use crate::ChannelFile;

const PICTURES: &str = "pictures/";
const PREROLLS: &str = "prerolls/";
/// How an attribute of sanitised HTML begins that leads to a file of ours.
const ATTRIBUTE: &str = "=\"";

/// Where a server shows a channel's picture.
pub fn picture_address(alias: &str, name: &str) -> String {
    format!("{}{name}", images_of(alias))
}

fn images_of(alias: &str) -> String {
    format!("/storage/images/{alias}/")
}

fn prerolls_of(alias: &str) -> String {
    format!("/storage/prerolls/{alias}/")
}

/// Addresses of one channel, in the file and on the server.
pub(crate) struct Addresses<'a> {
    pub(crate) alias: &'a str,
    /// What lies under these is the channel's own, too.
    pub(crate) former: &'a [String],
}

impl Addresses<'_> {
    fn aliases(&self) -> impl Iterator<Item = &str> {
        iter::once(self.alias).chain(self.former.iter().map(String::as_str))
    }

    /// From the file to the server; nothing for what pages may not show.
    pub(crate) fn picture_in(&self, text: &str) -> Option<String> {
        match text.strip_prefix(PICTURES) {
            Some(name) => is_picture_name(name).then(|| picture_address(self.alias, name)),
            None => is_safe_link(text).then(|| text.to_owned()),
        }
    }

    pub(crate) fn picture_out(&self, address: &str) -> String {
        self.aliases().fold(address.to_owned(), |text, alias| own(&text, &images_of(alias), PICTURES))
    }

    pub(crate) fn preroll_in(&self, text: &str) -> String {
        own(text, PREROLLS, &prerolls_of(self.alias))
    }

    pub(crate) fn preroll_out(&self, address: &str) -> String {
        self.aliases().fold(address.to_owned(), |text, alias| own(&text, &prerolls_of(alias), PREROLLS))
    }

    pub(crate) fn html_in(&self, html: &str) -> String {
        html.replace(&format!("{ATTRIBUTE}{PICTURES}"), &format!("{ATTRIBUTE}{}", images_of(self.alias)))
    }

    pub(crate) fn html_out(&self, html: &str) -> String {
        let out = |text: String, alias| {
            text.replace(&format!("{ATTRIBUTE}{}", images_of(alias)), &format!("{ATTRIBUTE}{PICTURES}"))
        };
        self.aliases().fold(html.to_owned(), out)
    }
}

fn own(address: &str, from: &str, to: &str) -> String {
    address.strip_prefix(from).map_or_else(|| address.to_owned(), |name| format!("{to}{name}"))
}

/// Names are `[a-z0-9-]{1,80}` and an extension of pictures that pages show, as the media storage has it.
pub(crate) fn is_picture_name(name: &str) -> bool {
    let Some((stem, extension)) = name.split_once('.') else { return false };
    let is_plain = stem.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    is_plain && (1..=80).contains(&stem.len()) && ["svg", "png", "jpg", "webp"].contains(&extension)
}

/// Every picture of the channel's own that is shown somewhere.
pub(crate) fn names(file: &ChannelFile) -> BTreeSet<String> {
    let aliases = iter::once(&file.alias).chain(&file.former_aliases);
    aliases.flat_map(|alias| names_under(file, alias)).collect()
}

fn names_under(file: &ChannelFile, alias: &str) -> BTreeSet<String> {
    let content = &file.content;
    let optional = [&file.profile.logo, &file.profile.icon].into_iter();
    let optional = optional
        .chain(content.categories.iter().map(|row| &row.image))
        .chain(content.locations.iter().map(|row| &row.image))
        .chain(content.events.iter().map(|row| &row.image))
        .chain(content.passes.iter().map(|row| &row.image))
        .chain(content.slides.iter().map(|row| &row.image))
        .chain(content.pages.iter().map(|row| &row.image))
        .flatten();
    let of_schools = content.groups.iter().flat_map(|row| &row.images);
    let of_teams = content.participants.iter().flat_map(|row| &row.images);
    let of_films = content.vod_items.iter().flat_map(|row| &row.assets).map(|asset| &asset.path);
    let prefix = images_of(alias);
    let addresses = optional.chain(of_schools.chain(of_teams).map(|image| &image.url)).chain(of_films);
    let mut names: BTreeSet<String> = addresses
        .filter_map(|address| address.strip_prefix(&prefix))
        .filter(|name| is_picture_name(name))
        .map(str::to_owned)
        .collect();
    let pages = content.pages.iter().map(|page| (&page.content, &page.translations));
    let answers = content.faq.iter().map(|entry| (&entry.answer, &entry.translations));
    let blocks = content.static_blocks.iter().map(|block| (&block.content, &block.translations));
    for (html, translations) in pages.chain(answers).chain(blocks) {
        let translated = translations.all().flat_map(|(_, texts)| texts.values());
        for text in translated.chain([html]) {
            names.extend(in_html(text, &prefix));
        }
    }
    names.iter().flat_map(|name| sizes(name)).collect()
}

/// Pages ask for a library picture in other sizes too.
fn sizes(name: &str) -> Vec<String> {
    match name.parse::<PictureName>() {
        Ok(largest) => largest.sizes().map(|size| size.to_string()).collect(),
        Err(_) => vec![name.to_owned()],
    }
}

fn in_html<'a>(html: &'a str, prefix: &str) -> impl Iterator<Item = String> + use<'a> {
    let after: Vec<&str> = html.split(&format!("{ATTRIBUTE}{prefix}")).skip(1).collect();
    let name = |rest: &str| rest.split('"').next().filter(|name| is_picture_name(name)).map(str::to_owned);
    after.into_iter().filter_map(name)
}
