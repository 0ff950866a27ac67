use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use serde_json::Value;

use crate::error::{Error, Fault, Problem};

/// The error that an answer from 300 up is, whoever has given it.
pub(crate) fn error_of_answer(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Error {
    if status.is_redirection() {
        return redirected(status, text_of(headers, LOCATION.as_str()));
    }
    // RFC 9457, as far as it is understood: what is between us and the service answers in its own way.
    let answer: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let field = |name: &str| answer.get(name)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let problem = Box::new(Problem {
        message: field("detail").unwrap_or_else(|| format!("The server answered {status}.")),
        code: field("code").unwrap_or_else(|| format!("http_{}", status.as_u16())),
        status: Some(status.as_u16()),
        request_id: field("request_id").or_else(|| text_of(headers, "x-request-id").map(str::to_owned)),
        errors: answer.get("errors").map(faults_of).unwrap_or_default(),
        retry_after: text_of(headers, RETRY_AFTER.as_str()).and_then(read_retry_after),
    });
    match status.as_u16() {
        400 | 422 => Error::InvalidRequest(problem),
        401 => Error::Authentication(problem),
        403 => Error::PermissionDenied(problem),
        404 => Error::NotFound(problem),
        429 => Error::RateLimit(problem),
        _ => Error::Service(problem),
    }
}

/// Not followed: the key would be sent along to wherever it points.
pub(crate) fn redirected(status: StatusCode, target: Option<&str>) -> Error {
    let target = target.map(|target| format!(" to {target}")).unwrap_or_default();
    Error::Service(Box::new(Problem {
        message: format!("The server answers with a redirect{target}. Give the final address as `url`."),
        code: "redirected".to_owned(),
        status: Some(status.as_u16()),
        ..Problem::default()
    }))
}

fn faults_of(errors: &Value) -> Vec<Fault> {
    let list = errors.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|fault| serde_json::from_value(fault.clone()).ok()).collect()
}

fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// RFC 9110 §10.2.3: seconds, or a date.
fn read_retry_after(text: &str) -> Option<Duration> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok().map(Duration::from_secs);
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        assert_eq!(read_retry_after("0"), Some(Duration::ZERO));
        assert_eq!(read_retry_after("120"), Some(Duration::from_secs(120)));
        assert_eq!(read_retry_after("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        assert!(read_retry_after("Fri, 31 Dec 9999 23:59:59 GMT").is_some_and(|time| time > Duration::from_secs(9)));
        for text in ["", "soon", "-1", "1.5", "99999999999999999999"] {
            assert_eq!(read_retry_after(text), None, "{text}");
        }
    }

    #[test]
    fn an_answer_of_somebody_else_is_an_error_all_the_same() {
        for body in ["", "<h1>Sorry</h1>", "[1]", "{\"code\":7,\"errors\":{}}"] {
            let error = error_of_answer(StatusCode::BAD_GATEWAY, &HeaderMap::new(), body.as_bytes());
            assert_eq!((error.code(), error.status(), error.request_id()), ("http_502", Some(502), None));
        }
    }
}
