//! Writes a whole channel. Importing the same ids again updates the rows in place.

use domain::channel::{Profile, is_alias, normal_host};
use domain::content::Content;
use domain::editing::Editable;
use domain::embed_host::policy_source;
use domain::form::CustomForm;
use domain::geo::Rule;
use domain::ids::ChannelId;
use domain::picture::in_text;
use domain::secret::Secret;
use domain::site::{Colours, OwnText, Settings, TextFields, TextKind};
use domain::time::Timestamp;
use domain::translations::Translated;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, IdenStatic, Iterable,
    PrimaryKeyToColumn, QueryFilter, QuerySelect, Statement,
};
use serde_json::Value;

use crate::edits;
use crate::embed_hosts::with_hosts;
use crate::entities::catalogue::{categories, category_row, location_row, locations};
use crate::entities::channel::{channels, hosts, settings_row};
use crate::entities::event::{event_participants, event_row, events, participant_rows};
use crate::entities::participant::{group_row, groups, participant_row, participants, properties, property_row};
use crate::entities::pass::{pass_row, passes};
use crate::entities::preroll::{preroll_row, prerolls};
use crate::enum_text::json;
use crate::{Error, Result, Store};

/// Rows in one statement: well under what either database takes as parameters.
pub(crate) const CHUNK: usize = 500;

/// A channel to be written.
#[derive(Clone, Debug)]
pub struct ChannelImport {
    pub alias: String,
    pub hosts: Vec<String>,
    pub profile: Profile,
    pub content: Content,
    /// Used when the channel is new.
    pub channel_key: String,
    /// Used when the channel is new.
    pub key_secret: Secret<[u8; 32]>,
    pub now: Timestamp,
    /// Whether settings, colours, menu links, slides, pages, questions, blocks and forms that an operator edited stay as they
    /// are.
    pub keeps_edits: bool,
}

impl Store {
    /// Writes the channel and its content in one transaction. Menu, slides, pages, questions and blocks become these,
    /// with revisions of what changed; sports, places, schools, teams, passes, games, forms and films are added to or changed, since other rows refer
    /// to them.
    pub async fn channel_import(&self, import: ChannelImport) -> Result<ChannelId> {
        check(&import)?;
        self.write(move |transaction| {
            let import = import.clone();
            Box::pin(async move { write(transaction, &import).await })
        })
        .await
    }
}

/// Refuses what the browser could not show or what would stand in the way of our own addresses.
pub(crate) fn check(import: &ChannelImport) -> Result<()> {
    let refuse = |what: &str, value: &str| Err(Error::Conflict(format!("{what} is not usable: {value}")));
    if !is_alias(&import.alias) {
        return refuse("the channel's alias", &import.alias);
    }
    if let Some(host) = import.hosts.iter().find(|host| normal_host(host).as_deref() != Some(host.as_str())) {
        return refuse("a host name", host);
    }
    let paths = import.content.pages.iter().map(|page| &page.url);
    let mut paths = paths.chain(import.content.redirects.iter().map(|redirect| &redirect.path));
    if let Some(path) = paths.find(|path| !domain::paths::is_page_url(path)) {
        return refuse("the address of a page", path);
    }
    let slide_links = import.content.slides.iter().filter_map(|slide| slide.link_url.as_ref());
    let links = import.content.links.iter().map(|link| &link.url).chain(slide_links);
    if let Some(link) = links.into_iter().find(|link| !domain::html::is_safe_link(link)) {
        return refuse("a link", link);
    }
    if let Some(preroll) = import.content.prerolls.iter().find(|preroll| !preroll.is_usable()) {
        return refuse("the address of a preroll", &preroll.url);
    }
    if let Some(host) = import.profile.playback.embed_hosts.iter().find(|host| !is_embed_host(host)) {
        return refuse("a host that may show the player", host);
    }
    if let Some(event) = import.content.events.iter().find(|event| !domain::time::is_time_zone(&event.time_zone)) {
        return refuse("a time zone", &event.time_zone);
    }
    if !domain::time::is_time_zone(&import.profile.time_zone) {
        return refuse("a time zone", &import.profile.time_zone);
    }
    let of_games = import.content.events.iter().filter_map(|event| event.geo_rule.as_ref());
    if let Some(code) = of_games.chain([&import.profile.geo_rule]).find_map(Rule::unknown_country) {
        return refuse("a country", &code.to_string());
    }
    let faulty = |form: &CustomForm| form.faults().pop_first().map(|(field, _)| format!("{} ({field})", form.alias));
    if let Some(fault) = import.content.forms.iter().find_map(faulty) {
        return refuse("a form", &fault);
    }
    if let Some(text) = import.content.texts.iter().find(|text| !text.errors().is_empty()) {
        return refuse("a text", text.kind.word());
    }
    if let Some(name) = unknown_translation(import) {
        return refuse("the translation of a field", name);
    }
    crate::vod::check(&import.content)
}

/// They stand in a header of our pages. Names of this machine do so in development alone, but may be kept.
fn is_embed_host(host: &str) -> bool {
    policy_source(host, true).is_some()
}

/// The first translation of something that is no field, or none that may be translated.
fn unknown_translation(import: &ChannelImport) -> Option<&str> {
    fn first<T: Translated>(rows: &[T]) -> Option<&str> {
        rows.iter().find_map(T::unknown_translation)
    }
    let content = &import.content;
    let fields = || content.forms.iter().flat_map(|form| &form.fields);
    first(&content.categories)
        .or_else(|| first(std::slice::from_ref(&import.profile)))
        .or_else(|| first(&content.links))
        .or_else(|| first(&content.slides))
        .or_else(|| first(&content.pages))
        .or_else(|| first(&content.faq))
        .or_else(|| first(&content.static_blocks))
        .or_else(|| first(&content.vod_items))
        .or_else(|| first(&content.vod_categories))
        .or_else(|| first(&content.vod_rails))
        .or_else(|| first(&content.forms))
        .or_else(|| fields().find_map(Translated::unknown_translation))
        .or_else(|| fields().find_map(|field| first(&field.options)))
}

pub(crate) async fn write(tx: &DatabaseTransaction, import: &ChannelImport) -> Result<ChannelId> {
    let (channel, revision) = write_channel(tx, import).await?;
    let content = &import.content;

    let rows = content.categories.iter().map(|category| category_row(channel, category)).collect::<Result<_>>()?;
    upsert::<categories::Entity>(tx, channel, categories::Column::ChannelId, rows).await?;
    let rows = content.locations.iter().map(|location| location_row(channel, location)).collect();
    upsert::<locations::Entity>(tx, channel, locations::Column::ChannelId, rows).await?;
    let rows = content.groups.iter().map(|group| group_row(channel, group)).collect::<Result<_>>()?;
    upsert::<groups::Entity>(tx, channel, groups::Column::ChannelId, rows).await?;
    let rows = content.participants.iter().map(|team| participant_row(channel, team)).collect::<Result<_>>()?;
    upsert::<participants::Entity>(tx, channel, participants::Column::ChannelId, rows).await?;
    let rows = content.passes.iter().map(|pass| pass_row(channel, pass)).collect::<Result<_>>()?;
    upsert::<passes::Entity>(tx, channel, passes::Column::ChannelId, rows).await?;
    let rows = content.prerolls.iter().map(|preroll| preroll_row(channel, preroll)).collect::<Result<_>>()?;
    replace::<prerolls::Entity>(tx, channel, prerolls::Column::ChannelId, rows).await?;
    write_events(tx, channel, content, revision).await?;

    let rows =
        content.group_properties.iter().map(|property| property_row(channel, property)).collect::<Result<_>>()?;
    replace::<properties::Entity>(tx, channel, properties::Column::ChannelId, rows).await?;
    let (at, keeps_edits) = (import.now, import.keeps_edits);
    edits::replace(tx, channel, &content.links, at, keeps_edits).await?;
    edits::replace(tx, channel, &content.slides, at, keeps_edits).await?;
    edits::replace(tx, channel, &content.pages, at, keeps_edits).await?;
    edits::replace(tx, channel, &content.redirects, at, keeps_edits).await?;
    edits::replace(tx, channel, &content.faq, at, keeps_edits).await?;
    edits::replace(tx, channel, &content.static_blocks, at, keeps_edits).await?;
    edits::replace(tx, channel, &content.forms, at, keeps_edits).await?;
    for kind in TextKind::ALL {
        let said = content.own_text(kind).cloned().unwrap_or_default();
        let fields = TextFields { translations: Some(said) };
        edits::replace_single::<OwnText>(tx, (channel, kind.number()), fields, at, keeps_edits).await?;
    }
    crate::vod::write(tx, channel, content).await?;
    Ok(channel)
}

/// Gives the channel, and the count of changes that its games are marked with.
async fn write_channel(tx: &DatabaseTransaction, import: &ChannelImport) -> Result<(ChannelId, i64)> {
    let of_alias = channels::Entity::find().filter(channels::Column::Alias.eq(&import.alias));
    let known = of_alias.lock_exclusive().one(tx).await?;
    let (profile, keeps_edits) = (&import.profile, import.keeps_edits);
    let row = match &known {
        Some(known) => channels::ActiveModel {
            id: Set(known.id),
            version: Set(known.version + 1),
            games_version: Set(known.games_version + 1),
            playback_rules: Set(named_hosts(known.playback_rules.clone(), &profile.playback.embed_hosts)?),
            ..Default::default()
        },
        None => channels::ActiveModel {
            channel_key: Set(import.channel_key.clone()),
            key_secret: Set(import.key_secret.expose().to_vec()),
            colours: Set(json(&profile.colours)?),
            version: Set(1),
            games_version: Set(1),
            created_at: Set(import.now.0),
            ..settings_row(profile)?
        },
    };
    let kept =
        |picture: fn(&channels::Model) -> &Option<String>| kept_picture(known.as_ref().map(picture), keeps_edits);
    let logo = kept(|row| &row.logo).or_else(|| profile.logo.clone());
    let icon = kept(|row| &row.icon).or_else(|| profile.icon.clone());
    let row = channels::ActiveModel { alias: Set(import.alias.clone()), logo: Set(logo), icon: Set(icon), ..row };
    let channels::Model { id, games_version, .. } = match known {
        Some(_) => row.update(tx).await?,
        None => row.insert(tx).await?,
    };
    let (channel, at) = (ChannelId(id), import.now);
    let one = (channel, channel.0);
    edits::replace_single::<Settings>(tx, one, profile.into(), at, keeps_edits).await?;
    edits::replace_single::<Colours>(tx, one, (&profile.colours).into(), at, keeps_edits).await?;

    // Hosts are edited in the console, too.
    if known.is_none() || !keeps_edits {
        write_hosts(tx, channel, &import.hosts).await?;
    }
    Ok((channel, games_version))
}

/// The main host stays the main one.
async fn write_hosts(tx: &DatabaseTransaction, channel: ChannelId, names: &[String]) -> Result<()> {
    let of_channel = hosts::Entity::find().filter(hosts::Column::ChannelId.eq(channel.0));
    let main = of_channel.filter(hosts::Column::IsMain.eq(true)).one(tx).await?.map(|row| row.host);
    hosts::Entity::delete_many().filter(hosts::Column::ChannelId.eq(channel.0)).exec(tx).await?;
    for host in names {
        if let Some(other) = hosts::Entity::find_by_id(host.clone()).one(tx).await? {
            return Err(Error::Conflict(format!("the host {host} belongs to channel {} already", other.channel_id)));
        }
        let is_main = Set(main.as_ref() == Some(host));
        hosts::ActiveModel { host: Set(host.clone()), channel_id: Set(channel.0), is_main }.insert(tx).await?;
    }
    Ok(())
}

/// Operators name these in the console: an import that names none leaves theirs.
fn named_hosts(rules: Value, hosts: &[String]) -> Result<Value> {
    if hosts.is_empty() { Ok(rules) } else { with_hosts(rules, hosts) }
}

/// The logo or icon that an operator chose, of an import that keeps edits.
fn kept_picture(known: Option<&Option<String>>, keeps_edits: bool) -> Option<String> {
    let picture = known.filter(|_| keeps_edits)?.as_ref()?;
    in_text(picture).next().map(|_| picture.clone())
}

async fn write_events(tx: &DatabaseTransaction, channel: ChannelId, content: &Content, revision: i64) -> Result<()> {
    let rows = content.events.iter().map(|event| event_row(channel, event, revision)).collect::<Result<_>>()?;
    upsert::<events::Entity>(tx, channel, events::Column::ChannelId, rows).await?;
    crate::media::keep_live(tx, channel).await?;
    crate::clips::recount(tx, channel).await?;
    for events in content.events.chunks(CHUNK) {
        event_participants::Entity::delete_many()
            .filter(event_participants::Column::ChannelId.eq(channel.0))
            .filter(event_participants::Column::EventId.is_in(events.iter().map(|event| event.id.0)))
            .exec(tx)
            .await?;
        let rows: Vec<_> = events.iter().flat_map(|event| participant_rows(channel, event)).collect();
        insert_all::<event_participants::Entity>(tx, rows).await?;
    }
    Ok(())
}

/// Adds the rows, or changes those of the same id; an id that another channel has is refused. What the rows leave unset
/// is not theirs to say, and stays as it is.
pub(crate) async fn upsert<E>(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    owner: E::Column,
    rows: Vec<E::ActiveModel>,
) -> Result<()>
where
    E: EntityTrait,
    E::ActiveModel: ActiveModelTrait<Entity = E> + Send,
{
    let Some(id) = E::PrimaryKey::iter().next().map(PrimaryKeyToColumn::into_column) else { return Ok(()) };
    let fixed = [id.as_str().to_owned(), owner.as_str().to_owned()];
    // All rows come from one function, so the first tells for all of them what is set.
    let Some(first) = rows.first() else { return Ok(()) };
    let said = E::Column::iter()
        .filter(|column| !fixed.iter().any(|name| name == column.as_str()))
        .filter(|column| !first.get(*column).is_not_set());
    let update = OnConflict::column(id).update_columns(said).to_owned();
    for chunk in rows.chunks(CHUNK) {
        let ids = chunk.iter().filter_map(|row| row.get(id).into_value());
        let taken = E::find().filter(id.is_in(ids)).filter(owner.ne(channel.0)).one(tx).await?;
        if taken.is_some() {
            return Err(Error::Conflict(format!("an id of {} belongs to another channel", E::default().table_name())));
        }
        E::insert_many(chunk.iter().cloned()).on_conflict(update.clone()).exec_without_returning(tx).await?;
    }
    follow_ids::<E>(tx, id).await
}

/// The channel's rows are these and no others.
pub(crate) async fn replace<E>(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    owner: E::Column,
    rows: Vec<E::ActiveModel>,
) -> Result<()>
where
    E: EntityTrait,
    E::ActiveModel: ActiveModelTrait<Entity = E> + Send,
{
    E::delete_many().filter(owner.eq(channel.0)).exec(tx).await?;
    for chunk in rows.chunks(CHUNK) {
        insert_all::<E>(tx, chunk.to_vec()).await?;
    }
    match E::PrimaryKey::iter().next().map(PrimaryKeyToColumn::into_column) {
        Some(id) => follow_ids::<E>(tx, id).await,
        None => Ok(()),
    }
}

pub(crate) async fn insert_all<E>(tx: &DatabaseTransaction, rows: Vec<E::ActiveModel>) -> Result<()>
where
    E: EntityTrait,
    E::ActiveModel: ActiveModelTrait<Entity = E> + Send,
{
    if !rows.is_empty() {
        E::insert_many(rows).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// PostgreSQL's own counter does not see ids that were given: move it behind the largest. It never moves back, since the
/// ids of removed rows are not given again.
pub(crate) async fn follow_ids<E: EntityTrait>(tx: &DatabaseTransaction, id: E::Column) -> Result<()> {
    if tx.get_database_backend() == DbBackend::Postgres {
        let table = E::default().table_name().to_owned();
        let id = id.as_str();
        let statement = format!(
            "SELECT setval(counter, GREATEST((SELECT COALESCE(MAX({id}), 1) FROM {table}), \
             COALESCE(pg_sequence_last_value(counter), 1))) \
             FROM (SELECT pg_get_serial_sequence('{table}', '{id}')::regclass AS counter) AS counters"
        );
        tx.query_one_raw(Statement::from_string(DbBackend::Postgres, statement)).await?;
    }
    Ok(())
}
