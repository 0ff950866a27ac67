//! The same client without `async`. With the feature `blocking`.
//!
//! [`Mayfly`] runs the asynchronous client on a runtime of its own. It has the same methods: what is awaited there blocks
//! here, what is built and awaited there is built and [sent](crate::Wait::send) here, and what is a stream there is an
//! iterator here.
//!
//! ```
//! # fn main() -> mayfly::Result<()> {
//! use mayfly::blocking::Mayfly;
//!
//! let mayfly = Mayfly::from_env()?;
//! let inbox = mayfly.inboxes().create().send()?;
//! mayfly.send_test_mail(&inbox.address)?;
//! println!("{}", mayfly.code(&inbox.address).send()?);
//! for message in mayfly.messages().list(&inbox.address) {
//!     println!("{}", message?.subject);
//! }
//! mayfly.inboxes().delete(&inbox.address)
//! # }
//! ```
//!
//! It is not for use within `async` code: there it panics, as every runtime within another does.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use tokio::runtime::{Builder, Runtime};

use crate::client::{Client, sealed};
use crate::error::{ConnectionError, ConnectionErrorKind, Error, Result};
use crate::{
    Account, Code, Deliveries, Delivery, Domain, Domains, Events, GetMail, HeldEvents, Inbox, InboxHandle, Inboxes,
    Inject, Keys, Link, Message, Messages, Request, Timestamp, Wait, Webhook, WebhookSecret, Webhooks,
};

/// A client of a Mayfly server that blocks. It is cheap to clone, and may be used by many threads at once.
#[derive(Clone, Debug)]
pub struct Mayfly {
    inner: crate::Mayfly,
    runtime: Arc<OwnRuntime>,
}

#[derive(Debug)]
struct OwnRuntime(Option<Runtime>);

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        // Not waited for: the last client may be dropped where waiting is forbidden.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Mayfly {
    /// With MAYFLY_API_KEY and MAYFLY_URL of the environment. For settings of your own there is
    /// [`build_blocking`](crate::Builder::build_blocking).
    pub fn from_env() -> Result<Self> {
        crate::Mayfly::builder().build_blocking()
    }

    /// With settings of your own, to be [built](crate::Builder::build_blocking).
    pub fn builder() -> crate::Builder {
        crate::Mayfly::builder()
    }

    pub(crate) fn over(inner: crate::Mayfly) -> Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).thread_name("mayfly").enable_all().build();
        let runtime = runtime.map_err(|error| {
            let message = "No thread can be started for the client.".to_owned();
            let error = ConnectionError::new(ConnectionErrorKind::Unreachable, message).with_source(error);
            Error::Connection(Box::new(error))
        })?;
        Ok(Self { inner, runtime: Arc::new(OwnRuntime(Some(runtime))) })
    }

    pub(crate) fn run<F: Future>(&self, work: F) -> F::Output {
        match &self.runtime.0 {
            Some(runtime) => runtime.block_on(work),
            None => unreachable!("the runtime goes with the last client"),
        }
    }

    /// See [`crate::Mayfly::get_mail`].
    pub fn get_mail(&self, address: &str) -> GetMail<Self> {
        GetMail::new(self.clone(), address)
    }

    /// See [`crate::Mayfly::wait`].
    pub fn wait(&self, address: &str) -> Wait<Self> {
        Wait::new(self.clone(), address)
    }

    /// See [`crate::Mayfly::code`].
    pub fn code(&self, address: &str) -> Code<Self> {
        Code::new(self.clone(), address)
    }

    /// See [`crate::Mayfly::link`].
    pub fn link(&self, address: &str) -> Link<Self> {
        Link::new(self.clone(), address)
    }

    /// See [`crate::Mayfly::inject`].
    pub fn inject(&self, address: &str, message: impl Into<Vec<u8>>) -> Inject<Self> {
        Inject::new(self.clone(), address, message.into())
    }

    /// See [`crate::Mayfly::send_test_mail`].
    pub fn send_test_mail(&self, address: &str) -> Result<String> {
        self.run(self.inner.send_test_mail(address))
    }

    /// See [`crate::Mayfly::events`].
    pub fn events(&self) -> Events<Self> {
        Events::new(self.clone())
    }

    /// See [`crate::Mayfly::inboxes`].
    pub fn inboxes(&self) -> Inboxes<Self> {
        Inboxes { client: self.clone() }
    }

    /// See [`crate::Mayfly::inbox`].
    pub fn inbox(&self, address: &str) -> Result<InboxHandle<Self>> {
        InboxHandle::new(self.clone(), address)
    }

    /// See [`crate::Mayfly::messages`].
    pub fn messages(&self) -> Messages<Self> {
        Messages { client: self.clone() }
    }

    /// See [`crate::Mayfly::webhooks`].
    pub fn webhooks(&self) -> Webhooks<Self> {
        Webhooks { client: self.clone() }
    }

    /// See [`crate::Mayfly::deliveries`].
    pub fn deliveries(&self) -> Deliveries<Self> {
        Deliveries { client: self.clone() }
    }

    /// See [`crate::Mayfly::keys`].
    pub fn keys(&self) -> Keys<Self> {
        Keys { client: self.clone() }
    }

    /// See [`crate::Mayfly::domains`].
    pub fn domains(&self) -> Domains<Self> {
        Domains { client: self.clone() }
    }

    /// See [`crate::Mayfly::account`].
    pub fn account(&self) -> Result<Account> {
        self.run(self.inner.account())
    }

    /// See [`crate::Mayfly::request`].
    pub fn request(&self, method: Method, path: &str) -> Request<Self> {
        Request::new(self.clone(), method, path)
    }
}

impl sealed::Sealed for Mayfly {}

impl Client for Mayfly {
    fn inner(&self) -> &crate::Mayfly {
        &self.inner
    }
}

/// Methods that do with the asynchronous one of the same name what there is to do.
macro_rules! blocks {
    ($name:ident, $part:ident: $($(#[$doc:meta])* fn $method:ident($($argument:ident: $type:ty),*) -> $output:ty;)+) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "blocking")))]
        impl $name<Mayfly> {
            $($(#[$doc])*
            pub fn $method(&self, $($argument: $type),*) -> Result<$output> {
                self.client.run(self.client.inner.$part().$method($($argument),*))
            })+
        }
    };
}

blocks! { Inboxes, inboxes:
    /// Unlike reading its mail, this never makes an address yours: what is not yours is [`Error::NotFound`].
    fn get(address: &str) -> Inbox;
    /// Deletes it with all its messages.
    fn delete(address: &str) -> ();
    /// Deletes all its messages.
    fn empty(address: &str) -> ();
}

blocks! { Messages, messages:
    /// In full.
    fn get(id: &str) -> Message;
    /// The source as it came.
    fn raw(id: &str) -> Vec<u8>;
    /// The HTML made safe to show. Remote images are left out.
    fn html(id: &str) -> String;
    /// The HTML made safe to show, with remote images: whoever sent them sees that they are loaded.
    fn html_with_remote_images(id: &str) -> String;
    /// One attachment, by its [`index`](crate::Attachment::index).
    fn attachment(id: &str, index: u32) -> Vec<u8>;
    /// Marks it as read, or as unread.
    fn mark_seen(id: &str, seen: bool) -> Message;
    /// Deletes it.
    fn delete(id: &str) -> ();
}

blocks! { Keys, keys:
    /// Nobody gets in with it any more, within a second.
    fn revoke(id: &str) -> ();
}

blocks! { Deliveries, deliveries:
    /// One of them.
    fn get(id: &str) -> Delivery;
    /// Sends it again, under the same `delivery_id`.
    fn redeliver(id: &str) -> Delivery;
}

blocks! { Domains, domains:
    /// Adds a domain, and says which records it needs. One that was added already is given back.
    fn create(domain: &str) -> Domain;
    /// One of them.
    fn get(domain: &str) -> Domain;
    /// Looks for its records now, once in ten seconds at most.
    fn check(domain: &str) -> Domain;
    /// Gives it up.
    fn delete(domain: &str) -> ();
}

blocks! { Webhooks, webhooks:
    /// One of them.
    fn get(id: &str) -> Webhook;
    /// Deletes it with its log.
    fn delete(id: &str) -> ();
    /// Sends a `test.ping`, also to a paused endpoint, and answers with what came of it.
    fn test(id: &str) -> Delivery;
    /// Sends nothing to it until it is resumed. Its events are held.
    fn pause(id: &str) -> Webhook;
    /// Sends to it again, and delivers what was held, or drops it.
    fn resume(id: &str, held: HeldEvents) -> Webhook;
    /// A new secret. The one before it holds too for a day.
    fn rotate_secret(id: &str) -> WebhookSecret;
    /// A new secret. The one before it holds too for as long as you say, in whole seconds.
    fn rotate_secret_with_overlap(id: &str, overlap: Duration) -> WebhookSecret;
    /// What its deliveries are signed with.
    fn secret(id: &str) -> WebhookSecret;
    /// Sends again what failed since then, and says how many that are.
    fn redeliver(id: &str, since: impl Into<Timestamp>) -> u64;
    /// The same, with what the endpoint rejected.
    fn redeliver_with_rejected(id: &str, since: impl Into<Timestamp>) -> u64;
}

#[cfg_attr(docsrs, doc(cfg(feature = "blocking")))]
impl InboxHandle<Mayfly> {
    /// How it is now: how many messages, and the cursor for a wait.
    pub fn get(&self) -> Result<Inbox> {
        self.client.inboxes().get(self.address())
    }

    /// Deletes all its messages.
    pub fn empty(&self) -> Result<()> {
        self.client.inboxes().empty(self.address())
    }

    /// Deletes it with all its messages.
    pub fn delete(&self) -> Result<()> {
        self.client.inboxes().delete(self.address())
    }
}
