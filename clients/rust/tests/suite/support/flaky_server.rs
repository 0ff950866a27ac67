use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A request that came.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: HashMap<String, String>,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

/// What is done with one request.
#[derive(Clone, Debug)]
pub(crate) enum Behaviour {
    Answer {
        status: u16,
        content_type: &'static str,
        headers: Vec<(&'static str, String)>,
        body: String,
    },
    /// The connection is reset.
    Reset,
    /// Promises more than it sends.
    Half,
    /// One byte at a time, without an end.
    Slow,
    /// Takes the request, and says nothing.
    Silent,
    /// Sends this, seven bytes at a time.
    Stream {
        text: String,
        end: End,
    },
}

/// How a stream ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    Break,
    Finish,
    Stay,
}

pub(crate) fn answer(status: u16, value: Value) -> Behaviour {
    Behaviour::Answer { status, content_type: "application/json", headers: Vec::new(), body: value.to_string() }
}

pub(crate) fn problem(status: u16, code: &str) -> Behaviour {
    let detail = format!("This is {code}.");
    answer(status, json!({ "code": code, "detail": detail, "status": status, "request_id": "req_1", "errors": [] }))
}

/// As a server in between answers that does not reach the service.
pub(crate) fn gateway(status: u16) -> Behaviour {
    Behaviour::Answer { status, content_type: "text/html", headers: Vec::new(), body: "<h1>Sorry</h1>".to_owned() }
}

impl Behaviour {
    pub(crate) fn with_header(self, name: &'static str, value: impl ToString) -> Self {
        match self {
            Self::Answer { status, content_type, mut headers, body } => {
                headers.push((name, value.to_string()));
                Self::Answer { status, content_type, headers, body }
            }
            other => other,
        }
    }
}

/// A real server that does with each request what the test says, and with all that follow the last of it.
pub(crate) struct FlakyServer {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    /// How many connections were closed by the other side while they were silent or streaming.
    left: watch::Receiver<usize>,
    accepting: JoinHandle<()>,
}

struct Script {
    behaviours: Mutex<Vec<Behaviour>>,
    seen: Arc<Mutex<Vec<Seen>>>,
    left: watch::Sender<usize>,
}

impl FlakyServer {
    pub(crate) async fn start(behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (sender, left) = watch::channel(0);
        let behaviours = Mutex::new(behaviours.into_iter().collect());
        let script = Arc::new(Script { behaviours, seen: seen.clone(), left: sender });
        let accepting = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let script = script.clone();
                tokio::spawn(async move { script.serve(socket).await });
            }
        });
        Self { url, seen, left, accepting }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Resolves once so many connections were left by the client.
    pub(crate) async fn was_left(&mut self, times: usize) {
        self.left.wait_for(|left| *left >= times).await.unwrap();
    }
}

impl Drop for FlakyServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Script {
    async fn serve(&self, socket: TcpStream) {
        let mut reader = BufReader::new(socket);
        while let Some(seen) = read_request(&mut reader).await {
            self.seen.lock().unwrap().push(seen);
            let behaviour = {
                let mut behaviours = self.behaviours.lock().unwrap();
                if behaviours.len() > 1 { behaviours.remove(0) } else { behaviours[0].clone() }
            };
            if !self.behave(behaviour, reader.get_mut()).await {
                return;
            }
        }
    }

    /// Whether the connection can be used again.
    async fn behave(&self, behaviour: Behaviour, socket: &mut TcpStream) -> bool {
        match behaviour {
            Behaviour::Answer { status, content_type, headers, body } => {
                let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
                let length = body.len();
                let head =
                    format!("HTTP/1.1 {status} Whatever\r\ncontent-type: {content_type}\r\ncontent-length: {length}");
                return socket.write_all(format!("{head}\r\n{headers}\r\n{body}").as_bytes()).await.is_ok();
            }
            Behaviour::Reset => socket.set_zero_linger().unwrap(),
            Behaviour::Half => {
                let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{\"id\":";
                let _ = socket.write_all(head.as_bytes()).await;
            }
            Behaviour::Slow => {
                let _ = socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n").await;
                while socket.write_all(b" ").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
            Behaviour::Silent => self.stay(socket).await,
            Behaviour::Stream { text, end } => self.stream(socket, &text, end).await,
        }
        false
    }

    async fn stream(&self, socket: &mut TcpStream, text: &str, end: End) {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
        let _ = socket.write_all(head.as_bytes()).await;
        for piece in text.as_bytes().chunks(7) {
            let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
            let _ = socket.write_all(&chunk).await;
            tokio::task::yield_now().await;
        }
        match end {
            End::Break => {}
            End::Finish => drop(socket.write_all(b"0\r\n\r\n").await),
            End::Stay => self.stay(socket).await,
        }
    }

    /// Until the other side goes.
    async fn stay(&self, socket: &mut TcpStream) {
        while socket.read(&mut [0; 64]).await.is_ok_and(|count| count > 0) {}
        self.left.send_modify(|left| *left += 1);
    }
}

async fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Seen> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let mut first = lines.first()?.split(' ');
    let (method, target) = (first.next()?.to_owned(), first.next()?);
    let url = reqwest::Url::parse(&format!("http://flaky.test{target}")).ok()?;
    let headers: HashMap<String, String> = lines[1..]
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await.ok()?;
    Some(Seen {
        method,
        path: url.path().to_owned(),
        query: url.query_pairs().into_owned().collect(),
        headers,
        body: String::from_utf8(body).unwrap(),
    })
}
