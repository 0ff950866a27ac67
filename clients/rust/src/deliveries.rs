use serde::{Deserialize, Serialize};

use crate::call::{Call, path_of};
use crate::client::{Client, Mayfly};
use crate::error::Result;
use crate::event::WebhookEvent;
use crate::list::List;
use crate::timestamp::Timestamp;
use crate::webhooks::EventType;
use crate::words::words;

const PATH: &str = "/v1/deliveries";

words! {
    /// What has become of a delivery.
    DeliveryState {
        /// It is about to be sent.
        Pending = "pending",
        /// It failed, and is sent again.
        Retrying = "retrying",
        /// The endpoint took it.
        Delivered = "delivered",
        /// The endpoint refused it: it is not sent again.
        Rejected = "rejected",
        /// It was sent as often as it is.
        Failed = "failed",
        /// The endpoint is paused.
        Held = "held",
        /// It was let go.
        Dropped = "dropped",
    }
}

/// What was sent to an endpoint, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Delivery {
    /// The `delivery_id` of the payload.
    pub id: String,
    /// The endpoint.
    pub webhook_id: String,
    /// What it tells of.
    pub event: EventType,
    /// What has become of it.
    pub state: DeliveryState,
    /// When the event happened.
    pub created_at: Timestamp,
    /// When it is sent again.
    #[serde(default)]
    pub next_attempt_at: Option<Timestamp>,
    /// What it says.
    pub payload: WebhookEvent,
    /// Each time it was sent.
    #[serde(default)]
    pub attempts: Vec<DeliveryAttempt>,
}

/// One time that a delivery was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct DeliveryAttempt {
    /// From 1.
    pub number: u32,
    /// When.
    pub at: Timestamp,
    /// None where no answer came.
    pub status: Option<u16>,
    /// How long it took.
    pub duration_ms: u64,
    /// Why no answer came, for programs.
    pub error: Option<String>,
    /// The same for people.
    pub error_detail: Option<String>,
    /// The first 16 KiB of the answer; in lists, the first 1 KiB.
    pub response: Option<String>,
}

/// What was sent to your endpoints, and what came of it: [`Mayfly::deliveries`].
#[derive(Clone, Debug)]
pub struct Deliveries<C = Mayfly> {
    pub(crate) client: C,
}

impl<C: Client> Deliveries<C> {
    /// Of all endpoints, newest first.
    pub fn list(&self) -> List<Delivery, C> {
        List::new(self.client.clone(), Ok(PATH.to_owned()))
    }
}

impl Deliveries {
    /// One of them.
    pub async fn get(&self, id: &str) -> Result<Delivery> {
        self.client.transport().json(Call::get(path_of(PATH, id, "id")?)).await
    }

    /// Sends it again, under the same `delivery_id`.
    pub async fn redeliver(&self, id: &str) -> Result<Delivery> {
        self.client.transport().json(Call::post(format!("{}/redeliver", path_of(PATH, id, "id")?))).await
    }
}
