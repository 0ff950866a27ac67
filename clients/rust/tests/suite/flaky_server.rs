use std::time::Duration;

use mayfly::{ConnectionErrorKind, DomainState, Error, Mayfly, RecordStatus};
use serde_json::{Value, json};

use crate::support::KEY;
use crate::support::flaky_server::{Behaviour, FlakyServer, answer, gateway, problem};
use crate::support::logged::{keep_log, logged};

const ANN: &str = "ann@mayfly.test";

fn client_of(server: &FlakyServer) -> Mayfly {
    Mayfly::builder().url(&server.url).api_key(KEY).build().unwrap()
}

fn with_retries(server: &FlakyServer, retries: u32) -> Mayfly {
    Mayfly::builder().url(&server.url).api_key(KEY).max_retries(retries).build().unwrap()
}

fn inbox() -> Value {
    json!({ "id": "ibx_1", "address": ANN, "message_count": 3 })
}

fn received() -> Value {
    json!({ "status": "received", "messages": [{ "id": "msg_1" }], "cursor": "c2" })
}

fn timed_out(cursor: &str, misses: &[&str]) -> Value {
    let miss = |id: &&str| json!({ "id": id, "from": "a@b.c", "subject": id, "failed": ["subject"] });
    let near_misses: Vec<Value> = misses.iter().map(miss).collect();
    json!({ "status": "timeout", "messages": [], "cursor": cursor, "near_misses": near_misses, "refused": [] })
}

fn rate_limited(seconds: u32) -> Behaviour {
    problem(429, "rate_limited").with_header("retry-after", seconds)
}

/// Each of them may be otherwise in a moment.
fn troubles() -> [(&'static str, Behaviour); 6] {
    [
        ("reset", Behaviour::Reset),
        ("half", Behaviour::Half),
        ("429", rate_limited(0)),
        ("502", gateway(502)),
        ("503", gateway(503)),
        ("504", gateway(504)),
    ]
}

#[tokio::test]
async fn what_is_safe_to_repeat_succeeds_in_the_end() {
    for (name, trouble) in troubles() {
        let server = FlakyServer::start([trouble.clone(), trouble, answer(200, inbox())]).await;
        let inbox = client_of(&server).inboxes().get(ANN).await.unwrap();
        assert_eq!((inbox.message_count, server.seen().len()), (3, 3), "{name}");
    }
}

#[tokio::test]
async fn what_makes_something_is_repeated_under_one_idempotency_key() {
    for (name, trouble) in troubles() {
        let server = FlakyServer::start([trouble.clone(), trouble, answer(201, inbox())]).await;
        client_of(&server).inboxes().create().label("x").await.unwrap();
        let seen = server.seen();
        let key = &seen[0].headers["idempotency-key"];
        assert!(key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}: {key}");
        assert_eq!(seen.len(), 3, "{name}");
        for request in &seen {
            assert_eq!((&request.headers["idempotency-key"], request.body.as_str()), (key, r#"{"label":"x"}"#));
            assert_eq!(request.headers["x-api-key"], KEY);
        }
    }
    let server = FlakyServer::start([answer(201, json!({ "id": "msg_1" }))]).await;
    client_of(&server).inject(ANN, "Subject: x\r\n\r\n").idempotency_key("mine").await.unwrap();
    client_of(&server).send_test_mail(ANN).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].headers["idempotency-key"], "mine");
    assert_eq!(seen[0].headers["content-type"], "message/rfc822");
    assert_ne!(seen[1].headers["idempotency-key"], "mine");
}

#[tokio::test]
async fn a_claiming_wait_is_repeated_only_where_nothing_can_have_been_claimed() {
    for (name, trouble) in troubles() {
        let server = FlakyServer::start([trouble, answer(200, received())]).await;
        let outcome = client_of(&server).wait(ANN).claim().await;
        let (succeeds, tries) = if name == "429" { (true, 2) } else { (false, 1) };
        assert_eq!((outcome.is_ok(), server.seen().len()), (succeeds, tries), "{name}");
    }
}

#[tokio::test]
async fn retries_end_with_the_last_error() {
    for (trouble, code, status, request_id) in [
        (Behaviour::Reset, "broken", None, None),
        (Behaviour::Half, "broken", None, None),
        (gateway(503), "http_503", Some(503), None),
        (problem(503, "unavailable"), "unavailable", Some(503), Some("req_1")),
        (rate_limited(0), "rate_limited", Some(429), Some("req_1")),
    ] {
        let server = FlakyServer::start([trouble]).await;
        let error = with_retries(&server, 1).account().await.unwrap_err();
        assert_eq!((error.code(), error.status(), error.request_id()), (code, status, request_id));
        assert_eq!(server.seen().len(), 2, "{code}");
        if let Error::RateLimit(problem) = &error {
            assert_eq!(problem.retry_after, Some(Duration::ZERO));
        }
    }
}

#[tokio::test]
async fn what_would_be_answered_the_same_again_is_not_repeated_and_typed() {
    type Is = fn(&Error) -> bool;
    let cases: [(u16, &str, Is); 7] = [
        (400, "invalid_request", |error| matches!(error, Error::InvalidRequest(_))),
        (401, "revoked_key", |error| matches!(error, Error::Authentication(_))),
        (403, "plan_required", |error| matches!(error, Error::PermissionDenied(_))),
        (404, "not_found", |error| matches!(error, Error::NotFound(_))),
        (409, "conflict", |error| matches!(error, Error::Service(_))),
        (422, "foreign_domain", |error| matches!(error, Error::InvalidRequest(_))),
        (500, "internal", |error| matches!(error, Error::Service(_))),
    ];
    for (status, code, is_of_type) in cases {
        let server = FlakyServer::start([problem(status, code)]).await;
        let error = client_of(&server).account().await.unwrap_err();
        assert!(is_of_type(&error), "{error:?}");
        assert_eq!((error.status(), error.code(), error.request_id()), (Some(status), code, Some("req_1")));
        assert_eq!((error.to_string(), server.seen().len()), (format!("This is {code}."), 1));
    }
}

#[tokio::test]
async fn a_deletion_whose_answer_was_lost_has_happened_when_the_thing_is_gone() {
    let server = FlakyServer::start([Behaviour::Reset, problem(404, "not_found")]).await;
    client_of(&server).inboxes().delete(ANN).await.unwrap();
    let again = client_of(&server).inboxes().delete(ANN).await;
    assert!(matches!(again, Err(Error::NotFound(_))));
    let limited = FlakyServer::start([rate_limited(0), problem(404, "not_found")]).await;
    assert!(matches!(client_of(&limited).inboxes().delete(ANN).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn a_creation_that_is_still_under_way_is_asked_for_again() {
    let server = FlakyServer::start([Behaviour::Reset, problem(409, "in_progress"), answer(201, inbox())]).await;
    assert_eq!(client_of(&server).inboxes().create().await.unwrap().id, "ibx_1");
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn retry_after_is_obeyed_and_a_long_one_is_told_instead() {
    keep_log();
    let server = FlakyServer::start([rate_limited(1), answer(200, inbox())]).await;
    client_of(&server).inboxes().get(ANN).await.unwrap();
    let (lines, _) = logged();
    let delay = lines.iter().find_map(|line| line.split_once("again in ")).unwrap().1;
    assert!(delay.starts_with("1.") && delay.ends_with('s') && !delay.ends_with("ms"), "{delay}");
    let patient = FlakyServer::start([rate_limited(600)]).await;
    match client_of(&patient).account().await {
        Err(Error::RateLimit(problem)) => assert_eq!(problem.retry_after, Some(Duration::from_secs(600))),
        outcome => panic!("{outcome:?}"),
    }
    assert_eq!(patient.seen().len(), 1);
}

#[tokio::test]
async fn slow_bytes_and_silence_end_with_the_time_out() {
    for trouble in [Behaviour::Slow, Behaviour::Silent] {
        let server = FlakyServer::start([trouble]).await;
        let settings = Mayfly::builder().url(&server.url).api_key(KEY).timeout(Duration::from_millis(150));
        match settings.max_retries(1).build().unwrap().account().await {
            Err(Error::Connection(error)) => assert_eq!(error.kind, ConnectionErrorKind::Timeout),
            outcome => panic!("{outcome:?}"),
        }
        assert_eq!(server.seen().len(), 2);
    }
}

#[tokio::test]
async fn nobody_there_even_a_claiming_wait_is_tried_again_and_the_error_says_where() {
    keep_log();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let mayfly = Mayfly::builder().url(&url).api_key(KEY).max_retries(1).build().unwrap();
    let error = mayfly.wait(ANN).claim().await.unwrap_err();
    assert_eq!(error.code(), "unreachable");
    let (start, end) =
        (format!("{url} cannot be reached (Connection refused"), "Give its address as `url` or in MAYFLY_URL.");
    assert!(error.to_string().starts_with(&start) && error.to_string().ends_with(end), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!(logged().0.len(), 3);
}

#[tokio::test]
async fn a_redirect_is_told_and_not_followed() {
    let elsewhere = FlakyServer::start([answer(200, inbox())]).await;
    let target = format!("{}/v1/account", elsewhere.url);
    let server = FlakyServer::start([answer(307, json!({})).with_header("location", &target)]).await;
    let error = client_of(&server).account().await.unwrap_err();
    assert_eq!((error.code(), error.status()), ("redirected", Some(307)));
    assert!(error.to_string().contains(&target));
    assert_eq!(elsewhere.seen().len(), 0);
}

#[tokio::test]
async fn an_answer_that_is_not_the_services_is_told_as_such() {
    for body in [gateway(200), answer(200, json!([1]))] {
        let server = FlakyServer::start([body]).await;
        let error = client_of(&server).account().await.unwrap_err();
        assert_eq!(error.code(), "unexpected_answer");
        assert!(error.to_string().ends_with("Is `url` the address of a Mayfly server?"));
    }
}

#[tokio::test]
async fn a_long_wait_is_made_of_several_with_the_cursor_and_the_near_misses_carried_on() {
    let server = FlakyServer::start([
        answer(200, timed_out("c1", &["msg_1"])),
        answer(200, timed_out("c2", &["msg_1", "msg_2"])),
        answer(200, received()),
    ])
    .await;
    let mail = client_of(&server).wait(ANN).subject("x").timeout(Duration::from_secs(120)).await.unwrap();
    assert_eq!((mail.id.as_str(), mail.cursor.as_str()), ("msg_1", "c2"));
    let asked = server.seen().into_iter().map(|seen| {
        let parameter = |name: &str| seen.query.get(name).cloned();
        (parameter("timeout").unwrap(), parameter("after"), parameter("subject").unwrap())
    });
    let expected = [None, Some("c1"), Some("c2")].map(|after| ("55".into(), after.map(str::to_owned), "x".into()));
    assert_eq!(asked.collect::<Vec<_>>(), expected);

    let server = FlakyServer::start([
        answer(200, timed_out("c1", &["msg_1"])),
        answer(200, timed_out("c9", &["msg_1", "msg_2"])),
    ])
    .await;
    match client_of(&server).wait(ANN).timeout(Duration::from_millis(300)).await {
        Err(Error::WaitTimeout(timed_out)) => {
            assert_eq!((timed_out.cursor.as_str(), timed_out.near_misses.len()), ("c9", 2));
            let explanation = "within 0.3 s.\n  came, but did not match subject: \"msg_1\" from a@b.c\n";
            assert!(timed_out.to_string().contains(explanation), "{timed_out}");
        }
        outcome => panic!("{outcome:?}"),
    }
}

#[tokio::test]
async fn of_many_near_misses_the_latest_ten_are_told() {
    let ids: Vec<String> = (1..=14).map(|number| format!("msg_{number}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let server = FlakyServer::start([answer(200, timed_out("c1", &ids))]).await;
    match client_of(&server).wait(ANN).timeout(Duration::ZERO).await {
        Err(Error::WaitTimeout(timed_out)) => {
            let told: Vec<&str> = timed_out.near_misses.iter().map(|miss| miss.id.as_str()).collect();
            assert_eq!(told, ids[4..]);
        }
        outcome => panic!("{outcome:?}"),
    }
}

#[tokio::test]
async fn a_wait_of_no_time_only_looks_and_is_repeated_like_any_other_look() {
    let server = FlakyServer::start([Behaviour::Reset, answer(200, received())]).await;
    assert_eq!(client_of(&server).wait(ANN).timeout(Duration::ZERO).await.unwrap().id, "msg_1");
    assert!(server.seen().len() == 2 && server.seen().iter().all(|seen| seen.query["timeout"] == "0"));
    let server = FlakyServer::start([Behaviour::Reset, answer(200, json!([]))]).await;
    assert_eq!(client_of(&server).get_mail(ANN).await.unwrap(), []);
    assert_eq!(server.seen()[1].query.get("wait"), None);
}

#[tokio::test]
async fn get_mail_waits_for_as_long_as_it_is_told_in_several_requests() {
    let server = FlakyServer::start([answer(200, json!([])), answer(200, json!([{ "id": "msg_1" }]))]).await;
    let mails = client_of(&server).get_mail(ANN).wait(Duration::from_secs(120)).await.unwrap();
    assert_eq!(mails[0].id, "msg_1");
    assert!(server.seen().len() == 2 && server.seen().iter().all(|seen| seen.query["wait"] == "55"));
}

#[tokio::test]
async fn no_try_of_a_wait_begins_after_its_time() {
    let server = FlakyServer::start([problem(429, "too_many_waits").with_header("retry-after", 5)]).await;
    let outcome = client_of(&server).wait(ANN).timeout(Duration::from_secs(1)).await;
    assert!(matches!(outcome, Err(Error::RateLimit(_))));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_wait_without_end_is_one_that_never_times_out() {
    let server = FlakyServer::start([answer(200, received())]).await;
    client_of(&server).wait(ANN).timeout(Duration::MAX).await.unwrap();
    assert_eq!(server.seen()[0].query["timeout"], "55");
}

#[tokio::test]
async fn a_call_ends_when_it_is_dropped() {
    let mut server = FlakyServer::start([Behaviour::Silent]).await;
    let mayfly = client_of(&server);
    let outcome = tokio::time::timeout(Duration::from_millis(100), mayfly.wait(ANN).into_future()).await;
    assert!(outcome.is_err());
    server.was_left(1).await;
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn the_debug_log_has_every_try_and_no_secret() {
    keep_log();
    let secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    let told = json!({ "secret": secret, "previous_secret": null });
    let server = FlakyServer::start([gateway(503), answer(200, told)]).await;
    let seen = client_of(&server).webhooks().secret("whk_1").await.unwrap();
    assert_eq!(seen.secret.as_str(), secret);
    let (lines, all) = logged();
    let path = "GET /v1/webhooks/whk_1/secret: try";
    let kinds = [" 1", " 1 answered 503 ", " 1 failed (http_503), again in ", " 2", " 2 answered 200 "];
    assert_eq!(lines.len(), kinds.len(), "{lines:#?}");
    for (line, kind) in lines.iter().zip(kinds) {
        assert!(line.starts_with(&format!("{path}{kind}")), "{line}");
    }
    let everything = format!("{all} {seen:?}");
    assert!(!everything.contains(KEY) && !everything.contains(secret), "{everything}");
}

#[tokio::test]
async fn a_list_is_read_as_far_as_one_goes() {
    let page = |ids: [u32; 2], next: Option<&str>| {
        let data: Vec<Value> = ids.iter().map(|id| json!({ "id": id.to_string() })).collect();
        answer(200, json!({ "data": data, "next_cursor": next }))
    };
    let pages = [page([1, 2], Some("p2")), Behaviour::Reset, page([3, 4], Some("p3")), problem(500, "internal")];
    let server = FlakyServer::start(pages).await;
    let mut inboxes = client_of(&server).inboxes().list().page_size(2);
    assert_eq!(server.seen().len(), 0);
    assert_eq!(inboxes.next().await.unwrap().unwrap().id, "1");
    assert_eq!(inboxes.next().await.unwrap().unwrap().id, "2");
    assert_eq!(server.seen().len(), 1);
    assert_eq!(inboxes.next().await.unwrap().unwrap().id, "3");
    assert_eq!(inboxes.next().await.unwrap().unwrap().id, "4");
    assert_eq!(inboxes.next().await.unwrap().unwrap_err().code(), "internal");
    assert!(inboxes.next().await.is_none());
    let asked: Vec<_> = server
        .seen()
        .into_iter()
        .map(|seen| (seen.query["limit"].clone(), seen.query.get("cursor").cloned()))
        .collect();
    let expected = [None, Some("p2"), Some("p2"), Some("p3")].map(|cursor| ("2".to_owned(), cursor.map(str::to_owned)));
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn domains_are_added_looked_at_checked_and_given_up() {
    let record = json!({
        "type": "MX", "host": "example.org", "value": "mx.mayfly.test", "priority": 10, "found": ["10 other.test"],
        "status": "wrong", "hint": "Another MX is there.", "purpose": "mail", "optional": false,
    });
    let domain = json!({
        "domain": "example.org", "state": "pending", "created_at": "2026-11-15T04:30:00.000Z", "verified_at": null,
        "lost_at": null, "checked_at": null, "next_check_at": null, "name_servers": ["ns.test"], "records": [record],
    });
    let future = json!({ "domain": "example.org", "state": "moving", "records": [{ "status": "odd", "type": "SVCB" }], "more": 1 });
    let server = FlakyServer::start([
        gateway(503),
        answer(201, domain.clone()),
        answer(200, json!({ "data": [domain.clone()], "next_cursor": null })),
        answer(200, domain.clone()),
        answer(200, future),
        answer(204, json!({})),
    ])
    .await;
    let domains = client_of(&server).domains();
    let created = domains.create("example.org").await.unwrap();
    assert_eq!((&created.state, &created.records[0].status), (&DomainState::Pending, &RecordStatus::Wrong));
    assert_eq!((created.records[0].kind.as_str(), created.records[0].priority), ("MX", Some(10)));
    assert_eq!(serde_json::to_value(&created).unwrap(), domain);
    assert_eq!(domains.list().into_vec().await.unwrap(), [created]);
    domains.get("example.org").await.unwrap();
    let checked = domains.check("example.org").await.unwrap();
    assert_eq!((checked.state.as_str(), checked.records[0].status.as_str()), ("moving", "odd"));
    domains.delete("example.org").await.unwrap();
    let asked: Vec<String> =
        server.seen().iter().map(|seen| format!("{} {} {}", seen.method, seen.path, seen.body)).collect();
    assert_eq!(
        asked,
        [
            r#"POST /v1/domains {"domain":"example.org"}"#,
            r#"POST /v1/domains {"domain":"example.org"}"#,
            "GET /v1/domains ",
            "GET /v1/domains/example.org ",
            "POST /v1/domains/example.org/check ",
            "DELETE /v1/domains/example.org ",
        ]
    );
}

#[tokio::test]
async fn an_http_client_of_ones_own_is_used() {
    let proxy = FlakyServer::start([answer(200, inbox())]).await;
    // A client of no TLS: the crate's own features have none that works by itself.
    let http = reqwest::Client::builder()
        .tls_backend_preconfigured(tls())
        .redirect(reqwest::redirect::Policy::none())
        .proxy(reqwest::Proxy::all(&proxy.url).unwrap())
        .build()
        .unwrap();
    let mayfly = Mayfly::builder().url("http://nowhere.test").api_key(KEY).http_client(http).build().unwrap();
    assert_eq!(mayfly.inboxes().get(ANN).await.unwrap().id, "ibx_1");
}

fn tls() -> rustls::ClientConfig {
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth()
}
