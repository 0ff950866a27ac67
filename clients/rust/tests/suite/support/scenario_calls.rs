use std::pin::Pin;
use std::time::Duration;

use mayfly::{
    Error, EventType, Has, HeldEvents, KeyScope, LinkKind, List, Mayfly, Problem, Timestamp, WebhookVerifier,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::plain_sockets;

type Outcome = Result<Value, Error>;

/// What a call needs beside its arguments.
pub(crate) struct Context {
    pub(crate) mayfly: Mayfly,
    /// The steps of `during`.
    pub(crate) during: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// The arguments of a step. Each must be taken: one that is not known is not passed over.
struct Args(Map<String, Value>);

impl Args {
    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    fn text(&mut self, name: &str) -> Option<String> {
        self.take(name).map(|value| value.as_str().unwrap_or_else(|| panic!("{name} is {value}")).to_owned())
    }

    fn need(&mut self, name: &str) -> String {
        self.text(name).unwrap_or_else(|| panic!("there is no {name}"))
    }

    fn count(&mut self, name: &str) -> Option<u32> {
        self.take(name).map(|value| u32::try_from(value.as_u64().unwrap()).unwrap())
    }

    fn flag(&mut self, name: &str) -> Option<bool> {
        self.take(name).map(|value| value.as_bool().unwrap())
    }

    fn moment(&mut self, name: &str) -> Option<Timestamp> {
        self.text(name).map(|text| text.parse().unwrap())
    }

    /// A `Duration` cannot be negative: here that is refused before the library is asked.
    fn time(&mut self, name: &str) -> Result<Option<Duration>, Error> {
        let Some(value) = self.take(name) else { return Ok(None) };
        Duration::try_from_secs_f64(value.as_f64().unwrap()).map(Some).map_err(|error| {
            let mut problem = Problem::default();
            (problem.message, problem.code) = (error.to_string(), "invalid_request".to_owned());
            Error::InvalidRequest(Box::new(problem))
        })
    }

    fn seconds(&mut self, name: &str) -> Option<Duration> {
        self.take(name).map(|value| Duration::from_secs(value.as_u64().unwrap()))
    }

    fn has(&mut self) -> Option<Has> {
        self.text("has").map(|thing| match thing.as_str() {
            "code" => Has::Code,
            "link" => Has::Link,
            "attachment" => Has::Attachment,
            _ => panic!("nothing has {thing}"),
        })
    }

    /// Lines, joined by CRLF.
    fn message(&mut self) -> String {
        match self.take("message").expect("there is a message") {
            Value::Array(lines) => lines.iter().map(|line| line.as_str().unwrap()).collect::<Vec<&str>>().join("\r\n"),
            text => text.as_str().unwrap().to_owned(),
        }
    }
}

/// Does what an argument says where there is one: `set!(request, from: args.text("from"))`.
macro_rules! set {
    ($request:ident, $($method:ident: $value:expr),+ $(,)?) => {
        $(if let Some(value) = $value {
            $request = $request.$method(value);
        })+
    };
}

/// Carries out a `call` of a scenario.
pub(crate) async fn call(name: &str, args: Value, context: Context) -> Outcome {
    let Value::Object(fields) = args else { panic!("the arguments of {name} are no object") };
    let mut args = Args(fields);
    let outcome = match name.split_once('.') {
        None => call_client(name, &mut args, &context.mayfly).await,
        Some(("events", "read")) => read_events(&mut args, context).await,
        Some(("inboxes", method)) => call_inboxes(method, &mut args, &context.mayfly).await,
        Some(("messages", method)) => call_messages(method, &mut args, &context.mayfly).await,
        Some(("keys", method)) => call_keys(method, &mut args, &context.mayfly).await,
        Some(("webhooks", method)) => call_webhooks(method, &mut args, &context.mayfly).await,
        Some(("deliveries", method)) => call_deliveries(method, &mut args, &context.mayfly).await,
        Some(("domains", method)) => call_domains(method, &mut args, &context.mayfly).await,
        Some((group, _)) => unknown(group),
    };
    assert!(outcome.is_err() || args.0.is_empty(), "{name} does not know the arguments {:?}", args.0);
    outcome
}

fn unknown(name: &str) -> ! {
    panic!("There is no call {name}.")
}

fn shown(value: impl Serialize) -> Outcome {
    Ok(serde_json::to_value(value).unwrap())
}

fn as_text(bytes: Vec<u8>) -> Outcome {
    shown(String::from_utf8(bytes).unwrap())
}

async fn all<T: DeserializeOwned + Serialize + Send + 'static>(mut list: List<T>, args: &mut Args) -> Outcome {
    set!(list, page_size: args.count("page_size"));
    shown(list.into_vec().await?)
}

async fn call_client(name: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    match name {
        "send" => {
            let (to, message) = (args.need("to"), args.message());
            spawn_blocking(move || plain_sockets::send_mail(&to, &message)).await.unwrap();
            Ok(Value::Null)
        }
        "received" => {
            let (name, count) = (args.need("name"), args.count("count").unwrap());
            Ok(spawn_blocking(move || plain_sockets::received(&name, count.into())).await.unwrap())
        }
        "verify_webhook" => verify(args),
        "inject" => {
            let mut request = mayfly.inject(&args.need("address"), args.message());
            set!(request, idempotency_key: args.text("idempotency_key"));
            shown(request.await?)
        }
        "get_mail" => {
            let mut request = mayfly.get_mail(&args.need("email"));
            set!(
                request, limit: args.count("limit"), since: args.moment("since"), from: args.text("from"),
                subject: args.text("subject"), contains: args.text("contains"), wait: args.time("wait_seconds")?,
            );
            shown(request.await?)
        }
        "wait" => wait(args, mayfly).await,
        "code" => {
            let mut request = mayfly.code(&args.need("address"));
            set!(
                request, from: args.text("from"), subject: args.text("subject"), contains: args.text("contains"),
                after: args.text("after"), timeout: args.time("timeout_seconds")?,
            );
            if args.flag("claim") == Some(true) {
                request = request.claim();
            }
            shown(request.await?)
        }
        "link" => {
            let mut request = mayfly.link(&args.need("address"));
            set!(
                request, from: args.text("from"), subject: args.text("subject"), contains: args.text("contains"),
                after: args.text("after"), timeout: args.time("timeout_seconds")?,
                kind: args.text("kind").map(|kind| LinkKind::from(kind.as_str())),
            );
            shown(request.await?)
        }
        "account" => shown(mayfly.account().await?),
        _ => unknown(name),
    }
}

async fn wait(args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let mut request = mayfly.wait(&args.need("address"));
    set!(
        request, from: args.text("from"), subject: args.text("subject"), contains: args.text("contains"),
        has: args.has(), after: args.text("after"), timeout: args.time("timeout_seconds")?,
    );
    if args.flag("claim") == Some(true) {
        request = request.claim();
    }
    match args.count("count") {
        Some(count) => shown(request.count(count).await?),
        None => shown(request.await?),
    }
}

fn verify(args: &mut Args) -> Outcome {
    let (body, headers) = (args.need("body"), args.take("headers").unwrap());
    let headers: Vec<(String, String)> = headers
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
        .collect();
    shown(WebhookVerifier::new(args.need("secret"))?.verify(body.as_bytes(), headers.as_slice())?)
}

/// Follows until so many have come; `during` begins once the stream stands.
async fn read_events(args: &mut Args, Context { mayfly, during }: Context) -> Outcome {
    let (opened, stands) = oneshot::channel();
    let mut opened = Some(opened);
    let mut events =
        mayfly.events().on_open(move |_| opened.take().into_iter().for_each(|opened| opened.send(()).unwrap()));
    set!(events, inbox: args.text("inbox"), last_event_id: args.text("last_event_id"));
    let count = args.count("count").unwrap() as usize;
    let meanwhile = tokio::spawn(async move {
        if stands.await.is_ok() {
            during.await;
        }
    });
    let mut seen = Vec::new();
    while seen.len() < count {
        seen.push(events.next().await.expect("events do not end")?);
    }
    meanwhile.await.unwrap();
    shown(seen)
}

async fn call_inboxes(method: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let inboxes = mayfly.inboxes();
    match method {
        "create" => {
            let mut request = inboxes.create();
            set!(
                request, address: args.text("address"), domain: args.text("domain"), label: args.text("label"),
                ttl: args.seconds("ttl_seconds"), idempotency_key: args.text("idempotency_key"),
            );
            shown(request.await?)
        }
        "list" => all(inboxes.list(), args).await,
        "get" => shown(inboxes.get(&args.need("address")).await?),
        "update" => {
            let mut request = inboxes.update(&args.need("address"));
            request = match args.take("label") {
                Some(Value::String(label)) => request.label(label),
                Some(_) => request.no_label(),
                None => request,
            };
            request = match args.take("ttl_seconds") {
                Some(Value::Null) => request.no_ttl(),
                Some(seconds) => request.ttl(Duration::from_secs(seconds.as_u64().unwrap())),
                None => request,
            };
            shown(request.await?)
        }
        "delete" => shown(inboxes.delete(&args.need("address")).await?),
        "empty" => shown(inboxes.empty(&args.need("address")).await?),
        _ => unknown(method),
    }
}

async fn call_messages(method: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let messages = mayfly.messages();
    if method == "list" {
        let mut list = messages.list(&args.need("address"));
        set!(
            list, from: args.text("from"), subject: args.text("subject"), contains: args.text("contains"),
            has: args.has(), since: args.moment("since"),
        );
        return all(list, args).await;
    }
    let id = args.need("id");
    match method {
        "get" => shown(messages.get(&id).await?),
        "raw" => as_text(messages.raw(&id).await?),
        "html" => shown(messages.html(&id).await?),
        "attachment" => as_text(messages.attachment(&id, args.count("index").unwrap()).await?),
        "mark_seen" => shown(messages.mark_seen(&id, args.flag("seen").unwrap_or(true)).await?),
        "delete" => shown(messages.delete(&id).await?),
        _ => unknown(method),
    }
}

async fn call_keys(method: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let keys = mayfly.keys();
    match method {
        "create" => {
            let mut request = keys.create(&args.need("name"));
            set!(
                request, scope: args.text("scope").map(|scope| KeyScope::from(scope.as_str())),
                idempotency_key: args.text("idempotency_key"),
            );
            shown(request.await?)
        }
        "list" => all(keys.list(), args).await,
        "revoke" => shown(keys.revoke(&args.need("id")).await?),
        _ => unknown(method),
    }
}

fn events_of(args: &mut Args) -> Option<Vec<EventType>> {
    let names = args.take("events")?;
    Some(names.as_array().unwrap().iter().map(|name| EventType::from(name.as_str().unwrap())).collect())
}

async fn call_webhooks(method: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let webhooks = mayfly.webhooks();
    match method {
        "create" => {
            let mut request = webhooks.create(&args.need("url"));
            set!(
                request, description: args.text("description"), events: events_of(args),
                inbox_filter: args.text("inbox_filter"), idempotency_key: args.text("idempotency_key"),
            );
            return shown(request.await?);
        }
        "list" => return all(webhooks.list(), args).await,
        _ => {}
    }
    let id = args.need("id");
    match method {
        "get" => shown(webhooks.get(&id).await?),
        "update" => {
            let mut request = webhooks.update(&id);
            set!(request, url: args.text("url"), description: args.text("description"), events: events_of(args));
            request = match args.take("inbox_filter") {
                Some(Value::String(address)) => request.inbox_filter(address),
                Some(_) => request.every_inbox(),
                None => request,
            };
            shown(request.await?)
        }
        "delete" => shown(webhooks.delete(&id).await?),
        "test" => shown(webhooks.test(&id).await?),
        "pause" => shown(webhooks.pause(&id).await?),
        "resume" => {
            let held = match args.text("held").as_deref() {
                Some("drop") => HeldEvents::Drop,
                Some("deliver") | None => HeldEvents::Deliver,
                Some(held) => panic!("nothing is held to {held}"),
            };
            shown(webhooks.resume(&id, held).await?)
        }
        "rotate_secret" => match args.seconds("overlap_seconds") {
            Some(overlap) => shown(webhooks.rotate_secret_with_overlap(&id, overlap).await?),
            None => shown(webhooks.rotate_secret(&id).await?),
        },
        "secret" => shown(webhooks.secret(&id).await?),
        "deliveries" => all(webhooks.deliveries(&id), args).await,
        "redeliver" => match args.take("states") {
            None => shown(webhooks.redeliver(&id, args.moment("since").unwrap()).await?),
            Some(states) => {
                assert_eq!(states, json!(["failed", "rejected"]));
                shown(webhooks.redeliver_with_rejected(&id, args.moment("since").unwrap()).await?)
            }
        },
        _ => unknown(method),
    }
}

async fn call_deliveries(method: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let deliveries = mayfly.deliveries();
    match method {
        "list" => all(deliveries.list(), args).await,
        "get" => shown(deliveries.get(&args.need("id")).await?),
        "redeliver" => shown(deliveries.redeliver(&args.need("id")).await?),
        _ => unknown(method),
    }
}

async fn call_domains(method: &str, args: &mut Args, mayfly: &Mayfly) -> Outcome {
    let domains = mayfly.domains();
    match method {
        "create" => shown(domains.create(&args.need("domain")).await?),
        "list" => all(domains.list(), args).await,
        "get" => shown(domains.get(&args.need("domain")).await?),
        "check" => shown(domains.check(&args.need("domain")).await?),
        "delete" => shown(domains.delete(&args.need("domain")).await?),
        _ => unknown(method),
    }
}
