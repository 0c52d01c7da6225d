//! What a channel shows around its games: menu, slides, pages, questions, blocks, forms.

use domain::content::{FaqEntry, MenuLink, Page, Redirect, SlidableType, Slide, StaticBlock};
use domain::editing::Editable;
use domain::form::{CustomForm, FormField, FormOption, MAX_FIELDS, MAX_LENGTH};
use domain::paths::is_page_url;
use domain::site::{OwnText, TextKind, Window};
use domain::time::Timestamp;
use jiff::tz::TimeZone;

use super::{MAX_REFERENCES, read_moment};
use crate::row::Row;
use crate::write::view_word;

pub(super) fn link(mut row: Row<'_>) -> Option<MenuLink> {
    let id = row.id();
    let place = row.need("place");
    let [name, url] = ["name", "url"].map(|name| row.text(name));
    let url = row.link("url", url);
    let parent_id = row.may("under");
    let translations = row.translations::<MenuLink>();
    row.end();
    Some(MenuLink { id: id?, name: name?, url: url?, place: place?, parent_id, translations })
}

pub(super) fn slide(mut row: Row<'_>, now: Timestamp) -> Option<Slide> {
    let id = row.id();
    let slidable_type = row.may_text("view").and_then(|word| {
        let views = [SlidableType::Main, SlidableType::Category, SlidableType::Participant, SlidableType::Group];
        let view = views.into_iter().find(|view| view_word(*view) == word);
        if view.is_none() {
            row.problem("view", "has to be home, sport, team or school");
        }
        view
    });
    let slidable_id = row.may("viewOf");
    let [title, text] = ["title", "text"].map(|name| row.text(name));
    let image = row.may_picture("image");
    let event_id = row.may("game");
    let [link_url, link_text] = ["linkUrl", "linkText"].map(|name| row.may_text(name));
    let link_url = row.link("linkUrl", link_url);
    let Window { from: visible_from, until: visible_until } = window(&mut row, now);
    let translations = row.translations::<Slide>();
    row.end();
    Some(Slide {
        id: id?,
        slidable_type,
        slidable_id,
        title: title?,
        text: text?,
        image,
        event_id,
        link_url,
        link_text,
        visible_from,
        visible_until,
        translations,
    })
}

fn window(row: &mut Row<'_>, now: Timestamp) -> Window {
    let [from, until] = ["visibleFrom", "visibleUntil"].map(|name| second(row, name, now));
    if from.zip(until).is_some_and(|(from, until)| from >= until) {
        row.problem("visibleUntil", "has to be after visibleFrom");
    }
    Window { from, until }
}

/// A moment that may be missing, in whole seconds.
fn second(row: &mut Row<'_>, name: &str, now: Timestamp) -> Option<Timestamp> {
    let value = row.raw(name)?;
    read_moment(row, name, value, now, &TimeZone::UTC).map(|at| Timestamp::from_seconds(at.seconds()))
}

pub(super) fn page(mut row: Row<'_>, now: Timestamp) -> Option<Page> {
    let id = row.id();
    let [url, alt_name, name] = ["url", "altName", "name"].map(|name| row.text(name));
    if url.as_deref().is_some_and(|url| !is_page_url(url)) {
        row.problem("url", "is no path that a page may stand at");
    }
    let content = row.html("content");
    let image = row.may_picture("image");
    let Window { from: visible_from, until: visible_until } = window(&mut row, now);
    let translations = row.translations::<Page>();
    row.end();
    Some(Page {
        id: id?,
        url: url?,
        alt_name: alt_name?,
        name: name?,
        content: content?,
        image,
        visible_from,
        visible_until,
        translations,
    })
}

/// A former path of a page.
pub(super) fn redirect(mut row: Row<'_>) -> Option<Redirect> {
    let (id, path, page_id) = (row.id(), row.text("path"), row.need("page"));
    if path.as_deref().is_some_and(|path| !is_page_url(path)) {
        row.problem("path", "is no path that a page may stand at");
    }
    row.end();
    Some(Redirect { id: id?, path: path?, page_id: page_id? })
}

pub(super) fn question(mut row: Row<'_>) -> Option<FaqEntry> {
    let id = row.id();
    let question = row.text("question");
    let answer = row.html("answer");
    let translations = row.translations::<FaqEntry>();
    row.end();
    Some(FaqEntry { id: id?, question: question?, answer: answer?, translations })
}

pub(super) fn block(mut row: Row<'_>) -> Option<StaticBlock> {
    let id = row.id();
    let place = row.text("place");
    let content = row.html("content");
    let translations = row.translations::<StaticBlock>();
    row.end();
    Some(StaticBlock { id: id?, place: place?, content: content?, translations })
}

/// A text for which a default stands in.
pub(super) fn own_text(mut row: Row<'_>) -> Option<OwnText> {
    let kind = row.need::<TextKind>("kind");
    let translations = row.translations::<OwnText>();
    let text = OwnText { kind: kind?, translations };
    for (field, errors) in text.errors() {
        errors.iter().for_each(|error| row.problem(&field, error.to_string()));
    }
    row.end();
    Some(text)
}

pub(super) fn form(mut row: Row<'_>) -> Option<CustomForm> {
    let id = row.id();
    let [alias, title, description, submit_text, success_text] =
        ["alias", "title", "description", "submitText", "successText"].map(|name| row.text(name));
    let fields = row.rows("fields", MAX_FIELDS, field);
    let translations = row.translations::<CustomForm>();
    let form = CustomForm {
        id: id?,
        alias: alias?,
        title: title?,
        description: description?,
        submit_text: submit_text?,
        success_text: success_text?,
        fields,
        translations,
    };
    for (field, errors) in form.faults() {
        errors.iter().for_each(|error| row.problem(&name_in_file(&field), error.to_string()));
    }
    row.end();
    Some(form)
}

/// `fields.1.max_length` is `fields[1].maxLength` in the file.
fn name_in_file(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    for part in field.split('.') {
        if part.bytes().all(|byte| byte.is_ascii_digit()) {
            name += &format!("[{part}]");
            continue;
        }
        let (first, words) = part.split_once('_').unwrap_or((part, ""));
        name += if name.is_empty() { "" } else { "." };
        name += first;
        for word in words.split('_').filter(|word| !word.is_empty()) {
            name += &word[..1].to_ascii_uppercase();
            name += &word[1..];
        }
    }
    name
}

fn field(mut row: Row<'_>) -> Option<FormField> {
    let [name, label, placeholder] = ["name", "label", "placeholder"].map(|name| row.text(name));
    let kind = row.need("type");
    let required = row.need("required");
    let [min_length, max_length] = ["minLength", "maxLength"].map(|name| row.number(name, [0, MAX_LENGTH]));
    let options = row.rows("options", MAX_REFERENCES, |mut row| {
        let [value, label] = ["value", "label"].map(|name| row.text(name));
        let translations = row.translations::<FormOption>();
        row.end();
        Some(FormOption { value: value?, label: label?, translations })
    });
    let translations = row.translations::<FormField>();
    row.end();
    Some(FormField {
        name: name?,
        label: label?,
        kind: kind?,
        required: required?,
        min_length: min_length?,
        max_length: max_length?,
        placeholder: placeholder?,
        options,
        translations,
    })
}
