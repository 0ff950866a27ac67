use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use reqwest::Response;
use reqwest::header::{ACCEPT, HeaderName};
use tokio::time::{sleep, timeout};

use crate::call::Call;
use crate::check::check_address;
use crate::client::{Client, Mayfly};
use crate::error::{ConnectionError, ConnectionErrorKind, Error, Result};
use crate::event::{Event, EventData};
use crate::event_stream_parser::{Block, EventStreamParser};
use crate::retry::delay_after;
use crate::transport::unexpected;
use crate::unfold::{Source, Unfold};

/// The service says something every 15 seconds: after this much silence the connection is dead.
const LONGEST_SILENCE: Duration = Duration::from_secs(45);
const DEFAULT_RETRY: Duration = Duration::from_secs(2);
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// What happens in your account, as it happens: [`Mayfly::events`]. A connection that breaks is made again, with nothing lost
/// or repeated.
///
/// It is a [`Stream`]; [`next`](Events::next) does without the traits of a stream library. In
/// [`blocking`](crate::blocking) it is an iterator. It has no end but an error; drop it to leave.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// use mayfly::EventData;
///
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// # let inbox = mayfly.inboxes().create().await?;
/// # let (client, address) = (mayfly.clone(), inbox.address.clone());
/// let mut events = mayfly.events().inbox(&inbox.address);
/// # let (opened, open) = std::sync::mpsc::channel();
/// # events = events.on_open(move |_| opened.send(()).unwrap());
/// # tokio::spawn(async move {
/// #     tokio::task::spawn_blocking(move || open.recv()).await.unwrap().unwrap();
/// #     client.send_test_mail(&address).await.unwrap();
/// # });
/// while let Some(event) = events.next().await {
///     if let EventData::MessageReceived(mail) = event?.data {
///         println!("{} has mail: {}", mail.inbox, mail.subject);
/// #       break;
///     }
/// }
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[must_use = "nothing is followed before it is read"]
pub struct Events<C = Mayfly> {
    #[cfg_attr(not(feature = "blocking"), expect(dead_code))]
    client: C,
    follower: Unfold<Follower>,
}

impl<C: Client> Events<C> {
    pub(crate) fn new(client: C) -> Self {
        let follower = Follower {
            client: client.inner().clone(),
            inbox: None,
            place: None,
            on_open: None,
            retry: DEFAULT_RETRY,
            pause: None,
            failures: 0,
            was_open: false,
            connection: None,
            ready: VecDeque::new(),
        };
        Self { client, follower: Unfold::new(follower) }
    }

    /// Only the events of this address.
    pub fn inbox(self, address: impl Into<String>) -> Self {
        self.with(|follower| follower.inbox = Some(address.into()))
    }

    /// The `id` of an event: what came after it comes first. Without it, what happens from now on.
    pub fn last_event_id(self, id: impl Into<String>) -> Self {
        self.with(|follower| follower.place = Some(id.into()))
    }

    /// Is called each time the stream stands, with the id of where it is: what happens from then on is seen.
    pub fn on_open(self, tell: impl FnMut(&str) + Send + 'static) -> Self {
        self.with(|follower| follower.on_open = Some(Box::new(tell)))
    }

    /// Once it has begun, it is too late to ask for something else.
    fn with(mut self, change: impl FnOnce(&mut Follower)) -> Self {
        self.follower.source_mut().map(change);
        self
    }
}

impl Events {
    /// The next one. After an error comes nothing more.
    pub async fn next(&mut self) -> Option<Result<Event>> {
        poll_fn(|context| self.follower.poll_next(context)).await
    }
}

impl Stream for Events {
    type Item = Result<Event>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.follower.poll_next(context)
    }
}

#[cfg(feature = "blocking")]
impl Iterator for Events<crate::blocking::Mayfly> {
    type Item = Result<Event>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self { client, follower } = self;
        client.run(poll_fn(|context| follower.poll_next(context)))
    }
}

impl<C> fmt::Debug for Events<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Events").field("follower", &self.follower).finish_non_exhaustive()
    }
}

/// Follows the account's events over any number of connections, each going on where the one before ended.
struct Follower {
    client: Mayfly,
    inbox: Option<String>,
    /// The id of the last event, or of where the stream began.
    place: Option<String>,
    on_open: Option<OnOpen>,
    retry: Duration,
    pause: Option<Duration>,
    failures: u32,
    was_open: bool,
    connection: Option<Connection>,
    ready: VecDeque<Event>,
}

type OnOpen = Box<dyn FnMut(&str) + Send>;

struct Connection {
    response: Response,
    parser: EventStreamParser,
}

impl Source for Follower {
    type Item = Event;

    async fn next(&mut self) -> Option<Result<Event>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(Ok(event));
            }
            if let Some(pause) = self.pause.take() {
                sleep(pause).await;
            }
            if let Err(error) = self.read_on().await {
                self.connection = None;
                // Whether it can be reached at all is known once it was: until then, an error is an answer.
                if !self.was_open || !error.is_transient() {
                    return Some(Err(error));
                }
                self.failures = self.failures.saturating_add(1);
                let backoff = delay_after(self.failures, &error).unwrap_or(Duration::ZERO);
                self.pause = Some(self.retry.max(backoff));
            }
        }
    }
}

impl Follower {
    /// One more piece of the stream, of a new connection where there is none.
    async fn read_on(&mut self) -> Result<()> {
        if self.connection.is_none() {
            let response = self.open().await?;
            self.connection = Some(Connection { response, parser: EventStreamParser::default() });
        }
        let transport = self.client.transport();
        let Some(Connection { response, parser }) = &mut self.connection else {
            return Ok(());
        };
        let broken = |kind: ConnectionErrorKind, message: String| {
            Error::Connection(Box::new(ConnectionError::new(kind, message)))
        };
        let Ok(piece) = timeout(LONGEST_SILENCE, response.chunk()).await else {
            let message = format!("{} has said nothing for {LONGEST_SILENCE:?}.", transport.origin());
            return Err(broken(ConnectionErrorKind::Timeout, message));
        };
        let Some(piece) = piece.map_err(|error| transport.failure(error))? else {
            self.connection = None;
            self.pause = Some(self.retry);
            return Ok(());
        };
        let blocks = parser.push(&piece).map_err(|error| broken(ConnectionErrorKind::Broken, error.to_string()))?;
        blocks.into_iter().try_for_each(|block| self.take(block))
    }

    async fn open(&mut self) -> Result<Response> {
        let mut call = Call::get("/v1/events").header(ACCEPT, "accept", "text/event-stream")?;
        call.query.set("inbox", self.inbox.as_deref().map(check_address).transpose()?);
        if let Some(place) = &self.place {
            call = call.header(LAST_EVENT_ID, "last_event_id", place)?;
        }
        self.client.transport().open(call).await
    }

    fn take(&mut self, Block { id, event, data, retry_ms }: Block) -> Result<()> {
        (self.failures, self.was_open) = (0, true);
        if let Some(retry_ms) = retry_ms {
            self.retry = Duration::from_millis(retry_ms);
        }
        if let Some(id) = id {
            if let (None, Some(tell)) = (&data, &mut self.on_open) {
                tell(&id);
            }
            self.place = Some(id);
        }
        if let Some(data) = data {
            let data = serde_json::from_str(&data).map_err(|error| unexpected(&error.to_string()))?;
            let data = EventData::read(event.as_deref().unwrap_or("message"), data);
            self.ready.push_back(Event { id: self.place.clone().unwrap_or_default(), data });
        }
        Ok(())
    }
}
