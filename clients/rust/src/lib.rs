//! Disposable e-mail inboxes driven from code: the client of Mayfly.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> mayfly::Result<()> {
//! use mayfly::Mayfly;
//!
//! let mayfly = Mayfly::from_env()?; // MAYFLY_API_KEY and MAYFLY_URL
//! let inbox = mayfly.inboxes().create().await?;
//! mayfly.send_test_mail(&inbox.address).await?; // in your test, your application sends the mail
//! println!("{}", mayfly.code(&inbox.address).await?); // 493817
//! mayfly.inboxes().delete(&inbox.address).await
//! # }
//! ```
//!
//! No polling and no regular expressions: the service holds the answer until the mail is there, and takes the code out of it.
//!
//! - What has options is built and awaited: `mayfly.wait(address).from("shop").timeout(Duration::from_secs(60)).await?`.
//! - Lists and [`Events`] are streams, with a `next()` of their own.
//! - What went wrong is an [`Error`]; a wait that ends without its mail says in [`WaitTimeout`] what came instead.
//! - What is safe to repeat is tried again on 429, 502, 503, 504 and broken connections, with growing, random pauses, and as
//!   `Retry-After` says. What makes something carries one Idempotency-Key for all its tries. A wait with `claim` is not
//!   repeated once it was sent.
//! - Requests, answers and retries are told to the [`log`] crate at the level `debug`; no header or body is.
//!
//! # Features
//!
//! - `blocking`: [`blocking::Mayfly`](crate::blocking), the same without `async`.
//! - `testing`: [`Mayfly::test_inbox`], an inbox for one test.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod account;
#[cfg(feature = "blocking")]
#[cfg_attr(docsrs, doc(cfg(feature = "blocking")))]
pub mod blocking;
mod builder;
mod call;
mod check;
mod client;
mod code;
mod deadline;
mod deliveries;
mod domains;
mod error;
mod error_of_answer;
mod event;
mod event_stream_parser;
mod events;
mod fields;
mod filter;
mod get_mail;
mod inbox_handle;
mod inboxes;
mod inject;
mod keys;
mod link;
mod list;
mod message;
mod messages;
mod request;
mod retry;
mod secret;
#[cfg(feature = "testing")]
#[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
pub mod testing;
mod timestamp;
mod tls;
mod transport;
mod unfold;
mod verify_webhook;
mod wait;
mod webhooks;
mod words;

pub use account::{Account, Limits, Plan, RequestUsage, Usage};
pub use builder::Builder;
pub use client::{Client, Mayfly};
pub use code::Code;
pub use deliveries::{Deliveries, Delivery, DeliveryAttempt, DeliveryState};
pub use domains::{DnsRecord, Domain, DomainState, Domains, RecordStatus};
pub use error::{
    ConnectionError, ConnectionErrorKind, Error, Fault, NearMiss, Problem, Refusal, Result, VerificationFailure,
    WaitTimeout, WebhookVerificationError,
};
pub use event::{Event, EventData, InboxCreated, MessageReceived, TestPing, WebhookEvent};
pub use events::Events;
pub use filter::Has;
pub use get_mail::GetMail;
pub use inbox_handle::InboxHandle;
pub use inboxes::{CreateInbox, Inbox, Inboxes, UpdateInbox};
pub use inject::Inject;
pub use keys::{CreateKey, CreatedKey, Key, KeyScope, Keys};
pub use link::Link;
pub use list::List;
pub use message::{
    ArcVerdict, Attachment, AuthResult, CodeSource, DkimSignature, DkimVerdict, DmarcVerdict, Envelope, Header,
    LinkKind, Mail, Message, MessageAuth, MessageLink, MessageSummary, OneTimeCode, SpfVerdict, Timings, TlsInfo,
};
pub use messages::Messages;
pub use request::Request;
/// What requests are sent with, for [`Builder::http_client`] and [`Mayfly::request`].
pub use reqwest;
pub use secret::Secret;
pub use timestamp::{ParseTimestampError, Timestamp};
pub use verify_webhook::{WebhookHeaders, WebhookVerifier, verify_webhook};
pub use wait::{ReceivedMessage, Wait, WaitMany};
pub use webhooks::{
    CreateWebhook, CreatedWebhook, EventType, HeldEvents, PausedReason, UpdateWebhook, Webhook, WebhookSecret,
    WebhookState, Webhooks,
};
