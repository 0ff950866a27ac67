use serde::Deserialize;

use crate::call::inbox_path;
use crate::client::Mayfly;
use crate::deadline::Deadline;
use crate::error::{Error, NearMiss, Result, WaitTimeout};
use crate::filter::Has;
use crate::list::List;
use crate::message::{LinkKind, MessageLink};
use crate::request::sends;
use crate::wait::{WaitOptions, gather, wait_for_first, wait_setters};

/// Waits for a link to follow: [`Mayfly::link`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// # let inbox = mayfly.inboxes().create().await?;
/// # mayfly.send_test_mail(&inbox.address).await?;
/// let href = mayfly.link(&inbox.address).kind(mayfly::LinkKind::Verify).await?;
/// assert!(href.contains("://"));
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct Link<C = Mayfly> {
    client: C,
    options: WaitOptions,
}

wait_setters!(Link);

impl<C> Link<C> {
    pub(crate) fn new(client: C, address: &str) -> Self {
        Self { client, options: WaitOptions::new(address) }
    }

    /// Only a link of this kind. Without it, the link that the mail is about: to verify, reset or log in, else any but one
    /// to unsubscribe.
    pub fn kind(mut self, kind: LinkKind) -> Self {
        self.options.link_kind = Some(kind);
        self
    }
}

sends!(Link -> String, wait_for_link);

/// In this order: a mail that asks to confirm something also has a link to the home page.
const WORTH_FOLLOWING: [&[LinkKind]; 2] = [&[LinkKind::Verify, LinkKind::Reset, LinkKind::Login], &[LinkKind::Plain]];

/// What is looked at here, so that a key with the scope `codes` will do.
#[derive(Default, Deserialize)]
#[serde(default)]
struct WithLinks {
    id: String,
    from: Option<String>,
    subject: Option<String>,
    links: Vec<MessageLink>,
}

/// The link of the first message that has such a one. The service does not ask for kinds, so the messages are looked at here.
async fn wait_for_link(client: &Mayfly, options: WaitOptions) -> Result<String> {
    let deadline = Deadline::after(options.timeout);
    let kind = options.link_kind.as_ref();
    let mut asked = options.clone();
    asked.filter.has = Some(Has::Link);
    let mut near_misses = Vec::new();
    loop {
        asked.timeout = deadline.left();
        let (message, cursor): (WithLinks, _) = wait_for_first(client, &asked).await.map_err(|error| match error {
            Error::WaitTimeout(timed_out) => explain(*timed_out, &options, std::mem::take(&mut near_misses)),
            error => error,
        })?;
        if let Some(href) = pick_link(&message.links, kind) {
            return Ok(href);
        }
        if asked.after.is_none()
            && let Some(href) = look_back(client, &asked).await?
        {
            return Ok(href);
        }
        let WithLinks { id, from, subject, .. } = message;
        gather(&mut near_misses, vec![NearMiss { id, from, subject, failed: vec!["kind".to_owned()] }]);
        asked.after = Some(cursor);
    }
}

/// The newest message has no such link; an older one may have it.
async fn look_back(client: &Mayfly, options: &WaitOptions) -> Result<Option<String>> {
    let path = inbox_path(&options.address).map(|path| format!("{path}/messages"));
    let mut older = List::<WithLinks>::new(client.clone(), path).filter(options.filter.clone());
    while let Some(message) = older.next().await {
        if let Some(href) = pick_link(&message?.links, options.link_kind.as_ref()) {
            return Ok(Some(href));
        }
    }
    Ok(None)
}

fn pick_link(links: &[MessageLink], kind: Option<&LinkKind>) -> Option<String> {
    let first_of = |kinds: &[LinkKind]| links.iter().find(|link| kinds.contains(&link.kind));
    let found = match kind {
        Some(kind) => first_of(std::slice::from_ref(kind)),
        None => WORTH_FOLLOWING.into_iter().find_map(first_of),
    };
    found.map(|link| link.href.clone())
}

fn explain(timed_out: WaitTimeout, options: &WaitOptions, mut near_misses: Vec<NearMiss>) -> Error {
    gather(&mut near_misses, timed_out.near_misses);
    Error::WaitTimeout(Box::new(WaitTimeout { timeout: options.timeout, near_misses, ..timed_out }))
}
