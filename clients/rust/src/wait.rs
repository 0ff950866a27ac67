use std::ops::Deref;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::call::{Call, Hold, inbox_path};
use crate::check::{check_at_least_one, refuse};
use crate::client::Mayfly;
use crate::deadline::Deadline;
use crate::error::{Error, NearMiss, Refusal, Result, WaitTimeout};
use crate::filter::{Filter, Has};
use crate::message::{LinkKind, Message};
use crate::request::sends;
use crate::transport::unexpected;

const DEFAULT_WAIT: Duration = Duration::from_secs(30);

/// Of all that came, the latest.
const MAX_NEAR_MISSES: usize = 10;

/// Waits for a message: [`Mayfly::wait`]. What is asked for must all hold.
///
/// ```
/// # use mayfly::{Has, Mayfly};
/// # use std::time::Duration;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = Mayfly::from_env()?;
/// # let inbox = mayfly.inboxes().create().await?;
/// # mayfly.send_test_mail(&inbox.address).await?;
/// let mail = mayfly.wait(&inbox.address).has(Has::Link).timeout(Duration::from_secs(60)).await?;
/// println!("{} wrote: {}", mail.from, mail.text);
///
/// // What comes after it:
/// let next = mayfly.wait(&inbox.address).after(&mail.cursor).timeout(Duration::ZERO).await;
/// assert!(next.unwrap_err().to_string().ends_with("No mail came."));
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct Wait<C = Mayfly> {
    client: C,
    options: WaitOptions,
}

/// Waits for several messages: [`Wait::count`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct WaitMany<C = Mayfly> {
    client: C,
    options: WaitOptions,
}

#[derive(Clone, Debug)]
pub(crate) struct WaitOptions {
    pub(crate) address: String,
    pub(crate) filter: Filter,
    pub(crate) after: Option<String>,
    pub(crate) claim: bool,
    pub(crate) count: Option<u32>,
    pub(crate) timeout: Duration,
    /// For links alone: the service does not ask for kinds.
    pub(crate) link_kind: Option<LinkKind>,
}

/// A message that was waited for: a [`Message`], and where the next wait goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReceivedMessage {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// How far the answer reaches: give it as `after`, and the next wait goes on from there.
    pub cursor: String,
}

impl Deref for ReceivedMessage {
    type Target = Message;

    fn deref(&self) -> &Message {
        &self.message
    }
}

/// What all waits can be asked for.
macro_rules! wait_setters {
    ($($name:ident),+) => {$(
        impl<C> $name<C> {
            /// Part of the sender's address, in any case.
            pub fn from(mut self, part: impl Into<String>) -> Self {
                self.options.filter.from = Some(part.into());
                self
            }

            /// Part of the subject, in any case.
            pub fn subject(mut self, part: impl Into<String>) -> Self {
                self.options.filter.subject = Some(part.into());
                self
            }

            /// Part of the subject, the text, or the text of the HTML, in any case.
            pub fn contains(mut self, part: impl Into<String>) -> Self {
                self.options.filter.contains = Some(part.into());
                self
            }

            /// The cursor of an inbox, of a received message or of a [`WaitTimeout`](crate::WaitTimeout): only what came
            /// after it counts, the first of it. Without it, a message that is there already counts too, the newest first.
            pub fn after(mut self, cursor: impl Into<String>) -> Self {
                self.options.after = Some(cursor.into());
                self
            }

            /// As long as you like; zero only looks. Default 30 seconds.
            pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
                self.options.timeout = timeout;
                self
            }
        }
    )+};
}

pub(crate) use wait_setters;

wait_setters!(Wait, WaitMany);

impl WaitOptions {
    pub(crate) fn new(address: &str) -> Self {
        Self {
            address: address.to_owned(),
            filter: Filter::default(),
            after: None,
            claim: false,
            count: None,
            timeout: DEFAULT_WAIT,
            link_kind: None,
        }
    }
}

impl<C> Wait<C> {
    pub(crate) fn new(client: C, address: &str) -> Self {
        Self { client, options: WaitOptions::new(address) }
    }

    /// Only a message with such a thing in it.
    pub fn has(mut self, thing: Has) -> Self {
        self.options.filter.has = Some(thing);
        self
    }

    /// Takes the message: it goes to one claiming wait alone, however many wait. Such a wait is not repeated once it is
    /// sent, because what a broken connection has claimed is lost.
    pub fn claim(mut self) -> Self {
        self.options.claim = true;
        self
    }

    /// Waits for so many messages, 1 to 100.
    pub fn count(mut self, count: u32) -> WaitMany<C> {
        self.options.count = Some(count);
        WaitMany { client: self.client, options: self.options }
    }
}

impl<C> WaitMany<C> {
    /// Only messages with such a thing in them.
    pub fn has(mut self, thing: Has) -> Self {
        self.options.filter.has = Some(thing);
        self
    }
}

sends!(Wait -> ReceivedMessage, wait_for_one);
sends!(WaitMany -> Vec<ReceivedMessage>, wait_for_many);

async fn wait_for_one(client: &Mayfly, options: WaitOptions) -> Result<ReceivedMessage> {
    let (message, cursor) = wait_for_first(client, &options).await?;
    Ok(ReceivedMessage { message, cursor })
}

async fn wait_for_many(client: &Mayfly, options: WaitOptions) -> Result<Vec<ReceivedMessage>> {
    let (messages, cursor) = wait_for_messages(client, &options).await?;
    Ok(messages.into_iter().map(|message| ReceivedMessage { message, cursor: cursor.clone() }).collect())
}

/// The first of the messages, and the cursor.
pub(crate) async fn wait_for_first<T: DeserializeOwned>(client: &Mayfly, options: &WaitOptions) -> Result<(T, String)> {
    let (messages, cursor) = wait_for_messages(client, options).await?;
    let first = messages.into_iter().next();
    first.map(|message| (message, cursor)).ok_or_else(|| unexpected("no message in it"))
}

/// The answer to one request.
#[derive(Deserialize)]
#[serde(bound = "T: DeserializeOwned")]
struct Answer<T> {
    status: String,
    #[serde(default = "Vec::new")]
    messages: Vec<T>,
    cursor: String,
    #[serde(default)]
    near_misses: Vec<NearMiss>,
    #[serde(default)]
    refused: Vec<Refusal>,
}

/// One wait, made of as many requests as it takes.
async fn wait_for_messages<T: DeserializeOwned>(client: &Mayfly, options: &WaitOptions) -> Result<(Vec<T>, String)> {
    let WaitOptions { address, timeout, .. } = options;
    let mut call = call_of(options)?;
    let deadline = Deadline::after(*timeout);
    call.hold = Some(Hold { parameter: "timeout", deadline });
    let mut near_misses = Vec::new();
    loop {
        let due = deadline.due();
        let answer: Answer<T> = client.transport().json(call.clone()).await?;
        let Answer { cursor, refused, .. } = answer;
        if answer.status == "received" {
            return Ok((answer.messages, cursor));
        }
        gather(&mut near_misses, answer.near_misses);
        if deadline.is_over() {
            let (address, timeout) = (address.clone(), *timeout);
            let timed_out = WaitTimeout { address, timeout, cursor, near_misses, refused };
            return Err(Error::WaitTimeout(Box::new(timed_out)));
        }
        call.query.set("after", Some(cursor));
        deadline.rest_until(due).await;
    }
}

fn call_of(WaitOptions { address, filter, after, claim, count, .. }: &WaitOptions) -> Result<Call> {
    let count = count.map(|count| check_at_least_one(count, "count")).transpose()?;
    if *claim && count.is_some_and(|count| count > 1) {
        return Err(refuse("count", "must be 1 with `claim`: take one at a time."));
    }
    let mut call = Call::get(format!("{}/wait", inbox_path(address)?));
    filter.write_to(&mut call.query);
    call.query.set("after", after.as_ref());
    call.query.set("count", count);
    call.query.set("claim", claim.then_some(true));
    call.repeatable = !claim;
    Ok(call)
}

/// The latest, each once.
pub(crate) fn gather(known: &mut Vec<NearMiss>, new: Vec<NearMiss>) {
    for miss in new {
        known.retain(|other| other.id != miss.id);
        known.push(miss);
    }
    known.drain(..known.len().saturating_sub(MAX_NEAR_MISSES));
}
