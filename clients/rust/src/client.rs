use std::fmt;
use std::sync::Arc;

use reqwest::Method;

use crate::account::Account;
use crate::builder::Builder;
use crate::call::{Call, inbox_path};
use crate::code::Code;
use crate::deliveries::Deliveries;
use crate::domains::Domains;
use crate::error::Result;
use crate::events::Events;
use crate::get_mail::GetMail;
use crate::inbox_handle::InboxHandle;
use crate::inboxes::Inboxes;
use crate::inject::{Id, Inject};
use crate::keys::Keys;
use crate::link::Link;
use crate::messages::Messages;
use crate::request::Request;
use crate::transport::Transport;
use crate::wait::Wait;
use crate::webhooks::Webhooks;

/// What calls go through: [`Mayfly`], or [`blocking::Mayfly`](crate::blocking) with the feature `blocking`.
pub trait Client: Clone + sealed::Sealed {
    #[doc(hidden)]
    fn inner(&self) -> &Mayfly;
}

pub(crate) mod sealed {
    #[doc(hidden)]
    pub trait Sealed {}
}

/// A client of a Mayfly server. It is cheap to clone; one for the whole program is enough, however much runs in parallel.
///
/// Dropping a call's future ends the call.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// use mayfly::Mayfly;
///
/// let mayfly = Mayfly::from_env()?;
/// let inbox = mayfly.inboxes().create().await?;
/// // … sign up with inbox.address …
/// # mayfly.send_test_mail(&inbox.address).await?;
/// let code = mayfly.code(&inbox.address).await?;
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[derive(Clone)]
pub struct Mayfly {
    transport: Arc<Transport>,
}

impl Mayfly {
    /// With MAYFLY_API_KEY and MAYFLY_URL of the environment. Without an address, a server on this machine.
    pub fn from_env() -> Result<Self> {
        Self::builder().build()
    }

    /// With settings of your own.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn over(transport: Transport) -> Self {
        Self { transport: Arc::new(transport) }
    }

    pub(crate) fn transport(&self) -> &Transport {
        &self.transport
    }

    /// The messages of an address, newest first. Reading an address that nobody has makes it yours, with the mail that has come
    /// before.
    pub fn get_mail(&self, address: &str) -> GetMail {
        GetMail::new(self.clone(), address)
    }

    /// Waits for the message that matches, and gives it in full. Else it is a [`WaitTimeout`](crate::Error::WaitTimeout), which
    /// says what came instead.
    pub fn wait(&self, address: &str) -> Wait {
        Wait::new(self.clone(), address)
    }

    /// Waits for a message with a one-time code, and gives the code as a person would type it.
    pub fn code(&self, address: &str) -> Code {
        Code::new(self.clone(), address)
    }

    /// Waits for a message with a link to follow, and gives its address.
    pub fn link(&self, address: &str) -> Link {
        Link::new(self.clone(), address)
    }

    /// Puts a message in as if it had come by SMTP, and gives its id. `message` is the source, header and body.
    pub fn inject(&self, address: &str, message: impl Into<Vec<u8>>) -> Inject {
        Inject::new(self.clone(), address, message.into())
    }

    /// Puts a mail with a code and a link into one of your inboxes, to try with, and gives its id.
    pub async fn send_test_mail(&self, address: &str) -> Result<String> {
        let call = Call::post(format!("{}/test-mail", inbox_path(address)?));
        let Id { id } = self.transport.json(call).await?;
        Ok(id)
    }

    /// What happens in your account, as it happens.
    pub fn events(&self) -> Events {
        Events::new(self.clone())
    }

    /// Your inboxes.
    pub fn inboxes(&self) -> Inboxes {
        Inboxes { client: self.clone() }
    }

    /// An address and what can be done with it, without naming it each time. Sends nothing.
    pub fn inbox(&self, address: &str) -> Result<InboxHandle> {
        InboxHandle::new(self.clone(), address)
    }

    /// The messages in them.
    pub fn messages(&self) -> Messages {
        Messages { client: self.clone() }
    }

    /// URLs that are told of events as they happen.
    pub fn webhooks(&self) -> Webhooks {
        Webhooks { client: self.clone() }
    }

    /// What was sent to them, and what came of it.
    pub fn deliveries(&self) -> Deliveries {
        Deliveries { client: self.clone() }
    }

    /// Your API keys.
    pub fn keys(&self) -> Keys {
        Keys { client: self.clone() }
    }

    /// Domains of your own.
    pub fn domains(&self) -> Domains {
        Domains { client: self.clone() }
    }

    /// Your plan, and what is used of it.
    pub async fn account(&self) -> Result<Account> {
        self.transport.json(Call::get("/v1/account")).await
    }

    /// Any call of the HTTP API, with the same retries and errors. `path` is encoded, from its first slash.
    pub fn request(&self, method: Method, path: &str) -> Request {
        Request::new(self.clone(), method, path)
    }
}

impl sealed::Sealed for Mayfly {}

impl Client for Mayfly {
    fn inner(&self) -> &Mayfly {
        self
    }
}

impl fmt::Debug for Mayfly {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Mayfly").field("url", &self.transport.origin()).finish_non_exhaustive()
    }
}
