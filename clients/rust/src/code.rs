use serde::Deserialize;

use crate::client::Mayfly;
use crate::error::Result;
use crate::filter::Has;
use crate::message::OneTimeCode;
use crate::request::sends;
use crate::transport::unexpected;
use crate::wait::{WaitOptions, wait_for_first, wait_setters};

/// Waits for a one-time code: [`Mayfly::code`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mayfly::Result<()> {
/// # let mayfly = mayfly::Mayfly::from_env()?;
/// # let inbox = mayfly.inboxes().create().await?;
/// # mayfly.send_test_mail(&inbox.address).await?;
/// let code = mayfly.code(&inbox.address).await?;
/// assert!(code.bytes().all(|byte| byte.is_ascii_digit()));
/// # mayfly.inboxes().delete(&inbox.address).await
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct Code<C = Mayfly> {
    client: C,
    options: WaitOptions,
}

wait_setters!(Code);

impl<C> Code<C> {
    pub(crate) fn new(client: C, address: &str) -> Self {
        Self { client, options: WaitOptions::new(address) }
    }

    /// Takes the message, as with [`Wait::claim`](crate::Wait::claim).
    pub fn claim(mut self) -> Self {
        self.options.claim = true;
        self
    }
}

sends!(Code -> String, wait_for_code);

/// What is looked at here, so that a key with the scope `codes` will do.
#[derive(Deserialize)]
struct WithCodes {
    #[serde(default)]
    codes: Vec<OneTimeCode>,
}

/// The best code of the first message that has one.
async fn wait_for_code(client: &Mayfly, mut options: WaitOptions) -> Result<String> {
    options.filter.has = Some(Has::Code);
    let (WithCodes { codes }, _) = wait_for_first(client, &options).await?;
    let best = codes.iter().find(|code| !code.superseded).or(codes.first());
    best.map(|code| code.value.clone()).ok_or_else(|| unexpected("no code in the message"))
}
