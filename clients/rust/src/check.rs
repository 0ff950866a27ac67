//! What can be known to be wrong before anything is sent.

use crate::error::{Error, Fault, Problem, Result};

/// Longer ones no service takes (RFC 5321 §4.5.3.1). Letters beyond ASCII may take more room on the way.
const MAX_ADDRESS: usize = 508;

/// Refuses only what is certainly no address: the service knows the rest of the rules.
pub(crate) fn check_address(address: &str) -> Result<&str> {
    if address.chars().count() <= MAX_ADDRESS && looks_like_address(address) {
        return Ok(address);
    }
    let message = format!("{address:?} is not an e-mail address. Give it as name@domain.");
    let errors = vec![Fault { pointer: "/address".to_owned(), detail: message.clone() }];
    let problem = Problem { message, code: "invalid_address".to_owned(), errors, ..Problem::default() };
    Err(Error::InvalidRequest(Box::new(problem)))
}

fn looks_like_address(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let is_plain = |text: &str, forbidden: &str| {
        let allowed = |letter: char| !letter.is_whitespace() && !letter.is_control() && !forbidden.contains(letter);
        !text.is_empty() && text.chars().all(allowed)
    };
    let is_local = match local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(quoted) => is_quoted(quoted),
        None => is_plain(local, "\"(),:;<>@[]\\"),
    };
    is_local && is_plain(domain, "@<>()[]\"',;:")
}

/// RFC 5321 §4.1.2: what stands between the quotes of a Quoted-string.
fn is_quoted(text: &str) -> bool {
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let is_good = match letter {
            '\\' => letters.next().is_some(),
            '"' => false,
            _ => !letter.is_control(),
        };
        if !is_good {
            return false;
        }
    }
    true
}

/// Also for what a path is made of: an empty id or a dot would be another path.
pub(crate) fn check_id<'a>(id: &'a str, name: &str) -> Result<&'a str> {
    if matches!(id, "" | "." | "..") {
        return Err(refuse(name, format!("must be the id of one, and is {id:?}.")));
    }
    Ok(id)
}

pub(crate) fn check_at_least_one(count: u32, name: &str) -> Result<u32> {
    if count == 0 {
        return Err(refuse(name, "must be a whole number from 1 up, and is 0."));
    }
    Ok(count)
}

pub(crate) fn refuse(name: &str, detail: impl Into<String>) -> Error {
    let detail = detail.into();
    Error::InvalidRequest(Box::new(Problem {
        message: format!("`{name}` {detail}"),
        code: "invalid_request".to_owned(),
        errors: vec![Fault { pointer: format!("/{name}"), detail }],
        ..Problem::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certainly_no_address_is_refused() {
        for address in ["a+tag@mayfly.test", "\"odd name\"@mayfly.test", "\"a\\\"@b\"@c", "büro@bücher.example", "a@b"]
        {
            assert!(check_address(address).is_ok(), "{address}");
        }
        let long = format!("{}@mayfly.test", "a".repeat(600));
        for address in [
            "",
            "ann",
            "@mayfly.test",
            "ann@",
            "Ann <ann@mayfly.test>",
            "a@b, c@d",
            "a b@c",
            "a@b c",
            "\"a\"b\"@c",
            "\"a\\\"@c",
            "a\r\n@b",
            &long,
        ] {
            let error = check_address(address).unwrap_err();
            assert_eq!((error.code(), error.status()), ("invalid_address", None), "{address}");
            assert!(error.to_string().ends_with("is not an e-mail address. Give it as name@domain."));
        }
    }

    #[test]
    fn what_would_be_another_path_is_no_id() {
        assert!(check_id("msg_1", "id").is_ok());
        for id in ["", ".", ".."] {
            assert!(check_id(id, "id").unwrap_err().to_string().starts_with("`id` must be the id of one"));
        }
    }
}
