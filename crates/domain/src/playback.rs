//! Playback tokens: the signed part of a media URL. They are checked without a database.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::ids::{ChannelId, ClipId, MediaId};
use crate::secret::Secret;
use crate::session_key::KeyHash;
use crate::time::Timestamp;

/// How long a token is good by itself. Players are given a new one long before.
pub const LIFE: i64 = 5 * Timestamp::MINUTE;
/// How long the address of a clip is good. It opens a clip that can be taken down at any moment, and no more.
pub const CLIP_LIFE: i64 = 2 * Timestamp::HOUR;
/// How long a download may take to begin.
pub const DOWNLOAD_LIFE: i64 = Timestamp::MINUTE;

/// Of a token that is nobody's in particular, and of one that names a login.
const VERSION: u8 = 1;
const VERSION_WITH_LOGIN: u8 = 2;
const PURPOSE: &[u8] = b"playback";
const MAC: usize = 16;
/// Version, scope, channel, media, play session, expiry in seconds; then the login, if any; then the MAC.
const LOGIN_AT: usize = 1 + 1 + 8 + 8 + 16 + 8;
const LOGIN: usize = 32;
/// The first byte of a clip's session that its number leaves free.
const MODERATED_AT: usize = 8;
const MAX_LENGTH: usize = LOGIN_AT + LOGIN + MAC;

/// One viewer, from the first address they are given until they go: the same for all of their tokens.
pub type PlaySession = [u8; 16];

/// What of a media may be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everything that a player needs.
    Play,
    /// What is shown to everybody: poster and preview.
    Preview,
    /// The whole as one file.
    Download,
    /// What a player needs of one clip.
    Clip,
    /// What messengers show of a clip whose link they were given: its poster, and the clip as one file.
    ClipPreview,
}

impl Scope {
    const ALL: [Self; 5] = [Self::Play, Self::Preview, Self::Download, Self::Clip, Self::ClipPreview];

    fn number(self) -> u8 {
        match self {
            Self::Play => 1,
            Self::Preview => 2,
            Self::Download => 3,
            Self::Clip => 4,
            Self::ClipPreview => 5,
        }
    }

    fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.number() == number)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub channel: ChannelId,
    pub media: MediaId,
    pub session: PlaySession,
    pub scope: Scope,
    /// Rounded down to seconds.
    pub expires_at: Timestamp,
    /// The login that it was issued to, by the hash that it is found by: a server that has forgotten the session can
    /// still ask whether that has ended.
    pub login: Option<KeyHash>,
}

impl Token {
    /// For poster and preview: nobody's in particular and without an end, so that it can stand in what is made once for
    /// everybody. It opens nothing else.
    pub fn of_preview(channel: ChannelId, media: MediaId) -> Self {
        Self { channel, media, session: [0; 16], scope: Scope::Preview, expires_at: Timestamp(0), login: None }
    }

    /// For a clip: which one stands where other tokens have their session.
    pub fn of_clip(channel: ChannelId, clip: ClipId, media: MediaId, scope: Scope, expires_at: Timestamp) -> Self {
        let mut session = [0; 16];
        session[..8].copy_from_slice(&clip.0.to_be_bytes());
        Self { channel, media, session, scope, expires_at, login: None }
    }

    /// The same for moderators of the channel: it opens the clip for any audience.
    pub fn of_moderated_clip(channel: ChannelId, clip: ClipId, media: MediaId, expires_at: Timestamp) -> Self {
        let mut token = Self::of_clip(channel, clip, media, Scope::Clip, expires_at);
        token.session[MODERATED_AT] = 1;
        token
    }

    /// Whether it opens its clip for any audience.
    pub fn is_for_moderators(&self) -> bool {
        self.clip().is_some() && self.session[MODERATED_AT] == 1
    }

    /// The one clip that it opens.
    pub fn clip(&self) -> Option<ClipId> {
        let (first, _) = self.session.split_first_chunk()?;
        matches!(self.scope, Scope::Clip | Scope::ClipPreview).then(|| ClipId(i64::from_be_bytes(*first)))
    }
}

pub fn issue(secret: &Secret<[u8; 32]>, token: &Token) -> String {
    let mut bytes = Vec::with_capacity(MAX_LENGTH);
    bytes.push(if token.login.is_some() { VERSION_WITH_LOGIN } else { VERSION });
    bytes.push(token.scope.number());
    bytes.extend_from_slice(&token.channel.0.to_be_bytes());
    bytes.extend_from_slice(&token.media.0.to_be_bytes());
    bytes.extend_from_slice(&token.session);
    bytes.extend_from_slice(&token.expires_at.seconds().to_be_bytes());
    if let Some(KeyHash(login)) = &token.login {
        bytes.extend_from_slice(login);
    }
    let tag = mac(secret, &bytes).finalize().into_bytes();
    bytes.extend_from_slice(&tag[..MAC]);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The channel that a token claims to be of, unchecked: whose secret to check it with.
pub fn claimed_channel(token: &str) -> Option<ChannelId> {
    decode(token, &mut [0; MAX_LENGTH]).and_then(|(signed, _)| number(signed, 2)).map(ChannelId)
}

/// Reads a token; `None` for anything that this channel did not issue. Whether its time is over is the caller's to say:
/// a session that goes on keeps its older tokens.
pub fn verify(secret: &Secret<[u8; 32]>, channel: ChannelId, token: &str) -> Option<Token> {
    let mut bytes = [0; MAX_LENGTH];
    let (signed, tag) = decode(token, &mut bytes)?;
    mac(secret, signed).verify_truncated_left(tag).ok()?;
    let read = Token {
        channel: ChannelId(number(signed, 2)?),
        media: MediaId(number(signed, 10)?),
        session: signed[18..34].try_into().ok()?,
        scope: Scope::of(signed[1])?,
        expires_at: Timestamp::from_seconds(number(signed, 34)?),
        login: signed[LOGIN_AT..].try_into().ok().map(KeyHash),
    };
    (read.channel == channel).then_some(read)
}

/// What is signed, and the mark on it. Each version has one length.
fn decode<'a>(token: &str, bytes: &'a mut [u8; MAX_LENGTH]) -> Option<(&'a [u8], &'a [u8])> {
    let length = URL_SAFE_NO_PAD.decode_slice(token, bytes).ok()?;
    let signed = match bytes[0] {
        VERSION => LOGIN_AT,
        VERSION_WITH_LOGIN => LOGIN_AT + LOGIN,
        _ => return None,
    };
    (length == signed + MAC).then(|| bytes[..length].split_at(signed))
}

fn number(bytes: &[u8], at: usize) -> Option<i64> {
    Some(i64::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn mac(secret: &Secret<[u8; 32]>, bytes: &[u8]) -> Hmac<Sha256> {
    // HMAC takes keys of any length, so a fixed-length one cannot be refused.
    let mac = Hmac::<Sha256>::new_from_slice(secret.expose()).expect("HMAC accepts keys of any length");
    mac.chain_update(PURPOSE).chain_update(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CHANNEL: ChannelId = ChannelId(3);

    fn secret() -> Secret<[u8; 32]> {
        Secret::new([5; 32])
    }

    fn token(scope: Scope) -> Token {
        let expires_at = Timestamp::from_seconds(1_800_000_000);
        Token { channel: CHANNEL, media: MediaId(12), session: [6; 16], scope, expires_at, login: None }
    }

    /// The same with a login.
    fn issued_to(login: u8, scope: Scope) -> Token {
        Token { login: Some(KeyHash([login; 32])), ..token(scope) }
    }

    /// T1: a token says what it was made for, to the channel that made it.
    #[test]
    fn a_token_is_read_by_its_own_channel_only() {
        for token in Scope::ALL.map(token).into_iter().chain(Scope::ALL.map(|scope| issued_to(9, scope))) {
            let written = issue(&secret(), &token);
            assert_eq!(verify(&secret(), CHANNEL, &written), Some(token));
            assert_eq!(claimed_channel(&written), Some(CHANNEL));
            assert_eq!(verify(&secret(), ChannelId(4), &written), None);
            assert_eq!(verify(&Secret::new([6; 32]), CHANNEL, &written), None);
        }
    }

    /// T5: a token of a clip names its clip; no other does.
    #[test]
    fn a_token_of_a_clip_names_it() {
        let of_clip = |scope| Token::of_clip(CHANNEL, ClipId(77), MediaId(12), scope, Timestamp(0));
        for scope in [Scope::Clip, Scope::ClipPreview] {
            let written = issue(&secret(), &of_clip(scope));
            assert_eq!(verify(&secret(), CHANNEL, &written).and_then(|token| token.clip()), Some(ClipId(77)));
        }
        for scope in [Scope::Play, Scope::Preview, Scope::Download] {
            assert_eq!(of_clip(scope).clip(), None);
        }
        let moderated = Token::of_moderated_clip(CHANNEL, ClipId(i64::MAX), MediaId(12), Timestamp(0));
        let written = verify(&secret(), CHANNEL, &issue(&secret(), &moderated)).unwrap();
        assert!(written.is_for_moderators() && written.clip() == Some(ClipId(i64::MAX)));
        let any = Token::of_clip(CHANNEL, ClipId(i64::MAX), MediaId(12), Scope::Clip, Timestamp(0));
        assert!(!any.is_for_moderators());
        assert!(!Token { session: [1; 16], ..token(Scope::Play) }.is_for_moderators(), "no clip's");
    }

    /// T1: a login is part of the proof: it can neither be changed nor left out.
    #[test]
    fn a_token_keeps_its_login() {
        let [own, other] = [9, 8].map(|login| issue(&secret(), &issued_to(login, Scope::Play)));
        assert_ne!(own, other);
        let bytes = URL_SAFE_NO_PAD.decode(&own).unwrap();
        let (signed, tag) = bytes.split_at(LOGIN_AT + LOGIN);
        let changed = |version: u8, signed: &[u8]| {
            let mut bytes = [signed, tag].concat();
            bytes[0] = version;
            verify(&secret(), CHANNEL, &URL_SAFE_NO_PAD.encode(bytes))
        };
        assert!(changed(VERSION_WITH_LOGIN, signed).is_some());
        assert_eq!(changed(VERSION, signed), None);
        assert_eq!(changed(VERSION, &signed[..LOGIN_AT]), None);
        assert_eq!(changed(VERSION_WITH_LOGIN, &signed[..LOGIN_AT]), None);
    }

    /// Keys of other kinds are made with the same secret.
    #[test]
    fn an_api_key_is_no_token() {
        let key = crate::api_key::issue(&secret(), CHANNEL, Timestamp(0), [1; 16]);
        assert_eq!(verify(&secret(), CHANNEL, &key), None);
    }

    proptest! {
        /// T1, T2: a changed letter fails.
        #[test]
        fn a_changed_letter_fails(at in 0_usize..77, letter in "[A-Za-z0-9_-]") {
            let written = issue(&secret(), &token(Scope::Preview));
            let mut changed = written.clone();
            changed.replace_range(at..=at, &letter);
            prop_assert_eq!(verify(&secret(), CHANNEL, &changed).is_some(), changed == written);
        }

        #[test]
        fn any_token_text_is_refused_without_panic(text in ".{0,90}") {
            prop_assert_eq!(verify(&secret(), CHANNEL, &text), None);
        }
    }
}
