//! States and kinds by name. The provider can add new ones at any time; they are kept as they are and are not an error.

macro_rules! open_enums {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
        #[serde(from = "String")]
        pub enum $name {
            $($variant,)+
            /// One that was not there when this was written.
            Unknown(String),
        }

        impl $name {
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Unknown(text) => text,
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($text => Self::$variant,)+
                    _ => Self::Unknown(text),
                }
            }
        }
    )+

    #[cfg(test)]
    mod tests {
        use super::*;
        use proptest::prelude::*;

        #[test]
        fn known_names_map_to_their_variants() {
            $($(
                assert_eq!($name::from($text.to_owned()), $name::$variant);
                assert_eq!($name::$variant.as_str(), $text);
            )+)+
        }

        proptest! {
            /// PAY-18: no name that the provider may think of is a failure, and none is lost.
            #[test]
            fn every_name_is_kept(text in "(\\PC{0,40}|[a-z_.]{0,30})") {
                let json = serde_json::to_string(&text).unwrap();
                $(
                    let read: $name = serde_json::from_str(&json).unwrap();
                    prop_assert_eq!(read.as_str(), &text);
                )+
            }
        }
    }};
}

open_enums! {
    PaymentIntentStatus {
        RequiresPaymentMethod = "requires_payment_method",
        RequiresConfirmation = "requires_confirmation",
        RequiresAction = "requires_action",
        RequiresCapture = "requires_capture",
        Processing = "processing",
        Succeeded = "succeeded",
        Canceled = "canceled",
    }
    SetupIntentStatus {
        RequiresPaymentMethod = "requires_payment_method",
        RequiresConfirmation = "requires_confirmation",
        RequiresAction = "requires_action",
        Processing = "processing",
        Succeeded = "succeeded",
        Canceled = "canceled",
    }
    SubscriptionStatus {
        Incomplete = "incomplete",
        IncompleteExpired = "incomplete_expired",
        Trialing = "trialing",
        Active = "active",
        PastDue = "past_due",
        Unpaid = "unpaid",
        Canceled = "canceled",
        Paused = "paused",
    }
    InvoiceStatus {
        Draft = "draft",
        Open = "open",
        Paid = "paid",
        Uncollectible = "uncollectible",
        Void = "void",
    }
    /// Why an invoice was made.
    BillingReason {
        First = "subscription_create",
        Renewal = "subscription_cycle",
        Change = "subscription_update",
        Manual = "manual",
        Upcoming = "upcoming",
    }
    ChargeStatus {
        Pending = "pending",
        Succeeded = "succeeded",
        Failed = "failed",
    }
    RefundStatus {
        Pending = "pending",
        RequiresAction = "requires_action",
        Succeeded = "succeeded",
        Failed = "failed",
        Canceled = "canceled",
    }
    DisputeStatus {
        WarningNeedsResponse = "warning_needs_response",
        WarningUnderReview = "warning_under_review",
        WarningClosed = "warning_closed",
        NeedsResponse = "needs_response",
        UnderReview = "under_review",
        Won = "won",
        Lost = "lost",
    }
    /// What the buyer has to do before the payment goes on.
    NextActionKind {
        Redirect = "redirect_to_url",
        Sdk = "use_stripe_sdk",
    }
    TestClockStatus {
        Advancing = "advancing",
        Ready = "ready",
        Failed = "internal_failure",
    }
    /// What an event tells of.
    WebhookEventKind {
        PaymentSucceeded = "payment_intent.succeeded",
        PaymentFailed = "payment_intent.payment_failed",
        PaymentProcessing = "payment_intent.processing",
        PaymentCanceled = "payment_intent.canceled",
        PaymentRequiresAction = "payment_intent.requires_action",
        SetupSucceeded = "setup_intent.succeeded",
        SetupFailed = "setup_intent.setup_failed",
        CardAttached = "payment_method.attached",
        CardDetached = "payment_method.detached",
        CustomerUpdated = "customer.updated",
        CustomerDeleted = "customer.deleted",
        SubscriptionCreated = "customer.subscription.created",
        SubscriptionUpdated = "customer.subscription.updated",
        SubscriptionDeleted = "customer.subscription.deleted",
        TrialWillEnd = "customer.subscription.trial_will_end",
        InvoiceCreated = "invoice.created",
        InvoiceFinalized = "invoice.finalized",
        InvoicePaid = "invoice.paid",
        InvoicePaymentSucceeded = "invoice.payment_succeeded",
        InvoicePaymentFailed = "invoice.payment_failed",
        InvoiceActionRequired = "invoice.payment_action_required",
        InvoiceUpcoming = "invoice.upcoming",
        InvoiceVoided = "invoice.voided",
        ChargeRefunded = "charge.refunded",
        RefundUpdated = "charge.refund.updated",
        DisputeCreated = "charge.dispute.created",
        DisputeUpdated = "charge.dispute.updated",
        DisputeClosed = "charge.dispute.closed",
        DisputeFundsWithdrawn = "charge.dispute.funds_withdrawn",
        DisputeFundsReinstated = "charge.dispute.funds_reinstated",
    }
}
