/// What a builder does in the end: it is awaited, or sent without `async`. `$answer` is an async function of the client and the
/// builder's options.
macro_rules! sends {
    ($name:ident -> $output:ty, $answer:path) => {
        impl std::future::IntoFuture for $name {
            type Output = crate::error::Result<$output>;
            type IntoFuture = crate::unfold::BoxFuture<'static, Self::Output>;

            fn into_future(self) -> Self::IntoFuture {
                Box::pin(async move { $answer(&self.client, self.options).await })
            }
        }

        #[cfg(feature = "blocking")]
        #[cfg_attr(docsrs, doc(cfg(feature = "blocking")))]
        impl $name<crate::blocking::Mayfly> {
            /// Does it, and blocks until it is done.
            pub fn send(self) -> crate::error::Result<$output> {
                self.client.run($answer(crate::client::Client::inner(&self.client), self.options))
            }
        }
    };
}

pub(crate) use sends;

use reqwest::Method;
use serde_json::Value;

use crate::call::Call;
use crate::check::refuse;
use crate::client::Mayfly;
use crate::error::Result;

/// A call that this library has no method for: [`Mayfly::request`]. It has the same retries and errors.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// let plans = mayfly.request(mayfly::reqwest::Method::GET, "/v1/plans").await?;
/// assert_eq!(plans["free"]["price_eur"], 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct Request<C = Mayfly> {
    client: C,
    options: Options,
}

#[derive(Clone, Debug)]
struct Options {
    call: Call,
    json: Option<Value>,
}

impl<C> Request<C> {
    pub(crate) fn new(client: C, method: Method, path: &str) -> Self {
        Self { client, options: Options { call: Call::new(method, path), json: None } }
    }

    /// A parameter of the query.
    pub fn query(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.options.call.query.set(name.into(), Some(value));
        self
    }

    /// The body.
    pub fn json(mut self, value: impl Into<Value>) -> Self {
        self.options.json = Some(value.into());
        self
    }
}

sends!(Request -> Value, ask);

/// The answer as it came; null where it has no body.
async fn ask(client: &Mayfly, Options { mut call, json }: Options) -> Result<Value> {
    if !call.path.starts_with('/') {
        return Err(refuse("path", "must begin with a slash, as in /v1/plans."));
    }
    if let Some(value) = json {
        call = call.json(&value)?;
    }
    client.transport().json_or_null(call).await
}
