use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::timestamp::Timestamp;
use crate::words::words;

/// A message as [`get_mail`](crate::Mayfly::get_mail) shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Mail {
    /// For [`Messages::get`](crate::Messages::get).
    pub id: String,
    /// The bare address.
    pub from: String,
    /// Decoded.
    pub subject: String,
    /// The text part; where there is none, the HTML as readable text.
    pub text: String,
    /// Empty where there is none.
    pub html: String,
    /// When the service received it.
    pub date: Timestamp,
}

/// A one-time code that stands in a message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct OneTimeCode {
    /// As a person would type it.
    pub value: String,
    /// From 0 to 1.
    pub confidence: f64,
    /// Where it stands.
    pub source: CodeSource,
    /// A newer message of the same sender carries a newer code.
    pub superseded: bool,
}

words! {
    /// Where a code stands.
    CodeSource {
        /// In the subject.
        Subject = "subject",
        /// In the text part.
        Text = "text",
        /// In the HTML part.
        Html = "html",
    }
}

words! {
    /// What a link is for.
    LinkKind {
        /// Confirms an address.
        Verify = "verify",
        /// Resets a password.
        Reset = "reset",
        /// Signs in.
        Login = "login",
        /// Ends a subscription.
        Unsubscribe = "unsubscribe",
        /// Anything else.
        Plain = "other",
    }
}

/// A link that stands in a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct MessageLink {
    /// Where it leads.
    pub href: String,
    /// What a reader sees.
    pub text: String,
    /// What it is for.
    pub kind: LinkKind,
}

/// What is known of an attachment without fetching it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Attachment {
    /// For [`Messages::attachment`](crate::Messages::attachment).
    pub index: u32,
    /// As the sender names it.
    pub filename: String,
    /// As the sender says.
    pub content_type: String,
    /// Decoded.
    pub size_bytes: u64,
    /// What the HTML names it by.
    pub content_id: Option<String>,
    /// Shown within the text.
    pub inline: bool,
}

/// A message in a list.
///
/// A key with the scope `codes` is shown `id`, `inbox`, `inbox_id`, `seq`, `date`, `from`, `codes` and `links` alone: the
/// rest is empty, and is left out where this is serialized.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, remote = "Self")]
#[non_exhaustive]
pub struct MessageSummary {
    /// For [`Messages::get`](crate::Messages::get).
    pub id: String,
    /// The address.
    pub inbox: String,
    /// The inbox's id.
    pub inbox_id: String,
    /// Counts the messages of an inbox: 1, 2, 3.
    pub seq: u64,
    /// When the service received it.
    pub date: Timestamp,
    /// The bare address.
    pub from: String,
    /// The one-time codes in it, the best first.
    pub codes: Vec<OneTimeCode>,
    /// The links in it.
    pub links: Vec<MessageLink>,
    /// The sender's name.
    pub from_name: String,
    /// The addresses of the To header.
    pub to: Vec<String>,
    /// Decoded.
    pub subject: String,
    /// Of the source.
    pub size_bytes: u64,
    /// Whether it was read.
    pub seen: bool,
    /// When a claiming wait took it.
    pub claimed_at: Option<Timestamp>,
    /// How many attachments it has.
    pub attachment_count: u32,
}

/// A message in full.
///
/// A key with the scope `codes` is shown `id`, `inbox`, `inbox_id`, `seq`, `date`, `from`, `codes` and `links` alone: the
/// rest is empty, and is left out where this is serialized.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, remote = "Self")]
#[non_exhaustive]
pub struct Message {
    /// Its name in every call.
    pub id: String,
    /// The address.
    pub inbox: String,
    /// The inbox's id.
    pub inbox_id: String,
    /// Counts the messages of an inbox: 1, 2, 3.
    pub seq: u64,
    /// When the service received it.
    pub date: Timestamp,
    /// The bare address.
    pub from: String,
    /// The one-time codes in it, the best first.
    pub codes: Vec<OneTimeCode>,
    /// The links in it.
    pub links: Vec<MessageLink>,
    /// The sender's name.
    pub from_name: String,
    /// The addresses of the To header.
    pub to: Vec<String>,
    /// Decoded.
    pub subject: String,
    /// Of the source.
    pub size_bytes: u64,
    /// Whether it was read.
    pub seen: bool,
    /// When a claiming wait took it.
    pub claimed_at: Option<Timestamp>,
    /// The text part; where there is none, the HTML as readable text.
    pub text: String,
    /// Empty where there is none.
    pub html: String,
    /// Who sent it to whom, as said by SMTP.
    pub envelope: Envelope,
    /// The addresses of the Cc header.
    pub cc: Vec<String>,
    /// The addresses of the Reply-To header.
    pub reply_to: Vec<String>,
    /// The Message-ID header.
    pub message_id_header: Option<String>,
    /// The In-Reply-To header.
    pub in_reply_to: Option<String>,
    /// All headers, in their order.
    pub headers: Vec<Header>,
    /// What is attached.
    pub attachments: Vec<Attachment>,
    /// Whether it is from whom it says it is from.
    pub auth: MessageAuth,
    /// How it was encrypted on its way; None where it was not.
    pub tls: Option<TlsInfo>,
    /// The body is OpenPGP or S/MIME, so that `text` and `html` cannot be read here.
    pub encrypted: bool,
    /// When the service did what.
    pub timings: Timings,
}

/// All that a key with the scope `codes` is shown of a message.
#[derive(Serialize)]
struct Codes<'a> {
    id: &'a str,
    inbox: &'a str,
    inbox_id: &'a str,
    seq: u64,
    date: Timestamp,
    from: &'a str,
    codes: &'a [OneTimeCode],
    links: &'a [MessageLink],
}

/// No message is empty: where there is no size, it was not shown.
macro_rules! serialize_what_was_shown {
    ($($name:ident),+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if self.size_bytes > 0 {
                    return Self::serialize(self, serializer);
                }
                let Self { id, inbox, inbox_id, seq, date, from, codes, links, .. } = self;
                Codes { id, inbox, inbox_id, seq: *seq, date: *date, from, codes, links }.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )+};
}

serialize_what_was_shown!(Message, MessageSummary);

/// Who sent a message to whom, as said by SMTP.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Envelope {
    /// MAIL FROM; empty for a bounce.
    pub from: String,
    /// RCPT TO.
    pub to: Vec<String>,
}

/// A header field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Header {
    /// As the sender writes it.
    pub name: String,
    /// Unfolded.
    pub value: String,
}

/// How a message was encrypted on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TlsInfo {
    /// Such as `TLSv1.3`.
    pub version: String,
    /// Such as `TLS_AES_256_GCM_SHA384`.
    pub cipher: String,
}

/// When the service did what with a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Timings {
    /// The last byte was there.
    pub accepted_at: Timestamp,
    /// It was safe on disk.
    pub stored_at: Timestamp,
}

words! {
    /// A verdict in the words of RFC 8601.
    AuthResult {
        /// There was nothing to check.
        None = "none",
        /// It holds.
        Pass = "pass",
        /// It does not hold.
        Fail = "fail",
        /// It probably does not hold.
        Softfail = "softfail",
        /// The domain does not say.
        Neutral = "neutral",
        /// It holds, and is not accepted for another reason.
        Policy = "policy",
        /// Not known yet: read the message again later.
        Temperror = "temperror",
        /// What the domain says cannot be understood.
        Permerror = "permerror",
    }
}

/// Whether a message is from whom it says it is from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct MessageAuth {
    /// RFC 7208.
    pub spf: SpfVerdict,
    /// RFC 6376.
    pub dkim: DkimVerdict,
    /// RFC 7489.
    pub dmarc: DmarcVerdict,
    /// RFC 8617.
    pub arc: ArcVerdict,
}

/// Whether the sending host may send for the domain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SpfVerdict {
    /// The verdict.
    pub result: AuthResult,
    /// Whose word was checked.
    pub domain: Option<String>,
    /// For people. Its wording may change.
    pub info: Option<String>,
    /// `mailfrom` or `helo`.
    pub identity: Option<String>,
    /// The sending host.
    pub client_ip: Option<String>,
}

/// Whether a domain has signed the message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct DkimVerdict {
    /// The best verdict of all signatures.
    pub result: AuthResult,
    /// Whose signature that is.
    pub domain: Option<String>,
    /// For people. Its wording may change.
    pub info: Option<String>,
    /// Which of the domain's keys.
    pub selector: Option<String>,
    /// One by one.
    pub signatures: Vec<DkimSignature>,
}

/// One signature of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct DkimSignature {
    /// The verdict.
    pub result: AuthResult,
    /// Whose it is.
    pub domain: Option<String>,
    /// For people. Its wording may change.
    pub info: Option<String>,
    /// Which of the domain's keys.
    pub selector: String,
    /// Such as `rsa-sha256`.
    pub algorithm: String,
}

/// Whether SPF or DKIM speak for the domain that a reader sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct DmarcVerdict {
    /// The verdict.
    pub result: AuthResult,
    /// Whose word was checked.
    pub domain: Option<String>,
    /// For people. Its wording may change.
    pub info: Option<String>,
    /// What the domain asks for: `none`, `quarantine` or `reject`.
    pub policy: Option<String>,
    /// Which of `spf` and `dkim` speak for it.
    pub aligned: Vec<String>,
}

/// Whether those who passed the message on vouch for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ArcVerdict {
    /// The verdict.
    pub result: AuthResult,
    /// Who sealed it last.
    pub domain: Option<String>,
    /// For people. Its wording may change.
    pub info: Option<String>,
    /// How many have sealed it.
    pub instance: u32,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_a_newer_service_adds_breaks_nothing() {
        let answer = json!({
            "id": "msg_1", "size_bytes": 9, "brand_new": {"a": [1]},
            "codes": [{"value": "1", "source": "picture"}],
            "links": [{"href": "https://a.example/", "kind": "pay", "x": 1}],
            "auth": {"spf": {"result": "maybe"}, "bimi": {}},
        });
        let message: Message = serde_json::from_value(answer).unwrap();
        assert_eq!(message.codes[0].source, CodeSource::Other("picture".to_owned()));
        assert_eq!(message.links[0].kind.as_str(), "pay");
        assert_eq!(message.auth.spf.result.to_string(), "maybe");
        assert_eq!(serde_json::to_value(&message).unwrap()["links"][0]["kind"], "pay");
    }

    #[test]
    fn what_a_key_for_codes_is_shown_is_all_that_is_serialized() {
        let message: MessageSummary = serde_json::from_value(json!({"id": "msg_1", "seq": 3})).unwrap();
        let Value::Object(fields) = serde_json::to_value(&message).unwrap() else { panic!("no object") };
        let names: Vec<&str> = fields.keys().map(String::as_str).collect();
        assert_eq!(names, ["codes", "date", "from", "id", "inbox", "inbox_id", "links", "seq"]);
    }
}
