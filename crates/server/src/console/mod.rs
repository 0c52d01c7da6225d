//! The console's API: for the people who run channels, under a login of their own. A file for each group of calls; the
//! router and the OpenAPI document come from one list.

mod audit;
mod bearer;
mod blocks;
mod catalogue;
mod channel_deletion;
mod channel_export;
mod channel_import;
mod channel_setup;
mod channels;
mod checklist;
mod clips;
mod colours;
mod common_sports;
mod device;
mod embedding;
mod error;
mod event_categories;
mod faq;
mod form_answers;
mod forms;
mod gaps;
mod host_check;
mod hosts;
mod identity;
mod invitation;
mod invitations;
mod legal_pages;
mod list_filter;
mod local_time;
mod login;
mod logo;
mod mails;
mod me;
mod menu;
mod names;
mod orders;
mod pages;
mod participant_groups;
mod participants;
mod passkeys;
mod permission;
mod picture_file;
mod pictures;
mod player_address;
mod presence;
mod preview;
mod provider_ids;
mod redirects;
mod revisions;
mod search;
mod second_factor;
mod second_step;
mod server_channels;
mod session;
mod settings;
mod setup;
mod site;
mod slides;
mod status;
mod team;
mod text_mail;
mod texts;
mod tokens;
mod translation_files;
mod translations;
mod tus;
mod uploads;
mod videos;
mod webhook_deliveries;
mod webhooks;
mod window;
mod work;
mod write;

use std::sync::LazyLock;

use axum::Router;
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::cached_response::{CachedResponse, Caching, ClientCaching};
use crate::http::document;
use crate::http::error::{Error, ErrorBody};
use crate::state::App;

const BASE: &str = "/console/api";
/// Takes a whole file at once.
pub(crate) const FILE_UPLOAD: &str = "/console/api/server/channel-files";

/// Whether a picture is sent to this path.
pub(crate) fn is_picture_upload(path: &str) -> bool {
    path.strip_prefix("/console/api/channels/").is_some_and(|call| call.ends_with("/pictures"))
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Touchline console API", description = "The API of the console.", license(name = "Apache-2.0")),
    servers((url = "/console/api", description = "The host of any channel")),
    components(schemas(ErrorBody, presence::PresentOperator))
)]
struct Document;

fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(session::get_session))
        .routes(routes!(session::list_channels, channels::create_channel))
        .routes(routes!(server_channels::list_server_channels))
        .routes(routes!(server_channels::get_pause, server_channels::pause_channel))
        .routes(routes!(channel_deletion::get_deletion))
        .routes(routes!(channel_deletion::delete_channel))
        .routes(routes!(channel_deletion::restore_channel))
        .routes(routes!(channel_deletion::erase_channel))
        .routes(routes!(channel_export::export_channel))
        .routes(routes!(channel_import::import_channel))
        .routes(routes!(channels::change_alias))
        .routes(routes!(hosts::list_hosts, hosts::add_host))
        .routes(routes!(hosts::remove_host))
        .routes(routes!(hosts::set_main_host))
        .routes(routes!(host_check::check_host))
        .routes(routes!(setup::get_setup, setup::set_up))
        .routes(routes!(channel_setup::get_channel_setup, channel_setup::leave_setup_step))
        .routes(routes!(channel_setup::end_channel_setup))
        .routes(routes!(checklist::get_checklist))
        .routes(routes!(checklist::test_mail))
        .routes(routes!(checklist::test_payments))
        .routes(routes!(checklist::test_encoder))
        .routes(routes!(checklist::test_host))
        .routes(routes!(common_sports::list_common_sports))
        .routes(routes!(provider_ids::list_provider_ids))
        .routes(routes!(provider_ids::check_provider_id))
        .routes(routes!(provider_ids::set_provider_secret, provider_ids::remove_provider_secret))
        .routes(routes!(event_categories::list_event_categories, event_categories::create_event_category))
        .routes(routes!(event_categories::update_event_category))
        .routes(routes!(participant_groups::list_participant_groups, participant_groups::create_participant_group))
        .routes(routes!(participant_groups::update_participant_group))
        .routes(routes!(participants::list_participants, participants::create_participant))
        .routes(routes!(participants::update_participant))
        .routes(routes!(login::log_in))
        .routes(routes!(second_step::log_in_with_code))
        .routes(routes!(passkeys::begin_passkey_login))
        .routes(routes!(passkeys::log_in_with_passkey))
        .routes(routes!(login::log_out))
        .routes(routes!(me::get_me, me::update_me))
        .routes(routes!(me::change_password))
        .routes(routes!(me::list_my_sessions, me::end_my_other_sessions))
        .routes(routes!(me::end_my_session))
        .routes(routes!(second_factor::begin_authenticator, second_factor::remove_authenticator))
        .routes(routes!(second_factor::confirm_authenticator))
        .routes(routes!(second_factor::renew_recovery_codes))
        .routes(routes!(second_factor::set_security))
        .routes(routes!(passkeys::list_my_passkeys, passkeys::add_my_passkey))
        .routes(routes!(passkeys::begin_my_passkey))
        .routes(routes!(passkeys::remove_my_passkey))
        .routes(routes!(status::get_status))
        .routes(routes!(work::list_work))
        .routes(routes!(mails::list_mails))
        .routes(routes!(mails::get_mail))
        .routes(routes!(mails::retry_mail))
        .routes(routes!(orders::list_orders))
        .routes(routes!(orders::export_orders))
        .routes(routes!(orders::refund_order))
        .routes(routes!(audit::list_audit))
        .routes(routes!(audit::export_audit))
        .routes(routes!(audit::list_audit_operators))
        .routes(routes!(clips::list_clips))
        .routes(routes!(clips::take_down_clip))
        .routes(routes!(uploads::list_targets))
        .routes(routes!(gaps::list_recording_gaps))
        .routes(routes!(videos::get_video))
        .routes(routes!(videos::set_captions, videos::remove_captions))
        .routes(routes!(videos::set_players))
        .routes(routes!(embedding::get_embedding, embedding::set_embedding))
        .routes(routes!(embedding::list_embeddable_games))
        .routes(routes!(faq::list_faq, faq::create_faq))
        .routes(routes!(faq::update_faq, faq::remove_faq))
        .routes(routes!(faq::order_faq))
        .routes(routes!(names::list_names))
        .routes(routes!(search::search))
        .routes(routes!(presence::follow_presence, presence::renew_presence))
        .routes(routes!(slides::list_slides, slides::create_slide))
        .routes(routes!(slides::update_slide, slides::remove_slide))
        .routes(routes!(slides::order_slides))
        .routes(routes!(local_time::get_local_time))
        .routes(routes!(menu::list_menu, menu::create_menu_link))
        .routes(routes!(menu::update_menu_link, menu::remove_menu_link))
        .routes(routes!(menu::order_menu))
        .routes(routes!(pages::list_pages, pages::create_page))
        .routes(routes!(pages::update_page, pages::remove_page))
        .routes(routes!(redirects::list_redirects, redirects::create_redirect))
        .routes(routes!(redirects::update_redirect, redirects::remove_redirect))
        .routes(routes!(preview::preview_page))
        .routes(routes!(blocks::list_blocks, blocks::create_block))
        .routes(routes!(blocks::update_block, blocks::remove_block))
        .routes(routes!(settings::get_channel_settings, settings::update_channel_settings))
        .routes(routes!(colours::get_channel_colours, colours::update_channel_colours))
        .routes(routes!(texts::list_texts))
        .routes(routes!(texts::update_text))
        .routes(routes!(text_mail::preview_text))
        .routes(routes!(text_mail::send_test_mail))
        .routes(routes!(legal_pages::list_legal_pages))
        .routes(routes!(translations::list_translations))
        .routes(routes!(translations::update_translation))
        .routes(routes!(translation_files::export_translations))
        .routes(routes!(translation_files::check_translations))
        .routes(routes!(translation_files::import_translations))
        .routes(routes!(forms::list_forms, forms::create_form))
        .routes(routes!(forms::update_form, forms::remove_form))
        .routes(routes!(form_answers::list_answered_forms))
        .routes(routes!(form_answers::list_form_answers, form_answers::delete_form_answers))
        .routes(routes!(form_answers::get_form_answer, form_answers::delete_form_answer))
        .routes(routes!(form_answers::export_form_answers))
        .routes(routes!(pictures::list_pictures, pictures::upload_picture))
        .routes(routes!(pictures::update_picture, pictures::remove_picture))
        .routes(routes!(picture_file::get_picture_original))
        .routes(routes!(logo::get_logo, logo::set_logo))
        .routes(routes!(logo::get_icon, logo::set_icon))
        .routes(routes!(logo::propose_colours))
        .routes(routes!(revisions::list_revisions))
        .routes(routes!(revisions::restore_revision))
        .routes(routes!(team::get_team))
        .routes(routes!(team::change_role, team::remove_operator))
        .routes(routes!(invitations::create_invitation))
        .routes(routes!(invitations::withdraw_invitation))
        .routes(routes!(invitations::resend_invitation))
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::remove_token))
        .routes(routes!(webhooks::list_webhooks, webhooks::create_webhook))
        .routes(routes!(webhooks::get_webhook, webhooks::update_webhook, webhooks::remove_webhook))
        .routes(routes!(webhooks::rotate_webhook_secret))
        .routes(routes!(webhook_deliveries::list_webhook_deliveries))
        .routes(routes!(webhook_deliveries::get_webhook_delivery))
        .routes(routes!(webhook_deliveries::retry_webhook_delivery))
        .routes(routes!(webhook_deliveries::replay_webhook_delivery))
        .routes(routes!(webhook_deliveries::replay_failed_webhooks))
        .routes(routes!(webhook_deliveries::test_webhook))
        .routes(routes!(invitation::get_invitation))
        .routes(routes!(invitation::accept_invitation))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(uploads::list_uploads, tus::describe, tus::begin_upload))
                .routes(routes!(uploads::get_upload, tus::ask_offset, tus::send_part, tus::remove_upload))
                .layer(map_response(tus::name_the_protocol)),
        )
}

/// How calls are answered and how they are described.
static CALLS: LazyLock<(Router<App>, utoipa::openapi::OpenApi)> = LazyLock::new(|| {
    let (router, mut document) = calls().split_for_parts();
    document::finish(&mut document, BASE);
    (router, document)
});

static DOCUMENT: LazyLock<Option<CachedResponse>> = LazyLock::new(|| CachedResponse::json(openapi()).ok());

/// The OpenAPI document of every call.
pub fn openapi() -> &'static utoipa::openapi::OpenApi {
    &CALLS.1
}

async fn show_document(wants: ClientCaching) -> Response {
    match document::made(&DOCUMENT).await {
        Some(Some(document)) => document.answer(&wants, Caching::Public),
        _ => Error::Internal.into_response(),
    }
}

pub(crate) fn router() -> Router<App> {
    let (router, _) = &*CALLS;
    router
        .clone()
        .route("/console/api/openapi.json", get(show_document))
        // Not the console's page, which is what all other addresses below it are.
        .route("/console/api/{*call}", any(async || Error::NotFound("call")))
}
