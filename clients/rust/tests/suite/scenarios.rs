use std::fs;

use serde_json::Value;

use crate::support::scenario::Scenario;
use crate::support::scenarios_folder;

#[tokio::test(flavor = "multi_thread")]
async fn every_scenario() {
    let files: Vec<_> = fs::read_dir(scenarios_folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .filter(|path| !path.ends_with("webhook-signatures.json"))
        .collect();
    assert!(files.len() > 10, "only {} scenarios", files.len());
    let mut failed = Vec::new();
    for file in files {
        let scenario: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let title = format!("{}: {}", file.file_name().unwrap().display(), scenario["name"].as_str().unwrap());
        let steps = scenario["steps"].clone();
        // Its panic has been printed by then.
        match tokio::spawn(async move { Scenario::new().run(&steps).await }).await {
            Ok(()) => println!("good: {title}"),
            Err(_) => failed.push(title),
        }
    }
    assert!(failed.is_empty(), "failed: {failed:#?}");
}

#[tokio::test]
#[should_panic(expected = "There is no call paint.")]
async fn a_call_that_is_not_known_is_a_failure() {
    Scenario::new().run(&serde_json::json!([{ "call": "inboxes.paint" }])).await;
}
