use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::timestamp::Timestamp;

/// What every call of this library gives.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, in a sentence that says what to do. Match on the variants that you can act on, and compare
/// [`code`](Error::code) for the rest.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no key, or the service does not know it, or it is revoked.
    #[error(transparent)]
    Authentication(Box<Problem>),
    /// It is not yours, not allowed with this key, or not in your plan: the code says which.
    #[error(transparent)]
    PermissionDenied(Box<Problem>),
    /// It never was, is gone, or is another account's.
    #[error(transparent)]
    NotFound(Box<Problem>),
    /// The request cannot be carried out as it is: [`errors`](Problem::errors) has its faults. Some of these are found
    /// out before anything is sent.
    #[error(transparent)]
    InvalidRequest(Box<Problem>),
    /// Too many requests, or too many waits at once, and the retries did not help:
    /// [`retry_after`](Problem::retry_after) says when it may work.
    #[error(transparent)]
    RateLimit(Box<Problem>),
    /// No answer came, or not all of it.
    #[error(transparent)]
    Connection(Box<ConnectionError>),
    /// Nothing came that matches. It says what came instead.
    #[error(transparent)]
    WaitTimeout(Box<WaitTimeout>),
    /// A delivery that is not from the service, or not from now. Answer it with 401.
    #[error(transparent)]
    WebhookVerification(WebhookVerificationError),
    /// Any other answer that is not the one that was asked for.
    #[error(transparent)]
    Service(Box<Problem>),
}

impl Error {
    /// For programs: `inbox_taken`, `plan_required`, … as the service documents them.
    pub fn code(&self) -> &str {
        match self {
            Self::Connection(error) => error.kind.as_str(),
            Self::WaitTimeout(_) => "wait_timeout",
            Self::WebhookVerification(error) => error.reason.as_str(),
            _ => self.problem().map_or("", |problem| &problem.code),
        }
    }

    /// The HTTP status. None where no answer came, or no request was needed to know.
    pub fn status(&self) -> Option<u16> {
        self.problem()?.status
    }

    /// What to name when you ask the operator of the service about it.
    pub fn request_id(&self) -> Option<&str> {
        self.problem()?.request_id.as_deref()
    }

    /// What the service said, where it said something.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Authentication(problem)
            | Self::PermissionDenied(problem)
            | Self::NotFound(problem)
            | Self::InvalidRequest(problem)
            | Self::RateLimit(problem)
            | Self::Service(problem) => Some(problem),
            Self::Connection(_) | Self::WaitTimeout(_) | Self::WebhookVerification(_) => None,
        }
    }
}

/// A request that was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Problem {
    /// What is wrong and what to do, for people.
    pub message: String,
    /// The same for programs.
    pub code: String,
    /// The HTTP status, where there was an answer.
    pub status: Option<u16>,
    /// The service's name for the request.
    pub request_id: Option<String>,
    /// Which parts of an invalid request are wrong.
    pub errors: Vec<Fault>,
    /// After how long it may work, where the service said so.
    pub retry_after: Option<Duration>,
}

/// One thing that is wrong with a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Fault {
    /// A JSON pointer (RFC 6901) to the field or parameter.
    pub pointer: String,
    /// What is wrong with it.
    pub detail: String,
}

/// No answer came, or not all of it.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ConnectionError {
    /// How it failed.
    pub kind: ConnectionErrorKind,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl ConnectionError {
    pub(crate) fn new(kind: ConnectionErrorKind, message: String) -> Self {
        Self { kind, message, source: None }
    }

    pub(crate) fn with_source(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }
}

/// How a connection failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConnectionErrorKind {
    /// There was no connection, so that nothing can have been done.
    Unreachable,
    /// It broke before the whole answer was there.
    Broken,
    /// The answer took too long.
    Timeout,
}

impl ConnectionErrorKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Broken => "broken",
            Self::Timeout => "timeout",
        }
    }
}

/// A mail that came, and was not the one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct NearMiss {
    /// The message's id.
    pub id: String,
    /// Not shown to a key with the scope `codes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The conditions that did not hold: `from`, `subject`, `contains`, `has`, `kind`.
    pub failed: Vec<String>,
}

/// A mail that the service did not take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Refusal {
    /// When.
    pub at: Timestamp,
    /// The sender of the envelope.
    pub from: String,
    /// The answer to the sender, such as `552 5.3.4 …`.
    pub reason: String,
}

/// Nothing came that matches. Printed, it says what came instead, also with `Debug`, as a test that returns it does.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct WaitTimeout {
    /// Whose mail was waited for.
    pub address: String,
    /// How long.
    pub timeout: Duration,
    /// Give it as `after`, and the next wait goes on where this one ended.
    pub cursor: String,
    /// The latest mails that came and did not match, and why. At most ten.
    pub near_misses: Vec<NearMiss>,
    /// The latest mails that were refused at the door.
    pub refused: Vec<Refusal>,
}

impl fmt::Display for WaitTimeout {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, timeout, near_misses, refused, .. } = self;
        write!(formatter, "No matching mail for {address} within {} s.", timeout.as_secs_f64())?;
        if near_misses.is_empty() && refused.is_empty() {
            formatter.write_str(" No mail came.")?;
        }
        for NearMiss { id, from, subject, failed } in near_misses {
            write!(formatter, "\n  came, but did not match {}: ", failed.join(", "))?;
            match subject {
                Some(subject) => write!(formatter, "{subject:?} from {}", from.as_deref().unwrap_or("somebody"))?,
                None => formatter.write_str(id)?,
            }
        }
        for Refusal { at, from, reason } in refused {
            write!(formatter, "\n  was refused at {at}, from {from}: {reason}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for WaitTimeout {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Why a delivery is not to be believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct WebhookVerificationError {
    /// For programs.
    pub reason: VerificationFailure,
    message: String,
}

impl WebhookVerificationError {
    pub(crate) fn new(reason: VerificationFailure, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }
}

/// Why a delivery is not to be believed, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VerificationFailure {
    /// Neither of the two headers holds a signature.
    MissingSignature,
    /// Another secret, or a body that is not as it was sent.
    WrongSignature,
    /// It is signed, and still does not say what it is and when it was sent.
    Malformed,
    /// It is a repetition of an old one, or a clock is wrong.
    Stale,
}

impl VerificationFailure {
    fn as_str(self) -> &'static str {
        match self {
            Self::MissingSignature => "missing_signature",
            Self::WrongSignature => "wrong_signature",
            Self::Malformed => "malformed",
            Self::Stale => "stale",
        }
    }
}
