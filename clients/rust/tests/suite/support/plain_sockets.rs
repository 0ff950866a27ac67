use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use super::environment;

/// Sends a mail by SMTP, as an application does. It must be accepted.
pub(crate) fn send_mail(to: &str, message: &str) {
    let socket = TcpStream::connect(environment("MAYFLY_TEST_SMTP")).unwrap();
    let mut reader = BufReader::new(socket);
    let expect = |reader: &mut BufReader<TcpStream>, code: &str| {
        let mut line = String::new();
        while !line.starts_with(&format!("{code} ")) {
            line.clear();
            assert!(reader.read_line(&mut line).unwrap() > 0 && line.starts_with(code), "not {code}, but {line}");
        }
    };
    expect(&mut reader, "220");
    let stuffed =
        message.split("\r\n").map(|line| if line.starts_with('.') { format!(".{line}") } else { line.into() });
    let data = stuffed.collect::<Vec<String>>().join("\r\n");
    for (command, code) in [
        ("EHLO client.test".to_owned(), "250"),
        ("MAIL FROM:<sender@example.com>".to_owned(), "250"),
        (format!("RCPT TO:<{to}>"), "250"),
        ("DATA".to_owned(), "354"),
        (format!("{data}\r\n."), "250"),
        ("QUIT".to_owned(), "221"),
    ] {
        reader.get_mut().write_all(format!("{command}\r\n").as_bytes()).unwrap();
        expect(&mut reader, code);
    }
}

/// What the receiver of webhooks got under this name, once so many have come.
pub(crate) fn received(name: &str, count: u64) -> Value {
    let receiver = environment("MAYFLY_TEST_RECEIVER");
    let host = receiver.strip_prefix("http://").unwrap();
    let mut socket = TcpStream::connect(host).unwrap();
    write!(socket, "GET /{name}?count={count} HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}
