package mayfly

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

var streamLines = []string{
	"retry: 2000", "id: a", "",
	": alive", "",
	"id: b", "event: message.received", `data: {"one":`, "data: 1}", "",
	"id", "data:no blank", "unknown: field", "",
	"data", "",
	"id: never ended", "",
}

var streamBlocks = []streamBlock{
	{id: "a", hasID: true, retry: 2 * time.Second},
	{id: "b", hasID: true, event: "message.received", data: []byte("{\"one\":\n1}"), hasData: true},
	{hasID: true, data: []byte("no blank"), hasData: true},
	{data: []byte{}, hasData: true},
}

// pieces gives what it has in pieces of random size.
type pieces struct{ text []byte }

func (p *pieces) Read(buffer []byte) (int, error) {
	if len(p.text) == 0 {
		return 0, io.EOF
	}
	n := copy(buffer[:min(len(buffer), 1+rand.IntN(9))], p.text)
	p.text = p.text[n:]
	return n, nil
}

func TestBlocksAreTheSameHoweverTheStreamIsCut(t *testing.T) {
	for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
		for range 100 {
			text := strings.TrimSuffix(strings.Join(streamLines, lineEnd), lineEnd)
			var blocks []streamBlock
			for block, err := range readBlocks(&pieces{[]byte(text)}) {
				if err != nil {
					t.Fatal(err)
				}
				if block.hasData && block.data == nil {
					block.data = []byte{}
				}
				blocks = append(blocks, *block)
			}
			if !reflect.DeepEqual(blocks, streamBlocks) {
				t.Fatalf("with %q: %+v", lineEnd, blocks)
			}
		}
	}
}

func TestABlockIsGivenWithItsLastLineEnd(t *testing.T) {
	reader, writer := io.Pipe()
	defer writer.Close()
	go writer.Write([]byte("data: 1\r\r"))
	for block, err := range readBlocks(reader) {
		if err != nil || string(block.data) != "1" {
			t.Error(block, err)
		}
		break // The stream has not ended, and nothing more has come.
	}
}

func TestWhatNeverEndsIsNotKept(t *testing.T) {
	for _, text := range [][]byte{
		bytes.Repeat([]byte("x"), 1<<21),
		bytes.Repeat([]byte("data: "+strings.Repeat("x", 1000)+"\n"), 3000),
	} {
		var last error
		for _, err := range readBlocks(bytes.NewReader(text)) {
			last = err
		}
		if !errors.Is(last, errNoStream) {
			t.Error(last)
		}
	}
}
