use regex_lite::Regex;
use serde_json::Value;

/// Why a value is not what a scenario expects; see clients/scenarios/README.md.
pub(crate) type Mismatch = Result<(), String>;

pub(crate) fn matches(actual: &Value, wanted: &Value, place: &str) -> Mismatch {
    match wanted {
        Value::Array(wanted) => {
            let items = actual.as_array().ok_or_else(|| format!("{place}: {actual} is no list"))?;
            ensure(items.len() == wanted.len(), || format!("{place}: {actual} has not {} items", wanted.len()))?;
            let mut pairs = items.iter().zip(wanted).enumerate();
            pairs.try_for_each(|(at, (item, wanted))| matches(item, wanted, &format!("{place}[{at}]")))
        }
        Value::Object(wanted) => wanted.iter().try_for_each(|(name, wanted)| match name.strip_prefix('$') {
            Some(operator) => operate(operator, actual, wanted, &format!("{place} {name}")),
            None => matches(&actual[name], wanted, &format!("{place}.{name}")),
        }),
        _ => ensure(is_same(actual, wanted), || format!("{place}: {actual} is not {wanted}")),
    }
}

/// 1 and 1.0 are one number.
fn is_same(actual: &Value, wanted: &Value) -> bool {
    actual == wanted || (actual.is_number() && actual.as_f64() == wanted.as_f64())
}

fn operate(operator: &str, actual: &Value, wanted: &Value, place: &str) -> Mismatch {
    match operator {
        "matches" => {
            let pattern =
                Regex::new(wanted.as_str().expect("a pattern is a text")).expect("a pattern that can be read");
            let text = actual.as_str().ok_or_else(|| format!("{place}: {actual} is no text"))?;
            ensure(pattern.is_match(text), || format!("{place}: {actual} does not match {wanted}"))
        }
        "length" => {
            let length = actual.as_array().map(|items| items.len() as u64);
            ensure(length.is_some() && length == wanted.as_u64(), || {
                format!("{place}: {actual} has not {wanted} items")
            })
        }
        "at_least" => ensure(actual.as_f64() >= wanted.as_f64(), || format!("{place}: {actual} < {wanted}")),
        "includes" => {
            let items = actual.as_array().ok_or_else(|| format!("{place}: {actual} is no list"))?;
            wanted.as_array().expect("$includes has a list").iter().try_for_each(|one| {
                let found = items.iter().any(|item| matches(item, one, "").is_ok());
                ensure(found, || format!("{place}: nothing in {actual} is like {one}"))
            })
        }
        "keys" => {
            let mut wanted: Vec<&str> =
                wanted.as_array().expect("$keys has a list").iter().filter_map(Value::as_str).collect();
            wanted.sort_unstable();
            let mut keys: Vec<&str> = actual.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
            keys.sort_unstable();
            ensure(keys == wanted, || format!("{place}: {keys:?} are not {wanted:?}"))
        }
        "not" => ensure(matches(actual, wanted, "").is_err(), || format!("{place}: {actual} is like {wanted}")),
        _ => panic!("There is no operator ${operator}."),
    }
}

fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Mismatch {
    if holds { Ok(()) } else { Err(reason()) }
}
