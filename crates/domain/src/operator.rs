//! Operators: the people who run channels, and what they may do there.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::OperatorId;
use crate::time::Timestamp;

/// A session that is not used for this long has ended.
pub const SESSION_IDLE: i64 = 12 * Timestamp::HOUR;
/// However much it is used, a session does not live longer.
pub const SESSION_LIFE: i64 = 7 * Timestamp::DAY;

/// For how long after a login the operator is not asked for the password again before they change how they log in.
pub const RECENT_LOGIN: i64 = 10 * Timestamp::MINUTE;

/// An operator runs channels and is a member of none: a fan of the same address is another person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    pub id: OperatorId,
    /// As it was typed.
    pub email: String,
    pub name: String,
    /// Whether they administer this server: all its channels.
    pub is_administrator: bool,
}

/// An operator's role on one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The owner of the channel.
    Owner,
    /// Writes what the channel shows.
    Editor,
    /// Runs games, cameras and video.
    Producer,
    /// Sees to orders and money.
    Finance,
    /// Helps the people who watch.
    Support,
}

impl Role {
    pub const ALL: [Self; 5] = [Self::Owner, Self::Editor, Self::Producer, Self::Finance, Self::Support];

    pub fn may(self, what: May) -> bool {
        use Role::{Editor, Finance, Producer, Support};
        let others: &[Self] = match what {
            May::ManageChannel | May::ManageTeam | May::ManageIntegrations | May::SeeAudit => &[],
            May::EditSite | May::DeleteFormAnswers => &[Editor],
            May::EditLibrary => &[Editor, Producer],
            May::ModerateClips | May::SeeFormAnswers => &[Editor, Support],
            May::SeeOrders | May::SeeMails => &[Finance, Support],
            May::RefundOrders | May::ExportMoney => &[Finance],
            May::ReadMails | May::RetryMails => &[Support],
        };
        self == Self::Owner || others.contains(&self)
    }

    /// Whether this role may all that the other one may: nobody gives a role that is more than their own.
    pub fn includes(self, other: Self) -> bool {
        May::ALL.into_iter().all(|what| self.may(what) || !other.may(what))
    }
}

/// A permission of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum May {
    /// Say where the channel is served, and take it along as a file.
    ManageChannel,
    /// Invite people, change their roles and remove them.
    ManageTeam,
    /// Give programs access by tokens, and take it back.
    ManageIntegrations,
    /// See the audit log.
    SeeAudit,
    /// Say how the channel's site looks, and which sites show its player.
    EditSite,
    /// See what viewers sent through the channel's forms, and take it along as a file.
    SeeFormAnswers,
    /// Delete it for good.
    DeleteFormAnswers,
    /// Give games and films their video.
    EditLibrary,
    /// See the clips that fans cut, and take them down.
    ModerateClips,
    /// See orders with buyer and amount.
    SeeOrders,
    /// Send the money of an order back.
    RefundOrders,
    /// Take orders along as a file.
    ExportMoney,
    /// See the channel's mails with recipient and subject.
    SeeMails,
    /// Read what it wrote.
    ReadMails,
    /// Have a mail sent again that was given up.
    RetryMails,
}

impl May {
    pub const ALL: [Self; 15] = [
        Self::ManageChannel,
        Self::ManageTeam,
        Self::ManageIntegrations,
        Self::SeeAudit,
        Self::EditSite,
        Self::SeeFormAnswers,
        Self::DeleteFormAnswers,
        Self::EditLibrary,
        Self::ModerateClips,
        Self::SeeOrders,
        Self::RefundOrders,
        Self::ExportMoney,
        Self::SeeMails,
        Self::ReadMails,
        Self::RetryMails,
    ];
}

/// What an operator proves a login with, beside the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactor {
    /// Six digits of an authenticator app.
    Authenticator,
    /// A passkey that was made at this host.
    Passkey,
    /// One of the codes that were shown once.
    RecoveryCode,
}

/// What the log of operators' doings speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    LogIn,
    /// With a wrong password, code or passkey, or an address that nobody has.
    LogInFailed,
    LogOut,
    /// Changed the own name, or the own password.
    ChangeName,
    ChangePassword,
    /// Ended one of the own sessions, or all but the one in use.
    EndSession,
    EndOtherSessions,
    /// Was shown the key of a new authenticator app, which is not asked for yet.
    BeginAuthenticator,
    AddAuthenticator,
    RemoveAuthenticator,
    NewRecoveryCodes,
    AddPasskey,
    RemovePasskey,
    /// Said whether a channel's operators need a second factor.
    RequireSecondFactor,
    /// Was shown that there is a mail, without what it says.
    SeeMail,
    ReadMail,
    RetryMail,
    /// Began to send a video.
    UploadVideo,
    /// Took one back, or cleared away one that failed.
    RemoveUpload,
    /// Gave a video captions in a language, or took them away.
    SetCaptions,
    RemoveCaptions,
    /// Said which site shows a game, or that none does.
    SetEmbedded,
    /// Said which sites may show the channel's player.
    SetEmbedHosts,
    /// Made, changed, removed or brought back content of the site.
    CreateBlock,
    UpdateBlock,
    RemoveBlock,
    RestoreBlock,
    CreateFaq,
    UpdateFaq,
    RemoveFaq,
    RestoreFaq,
    CreateForm,
    UpdateForm,
    RemoveForm,
    RestoreForm,
    CreateMenuLink,
    UpdateMenuLink,
    RemoveMenuLink,
    RestoreMenuLink,
    CreatePage,
    UpdatePage,
    RemovePage,
    RestorePage,
    CreateRedirect,
    UpdateRedirect,
    RemoveRedirect,
    RestoreRedirect,
    CreateSlide,
    UpdateSlide,
    RemoveSlide,
    RestoreSlide,
    /// Gave it another order.
    OrderFaq,
    OrderMenu,
    OrderSlides,
    /// Made or changed a sport, a school or a team.
    CreateSport,
    UpdateSport,
    RestoreSport,
    CreateSchool,
    UpdateSchool,
    CreateTeam,
    UpdateTeam,
    /// Changed the channel's settings or colours, or brought earlier ones back.
    UpdateSettings,
    RestoreSettings,
    UpdateColours,
    RestoreColours,
    /// Asked a provider about an id of the channel, gave an id its secret, or took that away.
    CheckProviderId,
    SetProviderSecret,
    RemoveProviderSecret,
    /// Changed a text for which a default stands in, or brought an earlier one back; sent themselves a mail to try it.
    UpdateText,
    RestoreText,
    SendTestMail,
    /// Took the translations of a language along as a file.
    ExportTranslations,
    /// Took what viewers sent through a form along as a file, or deleted it.
    ExportFormAnswers,
    DeleteFormAnswers,
    /// Added, changed or removed a picture of the library.
    UploadPicture,
    UpdatePicture,
    RemovePicture,
    /// Said which picture is the channel's logo or icon, or that none is.
    SetLogo,
    SetIcon,
    /// Took a fan's clip down.
    TakeDownClip,
    /// Wanted the money of an order to go back.
    RefundOrder,
    /// Took the audit log or the orders along as a file.
    ExportAudit,
    ExportOrders,
    /// Invited a person to the team, sent the invitation again, or took it back.
    InviteOperator,
    ResendInvitation,
    WithdrawInvitation,
    /// Came to the team by an invitation.
    AcceptInvitation,
    /// Gave an operator of the team another role, or removed them.
    ChangeRole,
    RemoveOperator,
    /// Gave a program access to the console's API, or took it back.
    CreateToken,
    RemoveToken,
    /// Had another program told of what happens, changed that, or ended it.
    CreateWebhook,
    UpdateWebhook,
    RemoveWebhook,
    /// Gave a webhook another secret, sent it a test, or sent deliveries again.
    RotateWebhookSecret,
    TestWebhook,
    RetryWebhook,
    ReplayWebhook,
    /// By the server: a webhook failed for days, or wants no more.
    SwitchOffWebhook,
    /// By the command line: an operator became an owner, or got a new password.
    CreateOwner,
    /// By the command line: an operator became an administrator of the server, or is none any more.
    MakeAdministrator,
    RemoveAdministrator,
    /// By the set-up link: the first operator of the server was created.
    SetUp,
    CreateChannel,
    /// Finished the set-up of a channel.
    EndSetup,
    /// Tested what a channel needs for its first game.
    TestMail,
    TestPayments,
    TestEncoder,
    TestHost,
    /// Changed the hosts that the channel is served at.
    AddHost,
    RemoveHost,
    SetMainHost,
    /// Gave the channel another alias.
    ChangeAlias,
    PauseChannel,
    ResumeChannel,
    /// Deleted a channel, which is kept for a while, brought it back, or had it erased before its time.
    DeleteChannel,
    RestoreChannel,
    EraseChannel,
    /// By the server: a deleted channel was erased at the end of its time.
    ExpireChannel,
    /// Took the channel along as a file, or made a new one of such a file.
    ExportChannel,
    UploadChannel,
    /// By the command line: a promo code was given out.
    CreatePromoCode,
    /// By the command line: a channel was written from a file.
    ImportChannel,
    /// By the card provider or its buyer: money or access changed.
    MoveOrder,
    MoveSubscription,
    /// Without an order: a member was given a pass, or it was taken back.
    GivePass,
    EndPass,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(value: impl Serialize) -> String {
        serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
    }

    /// OPS-01, T27: `docs/roles.md` shows the whole matrix, and this is it.
    #[test]
    fn roles_may_what_the_documents_say() {
        let document = include_str!("../../../docs/roles.md");
        let mut table = String::from("| |");
        for role in Role::ALL {
            table += &format!(" {} |", word(role));
        }
        table += "\n|---|";
        table += &"---|".repeat(Role::ALL.len());
        for what in May::ALL {
            table += &format!("\n| `{}` |", word(what));
            for role in Role::ALL {
                table += if role.may(what) { " yes |" } else { " – |" };
            }
        }
        assert!(document.contains(&table), "docs/roles.md is to contain\n{table}");
    }

    /// T27: an owner's role includes every role, and no other role includes an owner's.
    #[test]
    fn roles_include_what_they_may() {
        for role in Role::ALL {
            assert!(Role::Owner.includes(role) && role.includes(role));
            assert_eq!(role.includes(Role::Owner), role == Role::Owner, "{role:?}");
        }
        assert!(Role::Editor.includes(Role::Producer) && !Role::Producer.includes(Role::Editor));
    }

    /// T27: an owner may do everything that any other role may do.
    #[test]
    fn an_owner_may_everything() {
        assert!(May::ALL.into_iter().all(|what| Role::Owner.may(what)));
    }
}
