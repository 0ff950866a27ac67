//! An inbox for one test, deleted at its end. With the feature `testing`.

use std::ops::Deref;
use std::thread;
use std::time::Duration;

use crate::builder::{Settings, new_http_client};
use crate::client::{Client, Mayfly};
use crate::error::{Error, Result};
use crate::inbox_handle::InboxHandle;
use crate::transport::Transport;

/// Of a run that is cut off, nothing is left after an hour.
const TTL: Duration = Duration::from_secs(3_600);

/// A test that is over does not wait for long.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// An inbox for one test: [`Mayfly::test_inbox`]. It is an [`InboxHandle`] that deletes its inbox.
///
/// [`close`](TestInbox::close) it at the end of the test. One that is dropped, as by a failed assertion, is deleted too, as well
/// as that can be done then; and whatever happens, the service deletes it after an hour.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// let inbox = mayfly.test_inbox().await?;
/// // … sign up with inbox.address() …
/// # mayfly.send_test_mail(inbox.address()).await?;
/// let code = inbox.code().await?;
/// inbox.close().await
/// # }
/// ```
#[derive(Debug)]
pub struct TestInbox<C: Client = Mayfly> {
    handle: InboxHandle<C>,
    is_deleted: bool,
}

impl<C: Client> TestInbox<C> {
    fn new(handle: InboxHandle<C>) -> Self {
        Self { handle, is_deleted: false }
    }
}

impl<C: Client> InboxHandle<C> {
    /// Deletes the inbox at the end of a test, as [`Mayfly::test_inbox`] does: for an address of your own.
    #[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
    pub fn into_test_inbox(self) -> TestInbox<C> {
        TestInbox::new(self)
    }
}

impl<C: Client> Deref for TestInbox<C> {
    type Target = InboxHandle<C>;

    fn deref(&self) -> &InboxHandle<C> {
        &self.handle
    }
}

impl Mayfly {
    /// Makes an inbox for one test, named after it in the dashboard.
    #[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
    pub async fn test_inbox(&self) -> Result<TestInbox> {
        // The test runner gives each test a thread of its name.
        let label: String = thread::current().name().unwrap_or("test").chars().take(200).collect();
        let inbox = self.inboxes().create().ttl(TTL).label(label).await?;
        self.inbox(&inbox.address).map(TestInbox::new)
    }
}

impl TestInbox {
    /// Deletes it. A test may have done so itself.
    pub async fn close(mut self) -> Result<()> {
        self.is_deleted = true;
        unless_gone(self.handle.delete().await)
    }
}

#[cfg(feature = "blocking")]
#[cfg_attr(docsrs, doc(cfg(feature = "blocking")))]
impl TestInbox<crate::blocking::Mayfly> {
    /// Deletes it. A test may have done so itself.
    pub fn close(mut self) -> Result<()> {
        self.is_deleted = true;
        unless_gone(self.handle.delete())
    }
}

#[cfg(feature = "blocking")]
impl crate::blocking::Mayfly {
    /// Makes an inbox for one test, named after it in the dashboard.
    #[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
    pub fn test_inbox(&self) -> Result<TestInbox<Self>> {
        let inbox = self.run(self.inner().test_inbox())?;
        let handle = InboxHandle::new(self.clone(), inbox.address())?;
        inbox.leave();
        Ok(TestInbox::new(handle))
    }
}

impl<C: Client> TestInbox<C> {
    /// Somebody else deletes it.
    #[cfg(feature = "blocking")]
    fn leave(mut self) {
        self.is_deleted = true;
    }
}

impl<C: Client> Drop for TestInbox<C> {
    fn drop(&mut self) {
        if self.is_deleted {
            return;
        }
        let settings = self.handle.client.inner().transport().settings().clone();
        let address = self.handle.address().to_owned();
        // On a thread, a runtime and a connection of its own: those of the test may be ending, or stand still until this
        // returns.
        let deletion = thread::Builder::new().spawn(move || delete(settings, &address));
        let outcome = deletion.map(thread::JoinHandle::join);
        if !matches!(outcome, Ok(Ok(Ok(())))) {
            log::warn!("{} is not deleted. It lapses within an hour.", self.handle.address());
        }
    }
}

fn delete(settings: Settings, address: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let settings = Settings { timeout: LAST_MOMENT, max_retries: 0, ..settings };
    let http = new_http_client(&settings)?;
    let mayfly = Mayfly::over(Transport::new(settings, http));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(unless_gone(runtime.block_on(mayfly.inboxes().delete(address)))?)
}

fn unless_gone(outcome: Result<()>) -> Result<()> {
    match outcome {
        Err(Error::NotFound(_)) => Ok(()),
        outcome => outcome,
    }
}
