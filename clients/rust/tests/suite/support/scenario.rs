use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use mayfly::{Error, Mayfly, Timestamp};
use serde_json::{Map, Value, json};
use tokio::task::JoinSet;

use super::environment;
use super::matching::matches;
use super::scenario_calls::{Context, call};

static RUNS: AtomicU32 = AtomicU32::new(0);

/// One run of a scenario: its steps share what they save.
#[derive(Clone)]
pub(crate) struct Scenario {
    saved: Arc<Mutex<Map<String, Value>>>,
}

impl Scenario {
    pub(crate) fn new() -> Self {
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let unique = format!("{:x}r{:x}n{run}", std::process::id(), Timestamp::now().unix_millis());
        let saved = json!({ "unique": unique, "receiver": environment("MAYFLY_TEST_RECEIVER") });
        Self { saved: Arc::new(Mutex::new(saved.as_object().unwrap().clone())) }
    }

    /// Panics where a step does not do what it must.
    pub(crate) async fn run(&self, steps: &Value) {
        for step in steps.as_array().expect("steps are a list") {
            self.take(step).await;
        }
    }

    async fn take(&self, step: &Value) {
        let place: String = step.to_string().chars().take(200).collect();
        if let Some(branches) = step["parallel"].as_array() {
            let mut running = JoinSet::new();
            for branch in branches.clone() {
                running.spawn(self.clone().run_owned(branch));
            }
            running.join_all().await;
        } else if !step["check"].is_null() {
            matches(&self.fill(&step["check"]), &self.fill(&step["expect"]), &place).unwrap();
        } else {
            self.call(step, &place).await;
        }
    }

    fn run_owned(self, steps: Value) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move { self.run(&steps).await })
    }

    async fn call(&self, step: &Value, place: &str) {
        let key = match step.get("key") {
            Some(key) => self.fill(key).as_str().unwrap().to_owned(),
            None => key_of(step["as"].as_str().unwrap_or("owner")),
        };
        let mayfly = Mayfly::builder().api_key(key).build().unwrap();
        let during = self.clone().run_owned(step.get("during").cloned().unwrap_or(json!([])));
        let args = step.get("args").map_or(json!({}), |args| self.fill(args));
        let outcome = call(step["call"].as_str().unwrap(), args, Context { mayfly, during }).await;
        let result = match (outcome, step.get("error")) {
            (Ok(result), None) => result,
            (Err(error), Some(wanted)) => {
                let error = describe(&error);
                matches(&error, &self.fill(wanted), place).unwrap();
                error
            }
            (Ok(result), Some(_)) => panic!("{place}: no error, but {result}"),
            (Err(error), None) => panic!("{place}: {error}"),
        };
        if let Some(wanted) = step.get("expect") {
            matches(&result, &self.fill(wanted), place).unwrap();
        }
        if let Some(name) = step["save"].as_str() {
            self.saved.lock().unwrap().insert(name.to_owned(), result);
        }
    }

    /// Puts what was saved where `${name.path}` stands. A text that is nothing else becomes the value itself.
    fn fill(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.fill_text(text),
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::Object(fields) => fields.iter().map(|(name, item)| (name.clone(), self.fill(item))).collect(),
            other => other.clone(),
        }
    }

    fn fill_text(&self, text: &str) -> Value {
        if let Some(path) = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'))
            && !path.contains('}')
        {
            return self.read(path);
        }
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, (path, after))) =
            rest.split_once("${").and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            filled.push_str(before);
            match self.read(path) {
                Value::String(text) => filled.push_str(&text),
                other => filled.push_str(&other.to_string()),
            }
            rest = after;
        }
        Value::String(filled + rest)
    }

    fn read(&self, path: &str) -> Value {
        let saved = self.saved.lock().unwrap();
        let mut parts = path.split('.');
        let first = parts.next().and_then(|name| saved.get(name));
        let found = parts.fold(first, |at, name| match (at?, name.parse::<usize>()) {
            (Value::Array(items), Ok(index)) => items.get(index),
            (at, _) => at.get(name),
        });
        found.unwrap_or_else(|| panic!("Nothing is saved as {path}.")).clone()
    }
}

fn key_of(account: &str) -> String {
    environment(match account {
        "owner" => "MAYFLY_API_KEY",
        "other" => "MAYFLY_TEST_OTHER_KEY",
        "free" => "MAYFLY_TEST_FREE_KEY",
        "nobody" => "MAYFLY_TEST_NOBODY_KEY",
        _ => panic!("There is no account {account}."),
    })
}

/// An error in the words of the scenarios.
fn describe(error: &Error) -> Value {
    let kind = match error {
        Error::Authentication(_) => "authentication",
        Error::PermissionDenied(_) => "permission_denied",
        Error::NotFound(_) => "not_found",
        Error::InvalidRequest(_) => "invalid_request",
        Error::RateLimit(_) => "rate_limit",
        Error::Connection(_) => "connection",
        Error::WaitTimeout(_) => "wait_timeout",
        Error::WebhookVerification(_) => "webhook_verification",
        _ => "other",
    };
    let mut fields = json!({
        "type": kind, "code": error.code(), "status": error.status(), "request_id": error.request_id(),
        "message": error.to_string(),
    });
    if let Some(problem) = error.problem() {
        fields["errors"] = json!(problem.errors);
    }
    if let Error::WaitTimeout(timed_out) = error {
        fields["near_misses"] = json!(timed_out.near_misses);
        fields["refused"] = json!(timed_out.refused);
        fields["cursor"] = json!(timed_out.cursor);
    }
    fields
}
