use std::sync::{Arc, Mutex};

use mayfly::{Error, EventData, Events, Mayfly};

use crate::support::KEY;
use crate::support::flaky_server::{Behaviour, End, FlakyServer, gateway, problem};

fn client_of(server: &FlakyServer, retries: u32) -> Mayfly {
    Mayfly::builder().url(&server.url).api_key(KEY).max_retries(retries).build().unwrap()
}

fn stream(place: &str, ids: impl IntoIterator<Item = u32>, end: End) -> Behaviour {
    let event = |id: u32| {
        let data = format!(r#"{{"subject":"mail {id} ü","inbox_id":"ibx_1"}}"#);
        format!("id: {id}\nevent: message.received\ndata: {data}\n\n")
    };
    let events: Vec<String> = ids.into_iter().map(event).collect();
    Behaviour::Stream { text: format!("retry: 10\nid: {place}\n\n{}", events.join(": alive\n\n")), end }
}

async fn take(events: &mut Events, count: usize) -> Vec<String> {
    let mut seen = Vec::new();
    while seen.len() < count {
        let event = events.next().await.unwrap().unwrap();
        let EventData::MessageReceived(mail) = event.data else { panic!("{event:?}") };
        seen.push(format!("{} {}", event.id, mail.subject));
    }
    seen
}

#[tokio::test]
async fn a_stream_that_breaks_or_ends_is_taken_up_where_it_was_with_nothing_lost_or_repeated() {
    let server = FlakyServer::start([
        stream("0", [1, 2], End::Break),
        Behaviour::Reset,
        gateway(503),
        stream("2", [3], End::Finish),
        stream("3", [], End::Finish),
        stream("3", [4, 5], End::Stay),
    ])
    .await;
    let opened = Arc::new(Mutex::new(Vec::new()));
    let told = opened.clone();
    let mut events = client_of(&server, 0)
        .events()
        .inbox("ann@mayfly.test")
        .on_open(move |id| told.lock().unwrap().push(id.to_owned()));
    let expected: Vec<String> = (1..=5).map(|id| format!("{id} mail {id} ü")).collect();
    assert_eq!(take(&mut events, 5).await, expected);
    let places: Vec<Option<String>> =
        server.seen().iter().map(|seen| seen.headers.get("last-event-id").cloned()).collect();
    assert_eq!(
        places,
        [None, Some("2"), Some("2"), Some("2"), Some("3"), Some("3")].map(|place| place.map(str::to_owned))
    );
    assert_eq!(*opened.lock().unwrap(), ["0", "2", "3", "3"]);
    assert_eq!(server.seen()[0].query["inbox"], "ann@mayfly.test");
    assert_eq!(server.seen()[0].headers["accept"], "text/event-stream");
}

#[tokio::test]
async fn dropping_it_closes_the_connection() {
    let mut server = FlakyServer::start([stream("0", [1], End::Stay)]).await;
    let mut events = client_of(&server, 0).events();
    take(&mut events, 1).await;
    drop(events);
    server.was_left(1).await;
}

#[tokio::test]
async fn what_cannot_be_reached_from_the_start_or_is_refused_later_is_an_error() {
    let dead = FlakyServer::start([Behaviour::Reset]).await;
    let mut events = client_of(&dead, 1).events();
    assert!(matches!(events.next().await, Some(Err(Error::Connection(_)))));
    assert!(events.next().await.is_none());
    assert_eq!(dead.seen().len(), 2);

    let server = FlakyServer::start([stream("0", [1], End::Break), problem(401, "revoked_key")]).await;
    let mut events = client_of(&server, 3).events();
    take(&mut events, 1).await;
    assert!(matches!(events.next().await, Some(Err(Error::Authentication(_)))));
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn an_event_of_a_newer_service_is_told_as_it_is() {
    let text = "id: 1\nevent: domain.verified\ndata: {\"domain\":\"example.org\"}\n\n".to_owned();
    let server = FlakyServer::start([Behaviour::Stream { text, end: End::Stay }]).await;
    let event = client_of(&server, 0).events().next().await.unwrap().unwrap();
    assert_eq!(
        (event.data.name(), serde_json::to_string(&event.data).unwrap()),
        ("domain.verified", r#"{"domain":"example.org"}"#.to_owned())
    );
}

#[tokio::test]
async fn what_is_no_stream_of_events_is_not_read_for_ever() {
    let text = "x".repeat(2 << 20);
    let server = FlakyServer::start([Behaviour::Stream { text, end: End::Stay }]).await;
    let error = client_of(&server, 0).events().next().await.unwrap().unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), ("broken", "The stream is not one of events."));
}
