//! The public API. A file for each group of calls; the router and the OpenAPI document come from one list.

mod account;
mod auth;
mod captcha;
mod cards;
mod catalogue;
mod checkout;
mod clips;
mod content;
mod deletion;
mod devices;
mod docs;
mod downloads;
mod events;
mod export;
mod favorites;
mod forms;
mod games_query;
mod geo;
mod keys;
mod live;
mod login_code;
mod orders;
mod passkeys;
mod playback;
mod player_addresses;
mod prerolls;
mod profile;
mod provider_events;
mod quote;
mod register;
mod reproof;
mod reset;
mod search;
mod session;
mod sessions;
mod shop;
mod social;
mod subscription;
mod user_access;
mod verify;
mod vod;

use std::sync::LazyLock;

use axum::Router;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::ErrorBody;
use crate::http::{API_BASE, document};
use crate::state::App;

#[derive(OpenApi)]
#[openapi(
    info(title = "Touchline API", description = "The API of the viewer app.", license(name = "Apache-2.0")),
    servers((url = "/api", description = "The channel's host")),
    components(schemas(ErrorBody))
)]
struct Document;

fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(keys::get_channel_key))
        .routes(routes!(keys::create_api_key))
        .routes(routes!(content::get_bootstrap))
        .routes(routes!(content::get_settings))
        .routes(routes!(content::get_menu))
        .routes(routes!(content::list_slides))
        .routes(routes!(content::list_pages))
        .routes(routes!(content::get_page))
        .routes(routes!(content::get_colours))
        .routes(routes!(content::list_faq))
        .routes(routes!(shop::list_packages))
        .routes(routes!(shop::get_package))
        .routes(routes!(shop::list_subscriptions))
        .routes(routes!(shop::get_subscription))
        .routes(routes!(quote::preview_invoice))
        .routes(routes!(quote::apply_coupon))
        .routes(routes!(checkout::buy))
        .routes(routes!(checkout::buy_bundle))
        .routes(routes!(checkout::start_trial))
        .routes(routes!(orders::list_orders))
        .routes(routes!(orders::get_order))
        .routes(routes!(cards::list_cards))
        .routes(routes!(cards::begin_card))
        .routes(routes!(cards::remove_card))
        .routes(routes!(subscription::unsubscribe))
        .routes(routes!(subscription::open_portal))
        .routes(routes!(provider_events::receive))
        .routes(routes!(catalogue::list_categories))
        .routes(routes!(catalogue::list_locations))
        .routes(routes!(catalogue::list_participants))
        .routes(routes!(catalogue::list_groups))
        .routes(routes!(catalogue::list_group_properties))
        .routes(routes!(events::list_events))
        .routes(routes!(events::list_favorite_events))
        .routes(routes!(events::list_events_with_clip))
        .routes(routes!(events::list_event_days))
        .routes(routes!(events::get_home_events))
        .routes(routes!(events::get_event))
        .routes(routes!(playback::get_event_playback))
        .routes(routes!(playback::take_over_event))
        .routes(routes!(playback::get_vod_playback))
        .routes(routes!(playback::take_over_vod))
        .routes(routes!(downloads::get_download))
        .routes(routes!(clips::create::create_clip))
        .routes(routes!(clips::get_clip, clips::create::delete_clip))
        .routes(routes!(clips::create::retry_clip))
        .routes(routes!(clips::get_shared_clip))
        .routes(routes!(clips::lists::list_clips_of_event))
        .routes(routes!(clips::lists::list_own_clips))
        .routes(routes!(clips::lists::list_moments))
        .routes(routes!(clips::lists::list_clip_tags))
        .routes(routes!(clips::audience::get_clip_audience))
        .routes(routes!(clips::download::download_clip))
        .routes(routes!(clips::oembed::get_oembed))
        .routes(routes!(prerolls::get_preroll))
        .routes(routes!(prerolls::complete_preroll))
        .routes(routes!(live::get_live_changes))
        .routes(routes!(live::follow_live_updates))
        .routes(routes!(search::search))
        .routes(routes!(auth::log_in))
        .routes(routes!(auth::log_out))
        .routes(routes!(captcha::get_captcha))
        .routes(routes!(register::register))
        .routes(routes!(verify::verify_email))
        .routes(routes!(verify::undo_email_change))
        .routes(routes!(verify::resend_verification))
        .routes(routes!(reset::request_password_reset))
        .routes(routes!(reset::reset_password))
        .routes(routes!(login_code::send_login_code))
        .routes(routes!(login_code::confirm_login_code))
        .routes(routes!(social::begin_social_login))
        .routes(routes!(social::add_session))
        .routes(routes!(passkeys::begin_passkey))
        .routes(routes!(passkeys::list_passkeys, passkeys::add_passkey))
        .routes(routes!(passkeys::remove_passkey))
        .routes(routes!(passkeys::begin_passkey_login))
        .routes(routes!(passkeys::log_in_with_passkey))
        .routes(routes!(account::get_profile, profile::update_profile))
        .routes(routes!(export::export_profile))
        .routes(routes!(deletion::ask_for_deletion))
        .routes(routes!(deletion::confirm_deletion))
        .routes(routes!(sessions::list_sessions))
        .routes(routes!(sessions::end_session))
        .routes(routes!(sessions::end_other_sessions))
        .routes(routes!(player_addresses::list_player_addresses, player_addresses::create_player_address))
        .routes(routes!(player_addresses::revoke_player_address))
        .routes(routes!(devices::create_device_code))
        .routes(routes!(devices::get_device_session))
        .routes(routes!(devices::look_up_device))
        .routes(routes!(user_access::get_user_access))
        .routes(routes!(favorites::list_favorites))
        .routes(routes!(favorites::get_favorites_calendar))
        .routes(routes!(favorites::add_favorite))
        .routes(routes!(favorites::remove_favorite))
        .routes(routes!(geo::get_geo))
        .routes(routes!(forms::get_form))
        .routes(routes!(forms::send_form))
        .routes(routes!(vod::list_vod_items))
        .routes(routes!(vod::get_vod_item))
        .routes(routes!(vod::list_vod_categories))
        .routes(routes!(vod::list_vod_rails))
        .routes(routes!(vod::search_vod))
}

/// How calls are answered and how they are described. Made once: to describe them takes longer than the rest of a
/// start.
static CALLS: LazyLock<(Router<App>, utoipa::openapi::OpenApi)> = LazyLock::new(|| {
    let (router, mut document) = calls().split_for_parts();
    document::finish(&mut document, API_BASE);
    add_keys_to_bodies(&mut document);
    (router, document)
});

/// The OpenAPI document of every call.
pub fn openapi() -> &'static utoipa::openapi::OpenApi {
    &CALLS.1
}

/// Calls that write carry the visitor's key in their body, beside what each of them takes.
fn add_keys_to_bodies(document: &mut utoipa::openapi::OpenApi) {
    let calls = document.paths.paths.iter().filter(|(path, _)| path.as_str() != "/get_api_key");
    let mut names = Vec::new();
    for (_, call) in calls {
        let Some(RefOr::T(body)) = call.post.as_ref().and_then(|post| post.request_body.as_ref()) else { continue };
        for content in body.content.values() {
            if let RefOr::T(content) = content
                && let Some(RefOr::Ref(schema)) = &content.schema
            {
                names.extend(schema.ref_location.rsplit('/').next().map(str::to_owned));
            }
        }
    }
    let key = ObjectBuilder::new().schema_type(Type::String).description(Some("The visitor's api key.")).build();
    for name in names {
        let schema = document.components.as_mut().and_then(|components| components.schemas.get_mut(&name));
        if let Some(RefOr::T(Schema::Object(object))) = schema {
            object.properties.insert("api_key".to_owned(), key.clone().into());
        }
    }
}

pub(crate) fn router() -> Router<App> {
    let (router, _) = &*CALLS;
    router.clone().route("/api/openapi.json", get(docs::get_document)).route("/api/docs", get(docs::show))
}
