use std::time::Duration;

use mayfly::blocking::Mayfly;
use mayfly::{Error, EventData, HeldEvents, KeyScope, Timestamp};

const SOURCE: &str = "From: a@example.com\r\nSubject: Hello\r\n\r\nhttps://example.com/verify?t=1 verifies you";

#[test]
fn everything_there_is_without_async() {
    let mayfly = Mayfly::from_env().unwrap();
    let inbox = mayfly.inboxes().create().label("blocking").ttl(Duration::from_secs(600)).send().unwrap();
    let handle = mayfly.inbox(&inbox.address).unwrap();
    let id = handle.inject(SOURCE).send().unwrap();
    assert_eq!(handle.wait().subject("hello").send().unwrap().id, id);
    assert_eq!(handle.wait().count(1).send().unwrap().len(), 1);
    assert_eq!(handle.link().send().unwrap(), "https://example.com/verify?t=1");
    assert_eq!(handle.get_mail().wait(Duration::from_secs(1)).send().unwrap()[0].subject, "Hello");
    assert_eq!(handle.messages().map(|message| message.unwrap().id).collect::<Vec<_>>(), [id.as_str()]);
    assert!(matches!(handle.code().timeout(Duration::ZERO).send(), Err(Error::WaitTimeout(_))));

    let messages = mayfly.messages();
    assert_eq!(messages.get(&id).unwrap().from, "a@example.com");
    assert!(String::from_utf8(messages.raw(&id).unwrap()).unwrap().contains("Subject: Hello"));
    assert!(messages.html(&id).unwrap().contains("verifies") && messages.html_with_remote_images(&id).is_ok());
    assert!(messages.mark_seen(&id, true).unwrap().seen);
    assert!(matches!(messages.attachment(&id, 0), Err(Error::NotFound(_))));
    messages.delete(&id).unwrap();
    handle.empty().unwrap();
    assert_eq!(mayfly.inboxes().update(&inbox.address).no_label().send().unwrap().label, None);
    assert_eq!(handle.get().unwrap().message_count, 0);

    let key = mayfly.keys().create("blocking").scope(KeyScope::Read).send().unwrap();
    assert!(key.key.as_str().starts_with("tk_") && !format!("{key:?}").contains(key.key.as_str()));
    mayfly.keys().revoke(&key.record.id).unwrap();
    assert!(mayfly.keys().list().any(|listed| listed.unwrap().revoked_at.is_some()));

    let webhooks = mayfly.webhooks();
    let created = webhooks.create("http://127.0.0.1:9/").inbox_filter(&inbox.address).send().unwrap();
    let id = &created.webhook.id;
    assert_eq!(webhooks.secret(id).unwrap().secret, created.secret);
    assert_eq!(webhooks.rotate_secret(id).unwrap().previous_secret, Some(created.secret));
    webhooks.pause(id).unwrap();
    webhooks.resume(id, HeldEvents::Drop).unwrap();
    assert_eq!(webhooks.update(id).description("x").send().unwrap().description, "x");
    assert_eq!(webhooks.redeliver(id, Timestamp::now()).unwrap(), 0);
    let delivery = webhooks.test(id).unwrap();
    assert_eq!(mayfly.deliveries().get(&delivery.id).unwrap().payload.data.name(), "test.ping");
    webhooks.delete(id).unwrap();
    mayfly.inboxes().delete(&inbox.address).unwrap();
    assert!(mayfly.account().unwrap().limits.inboxes > 0);
}

#[test]
fn events_are_an_iterator() {
    let mayfly = Mayfly::from_env().unwrap();
    let inbox = mayfly.inboxes().create().send().unwrap();
    let (other, address) = (mayfly.clone(), inbox.address.clone());
    let mut sender = None;
    let mut events = mayfly.events().inbox(&inbox.address).on_open(move |_| {
        let (other, address) = (other.clone(), address.clone());
        sender.get_or_insert_with(|| std::thread::spawn(move || other.inject(&address, SOURCE).send().unwrap()));
    });
    let event = events.next().unwrap().unwrap();
    assert!(matches!(event.data, EventData::MessageReceived(mail) if mail.subject == "Hello"));
    mayfly.inboxes().delete(&inbox.address).unwrap();
}

#[test]
fn one_client_serves_many_threads() {
    let mayfly = Mayfly::from_env().unwrap();
    let inbox = mayfly.inboxes().create().send().unwrap();
    let waiters: Vec<_> = (0..20)
        .map(|_| {
            let (mayfly, address) = (mayfly.clone(), inbox.address.clone());
            std::thread::spawn(move || {
                mayfly.wait(&address).timeout(Duration::from_secs(50)).send().unwrap().subject.clone()
            })
        })
        .collect();
    mayfly.inject(&inbox.address, SOURCE).send().unwrap();
    assert!(waiters.into_iter().all(|waiter| waiter.join().unwrap() == "Hello"));
    mayfly.inboxes().delete(&inbox.address).unwrap();
}

#[tokio::test]
async fn the_last_client_may_be_dropped_within_async_code() {
    drop(Mayfly::from_env().unwrap());
}
