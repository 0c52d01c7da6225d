//! What the provider does wrong, for tests.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    WrongNonce,
    WrongAudience,
    WrongIssuer,
    Expired,
    /// Signed with a key that nobody knows.
    WrongKey,
    /// Signed with the client's secret, as if that were a key.
    SharedKey,
    Unsigned,
    NoToken,
    /// `invalid_grant`, as for a code that is too old.
    CodeRefused,
    /// Never answers where codes are taken.
    Slow,
    /// Never answers at all.
    Silent,
    /// An answer without end.
    Endless,
    /// Leads elsewhere.
    Redirects,
    /// Says in its description that it is another issuer.
    OtherDescription,
    /// Tells of the person on a page alone, as some providers do.
    PageOnly,
    /// Tells on that page of another person.
    OtherPage,
}
