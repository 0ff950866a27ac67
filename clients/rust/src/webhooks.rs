use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::call::{Call, path_of};
use crate::check::check_address;
use crate::client::{Client, Mayfly};
use crate::deliveries::Delivery;
use crate::error::Result;
use crate::fields::{Fields, idempotency_key_setter};
use crate::inboxes::whole_seconds;
use crate::list::List;
use crate::request::sends;
use crate::secret::Secret;
use crate::timestamp::Timestamp;
use crate::words::words;

const PATH: &str = "/v1/webhooks";

words! {
    /// What an endpoint can be told of.
    EventType {
        /// A mail came.
        MessageReceived = "message.received",
        /// An inbox became yours.
        InboxCreated = "inbox.created",
        /// Somebody tests an endpoint: told to every endpoint.
        TestPing = "test.ping",
    }
}

words! {
    /// Whether an endpoint is told of anything.
    WebhookState {
        /// It is.
        Active = "active",
        /// It is not, and its events are held.
        Paused = "paused",
    }
}

words! {
    /// Why an endpoint is paused.
    PausedReason {
        /// Ten attempts in a row have failed.
        Failures = "failures",
        /// Somebody paused it.
        Manual = "manual",
        /// The plan has fewer endpoints.
        Plan = "plan",
    }
}

/// What becomes of the events that a paused endpoint was not told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeldEvents {
    /// They are delivered now.
    Deliver,
    /// They are forgotten.
    Drop,
}

/// A URL that is told of events as they happen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Webhook {
    /// `whk_…`.
    pub id: String,
    /// Where deliveries go.
    pub url: String,
    /// What you call it.
    pub description: String,
    /// What it is told of.
    pub events: Vec<EventType>,
    /// One address alone; None for every inbox.
    pub inbox_filter: Option<String>,
    /// Whether it is told of anything.
    pub state: WebhookState,
    /// Why it is paused.
    pub paused_reason: Option<PausedReason>,
    /// Failed attempts since the last success. Ten of them pause it.
    pub consecutive_failures: u32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last took a delivery.
    pub last_success_at: Option<Timestamp>,
    /// When it last did not.
    pub last_failure_at: Option<Timestamp>,
}

/// An endpoint that was just made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct CreatedWebhook {
    /// The endpoint.
    #[serde(flatten)]
    pub webhook: Webhook,
    /// What its deliveries are signed with: for [`verify_webhook`](crate::verify_webhook).
    pub secret: Secret,
}

/// What an endpoint's deliveries are signed with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct WebhookSecret {
    /// The one that holds.
    pub secret: Secret,
    /// Holds too, until its moment.
    pub previous_secret: Option<Secret>,
    /// That moment.
    pub previous_expires_at: Option<Timestamp>,
}

/// URLs that are told of events as they happen: [`Mayfly::webhooks`].
#[derive(Clone, Debug)]
pub struct Webhooks<C = Mayfly> {
    pub(crate) client: C,
}

impl<C: Client> Webhooks<C> {
    /// Makes an endpoint. Without events it is told of every mail.
    pub fn create(&self, url: &str) -> CreateWebhook<C> {
        let mut options = Fields::default();
        options.set("url", url);
        CreateWebhook { client: self.client.clone(), options }
    }

    /// All of them.
    pub fn list(&self) -> List<Webhook, C> {
        List::new(self.client.clone(), Ok(PATH.to_owned()))
    }

    /// Changes an endpoint. What is not said stays as it is.
    pub fn update(&self, id: &str) -> UpdateWebhook<C> {
        let options = UpdateOptions { id: id.to_owned(), fields: Fields::default() };
        UpdateWebhook { client: self.client.clone(), options }
    }

    /// The log of one endpoint, newest first.
    pub fn deliveries(&self, id: &str) -> List<Delivery, C> {
        List::new(self.client.clone(), path(id).map(|path| format!("{path}/deliveries")))
    }
}

impl Webhooks {
    /// One of them.
    pub async fn get(&self, id: &str) -> Result<Webhook> {
        self.client.transport().json(Call::get(path(id)?)).await
    }

    /// Deletes it with its log.
    pub async fn delete(&self, id: &str) -> Result<()> {
        self.client.transport().done(Call::delete(path(id)?)).await
    }

    /// Sends a `test.ping`, also to a paused endpoint, and answers with what came of it.
    pub async fn test(&self, id: &str) -> Result<Delivery> {
        self.client.transport().json(Call::post(format!("{}/test", path(id)?))).await
    }

    /// Sends nothing to it until it is resumed. Its events are held.
    pub async fn pause(&self, id: &str) -> Result<Webhook> {
        self.client.transport().json(Call::post(format!("{}/pause", path(id)?))).await
    }

    /// Sends to it again, and delivers what was held, or drops it.
    pub async fn resume(&self, id: &str, held: HeldEvents) -> Result<Webhook> {
        let held = match held {
            HeldEvents::Deliver => "deliver",
            HeldEvents::Drop => "drop",
        };
        self.client.transport().json(Call::post(format!("{}/resume", path(id)?)).json(&json!({ "held": held }))?).await
    }

    /// A new secret. The one before it holds too for a day.
    pub async fn rotate_secret(&self, id: &str) -> Result<WebhookSecret> {
        self.client.transport().json(Call::post(format!("{}/rotate-secret", path(id)?)).json(&json!({}))?).await
    }

    /// A new secret. The one before it holds too for as long as you say, in whole seconds.
    pub async fn rotate_secret_with_overlap(&self, id: &str, overlap: Duration) -> Result<WebhookSecret> {
        let overlap = json!({ "overlap_seconds": whole_seconds(overlap) });
        self.client.transport().json(Call::post(format!("{}/rotate-secret", path(id)?)).json(&overlap)?).await
    }

    /// What its deliveries are signed with.
    pub async fn secret(&self, id: &str) -> Result<WebhookSecret> {
        self.client.transport().json(Call::get(format!("{}/secret", path(id)?))).await
    }

    /// Sends again what failed since then, and says how many that are.
    pub async fn redeliver(&self, id: &str, since: impl Into<Timestamp>) -> Result<u64> {
        redeliver(&self.client, id, json!({ "since": since.into() })).await
    }

    /// The same, with what the endpoint rejected.
    pub async fn redeliver_with_rejected(&self, id: &str, since: impl Into<Timestamp>) -> Result<u64> {
        redeliver(&self.client, id, json!({ "since": since.into(), "states": ["failed", "rejected"] })).await
    }
}

async fn redeliver(client: &Mayfly, id: &str, body: Value) -> Result<u64> {
    #[derive(Deserialize)]
    struct Redelivered {
        redelivered: u64,
    }
    let call = Call::post(format!("{}/redeliver", path(id)?)).json(&body)?;
    let Redelivered { redelivered } = client.transport().json(call).await?;
    Ok(redelivered)
}

/// Makes an endpoint: [`Webhooks::create`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct CreateWebhook<C = Mayfly> {
    client: C,
    options: Fields,
}

impl<C> CreateWebhook<C> {
    /// What you call it.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.options.set("description", description.into());
        self
    }

    /// What it is told of. Without it, `message.received`.
    pub fn events(mut self, events: impl IntoIterator<Item = EventType>) -> Self {
        self.options.set("events", names_of(events));
        self
    }

    /// Only the events of this address.
    pub fn inbox_filter(mut self, address: impl Into<String>) -> Self {
        self.options.set("inbox_filter", address.into());
        self
    }
}

idempotency_key_setter!(CreateWebhook);
sends!(CreateWebhook -> CreatedWebhook, create);

async fn create(client: &Mayfly, fields: Fields) -> Result<CreatedWebhook> {
    check_filter(&fields)?;
    let call = Call::post(PATH).json(&fields.values)?.idempotency_key(fields.idempotency_key.as_deref())?;
    client.transport().json(call).await
}

/// Changes an endpoint: [`Webhooks::update`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct UpdateWebhook<C = Mayfly> {
    client: C,
    options: UpdateOptions,
}

#[derive(Clone, Debug)]
struct UpdateOptions {
    id: String,
    fields: Fields,
}

impl<C> UpdateWebhook<C> {
    /// Where deliveries go.
    pub fn url(mut self, url: impl Into<String>) -> Self {
        self.options.fields.set("url", url.into());
        self
    }

    /// What you call it.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.options.fields.set("description", description.into());
        self
    }

    /// What it is told of.
    pub fn events(mut self, events: impl IntoIterator<Item = EventType>) -> Self {
        self.options.fields.set("events", names_of(events));
        self
    }

    /// Only the events of this address.
    pub fn inbox_filter(mut self, address: impl Into<String>) -> Self {
        self.options.fields.set("inbox_filter", address.into());
        self
    }

    /// The events of every inbox.
    pub fn every_inbox(mut self) -> Self {
        self.options.fields.set("inbox_filter", Value::Null);
        self
    }
}

sends!(UpdateWebhook -> Webhook, update);

async fn update(client: &Mayfly, UpdateOptions { id, fields }: UpdateOptions) -> Result<Webhook> {
    check_filter(&fields)?;
    client.transport().json(Call::patch(path(&id)?).json(&fields.values)?).await
}

fn check_filter(fields: &Fields) -> Result<()> {
    fields.text("inbox_filter").map_or(Ok(()), |address| check_address(address).map(drop))
}

fn names_of(events: impl IntoIterator<Item = EventType>) -> Vec<String> {
    events.into_iter().map(|event| event.to_string()).collect()
}

fn path(id: &str) -> Result<String> {
    path_of(PATH, id, "id")
}
