use std::time::Duration;

use crate::call::{Call, Hold};
use crate::check::{check_address, check_at_least_one};
use crate::client::Mayfly;
use crate::deadline::Deadline;
use crate::error::Result;
use crate::filter::Filter;
use crate::message::Mail;
use crate::request::sends;
use crate::timestamp::Timestamp;

/// Reads the messages of an address: [`Mayfly::get_mail`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// # let inbox = mayfly.inboxes().create().await?;
/// # mayfly.send_test_mail(&inbox.address).await?;
/// let mails = mayfly.get_mail(&inbox.address).limit(1).await?;
/// println!("The newest is from {}", mails[0].from);
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct GetMail<C = Mayfly> {
    client: C,
    options: Options,
}

#[derive(Clone, Debug)]
struct Options {
    email: String,
    limit: Option<u32>,
    since: Option<Timestamp>,
    filter: Filter,
    wait: Duration,
}

impl<C> GetMail<C> {
    pub(crate) fn new(client: C, email: &str) -> Self {
        let (email, filter, wait) = (email.to_owned(), Filter::default(), Duration::ZERO);
        Self { client, options: Options { email, limit: None, since: None, filter, wait } }
    }

    /// 1 to 100, the newest. Default 100; for more, read [`Messages::list`](crate::Messages::list).
    pub fn limit(mut self, limit: u32) -> Self {
        self.options.limit = Some(limit);
        self
    }

    /// Received then or later.
    pub fn since(mut self, moment: impl Into<Timestamp>) -> Self {
        self.options.since = Some(moment.into());
        self
    }

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

    /// How long to wait where nothing matches yet. Default: not at all.
    pub fn wait(mut self, time: Duration) -> Self {
        self.options.wait = time;
        self
    }
}

sends!(GetMail -> Vec<Mail>, get_mail);

/// GET /getMail: newest first; empty where nothing matches, or nothing has come in time.
async fn get_mail(client: &Mayfly, Options { email, limit, since, filter, wait }: Options) -> Result<Vec<Mail>> {
    let mut call = Call::get("/getMail");
    call.query.set("email", Some(check_address(&email)?));
    call.query.set("limit", limit.map(|limit| check_at_least_one(limit, "limit")).transpose()?);
    call.query.set("since", since);
    filter.write_to(&mut call.query);
    let deadline = Deadline::after(wait);
    call.hold = (!wait.is_zero()).then_some(Hold { parameter: "wait", deadline });
    loop {
        let due = deadline.due();
        let mails: Vec<Mail> = client.transport().json(call.clone()).await?;
        if !mails.is_empty() || deadline.is_over() {
            return Ok(mails);
        }
        deadline.rest_until(due).await;
    }
}
