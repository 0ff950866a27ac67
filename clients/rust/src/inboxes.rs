use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::call::{Call, inbox_path};
use crate::check::check_address;
use crate::client::{Client, Mayfly};
use crate::error::Result;
use crate::fields::{Fields, idempotency_key_setter};
use crate::list::List;
use crate::request::sends;
use crate::timestamp::Timestamp;

const PATH: &str = "/v1/inboxes";

/// One inbox, as it is at the moment of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Inbox {
    /// `ibx_…`.
    pub id: String,
    /// What every call names it by.
    pub address: String,
    /// What you call it.
    pub label: Option<String>,
    /// When it became yours.
    pub created_at: Timestamp,
    /// When it lapses if it is neither read nor mailed until then.
    pub expires_at: Timestamp,
    /// When its newest message came.
    pub last_message_at: Option<Timestamp>,
    /// How many messages it has.
    pub message_count: u64,
    /// How many of them were not read yet.
    pub unread_count: u64,
    /// What they take of your plan's room.
    pub stored_bytes: u64,
    /// For `after` of a wait: what comes from now on.
    pub cursor: String,
}

/// The inboxes of your account: [`Mayfly::inboxes`].
#[derive(Clone, Debug)]
pub struct Inboxes<C = Mayfly> {
    pub(crate) client: C,
}

impl<C: Client> Inboxes<C> {
    /// Makes an inbox: at the address you name, or at one that nobody can guess. One that is yours already is given back.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> mayfly::Result<()> {
    /// # let mayfly = mayfly::Mayfly::from_env()?;
    /// let inbox = mayfly.inboxes().create().label("sign-up").ttl(Duration::from_secs(600)).await?;
    /// println!("{}", inbox.address);
    /// # mayfly.inboxes().delete(&inbox.address).await
    /// # }
    /// ```
    pub fn create(&self) -> CreateInbox<C> {
        CreateInbox { client: self.client.clone(), options: Fields::default() }
    }

    /// All of them.
    pub fn list(&self) -> List<Inbox, C> {
        List::new(self.client.clone(), Ok(PATH.to_owned()))
    }

    /// Changes what can be changed of an inbox. What is not said stays as it is.
    pub fn update(&self, address: &str) -> UpdateInbox<C> {
        let options = UpdateOptions { address: address.to_owned(), fields: Fields::default() };
        UpdateInbox { client: self.client.clone(), options }
    }
}

impl Inboxes {
    /// Unlike reading its mail, this never makes an address yours: what is not yours is [`NotFound`](crate::Error::NotFound).
    pub async fn get(&self, address: &str) -> Result<Inbox> {
        self.client.transport().json(Call::get(inbox_path(address)?)).await
    }

    /// Deletes it with all its messages.
    pub async fn delete(&self, address: &str) -> Result<()> {
        self.client.transport().done(Call::delete(inbox_path(address)?)).await
    }

    /// Deletes all its messages.
    pub async fn empty(&self, address: &str) -> Result<()> {
        self.client.transport().done(Call::delete(format!("{}/messages", inbox_path(address)?))).await
    }
}

/// Makes an inbox: [`Inboxes::create`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct CreateInbox<C = Mayfly> {
    client: C,
    options: Fields,
}

impl<C> CreateInbox<C> {
    /// Without it, one that nobody can guess.
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.options.set("address", address.into());
        self
    }

    /// Where the unguessable address is to be.
    pub fn domain(mut self, domain: impl Into<String>) -> Self {
        self.options.set("domain", domain.into());
        self
    }

    /// What you call it, up to 200 characters.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.options.set("label", label.into());
        self
    }

    /// How long it lives, from now on, in whole seconds. Without it, as long as the plan keeps mail.
    pub fn ttl(mut self, time: Duration) -> Self {
        self.options.set("ttl_seconds", whole_seconds(time));
        self
    }
}

idempotency_key_setter!(CreateInbox);
sends!(CreateInbox -> Inbox, create);

async fn create(client: &Mayfly, fields: Fields) -> Result<Inbox> {
    if let Some(address) = fields.text("address") {
        check_address(address)?;
    }
    let call = Call::post(PATH).json(&fields.values)?.idempotency_key(fields.idempotency_key.as_deref())?;
    client.transport().json(call).await
}

/// Changes an inbox: [`Inboxes::update`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct UpdateInbox<C = Mayfly> {
    client: C,
    options: UpdateOptions,
}

#[derive(Clone, Debug)]
struct UpdateOptions {
    address: String,
    fields: Fields,
}

impl<C> UpdateInbox<C> {
    /// What you call it, up to 200 characters.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.options.fields.set("label", label.into());
        self
    }

    /// Takes its label away.
    pub fn no_label(mut self) -> Self {
        self.options.fields.set("label", Value::Null);
        self
    }

    /// How long it lives, from now on, in whole seconds.
    pub fn ttl(mut self, time: Duration) -> Self {
        self.options.fields.set("ttl_seconds", whole_seconds(time));
        self
    }

    /// It lives as long as the plan keeps mail.
    pub fn no_ttl(mut self) -> Self {
        self.options.fields.set("ttl_seconds", Value::Null);
        self
    }
}

sends!(UpdateInbox -> Inbox, update);

async fn update(client: &Mayfly, UpdateOptions { address, fields }: UpdateOptions) -> Result<Inbox> {
    client.transport().json(Call::patch(inbox_path(&address)?).json(&fields.values)?).await
}

/// A part of a second counts as one: nothing is to end before its time.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0))
}
