//! Everything that is tested from outside, in one program. Most of it needs the server that
//! `node clients/scenarios/with-server.ts` starts; the rest has a server of its own.

mod arguments;
#[cfg(feature = "blocking")]
mod blocking;
mod events;
mod flaky_server;
mod scenarios;
mod support;
#[cfg(all(feature = "blocking", feature = "testing"))]
mod testing;
mod webhook_signatures;
