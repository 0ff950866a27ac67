use std::panic::{AssertUnwindSafe, catch_unwind};

use mayfly::{Error, Mayfly, blocking};

async fn is_gone(mayfly: &Mayfly, address: &str) -> bool {
    matches!(mayfly.inboxes().get(address).await, Err(Error::NotFound(_)))
}

#[tokio::test]
async fn an_inbox_lives_as_long_as_its_test() {
    let mayfly = Mayfly::from_env().unwrap();
    let inbox = mayfly.test_inbox().await.unwrap();
    mayfly.send_test_mail(inbox.address()).await.unwrap();
    assert_eq!(inbox.code().await.unwrap().len(), 6);
    assert_eq!(inbox.get().await.unwrap().label.as_deref(), Some("testing::an_inbox_lives_as_long_as_its_test"));
    let address = inbox.address().to_owned();
    inbox.close().await.unwrap();
    assert!(is_gone(&mayfly, &address).await);
}

#[tokio::test]
async fn a_test_may_delete_its_inbox_itself() {
    let mayfly = Mayfly::from_env().unwrap();
    let inbox = mayfly.test_inbox().await.unwrap();
    inbox.delete().await.unwrap();
    inbox.close().await.unwrap();
}

#[tokio::test]
async fn one_that_is_dropped_is_deleted_also_by_a_failed_assertion() {
    let mayfly = Mayfly::from_env().unwrap();
    let own = mayfly.inboxes().create().await.unwrap().address;
    let inboxes = [mayfly.test_inbox().await.unwrap(), mayfly.inbox(&own).unwrap().into_test_inbox()];
    let addresses = inboxes.each_ref().map(|inbox| inbox.address().to_owned());
    let outcome = catch_unwind(AssertUnwindSafe(move || {
        let _inboxes = inboxes;
        std::panic::resume_unwind(Box::new("as an assertion does"));
    }));
    assert!(outcome.is_err());
    for address in addresses {
        assert!(is_gone(&mayfly, &address).await);
    }
}

#[test]
fn the_same_without_async() {
    let mayfly = blocking::Mayfly::from_env().unwrap();
    let closed = mayfly.test_inbox().unwrap();
    let dropped = mayfly.test_inbox().unwrap();
    mayfly.send_test_mail(closed.address()).unwrap();
    assert_eq!(closed.code().send().unwrap().len(), 6);
    let addresses = [closed.address().to_owned(), dropped.address().to_owned()];
    closed.close().unwrap();
    drop(dropped);
    for address in addresses {
        assert!(matches!(mayfly.inboxes().get(&address), Err(Error::NotFound(_))));
    }
}
