package mayfly

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"
	"time"
)

// The service's events are a few hundred bytes: what grows beyond this is
// something else.
const maxBlock = 1 << 20

var errNoStream = errors.New("a block of more than 1 MiB")

// streamBlock is one block of a stream of server-sent events.
type streamBlock struct {
	id      string
	hasID   bool
	event   string
	data    []byte
	hasData bool // Without any, the block only says how far the stream is.
	retry   time.Duration
}

// readBlocks reads a stream as section 9.2.6 of
// https://html.spec.whatwg.org/multipage/server-sent-events.html says.
func readBlocks(stream io.Reader) iter.Seq2[*streamBlock, error] {
	return func(yield func(*streamBlock, error) bool) {
		lines := bufio.NewScanner(stream)
		lines.Buffer(make([]byte, 0, 4096), maxBlock)
		lines.Split((&lineSplitter{}).split)
		block, size := &streamBlock{}, 0
		for lines.Scan() {
			line := lines.Bytes()
			if len(line) == 0 {
				if size > 0 && !yield(block, nil) {
					return
				}
				block, size = &streamBlock{}, 0
				continue
			}
			if line[0] != ':' {
				size += len(line)
				block.add(line)
			}
			if size > maxBlock {
				yield(nil, errNoStream)
				return
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = errNoStream
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

func (b *streamBlock) add(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "id":
		b.id, b.hasID = string(value), true
	case "event":
		b.event = string(value)
	case "data":
		if b.hasData {
			b.data = append(b.data, '\n')
		}
		b.data, b.hasData = append(b.data, value...), true
	case "retry":
		if milliseconds, err := strconv.ParseUint(string(value), 10, 31); err == nil {
			b.retry = time.Duration(milliseconds) * time.Millisecond
		}
	}
}

// lineSplitter splits at CRLF, LF and CR. A line that ends with CR is given at
// once: an LF that follows is skipped when it comes.
type lineSplitter struct{ afterCR bool }

func (s *lineSplitter) split(data []byte, _ bool) (int, []byte, error) {
	start := 0
	if s.afterCR && len(data) > 0 {
		s.afterCR = false
		if data[0] == '\n' {
			start = 1
		}
	}
	end := bytes.IndexAny(data[start:], "\r\n")
	if end < 0 {
		return start, nil, nil
	}
	end += start
	s.afterCR = data[end] == '\r'
	return end + 1, data[start:end:end], nil
}
