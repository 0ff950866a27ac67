/// One block of a stream of server-sent events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) id: Option<String>,
    /// `message` where it has no name.
    pub(crate) event: Option<String>,
    /// None where there was none: the block only says how far the stream is.
    pub(crate) data: Option<String>,
    pub(crate) retry_ms: Option<u64>,
}

/// What came is something else.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("The stream is not one of events.")]
pub(crate) struct NotEvents;

/// The service's events are a few hundred bytes: what grows beyond this is something else.
const MAX_BLOCK: usize = 1_048_576;

/// https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6. Pieces in, blocks out.
#[derive(Debug, Default)]
pub(crate) struct EventStreamParser {
    line: Vec<u8>,
    /// A CR was the last: an LF that follows belongs to it.
    after_cr: bool,
    block: Block,
    is_begun: bool,
    size: usize,
}

impl EventStreamParser {
    pub(crate) fn push(&mut self, piece: &[u8]) -> Result<Vec<Block>, NotEvents> {
        let mut blocks = Vec::new();
        for &byte in piece {
            let was_after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
            match byte {
                b'\n' if was_after_cr => {}
                b'\n' | b'\r' => blocks.extend(self.end_line()),
                _ => self.line.push(byte),
            }
            if self.size + self.line.len() > MAX_BLOCK {
                return Err(NotEvents);
            }
        }
        Ok(blocks)
    }

    fn end_line(&mut self) -> Option<Block> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            self.size = 0;
            return std::mem::take(&mut self.is_begun).then(|| std::mem::take(&mut self.block));
        }
        // A line that begins with a colon is a comment.
        if line[0] != b':' {
            self.size += line.len();
            self.is_begun = true;
            self.keep(&String::from_utf8_lossy(&line));
        }
        None
    }

    fn keep(&mut self, line: &str) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        let Block { id, event, data, retry_ms } = &mut self.block;
        match name {
            "id" => *id = Some(value.to_owned()),
            "event" => *event = Some(value.to_owned()),
            "retry" if value.bytes().all(|byte| byte.is_ascii_digit()) => *retry_ms = value.parse().ok(),
            "data" => match data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => *data = Some(value.to_owned()),
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 15] = [
        "retry: 2000",
        "id: a",
        "",
        ": alive",
        "",
        "id: b",
        "event: message.received",
        "data: {\"ü\":",
        "data: 1}",
        "",
        "id",
        "data:no blank",
        "unknown: field",
        "",
        "data",
    ];

    fn block(id: Option<&str>, event: Option<&str>, data: Option<&str>, retry_ms: Option<u64>) -> Block {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Block { id: owned(id), event: owned(event), data: owned(data), retry_ms }
    }

    #[test]
    fn blocks_are_the_same_however_the_stream_is_cut_whatever_its_line_ends() {
        let expected = [
            block(Some("a"), None, None, Some(2_000)),
            block(Some("b"), Some("message.received"), Some("{\"ü\":\n1}"), None),
            block(Some(""), None, Some("no blank"), None),
            block(None, None, Some(""), None),
        ];
        for line_end in ["\n", "\r\n", "\r"] {
            let text = LINES.join(line_end) + line_end + line_end;
            let bytes = text.as_bytes();
            for first in 0..=bytes.len() {
                for second in (first..=bytes.len()).step_by(7) {
                    let mut parser = EventStreamParser::default();
                    let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                    let blocks: Vec<Block> = pieces.into_iter().flat_map(|piece| parser.push(piece).unwrap()).collect();
                    assert_eq!(blocks, expected, "{line_end:?} {first} {second}");
                }
            }
        }
    }

    #[test]
    fn what_never_ends_is_not_kept() {
        let mut line = EventStreamParser::default();
        assert_eq!(line.push(&vec![b'x'; 2 << 20]), Err(NotEvents));
        let mut block = EventStreamParser::default();
        let lines = format!("data: {}\n", "x".repeat(1_000)).repeat(3_000);
        assert_eq!(block.push(lines.as_bytes()), Err(NotEvents));
    }
}
