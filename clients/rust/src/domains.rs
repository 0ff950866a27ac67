use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::call::{Call, path_of};
use crate::check::check_id;
use crate::client::{Client, Mayfly};
use crate::error::Result;
use crate::list::List;
use crate::timestamp::Timestamp;
use crate::words::words;

const PATH: &str = "/v1/domains";

words! {
    /// Whether a domain takes mail for you.
    DomainState {
        /// Its records are not all found yet.
        Pending = "pending",
        /// It is yours.
        Verified = "verified",
        /// It was, and its records are gone.
        Lost = "lost",
    }
}

words! {
    /// What was found of a record.
    RecordStatus {
        /// It is there.
        Ok = "ok",
        /// It is not there.
        Missing = "missing",
        /// Another is there.
        Wrong = "wrong",
        /// The name servers gave no answer.
        Error = "error",
    }
}

/// A domain of your own, and the DNS records that it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Domain {
    /// In ASCII form.
    pub domain: String,
    /// Whether it takes mail for you.
    pub state: DomainState,
    /// When it was added.
    pub created_at: Timestamp,
    /// When its records were found.
    pub verified_at: Option<Timestamp>,
    /// When they were gone.
    pub lost_at: Option<Timestamp>,
    /// When they were looked for last.
    pub checked_at: Option<Timestamp>,
    /// When they are looked for next.
    pub next_check_at: Option<Timestamp>,
    /// Who was asked for them.
    pub name_servers: Vec<String>,
    /// What to put into its DNS, and what is there.
    pub records: Vec<DnsRecord>,
}

/// A record that a domain needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct DnsRecord {
    /// `TXT` or `MX`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name.
    pub host: String,
    /// What it must say.
    pub value: String,
    /// Of an MX.
    pub priority: Option<u16>,
    /// What it says.
    pub found: Vec<String>,
    /// What that means.
    pub status: RecordStatus,
    /// What to do about it.
    pub hint: Option<String>,
    /// What it is for.
    pub purpose: String,
    /// It works without.
    pub optional: bool,
}

/// Domains of your own: [`Mayfly::domains`].
#[derive(Clone, Debug)]
pub struct Domains<C = Mayfly> {
    pub(crate) client: C,
}

impl<C: Client> Domains<C> {
    /// All of them.
    pub fn list(&self) -> List<Domain, C> {
        List::new(self.client.clone(), Ok(PATH.to_owned()))
    }
}

impl Domains {
    /// Adds a domain, and says which records it needs. One that was added already is given back.
    pub async fn create(&self, domain: &str) -> Result<Domain> {
        let body = json!({ "domain": check_id(domain, "domain")? });
        self.client.transport().json(Call::post(PATH).json(&body)?).await
    }

    /// One of them.
    pub async fn get(&self, domain: &str) -> Result<Domain> {
        self.client.transport().json(Call::get(path(domain)?)).await
    }

    /// Looks for its records now, once in ten seconds at most.
    pub async fn check(&self, domain: &str) -> Result<Domain> {
        self.client.transport().json(Call::post(format!("{}/check", path(domain)?))).await
    }

    /// Gives it up.
    pub async fn delete(&self, domain: &str) -> Result<()> {
        self.client.transport().done(Call::delete(path(domain)?)).await
    }
}

fn path(domain: &str) -> Result<String> {
    path_of(PATH, domain, "domain")
}
