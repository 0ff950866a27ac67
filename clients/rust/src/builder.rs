use std::fmt;
use std::time::Duration;

use reqwest::Url;

use crate::check::refuse;
use crate::client::Mayfly;
use crate::error::{ConnectionError, ConnectionErrorKind, Error, Problem, Result};
use crate::secret::Secret;
use crate::tls;
use crate::transport::Transport;

const DEFAULT_URL: &str = "http://127.0.0.1:8025";
const DEFAULT_RETRIES: u32 = 3;
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// How a client is made: [`Mayfly::builder`]. What is not said comes from the environment.
///
/// ```
/// # use mayfly::Mayfly;
/// # use std::time::Duration;
/// let mayfly = Mayfly::builder()
///     .url("https://mail.example.com")
///     .api_key("tk_0123456789abcdefghijABCDEFGHIJ012345")
///     .timeout(Duration::from_secs(10))
///     .build()?;
/// # Ok::<(), mayfly::Error>(())
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct Builder {
    api_key: Option<Secret>,
    url: Option<String>,
    http_client: Option<reqwest::Client>,
    max_retries: Option<u32>,
    timeout: Option<Duration>,
}

/// What a client knows.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) api_key: Secret,
    /// Without a slash at its end.
    pub(crate) url: String,
    pub(crate) max_retries: u32,
    pub(crate) timeout: Duration,
}

impl Builder {
    /// `tk_…` or `tkc_…`. Without it, MAYFLY_API_KEY of the environment.
    pub fn api_key(mut self, key: impl Into<Secret>) -> Self {
        self.api_key = Some(key.into());
        self
    }

    /// Where the service is. Without it, MAYFLY_URL of the environment, else `http://127.0.0.1:8025`.
    pub fn url(mut self, url: impl Into<String>) -> Self {
        self.url = Some(url.into());
        self
    }

    /// What to send requests with: for a proxy or certificates of your own. Its TLS is its own, too. Build it with
    /// [`redirect::Policy::none()`](reqwest::redirect::Policy::none), else the key may go to wherever a redirect points.
    pub fn http_client(mut self, client: reqwest::Client) -> Self {
        self.http_client = Some(client);
        self
    }

    /// How often a call that is safe to repeat is tried again. Default 3.
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = Some(retries);
        self
    }

    /// The time for one try, from its start to the last byte of the answer; a wait has its own on top. Default 30
    /// seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Fails where there is no key, or the settings cannot work. Sends nothing.
    pub fn build(self) -> Result<Mayfly> {
        let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let api_key = self.api_key.or_else(|| environment("MAYFLY_API_KEY").map(Secret::from));
        let url = self.url.or_else(|| environment("MAYFLY_URL"));
        let settings = Settings {
            api_key: check_key(api_key)?,
            url: check_url(url.as_deref().unwrap_or(DEFAULT_URL))?,
            max_retries: self.max_retries.unwrap_or(DEFAULT_RETRIES),
            timeout: self.timeout.unwrap_or(DEFAULT_TIMEOUT),
        };
        let http = self.http_client.map_or_else(|| new_http_client(&settings), Ok)?;
        Ok(Mayfly::over(Transport::new(settings, http)))
    }

    /// The same without `async`: see [`blocking`](crate::blocking).
    #[cfg(feature = "blocking")]
    #[cfg_attr(docsrs, doc(cfg(feature = "blocking")))]
    pub fn build_blocking(self) -> Result<crate::blocking::Mayfly> {
        crate::blocking::Mayfly::over(self.build()?)
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { api_key, url, max_retries, timeout, .. } = self;
        formatter
            .debug_struct("Builder")
            .field("api_key", api_key)
            .field("url", url)
            .field("max_retries", max_retries)
            .field("timeout", timeout)
            .finish_non_exhaustive()
    }
}

pub(crate) fn new_http_client(settings: &Settings) -> Result<reqwest::Client> {
    let unusable = |message: String| ConnectionError::new(ConnectionErrorKind::Unreachable, message);
    let tls = tls::config(settings.url.starts_with("https:")).map_err(|error| {
        let message = format!("TLS cannot be set up ({error}). Are there certificates on this machine?");
        Error::Connection(Box::new(unusable(message).with_source(error)))
    })?;
    reqwest::Client::builder()
        // Followed, the key would be sent along to wherever it points.
        .redirect(reqwest::redirect::Policy::none())
        .tls_backend_preconfigured(tls)
        .build()
        .map_err(|error| {
            let message = "The HTTP client cannot be set up.".to_owned();
            Error::Connection(Box::new(unusable(message).with_source(error)))
        })
}

/// Never shows the key that it refuses.
fn check_key(key: Option<Secret>) -> Result<Secret> {
    let refused = |code: &str, message: &str| {
        let problem = Problem { message: message.to_owned(), code: code.to_owned(), ..Problem::default() };
        Error::Authentication(Box::new(problem))
    };
    let Some(key) = key.filter(|key| !key.as_str().is_empty()) else {
        let message = "There is no API key. Set MAYFLY_API_KEY, or give `api_key`. Keys are made in the dashboard \
                       under Settings, API keys.";
        return Err(refused("missing_key", message));
    };
    let random = key.as_str().strip_prefix("tk_").or_else(|| key.as_str().strip_prefix("tkc_")).unwrap_or("");
    if random.is_empty() || !random.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        let message = "This is not an API key. A key is tk_ or tkc_ and letters and digits, without blanks or quotes \
                       around it.";
        return Err(refused("invalid_key", message));
    }
    Ok(key)
}

fn check_url(text: &str) -> Result<String> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(mut url) = url else {
        return Err(refuse("url", format!("must be an address such as https://mail.example.com, and is {text:?}.")));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refuse("url", "must not hold a password: the key is enough."));
    }
    url.set_query(None);
    url.set_fragment(None);
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "tk_0123456789abcdefghijABCDEFGHIJ012345";

    #[test]
    fn a_key_that_cannot_be_one_is_refused_and_not_shown() {
        assert!(check_key(Some(KEY.into())).is_ok() && check_key(Some("tkc_other".into())).is_ok());
        for missing in [None, Some("".into())] {
            let error = check_key(missing).unwrap_err();
            assert!(matches!(&error, Error::Authentication(_)) && error.code() == "missing_key");
            assert!(error.to_string().contains("MAYFLY_API_KEY"));
        }
        assert_eq!(check_key(Some("tk_".into())).unwrap_err().code(), "invalid_key");
        for wrong in ["sk_secret", "tk_se-cret", "tk_1\n", " tk_1", "\"tk_1\"", "tk_ü"] {
            let error = check_key(Some(wrong.into())).unwrap_err();
            assert_eq!(error.code(), "invalid_key");
            assert!(!format!("{error:?} {error}").contains(wrong));
        }
    }

    #[test]
    fn an_address_is_kept_without_its_last_slash_and_refused_where_it_cannot_work() {
        assert_eq!(check_url("https://mail.example.com/api/").unwrap(), "https://mail.example.com/api");
        assert_eq!(check_url("http://localhost:1/?x#y").unwrap(), "http://localhost:1");
        for (url, sentence) in [
            ("mail.example.com", "`url` must be an address such as https"),
            ("ftp://mail.example.com", "`url` must be an address"),
            ("https://ann:secret@mail.example.com", "must not hold a password"),
        ] {
            let error = check_url(url).unwrap_err();
            assert!(error.to_string().contains(sentence) && error.code() == "invalid_request");
        }
    }

    #[test]
    fn secrets_are_in_no_debug_output() {
        let builder = Mayfly::builder().api_key(KEY).url("http://mail.example.com");
        let mayfly = builder.clone().build().unwrap();
        let seen = format!("{builder:?} {mayfly:?} {:?}", mayfly.inboxes().create());
        assert!(seen.contains("mail.example.com") && !seen.contains("0123456789"), "{seen}");
    }
}
