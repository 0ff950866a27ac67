//! In a program of its own, so that what is counted is this test's alone. It needs the server that
//! `node clients/scenarios/with-server.ts` starts.

use std::fs;
use std::time::Duration;

use mayfly::Mayfly;
use tokio::task::JoinSet;

const WAITS: u64 = 200;
const PAGE: u64 = 4_096;
const MIB: u64 = 1 << 20;

fn count(folder: &str) -> u64 {
    fs::read_dir(folder).unwrap().count() as u64
}

fn open_files() -> u64 {
    count("/proc/self/fd")
}

fn threads() -> u64 {
    count("/proc/self/task")
}

fn memory() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * PAGE
}

fn tasks() -> usize {
    tokio::runtime::Handle::current().metrics().num_alive_tasks()
}

async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(40), waiting).await.unwrap_or_else(|_| panic!("not in time: {what}"));
}

/// 200 wait at once, each for a code of its own.
async fn round(mayfly: &Mayfly, number: u64) {
    let run = std::process::id();
    let mut waits = JoinSet::new();
    for at in 0..WAITS {
        let mayfly = mayfly.clone();
        waits.spawn(async move {
            let address = format!("waiter-{run}-{at}@mayfly.test");
            let cursor = mayfly.inboxes().create().address(&address).await.unwrap().cursor;
            let code = mayfly.code(&address).after(cursor).timeout(Duration::from_secs(50)).await.unwrap();
            assert_eq!(code, format!("{number}00{}", 100 + at));
        });
    }
    until("all of them wait", async || mayfly.account().await.unwrap().usage.open_waits == WAITS).await;
    for at in 0..WAITS {
        let source = format!("From: a@example.com\r\nSubject: code\r\n\r\nYour code is {number}00{}\r\n", 100 + at);
        mayfly.inject(&format!("waiter-{run}-{at}@mayfly.test"), source).await.unwrap();
    }
    waits.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_waits_at_once_on_one_client_one_pool_and_nothing_left_behind() {
    let (files_before, tasks_before) = (open_files(), tasks());
    let mayfly = Mayfly::from_env().unwrap();
    round(&mayfly, 1).await;
    let (files, threads_before, memory_before) = (open_files(), threads(), memory());
    assert!(files <= files_before + WAITS + 10, "{files_before} open files became {files}");
    for number in 2..=4 {
        round(&mayfly, number).await;
    }
    assert!(open_files() <= files + 10, "{files} open files became {}", open_files());
    assert_eq!(threads(), threads_before);
    let grown = memory().saturating_sub(memory_before);
    assert!(grown < 5 * MIB, "{grown} bytes more after {} waits", 3 * WAITS);
    for at in 0..WAITS {
        mayfly.inboxes().delete(&format!("waiter-{}-{at}@mayfly.test", std::process::id())).await.unwrap();
    }
    drop(mayfly);
    // With the client goes its pool: connections are closed by tasks that end by themselves.
    until("nothing is left", async || tasks() <= tasks_before && open_files() <= files_before).await;
}
