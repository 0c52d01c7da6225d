//! The database. The only crate with SQL.

mod account_verification;
mod accounts;
mod administrators;
mod api_tokens;
mod audit;
mod audit_log;
mod breaker;
mod captions;
mod channel_aliases;
mod channel_deletion;
mod channel_erasure;
mod channel_file;
mod channel_hosts;
mod channel_setup;
mod channel_states;
mod channels;
mod checkout;
mod clips;
mod connection;
mod content;
mod coupons;
mod deletion;
mod devices;
mod downloads;
mod edits;
mod embed_hosts;
mod embedded;
mod entities;
mod entitlements;
mod enum_text;
mod error;
mod events;
mod export;
mod favourites;
mod form_entries;
mod forms;
mod fulfilment;
mod gaps;
mod identities;
mod import;
mod invitations;
mod jobs;
mod leases;
mod mail_log;
mod mails;
mod media;
mod migrations;
mod one_time_tokens;
mod open_forms;
mod operator_passkeys;
mod operators;
mod order_book;
mod orders;
mod passkeys;
mod payment_accounts;
mod playable;
mod player_addresses;
mod prerolls;
mod profiles;
mod provider;
mod provider_ids;
mod readiness;
mod recovery;
mod renditions;
mod second_factors;
mod sessions;
mod setup;
mod subscriptions;
mod tables;
mod team;
mod trials;
mod unsaved_cards;
mod uploads;
mod vod;
mod webhook_deliveries;
mod webhook_facts;
mod webhooks;
mod writer;

pub use account_verification::{Confirmed, LoggedOut, PasswordReset};
pub use accounts::{NewAccount, StoredAccount};
pub use administrators::AdministratorChange;
pub use api_tokens::{ApiToken, ApiTokenRefused, ListedApiToken};
pub use audit::AuditEntry;
pub use audit_log::{AuditFilter, RecordedEntry, RecordedOperator};
pub use captions::NewCaptions;
pub use channel_aliases::AliasChange;
pub use channel_deletion::{ChannelDeletion, Named, Obstacles};
pub use channel_erasure::{ChannelErasure, ChannelFiles};
pub use channel_file::{FileCreation, Imported};
pub use channel_setup::ChannelSetup;
pub use channel_states::ChannelSummary;
pub use channels::{Channel, Version};
pub use checkout::{BeginOutcome, NewOrder};
pub use clips::{ClipExport, ClipFilter, ClipMade, ClipTerms, ClipWork, NewClip, SharedSoFar};
pub use connection::sqlite_file;
pub use coupons::NewCoupon;
pub use deletion::Deleted;
pub use devices::{Approval, AskingDevice};
pub use downloads::Downloaded;
pub use edits::{
    ChannelPicture, ChannelPictureSet, Columns, Edit, EditError, Edited, Editor, PictureRemoval, PictureUse,
    PictureUses, Revision, Stale, Versioned,
};
pub use embedded::Embedded;
pub use entitlements::NewEntitlement;
pub use error::{Error, Result};
pub use export::{Bought, Kept, KeptCoupon, KeptDownload, KeptMail, KeptPass, KeptPreroll, KeptThing, KeptTrial};
pub use form_entries::{DeletedEntries, EntryCount, FormEntry, FormEntryFilter, FoundEntries, MAX_SEARCHED, SearchEnd};
pub use forms::FilledForm;
pub use fulfilment::{Applied, CommerceJob};
pub use gaps::Gap;
pub use identities::{Identity, Joined, NewMember};
pub use import::ChannelImport;
pub use invitations::{AcceptOutcome, Invitation, InvitationLetter, Invitee, NewInvitation};
pub use jobs::{Failed, Job, JobKind, TRIES};
pub use leases::{NodeId, STREAM_LEASE, Taken};
pub use mail_log::{MailFilter, MailHead, ShownMail};
pub use mails::{Mail, MailState, NewMail};
pub use media::OpenStream;
pub use one_time_tokens::{NewOneTimeToken, OneTimeToken};
pub use open_forms::OpenForm;
pub use operator_passkeys::OperatorPasskey;
pub use operators::{
    NewOperator, NewOperatorSession, OpenOperatorSession, OperatorAccess, OperatorSession, StoredOperator,
};
pub use order_book::{OrderFilter, OrderSort, SoldOrder};
pub use orders::{OrderLine, PaidBy, StoredOrder};
pub use passkeys::{MAX_PASSKEYS, NewPasskey, Passkey};
pub use player_addresses::{NewPlayerAddress, PlayerAddress};
pub use prerolls::Watcher;
pub use profiles::{Changed, EmailChange, PasswordChange, ProfileChange};
pub use provider_ids::ChannelProviderIds;
pub use recovery::Recovered;
pub use second_factors::{Authenticator, FactorRemoved, SecondFactors, SecondStep, UsedCode};
pub use sessions::{NewSession, OpenSession, Session};
pub use setup::ChannelCreation;
pub use subscriptions::{Invoice, StoredSubscription, SubscriptionNews};
pub use tables::{Tables, newer_tables};
pub use team::{RoleChange, TeamMember};
pub use trials::TrialKeys;
pub use unsaved_cards::UnsavedCard;
pub use uploads::{NewUpload, Problem, Removed, Upload, UploadBegun, UploadFor, UploadState};
pub use webhook_deliveries::{Attempted, DueWebhook, ReplayRefused, Replayed, WebhookDelivery};
pub use webhooks::{Webhook, WebhookRefused};

use std::path::Path;

use futures::future::BoxFuture;
use sea_orm::DatabaseTransaction;
use sea_orm_migration::MigratorTrait;

use self::breaker::Connections;
use self::connection::Faults;

/// The database: one file by default, PostgreSQL when the address says so.
#[derive(Clone)]
pub struct Store {
    read: Connections,
    writer: writer::Writer,
}

impl Store {
    /// Opens `sqlite:PATH` or `postgres://…`. Does not migrate.
    pub async fn open(url: &str) -> Result<Self> {
        match url.strip_prefix("sqlite:") {
            Some(path) => Self::open_sqlite(path).await,
            None => {
                let connections = Connections::of_server(url).await?;
                Ok(Self { read: connections.clone(), writer: writer::Writer::pooled(connections) })
            }
        }
    }

    async fn open_sqlite(path: &str) -> Result<Self> {
        let file = Path::new(path.trim_start_matches("//"));
        let faults = Faults::default();
        let write = connection::sqlite_writer(file, &faults).await?;
        let read = connection::sqlite_readers(file, &faults).await?;
        Ok(Self { read: Connections::of_file(read), writer: writer::Writer::single(write, faults) })
    }

    /// Brings the tables up to date; safe to call again. Tables of a newer program are left alone.
    pub async fn migrate(&self) -> Result<()> {
        if let Tables::Newer(steps) = self.tables().await? {
            return Err(Error::Unavailable(newer_tables(&steps)));
        }
        // The writer's connection gives up waiting at once, because its transactions are run again. A migration is not.
        Ok(migrations::Migrator::up(&*self.read.current(), None).await?)
    }

    /// Waits until the task that writes is gone; the program must not go on answering without it.
    pub async fn writer_died(&self) {
        self.writer.died().await;
    }

    /// Runs `work` in a transaction that may write, and answers once it is safely on disk.
    ///
    /// `work` may run more than once: the database can ask for a retry.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'t> Fn(&'t DatabaseTransaction) -> BoxFuture<'t, Result<T>> + Send + 'static,
    {
        self.writer.write(work).await
    }

    fn read(&self) -> &Connections {
        &self.read
    }
}
