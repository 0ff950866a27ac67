use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use reqwest::header::HeaderMap;
use sha2::Sha256;

use crate::check::refuse;
use crate::error::{Error, Result, VerificationFailure, WebhookVerificationError};
use crate::event::WebhookEvent;
use crate::secret::Secret;
use crate::timestamp::Timestamp;

const DEFAULT_TOLERANCE: Duration = Duration::from_secs(300);
const PREFIX: &str = "whsec_";
/// The service signs with two secrets at most; more than this nobody means well with.
const MAX_SIGNATURES: usize = 10;

/// Makes sure that a delivery is from the service and from now, and gives what it says. It is good when one of its two signatures
/// is: `webhook-signature` (Standard Webhooks) or `X-Service-Signature`. Compared in constant time.
///
/// `body` is the bytes as they came, not parsed and written again: that is another text. `secret` is `whsec_…`. Answer
/// [`Error::WebhookVerification`] with 401. For several secrets or another tolerance than five minutes there is
/// [`WebhookVerifier`].
///
/// ```
/// # let secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
/// # let headers = [("X-Service-Signature", "sha256=7d7fcd")];
/// # let body = b"{}";
/// match mayfly::verify_webhook(body, &headers[..], secret) {
///     Ok(event) => println!("{}: {:?}", event.delivery_id, event.data),
///     Err(error) => println!("401: {error}"),
/// }
/// ```
pub fn verify_webhook(
    body: &[u8],
    headers: &(impl WebhookHeaders + ?Sized),
    secret: impl Into<Secret>,
) -> Result<WebhookEvent> {
    WebhookVerifier::new(secret)?.verify(body, headers)
}

/// Headers of a request in the form of any server: a `HeaderMap` of the `http` crate (axum, hyper, warp, tonic), a map or a
/// slice of pairs. Names may be in any case.
pub trait WebhookHeaders {
    /// The value of the header of this name, which is in lower case.
    fn header(&self, name: &str) -> Option<&str>;
}

impl WebhookHeaders for HeaderMap {
    fn header(&self, name: &str) -> Option<&str> {
        self.get(name)?.to_str().ok()
    }
}

impl<K: AsRef<str>, V: AsRef<str>> WebhookHeaders for [(K, V)] {
    fn header(&self, name: &str) -> Option<&str> {
        self.iter().find(|(key, _)| key.as_ref().eq_ignore_ascii_case(name)).map(|(_, value)| value.as_ref())
    }
}

impl<K: AsRef<str>, V: AsRef<str>, S> WebhookHeaders for HashMap<K, V, S> {
    fn header(&self, name: &str) -> Option<&str> {
        self.iter().find(|(key, _)| key.as_ref().eq_ignore_ascii_case(name)).map(|(_, value)| value.as_ref())
    }
}

/// Knows the secrets of an endpoint, and what is still fresh.
///
/// ```
/// # use mayfly::WebhookVerifier;
/// # use std::time::Duration;
/// # fn main() -> mayfly::Result<()> {
/// let verifier = WebhookVerifier::new("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")?
///     .or_secret("whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWY=")?
///     .tolerance(Duration::from_secs(60));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct WebhookVerifier {
    secrets: Vec<Secret>,
    tolerance: Duration,
    now: Option<Timestamp>,
}

impl WebhookVerifier {
    /// With the secret as the service shows it: `whsec_` and base64. Anything else is [`Error::InvalidRequest`].
    pub fn new(secret: impl Into<Secret>) -> Result<Self> {
        Self { secrets: Vec::new(), tolerance: DEFAULT_TOLERANCE, now: None }.or_secret(secret)
    }

    /// Another secret that will do: while one replaces the other.
    pub fn or_secret(mut self, secret: impl Into<Secret>) -> Result<Self> {
        let secret = secret.into();
        if decoded(&secret).is_none() {
            return Err(refuse("secret", "must be the whole secret as the service shows it: whsec_ and base64."));
        }
        self.secrets.push(secret);
        Ok(self)
    }

    /// How old a delivery may be, or ahead of our clock. Default five minutes.
    pub fn tolerance(mut self, tolerance: Duration) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The moment to compare with, in place of now: for tests.
    pub fn now(mut self, now: impl Into<Timestamp>) -> Self {
        self.now = Some(now.into());
        self
    }

    /// See [`verify_webhook`].
    pub fn verify(&self, body: &[u8], headers: &(impl WebhookHeaders + ?Sized)) -> Result<WebhookEvent> {
        let given = Signatures::read(headers);
        if given.standard.is_empty() && given.service.is_none() {
            let message = "There is no signature: neither webhook-signature nor X-Service-Signature.";
            return Err(refused(VerificationFailure::MissingSignature, message));
        }
        // All are looked at, whichever is right: how long that takes tells nothing.
        let is_right = self.secrets.iter().fold(false, |found, secret| found | given.are_right(secret, body));
        if !is_right {
            let message = "The signature is wrong: another secret, or a body that is not as it was sent.";
            return Err(refused(VerificationFailure::WrongSignature, message));
        }
        let event: WebhookEvent = serde_json::from_slice(body).map_err(|_| {
            let message = "The delivery is signed, but does not say what it is and when it was sent.";
            refused(VerificationFailure::Malformed, message)
        })?;
        self.check_freshness(event.timestamp)?;
        Ok(event)
    }

    /// The time in the body, because both signatures cover the body.
    fn check_freshness(&self, sent_at: i64) -> Result<()> {
        let now = self.now.unwrap_or_else(Timestamp::now).unix_millis();
        let distance = now.saturating_sub(sent_at.saturating_mul(1_000)).unsigned_abs();
        if Duration::from_millis(distance) <= self.tolerance {
            return Ok(());
        }
        let sent_at = u64::try_from(sent_at).ok().map(Duration::from_secs);
        let sent_at = sent_at.and_then(|time| SystemTime::UNIX_EPOCH.checked_add(time)).map(Timestamp::from);
        let when = sent_at.map_or_else(|| "long ago".to_owned(), |moment| format!("at {moment}"));
        let advice = "It is a repetition of an old one, or a clock is wrong.";
        Err(refused(VerificationFailure::Stale, format!("The delivery was sent {when}. {advice}")))
    }
}

/// The signatures of a delivery, and what they cover beside the body.
struct Signatures {
    standard: Vec<Vec<u8>>,
    /// `id.timestamp.`
    standard_prefix: String,
    service: Option<Vec<u8>>,
}

impl Signatures {
    fn read(headers: &(impl WebhookHeaders + ?Sized)) -> Self {
        let text = |name: &str| headers.header(name).unwrap_or("");
        let standard = text("webhook-signature").split(' ').take(MAX_SIGNATURES);
        let service = text("x-service-signature").strip_prefix("sha256=");
        Self {
            standard: standard.filter_map(|one| decoded_signature(one.strip_prefix("v1,")?)).collect(),
            standard_prefix: format!("{}.{}.", text("webhook-id"), text("webhook-timestamp")),
            service: service.and_then(decoded_hex),
        }
    }

    /// Whether one of them is by this secret.
    fn are_right(&self, secret: &Secret, body: &[u8]) -> bool {
        let key = decoded(secret).unwrap_or_default();
        let content = [self.standard_prefix.as_bytes(), body];
        let standard = self.standard.iter().fold(false, |found, one| found | is_hmac(one, &key, &content));
        // Keyed with the secret's text as it is shown.
        let service = self.service.as_ref().is_some_and(|one| is_hmac(one, secret.as_str().as_bytes(), &[body]));
        standard | service
    }
}

fn is_hmac(signature: &[u8], key: &[u8], content: &[&[u8]]) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return false;
    };
    for part in content {
        mac.update(part);
    }
    mac.verify_slice(signature).is_ok()
}

/// The bytes that a secret stands for.
fn decoded(secret: &Secret) -> Option<Vec<u8>> {
    STANDARD.decode(secret.as_str().strip_prefix(PREFIX)?).ok()
}

fn decoded_signature(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok().filter(|bytes| bytes.len() == 32)
}

/// Lower case, as the service writes it.
fn decoded_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    pairs.collect::<Option<Vec<u8>>>().filter(|bytes| bytes.len() == 32)
}

fn refused(reason: VerificationFailure, message: impl Into<String>) -> Error {
    Error::WebhookVerification(WebhookVerificationError::new(reason, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    fn sign(body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
        mac.update(body.as_bytes());
        let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256={hex}")
    }

    #[test]
    fn headers_come_in_every_form_that_servers_have() {
        let body = format!(r#"{{"event":"test.ping","timestamp":{}}}"#, Timestamp::now().unix_millis() / 1_000);
        let signature = sign(&body);
        let mut map = HeaderMap::new();
        map.insert("X-Service-Signature", signature.parse().unwrap());
        let pairs = [("X-SERVICE-signature", signature.as_str())];
        let names = HashMap::from([("x-service-signature".to_owned(), signature.clone())]);
        let body = body.as_bytes();
        assert_eq!(verify_webhook(body, &map, SECRET).unwrap().data.name(), "test.ping");
        assert!(verify_webhook(body, &pairs[..], SECRET).is_ok() && verify_webhook(body, &names, SECRET).is_ok());
    }

    #[test]
    fn a_secret_that_cannot_be_one_is_a_mistake_of_the_receiver() {
        for secret in ["", "secret", "whsec_*", "tk_1", "whsec_YQ"] {
            let error = verify_webhook(b"{}", &HeaderMap::new(), secret).unwrap_err();
            assert!(matches!(error, Error::InvalidRequest(_)), "{secret}");
        }
    }

    #[test]
    fn what_is_signed_and_says_nothing_is_malformed() {
        for body in ["", "[]", "{}", r#"{"event":"test.ping"}"#, r#"{"event":"test.ping","timestamp":"now"}"#] {
            let headers = [("x-service-signature", sign(body))];
            assert_eq!(verify_webhook(body.as_bytes(), &headers[..], SECRET).unwrap_err().code(), "malformed");
        }
        for timestamp in [0, i64::MAX, i64::MIN] {
            let body = format!(r#"{{"event":"test.ping","timestamp":{timestamp}}}"#);
            let headers = [("x-service-signature", sign(&body))];
            assert_eq!(verify_webhook(body.as_bytes(), &headers[..], SECRET).unwrap_err().code(), "stale");
        }
    }
}
