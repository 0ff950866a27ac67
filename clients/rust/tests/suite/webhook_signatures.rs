use std::fs;
use std::time::{Duration, SystemTime};

use mayfly::WebhookVerifier;
use serde_json::Value;

use crate::support::scenarios_folder;

#[test]
fn every_vector() {
    let file = fs::read(scenarios_folder().join("webhook-signatures.json")).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert!(vectors.len() > 20);
    for vector in vectors {
        let texts =
            |field: &str| vector[field].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned());
        let mut secrets = texts("secrets");
        let mut verifier = WebhookVerifier::new(secrets.next().unwrap()).unwrap();
        for secret in secrets {
            verifier = verifier.or_secret(secret).unwrap();
        }
        let seconds = |field: &str| Duration::from_secs(vector[field].as_u64().unwrap());
        let verifier = verifier.tolerance(seconds("tolerance_seconds")).now(SystemTime::UNIX_EPOCH + seconds("now"));
        let headers: Vec<(&str, &str)> = vector["headers"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str().unwrap()))
            .collect();
        let body = vector["body"].as_str().unwrap();
        let outcome = verifier.verify(body.as_bytes(), headers.as_slice());
        match vector["result"].as_str().unwrap() {
            "valid" => {
                let payload: Value = serde_json::from_str(body).unwrap();
                let event = outcome.unwrap_or_else(|error| panic!("{}: {error}", vector["name"]));
                assert_eq!(payload["event"], event.data.name());
            }
            reason => assert_eq!(outcome.unwrap_err().code(), reason, "{}", vector["name"]),
        }
    }
}
