use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::timestamp::Timestamp;

/// What happened, and to what.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventData {
    /// `message.received`: a mail came to one of your inboxes.
    MessageReceived(MessageReceived),
    /// `inbox.created`: an inbox became yours.
    InboxCreated(InboxCreated),
    /// `test.ping`: somebody tests an endpoint. By webhook alone.
    TestPing(TestPing),
    /// An event that this version of the library does not know, or knows otherwise.
    Other {
        /// What the service calls it.
        event: String,
        /// What it says of it.
        data: Value,
    },
}

/// A mail came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct MessageReceived {
    /// The inbox's id.
    pub inbox_id: String,
    /// The address.
    pub inbox: String,
    /// For [`Messages::get`](crate::Messages::get).
    pub message_id: String,
    /// The bare address.
    pub from: String,
    /// The addresses of the To header.
    pub to: Vec<String>,
    /// Decoded.
    pub subject: String,
    /// To the second.
    pub received_at: Timestamp,
    /// Of the source.
    pub size_bytes: u64,
    /// The body is OpenPGP or S/MIME.
    pub encrypted: bool,
}

/// An inbox became yours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct InboxCreated {
    /// The inbox's id.
    pub inbox_id: String,
    /// The address.
    pub inbox: String,
    /// When.
    pub created_at: Timestamp,
}

/// Somebody tests an endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TestPing {
    /// The endpoint's id.
    pub endpoint_id: String,
    /// A greeting.
    pub message: String,
}

impl EventData {
    /// What the service calls it: `message.received`, …
    pub fn name(&self) -> &str {
        match self {
            Self::MessageReceived(_) => "message.received",
            Self::InboxCreated(_) => "inbox.created",
            Self::TestPing(_) => "test.ping",
            Self::Other { event, .. } => event,
        }
    }

    pub(crate) fn read(event: &str, data: Value) -> Self {
        let known = match event {
            "message.received" => MessageReceived::deserialize(&data).map(Self::MessageReceived).ok(),
            "inbox.created" => InboxCreated::deserialize(&data).map(Self::InboxCreated).ok(),
            "test.ping" => TestPing::deserialize(&data).map(Self::TestPing).ok(),
            _ => None,
        };
        known.unwrap_or_else(|| Self::Other { event: event.to_owned(), data })
    }
}

/// The data alone; its name stands beside it.
impl Serialize for EventData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::MessageReceived(data) => data.serialize(serializer),
            Self::InboxCreated(data) => data.serialize(serializer),
            Self::TestPing(data) => data.serialize(serializer),
            Self::Other { data, .. } => data.serialize(serializer),
        }
    }
}

/// Something that happened in your account: [`Mayfly::events`](crate::Mayfly::events).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// For [`Events::last_event_id`](crate::Events::last_event_id).
    pub id: String,
    /// What happened.
    pub data: EventData,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Event", 3)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("event", self.data.name())?;
        fields.serialize_field("data", &self.data)?;
        fields.end()
    }
}

/// What a webhook's delivery says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WebhookEvent {
    /// The same in every attempt: remember it, and you handle nothing twice.
    pub delivery_id: String,
    /// Of this attempt, in Unix seconds.
    pub timestamp: i64,
    /// What happened.
    pub data: EventData,
}

/// As it stands in the body.
#[derive(Deserialize)]
struct Payload {
    event: String,
    #[serde(default)]
    delivery_id: String,
    timestamp: i64,
    #[serde(default)]
    data: Value,
}

impl<'de> Deserialize<'de> for WebhookEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Payload { event, delivery_id, timestamp, data } = Payload::deserialize(deserializer)?;
        let data = EventData::read(&event, data);
        Ok(Self { delivery_id, timestamp, data })
    }
}

impl Serialize for WebhookEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("WebhookEvent", 4)?;
        fields.serialize_field("event", self.data.name())?;
        fields.serialize_field("delivery_id", &self.delivery_id)?;
        fields.serialize_field("timestamp", &self.timestamp)?;
        fields.serialize_field("data", &self.data)?;
        fields.end()
    }
}
