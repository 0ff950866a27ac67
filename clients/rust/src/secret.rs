use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that is not to be seen in logs: `Debug` hides it, and there is no `Display`.
///
/// ```
/// # use mayfly::Secret;
/// let secret = Secret::from("whsec_c2VjcmV0");
/// assert_eq!(format!("{secret:?}"), "Secret(…)");
/// assert_eq!(secret.as_str(), "whsec_c2VjcmV0");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl AsRef<str> for Secret {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}
