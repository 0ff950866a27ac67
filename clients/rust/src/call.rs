use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use crate::check::{check_address, check_id, refuse};
use crate::deadline::Deadline;
use crate::error::Result;

/// RFC 3986 §2.3: what stands for itself in a path.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// One call of the service's API, however many tries it takes.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    /// Encoded, from the first slash.
    pub(crate) path: String,
    pub(crate) query: Query,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Body>,
    /// False for what must not happen twice.
    pub(crate) repeatable: bool,
    pub(crate) hold: Option<Hold>,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) content_type: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// The service may hold the answer back, for as long as is left at the moment of each try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold {
    /// What the service calls it.
    pub(crate) parameter: &'static str,
    pub(crate) deadline: Deadline,
}

/// Parameters of a call, in their order. What is not given is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query(Vec<(Cow<'static, str>, String)>);

impl Query {
    pub(crate) fn set(&mut self, name: impl Into<Cow<'static, str>>, value: Option<impl ToString>) {
        let name = name.into();
        self.0.retain(|(known, _)| *known != name);
        self.0.extend(value.map(|value| (name, value.to_string())));
    }

    pub(crate) fn pairs(&self) -> &[(Cow<'static, str>, String)] {
        &self.0
    }
}

impl Call {
    pub(crate) fn new(method: Method, path: impl Into<String>) -> Self {
        let (query, headers) = (Query::default(), HeaderMap::new());
        Self { method, path: path.into(), query, headers, body: None, repeatable: true, hold: None }
    }

    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path)
    }

    pub(crate) fn post(path: impl Into<String>) -> Self {
        Self::new(Method::POST, path)
    }

    pub(crate) fn patch(path: impl Into<String>) -> Self {
        Self::new(Method::PATCH, path)
    }

    pub(crate) fn delete(path: impl Into<String>) -> Self {
        Self::new(Method::DELETE, path)
    }

    pub(crate) fn json(mut self, value: &impl Serialize) -> Result<Self> {
        let bytes =
            serde_json::to_vec(value).map_err(|error| refuse("json", format!("cannot be written ({error}).")))?;
        self.body = Some(Body { content_type: "application/json", bytes });
        Ok(self)
    }

    pub(crate) fn message(mut self, bytes: Vec<u8>) -> Self {
        self.body = Some(Body { content_type: "message/rfc822", bytes });
        self
    }

    /// Given by the caller; else each call has its own for all its tries.
    pub(crate) fn idempotency_key(self, key: Option<&str>) -> Result<Self> {
        match key {
            Some(key) => self.header(HeaderName::from_static("idempotency-key"), "idempotency_key", key),
            None => Ok(self),
        }
    }

    /// `argument` is what the caller knows it as.
    pub(crate) fn header(mut self, name: HeaderName, argument: &str, value: &str) -> Result<Self> {
        let value = HeaderValue::from_bytes(value.as_bytes())
            .map_err(|_| refuse(argument, "must be a line of text without control characters."))?;
        self.headers.insert(name, value);
        Ok(self)
    }
}

pub(crate) fn encode(part: &str) -> impl std::fmt::Display {
    utf8_percent_encode(part, RESERVED)
}

pub(crate) fn inbox_path(address: &str) -> Result<String> {
    Ok(format!("/v1/inboxes/{}", encode(check_address(address)?)))
}

/// `/v1/webhooks` and `whk_1` are `/v1/webhooks/whk_1`.
pub(crate) fn path_of(collection: &str, id: &str, name: &str) -> Result<String> {
    Ok(format!("{collection}/{}", encode(check_id(id, name)?)))
}
