use crate::check::check_address;
use crate::client::{Client, Mayfly};
use crate::code::Code;
use crate::error::Result;
use crate::get_mail::GetMail;
use crate::inboxes::Inbox;
use crate::inject::Inject;
use crate::link::Link;
use crate::list::List;
use crate::message::MessageSummary;
use crate::messages::Messages;
use crate::wait::Wait;

/// One address and what can be done with it, without naming it each time: [`Mayfly::inbox`].
#[derive(Clone, Debug)]
pub struct InboxHandle<C = Mayfly> {
    pub(crate) client: C,
    address: String,
}

impl<C: Client> InboxHandle<C> {
    pub(crate) fn new(client: C, address: &str) -> Result<Self> {
        Ok(Self { client, address: check_address(address)?.to_owned() })
    }

    /// Whose mail it is.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// See [`Mayfly::wait`].
    pub fn wait(&self) -> Wait<C> {
        Wait::new(self.client.clone(), &self.address)
    }

    /// See [`Mayfly::code`].
    pub fn code(&self) -> Code<C> {
        Code::new(self.client.clone(), &self.address)
    }

    /// See [`Mayfly::link`].
    pub fn link(&self) -> Link<C> {
        Link::new(self.client.clone(), &self.address)
    }

    /// See [`Mayfly::get_mail`].
    pub fn get_mail(&self) -> GetMail<C> {
        GetMail::new(self.client.clone(), &self.address)
    }

    /// See [`Messages::list`].
    pub fn messages(&self) -> List<MessageSummary, C> {
        Messages { client: self.client.clone() }.list(&self.address)
    }

    /// See [`Mayfly::inject`].
    pub fn inject(&self, message: impl Into<Vec<u8>>) -> Inject<C> {
        Inject::new(self.client.clone(), &self.address, message.into())
    }
}

impl InboxHandle {
    /// How it is now: how many messages, and the cursor for a wait.
    pub async fn get(&self) -> Result<Inbox> {
        self.client.inboxes().get(&self.address).await
    }

    /// Deletes all its messages.
    pub async fn empty(&self) -> Result<()> {
        self.client.inboxes().empty(&self.address).await
    }

    /// Deletes it with all its messages.
    pub async fn delete(&self) -> Result<()> {
        self.client.inboxes().delete(&self.address).await
    }
}
