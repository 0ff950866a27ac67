use serde_json::{Map, Value};

/// What is to be made or changed, as the service reads it. What is not said is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    pub(crate) values: Map<String, Value>,
    pub(crate) idempotency_key: Option<String>,
}

impl Fields {
    pub(crate) fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.values.insert(name.to_owned(), value.into());
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name)?.as_str()
    }
}

/// A builder's method that says which key the call has.
macro_rules! idempotency_key_setter {
    ($name:ident) => {
        impl<C> $name<C> {
            /// Sent again within a day with the same key, the call gets the same answer. Without it, each call has its own
            /// for all its tries.
            pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
                self.options.idempotency_key = Some(key.into());
                self
            }
        }
    };
}

pub(crate) use idempotency_key_setter;
