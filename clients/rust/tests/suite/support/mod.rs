pub(crate) mod flaky_server;
pub(crate) mod logged;
pub(crate) mod matching;
pub(crate) mod plain_sockets;
pub(crate) mod scenario;
pub(crate) mod scenario_calls;

use std::path::PathBuf;

/// A key that looks like one.
pub(crate) const KEY: &str = "tk_0123456789abcdefghijABCDEFGHIJ012345";

/// What `with-server.ts` says.
pub(crate) fn environment(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("There is no {name}: run this with clients/scenarios/with-server.ts."))
}

pub(crate) fn scenarios_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenarios")
}
