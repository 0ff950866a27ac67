use serde::{Deserialize, Serialize};

use crate::call::{Call, path_of};
use crate::client::{Client, Mayfly};
use crate::error::Result;
use crate::fields::{Fields, idempotency_key_setter};
use crate::list::List;
use crate::request::sends;
use crate::secret::Secret;
use crate::timestamp::Timestamp;
use crate::words::words;

const PATH: &str = "/v1/keys";

words! {
    /// What a key may do.
    KeyScope {
        /// Everything.
        Full = "full",
        /// Read, and change nothing.
        Read = "read",
        /// See codes and links, and no texts.
        Codes = "codes",
    }
}

/// An API key, without the key itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Key {
    /// `key_…`.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// What it begins with.
    pub prefix: String,
    /// What it ends with.
    pub last4: String,
    /// What it may do.
    pub scope: KeyScope,
    /// When it was made.
    pub created_at: Timestamp,
    /// Who made it.
    pub created_by: Option<String>,
    /// When it was used last.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// A key that was just made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct CreatedKey {
    /// What is kept of it.
    #[serde(flatten)]
    pub record: Key,
    /// The key itself, shown this once.
    pub key: Secret,
}

/// The API keys of your account: [`Mayfly::keys`].
#[derive(Clone, Debug)]
pub struct Keys<C = Mayfly> {
    pub(crate) client: C,
}

impl<C: Client> Keys<C> {
    /// Makes a key. Without a scope it may do everything.
    pub fn create(&self, name: &str) -> CreateKey<C> {
        let mut options = Fields::default();
        options.set("name", name);
        CreateKey { client: self.client.clone(), options }
    }

    /// All of them, also those that are revoked.
    pub fn list(&self) -> List<Key, C> {
        List::new(self.client.clone(), Ok(PATH.to_owned()))
    }
}

impl Keys {
    /// Nobody gets in with it any more, within a second.
    pub async fn revoke(&self, id: &str) -> Result<()> {
        self.client.transport().done(Call::delete(path_of(PATH, id, "id")?)).await
    }
}

/// Makes a key: [`Keys::create`].
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct CreateKey<C = Mayfly> {
    client: C,
    options: Fields,
}

impl<C> CreateKey<C> {
    /// What it may do.
    pub fn scope(mut self, scope: KeyScope) -> Self {
        self.options.set("scope", scope.as_str());
        self
    }
}

idempotency_key_setter!(CreateKey);
sends!(CreateKey -> CreatedKey, create);

async fn create(client: &Mayfly, fields: Fields) -> Result<CreatedKey> {
    let call = Call::post(PATH).json(&fields.values)?.idempotency_key(fields.idempotency_key.as_deref())?;
    client.transport().json(call).await
}
