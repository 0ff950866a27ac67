use serde::Deserialize;

use crate::call::{Call, inbox_path};
use crate::client::Mayfly;
use crate::error::Result;
use crate::request::sends;

/// Puts a message in without SMTP: [`Mayfly::inject`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct Inject<C = Mayfly> {
    client: C,
    options: Options,
}

#[derive(Clone, Debug)]
struct Options {
    address: String,
    message: Vec<u8>,
    idempotency_key: Option<String>,
}

impl<C> Inject<C> {
    pub(crate) fn new(client: C, address: &str, message: Vec<u8>) -> Self {
        let address = address.to_owned();
        Self { client, options: Options { address, message, idempotency_key: None } }
    }
}

crate::fields::idempotency_key_setter!(Inject);
sends!(Inject -> String, inject);

async fn inject(client: &Mayfly, Options { address, message, idempotency_key }: Options) -> Result<String> {
    let call = Call::post(format!("{}/messages", inbox_path(&address)?)).message(message);
    let Id { id } = client.transport().json(call.idempotency_key(idempotency_key.as_deref())?).await?;
    Ok(id)
}

/// The id of what was put in.
#[derive(Deserialize)]
pub(crate) struct Id {
    pub(crate) id: String,
}
