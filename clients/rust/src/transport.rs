use std::fmt::Write as _;
use std::time::Duration;

use log::debug;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, USER_AGENT};
use reqwest::{Method, Response, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use crate::builder::Settings;
use crate::call::{Call, Hold};
use crate::check::refuse;
use crate::error::{ConnectionError, ConnectionErrorKind, Error, Problem, Result};
use crate::error_of_answer::{error_of_answer, redirected};
use crate::retry::delay_after;

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const OUR_NAME: &str = concat!("mayfly-rust/", env!("CARGO_PKG_VERSION"));

/// Sends calls, and sends them again where that is safe and may help.
#[derive(Debug)]
pub(crate) struct Transport {
    settings: Settings,
    http: reqwest::Client,
}

impl Transport {
    pub(crate) fn new(settings: Settings, http: reqwest::Client) -> Self {
        Self { settings, http }
    }

    #[cfg(feature = "testing")]
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) async fn json<T: DeserializeOwned>(&self, call: Call) -> Result<T> {
        parse(&self.bytes(call).await?)
    }

    pub(crate) async fn json_or_null(&self, call: Call) -> Result<Value> {
        let bytes = self.bytes(call).await?;
        if bytes.is_empty() { Ok(Value::Null) } else { parse(&bytes) }
    }

    /// For an answer that says nothing but that it is done.
    pub(crate) async fn done(&self, call: Call) -> Result<()> {
        self.bytes(call).await.map(drop)
    }

    pub(crate) async fn text(&self, call: Call) -> Result<String> {
        let bytes = self.bytes(call).await?;
        Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    pub(crate) async fn bytes(&self, call: Call) -> Result<Vec<u8>> {
        let is_delete = call.method == Method::DELETE;
        let answer = self.send(call, async |response: Response| Ok(response.bytes().await?.to_vec())).await;
        match answer {
            // What an earlier try has deleted is not there for the next: that is what was asked for.
            Err(Failure { error: Error::NotFound(_), may_be_done: true }) if is_delete => Ok(Vec::new()),
            answer => answer.map_err(|failure| failure.error),
        }
    }

    /// Resolves with the header; the body comes as it comes.
    pub(crate) async fn open(&self, call: Call) -> Result<Response> {
        self.send(call, async |response: Response| Ok(response)).await.map_err(|failure| failure.error)
    }

    async fn send<T>(
        &self,
        mut call: Call,
        read: impl AsyncFn(Response) -> Result<T, reqwest::Error>,
    ) -> Result<T, Failure> {
        let mut may_be_done = false;
        let fail = |error: Error, may_be_done: bool| Failure { error, may_be_done };
        if call.method == Method::POST && !call.headers.contains_key(IDEMPOTENCY_KEY) {
            let key = new_idempotency_key().map_err(|error| fail(error, false))?;
            call.headers.insert(IDEMPOTENCY_KEY, key);
        }
        let mut attempt = 0;
        loop {
            attempt += 1;
            let error = match self.try_once(&call, attempt, &read).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let Some(delay) = self.delay_before_next(&call, attempt, &error) else {
                return Err(fail(error, may_be_done));
            };
            may_be_done |= !error.was_not_done();
            let Call { method, path, .. } = &call;
            debug!("{method} {path}: try {attempt} failed ({}), again in {delay:?}", error.code());
            sleep(delay).await;
        }
    }

    /// None where the error is the answer.
    fn delay_before_next(&self, call: &Call, attempt: u32, error: &Error) -> Option<Duration> {
        let may_help = attempt <= self.settings.max_retries && error.is_transient();
        if !may_help || !(call.repeatable || error.was_not_done()) {
            return None;
        }
        let has_room = |delay: &Duration| call.hold.is_none_or(|hold| hold.deadline.has_room_for(*delay));
        delay_after(attempt, error).filter(has_room)
    }

    async fn try_once<T>(
        &self,
        call: &Call,
        attempt: u32,
        read: &impl AsyncFn(Response) -> Result<T, reqwest::Error>,
    ) -> Result<T> {
        let url = self.url_of(call)?;
        let time = self.settings.timeout.saturating_add(call.hold.map_or(Duration::ZERO, |hold| hold.deadline.hold()));
        let Call { method, path, .. } = call;
        debug!("{method} {path}{}{}: try {attempt}", url.query().map_or("", |_| "?"), url.query().unwrap_or(""));
        let start = Instant::now();
        let exchange = async {
            let response = self.request(call, url.clone()).send().await?;
            let status = response.status();
            debug!("{method} {path}: try {attempt} answered {status} after {:?}", start.elapsed());
            if *response.url() != url {
                return Ok(Err(redirected(status, Some(response.url().as_str()))));
            }
            if status.is_success() {
                return read(response).await.map(Ok);
            }
            let headers = response.headers().clone();
            Ok(Err(error_of_answer(status, &headers, &response.bytes().await?)))
        };
        match timeout(time, exchange).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(self.failure(error)),
            Err(_) => {
                let message = format!("{} has not answered in full within {time:?}.", self.origin());
                Err(Error::Connection(Box::new(ConnectionError::new(ConnectionErrorKind::Timeout, message))))
            }
        }
    }

    fn request(&self, call: &Call, url: Url) -> reqwest::RequestBuilder {
        let mut key = HeaderValue::from_str(self.settings.api_key.as_str()).unwrap_or(HeaderValue::from_static(""));
        key.set_sensitive(true);
        let mut request = self
            .http
            .request(call.method.clone(), url)
            .header(API_KEY, key)
            .header(USER_AGENT, OUR_NAME)
            .header(ACCEPT, "application/json, */*;q=0.5")
            .headers(call.headers.clone());
        if let Some(body) = &call.body {
            request = request.header(CONTENT_TYPE, body.content_type).body(body.bytes.clone());
        }
        request
    }

    fn url_of(&self, call: &Call) -> Result<Url> {
        let text = format!("{}{}", self.settings.url, call.path);
        let mut url = Url::parse(&text)
            .map_err(|error| refuse("path", format!("does not make an address with the service's ({error}).")))?;
        let hold = call.hold.map(|Hold { parameter, deadline }| {
            (parameter, (deadline.hold().as_secs_f64() * 1_000.0).round() / 1_000.0)
        });
        if !call.query.pairs().is_empty() || hold.is_some() {
            let mut pairs = url.query_pairs_mut();
            pairs.extend_pairs(call.query.pairs());
            pairs.extend_pairs(hold.map(|(parameter, seconds)| (parameter, seconds.to_string())));
        }
        Ok(url)
    }

    /// What a failure to send, or to read the answer, is to the caller.
    pub(crate) fn failure(&self, error: reqwest::Error) -> Error {
        let (origin, reason) = (self.origin(), reason_of(&error));
        let (kind, message) = if error.is_connect() {
            let advice = "Is the server running there? Give its address as `url` or in MAYFLY_URL.";
            (ConnectionErrorKind::Unreachable, format!("{origin} cannot be reached ({reason}). {advice}"))
        } else {
            let message = format!("The connection to {origin} broke before the answer was there ({reason}).");
            (ConnectionErrorKind::Broken, message)
        };
        Error::Connection(Box::new(ConnectionError::new(kind, message).with_source(error.without_url())))
    }

    pub(crate) fn origin(&self) -> &str {
        &self.settings.url
    }
}

/// What became of a call whose tries are at their end.
struct Failure {
    error: Error,
    /// An earlier try may have done what was asked for.
    may_be_done: bool,
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|error| unexpected(&error.to_string()))
}

/// An answer that cannot be the service's.
pub(crate) fn unexpected(reason: &str) -> Error {
    let advice = "Is `url` the address of a Mayfly server?";
    let message = format!("The answer is not what was asked for ({reason}). {advice}");
    Error::Service(Box::new(Problem { message, code: "unexpected_answer".to_owned(), ..Problem::default() }))
}

/// An error of an HTTP client says that it failed; what happened is at the end of its sources.
fn reason_of(error: &reqwest::Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

fn new_idempotency_key() -> Result<HeaderValue> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| refuse("idempotency_key", format!("must be given: there is no randomness here ({error}).")))?;
    let mut key = String::with_capacity(32);
    for byte in bytes {
        let _ = write!(key, "{byte:02x}");
    }
    HeaderValue::from_str(&key).map_err(|_| refuse("idempotency_key", "cannot be made."))
}
