package mayfly

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const (
	// The service says something every 15 seconds: after this much silence the connection is dead.
	longestSilence = 45 * time.Second
	defaultReopen  = 2 * time.Second
)

// EventsOptions say which events to follow.
type EventsOptions struct {
	// Inbox is an address: only its events.
	Inbox string
	// LastEventID is the ID of an event: what came after it comes first. Without
	// it, what happens from now on.
	LastEventID string
	// OnOpen is called each time the stream stands, with the ID of where it is:
	// what happens from then on is seen.
	OnOpen func(lastEventID string)
}

// Events follows what happens in your account, as it happens. A connection that
// breaks is made again, with nothing lost or repeated. It ends when the context is
// over, with its error, and when you leave the loop.
//
//	for event, err := range client.Events(ctx, nil) {
//		if err != nil {
//			return err
//		}
//		switch data := event.Data.(type) {
//		case *mayfly.MessageReceived:
//			fmt.Println(data.Inbox, data.Subject)
//		}
//	}
func (c *Client) Events(ctx context.Context, options *EventsOptions) iter.Seq2[*Event, error] {
	if options == nil {
		options = &EventsOptions{}
	}
	return func(yield func(*Event, error) bool) {
		f := &follower{transport: c.transport, options: *options, lastID: options.LastEventID, reopen: defaultReopen}
		if err := f.follow(ctx, yield); err != nil {
			yield(nil, err)
		}
	}
}

// errLeft is no failure: the caller has left the loop.
var errLeft = errors.New("the loop was left")

// follower follows the events over any number of connections, each going on
// where the one before ended.
type follower struct {
	transport *transport
	options   EventsOptions
	lastID    string
	reopen    time.Duration
	failures  int
	stood     bool
}

func (f *follower) follow(ctx context.Context, yield func(*Event, error) bool) error {
	if f.options.Inbox != "" {
		if err := checkAddress(f.options.Inbox); err != nil {
			return err
		}
	}
	for {
		err := f.readOnce(ctx, yield)
		if err == errLeft {
			return nil
		}
		delay := f.reopen
		if err != nil {
			// Whether it can be reached at all is known once it was: until then, an error is an answer.
			var failure *Error
			if !f.stood || !errors.As(err, &failure) || !isTransient(failure) {
				return err
			}
			f.failures++
			if longer, ok := delayAfter(f.failures, failure); ok {
				delay = max(delay, longer)
			}
		}
		if err := pause(ctx, delay); err != nil {
			return err
		}
	}
}

// readOnce reads one connection until it ends.
func (f *follower) readOnce(ctx context.Context, yield func(*Event, error) bool) error {
	body, a, err := f.transport.open(ctx, f.call())
	if err != nil {
		return err
	}
	defer body.Close()
	defer a.close()
	for block, err := range readBlocks(&aliveReader{body, a}) {
		if err != nil {
			if errors.Is(err, errNoStream) {
				return &Error{Code: codeBroken, Message: "What came is no stream of events.", Err: err}
			}
			return a.failure(err)
		}
		if err := f.take(block, yield); err != nil {
			return err
		}
	}
	return nil
}

func (f *follower) take(block *streamBlock, yield func(*Event, error) bool) error {
	f.stood, f.failures = true, 0
	if block.retry > 0 {
		f.reopen = block.retry
	}
	if block.hasID {
		f.lastID = block.id
	}
	if !block.hasData {
		if block.hasID && f.options.OnOpen != nil {
			f.options.OnOpen(block.id)
		}
		return nil
	}
	if !json.Valid(block.data) {
		return &Error{Code: codeUnexpected, Message: "The event is not JSON."}
	}
	event := &Event{ID: f.lastID, Type: EventType(block.event)}
	event.Data = readData(event.Type, block.data)
	if !yield(event, nil) {
		return errLeft
	}
	return nil
}

func (f *follower) call() *call {
	c := newCall(http.MethodGet, "/v1/events", nil)
	c.header = http.Header{"Accept": {"text/event-stream"}}
	if f.lastID != "" {
		c.header.Set("Last-Event-Id", f.lastID)
	}
	if f.options.Inbox != "" {
		c.query = func() url.Values { return url.Values{"inbox": {f.options.Inbox}} }
	}
	return c
}

// aliveReader gives up a connection that is silent for too long.
type aliveReader struct {
	io.Reader
	attempt *attempt
}

func (r *aliveReader) Read(buffer []byte) (int, error) {
	r.attempt.expectWithin(longestSilence)
	n, err := r.Reader.Read(buffer)
	if err == nil {
		r.attempt.expectWithin(0) // What the caller does with it takes as long as it takes.
	}
	return n, err
}
