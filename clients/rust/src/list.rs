use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::call::{Call, Query};
use crate::check::check_at_least_one;
use crate::client::{Client, Mayfly};
use crate::error::{Error, Result};
use crate::filter::{Filter, Has};
use crate::message::MessageSummary;
use crate::timestamp::Timestamp;
use crate::unfold::{Source, Unfold};

/// A list that is read page by page, as far as you go. Nothing is asked for before you begin.
///
/// It is a [`Stream`]; [`next`](List::next) and [`into_vec`](List::into_vec) do without the traits of a stream library. In
/// [`blocking`](crate::blocking) it is an iterator.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// # let inbox = mayfly.inboxes().create().await?;
/// # mayfly.send_test_mail(&inbox.address).await?;
/// let mut messages = mayfly.messages().list(&inbox.address).page_size(10);
/// while let Some(message) = messages.next().await {
///     println!("{}", message?.subject);
/// }
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[must_use = "nothing is asked for before it is read"]
pub struct List<T: DeserializeOwned + Send + 'static, C = Mayfly> {
    #[cfg_attr(not(feature = "blocking"), expect(dead_code))]
    client: C,
    pages: Unfold<Items<T>>,
}

/// The items of all pages, one after another.
struct Items<T> {
    client: Mayfly,
    path: String,
    /// Told with the first item.
    trouble: Option<Error>,
    query: Query,
    filter: Filter,
    page_size: Option<u32>,
    cursor: Option<String>,
    page: VecDeque<T>,
    is_last: bool,
}

#[derive(Deserialize)]
struct Page<T> {
    data: VecDeque<T>,
    next_cursor: Option<String>,
}

impl<T: DeserializeOwned + Send + 'static, C> List<T, C> {
    /// An error in the path is told with the first item.
    pub(crate) fn new(client: C, path: Result<String>) -> Self
    where
        C: Client,
    {
        let (path, trouble) = match path {
            Ok(path) => (path, None),
            Err(error) => (String::new(), Some(error)),
        };
        let items = Items {
            client: client.inner().clone(),
            path,
            trouble,
            query: Query::default(),
            filter: Filter::default(),
            page_size: None,
            cursor: None,
            page: VecDeque::new(),
            is_last: false,
        };
        Self { client, pages: Unfold::new(items) }
    }

    /// How many come with one request, 1 to 100. Default 50.
    pub fn page_size(self, size: u32) -> Self {
        self.with(|items| items.page_size = Some(size))
    }

    /// Once it has begun, it is too late to ask for something else.
    fn with(mut self, change: impl FnOnce(&mut Items<T>)) -> Self {
        self.pages.source_mut().map(change);
        self
    }

    pub(crate) fn filter(self, filter: Filter) -> Self {
        self.with(|items| items.filter = filter)
    }
}

impl<C> List<MessageSummary, C> {
    /// Part of the sender's address, in any case.
    pub fn from(self, part: impl Into<String>) -> Self {
        self.with(|items| items.filter.from = Some(part.into()))
    }

    /// Part of the subject, in any case.
    pub fn subject(self, part: impl Into<String>) -> Self {
        self.with(|items| items.filter.subject = Some(part.into()))
    }

    /// Part of the subject, the text, or the text of the HTML, in any case.
    pub fn contains(self, part: impl Into<String>) -> Self {
        self.with(|items| items.filter.contains = Some(part.into()))
    }

    /// Only messages with such a thing in them.
    pub fn has(self, thing: Has) -> Self {
        self.with(|items| items.filter.has = Some(thing))
    }

    /// Received then or later.
    pub fn since(self, moment: impl Into<Timestamp>) -> Self {
        self.with(|items| items.query.set("since", Some(moment.into())))
    }
}

impl<T: DeserializeOwned + Send + 'static> List<T> {
    /// The next one; None at the end. After an error comes nothing more.
    pub async fn next(&mut self) -> Option<Result<T>> {
        poll_fn(|context| self.pages.poll_next(context)).await
    }

    /// All of it.
    pub async fn into_vec(mut self) -> Result<Vec<T>> {
        let mut all = Vec::new();
        while let Some(item) = self.next().await {
            all.push(item?);
        }
        Ok(all)
    }
}

impl<T: DeserializeOwned + Send + 'static> Stream for List<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.pages.poll_next(context)
    }
}

// Nothing in it is looked at in place: what is polled stands in a box of its own.
impl<T: DeserializeOwned + Send + 'static, C> Unpin for List<T, C> {}

#[cfg(feature = "blocking")]
impl<T: DeserializeOwned + Send + 'static> Iterator for List<T, crate::blocking::Mayfly> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self { client, pages } = self;
        client.run(poll_fn(|context| pages.poll_next(context)))
    }
}

impl<T: DeserializeOwned + Send + 'static, C> fmt::Debug for List<T, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("List").field("pages", &self.pages).finish_non_exhaustive()
    }
}

impl<T: DeserializeOwned + Send + 'static> Items<T> {
    async fn fetch(&mut self) -> Result<()> {
        if let Some(error) = self.trouble.take() {
            return Err(error);
        }
        let mut call = Call::get(&self.path);
        call.query = self.query.clone();
        self.filter.write_to(&mut call.query);
        let limit = self.page_size.map(|size| check_at_least_one(size, "page_size")).transpose()?;
        call.query.set("limit", limit);
        call.query.set("cursor", self.cursor.as_ref());
        let Page { data, next_cursor } = self.client.transport().json(call).await?;
        self.page = data;
        self.is_last = next_cursor.is_none();
        self.cursor = next_cursor;
        Ok(())
    }
}

impl<T: DeserializeOwned + Send + 'static> Source for Items<T> {
    type Item = T;

    async fn next(&mut self) -> Option<Result<T>> {
        loop {
            if let Some(item) = self.page.pop_front() {
                return Some(Ok(item));
            }
            if self.is_last {
                return None;
            }
            if let Err(error) = self.fetch().await {
                return Some(Err(error));
            }
        }
    }
}
