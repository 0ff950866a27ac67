use serde::{Deserialize, Serialize};

use crate::timestamp::Timestamp;
use crate::words::words;

words! {
    /// What an account has paid for.
    Plan {
        /// Free.
        Free = "free",
        /// Plus.
        Plus = "plus",
        /// Elite: with webhooks.
        Elite = "elite",
        /// Team: with members.
        Team = "team",
    }
}

/// Your plan, and what is used of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Account {
    /// `acc_…`.
    pub id: String,
    /// What it has.
    pub plan: Plan,
    /// When it was made.
    pub created_at: Timestamp,
    /// What the plan allows.
    pub limits: Limits,
    /// What is used of it.
    pub usage: Usage,
}

/// What a plan allows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Limits {
    /// Calls of the API.
    pub requests_per_minute: u64,
    /// Inboxes at once.
    pub inboxes: u64,
    /// How long mail is kept.
    pub retention_hours: f64,
    /// The largest message.
    pub message_bytes: u64,
    /// Room for messages.
    pub stored_bytes: u64,
    /// Webhook endpoints.
    pub webhook_endpoints: u64,
    /// Domains of your own.
    pub custom_domains: u64,
    /// People.
    pub members: u64,
    /// Waits and streams at once.
    pub open_waits: u64,
}

/// What is used of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Usage {
    /// Inboxes.
    pub inboxes: u64,
    /// Room for messages.
    pub stored_bytes: u64,
    /// People, with those invited.
    pub members: u64,
    /// Webhook endpoints.
    pub webhook_endpoints: u64,
    /// Waits and streams under way.
    pub open_waits: u64,
    /// Calls of this minute.
    pub requests: RequestUsage,
}

/// What is left of the calls of a minute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RequestUsage {
    /// So many more.
    pub remaining: u64,
    /// And then from anew.
    pub reset_seconds: u64,
}
