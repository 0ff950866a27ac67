use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

/// TLS with the certificates that this machine trusts. Where the service is not reached over TLS, machines without any
/// certificates, as small containers are, will do.
pub(crate) fn config(is_https: bool) -> Result<ClientConfig, rustls::Error> {
    // Named, and not the process's default: that is the program's to choose, not a library's.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let builder = match is_https {
        true => builder.with_platform_verifier()?,
        false => builder.with_root_certificates(RootCertStore::empty()),
    };
    Ok(builder.with_no_client_auth())
}
