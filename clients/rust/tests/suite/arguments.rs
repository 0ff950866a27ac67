use std::time::Duration;

use mayfly::{Error, Mayfly, Result};

use crate::support::KEY;
use crate::support::flaky_server::{FlakyServer, answer};

const ANN: &str = "ann@mayfly.test";

fn refused<T>(outcome: Result<T>, code: &str, start: &str) {
    match outcome {
        Err(Error::InvalidRequest(problem)) => {
            assert_eq!((problem.code.as_str(), problem.status, problem.errors.len()), (code, None, 1));
            assert!(problem.message.starts_with(start), "{}", problem.message);
        }
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("{start} was not refused"),
    }
}

#[tokio::test]
async fn what_is_certainly_wrong_is_refused_before_any_request() {
    let server = FlakyServer::start([answer(200, serde_json::json!({}))]).await;
    let mayfly = Mayfly::builder().url(&server.url).api_key(KEY).build().unwrap();
    let address = "invalid_address";
    let request = "invalid_request";
    refused(mayfly.get_mail("ann").await, address, "\"ann\" is not an e-mail address. Give it as name@domain.");
    refused(mayfly.get_mail("Ann <ann@mayfly.test>").await, address, "\"Ann ");
    refused(mayfly.get_mail(ANN).limit(0).await, request, "`limit` must be a whole number from 1 up");
    refused(mayfly.wait("@mayfly.test").await, address, "\"@mayfly.test\"");
    refused(mayfly.wait(ANN).count(0).await, request, "`count`");
    refused(mayfly.wait(ANN).claim().count(2).await, request, "`count` must be 1 with `claim`");
    refused(mayfly.code("x").await, address, "\"x\"");
    refused(mayfly.link("x").timeout(Duration::ZERO).await, address, "\"x\"");
    refused(mayfly.inject("x", "").await, address, "\"x\"");
    refused(mayfly.inject(ANN, "").idempotency_key("a\nb").await, request, "`idempotency_key`");
    refused(mayfly.send_test_mail("x").await, address, "\"x\"");
    refused(mayfly.inboxes().create().address("x").await, address, "\"x\"");
    refused(mayfly.inboxes().update("x").await, address, "\"x\"");
    refused(mayfly.inboxes().list().page_size(0).into_vec().await, request, "`page_size`");
    refused(mayfly.inboxes().get("").await, address, "\"\"");
    refused(mayfly.messages().list("x").into_vec().await, address, "\"x\"");
    refused(mayfly.messages().get("").await, request, "`id` must be the id of one");
    refused(mayfly.messages().delete("..").await, request, "`id` must be the id of one");
    refused(mayfly.webhooks().create("https://a.test").inbox_filter("x").await, address, "\"x\"");
    refused(mayfly.domains().get("").await, request, "`domain`");
    refused(mayfly.inbox("x").map(drop), address, "\"x\"");
    refused(mayfly.events().inbox("x").next().await.unwrap(), address, "\"x\"");
    refused(mayfly.request(reqwest::Method::GET, "v1").await, request, "`path`");
    assert_eq!(server.seen().len(), 0);
}

#[tokio::test]
async fn what_the_service_may_take_is_left_to_the_service() {
    let server = FlakyServer::start([answer(200, serde_json::json!([]))]).await;
    let mayfly = Mayfly::builder().url(format!("{}/api/", server.url)).api_key(KEY).build().unwrap();
    for address in ["a+tag@mayfly.test", "\"odd name\"@mayfly.test", "büro@bücher.example", "a@b"] {
        mayfly.get_mail(address).await.unwrap();
        assert_eq!(server.seen().last().unwrap().query["email"], address);
    }
    assert_eq!(server.seen()[0].path, "/api/getMail");
    let _ = mayfly.inboxes().get("a/b?c%@mayfly.test").await;
    assert_eq!(server.seen().last().unwrap().path, "/api/v1/inboxes/a%2Fb%3Fc%25%40mayfly.test");
}
