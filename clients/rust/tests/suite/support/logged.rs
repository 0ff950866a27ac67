use std::cell::RefCell;
use std::sync::Once;

use log::{LevelFilter, Log, Metadata, Record};

thread_local! {
    /// Each test has a thread of its own, and so a log of its own.
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Keeper;

impl Log for Keeper {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        LINES.with_borrow_mut(|lines| lines.push(format!("{} {} {}", record.level(), record.target(), record.args())));
    }

    fn flush(&self) {}
}

/// From now on, what is logged is kept.
pub(crate) fn keep_log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Keeper).expect("nobody else keeps the log");
        log::set_max_level(LevelFilter::Trace);
    });
}

/// What this library has said in this test, and what all have.
pub(crate) fn logged() -> (Vec<String>, String) {
    let all = LINES.with_borrow(Clone::clone);
    let ours = all.iter().filter_map(|line| line.strip_prefix("DEBUG mayfly::transport ")).map(str::to_owned);
    (ours.collect(), all.join("\n"))
}
