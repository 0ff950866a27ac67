package mayfly

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// WaitOptions say which message to wait for, and how long. All conditions must
// hold; case does not matter.
type WaitOptions struct {
	// From is part of the sender's address.
	From string
	// Subject is part of the subject.
	Subject string
	// Contains is part of the subject, the text, or the text of the HTML.
	Contains string
	// Has is something that the message has.
	Has Has
	// After is the cursor of an inbox, of a received message or of a
	// [WaitTimeoutError]: only what came after it counts, the first of it. Without
	// it, a message that is there already counts too, the newest first.
	After string
	// Claim takes the message: it goes to one claiming wait alone, however many
	// wait. Such a wait is not repeated once it is sent.
	Claim bool
	// Timeout is how long to wait, as long as you like. Default 30 seconds. Where
	// the context has a deadline before that, the wait ends a little before it.
	Timeout time.Duration
	// NoWait only looks at what is there.
	NoWait bool
}

// ReceivedMessage is a message that was waited for.
type ReceivedMessage struct {
	Message
	// Cursor is how far the answer reaches: give it as After, and the next wait
	// goes on from there.
	Cursor string `json:"cursor"`
}

// Wait waits for the message that matches, and gives it in full. Where none comes
// in time, the error is a [*WaitTimeoutError], which says what came instead.
func (c *Client) Wait(ctx context.Context, address string, options *WaitOptions) (*ReceivedMessage, error) {
	messages, err := c.waitFor(ctx, address, 1, options)
	if err != nil {
		return nil, err
	}
	return messages[0], nil
}

// WaitN waits for n messages that match, 1 to 100, and gives them in the order
// in which they came. See [Client.Wait].
func (c *Client) WaitN(ctx context.Context, address string, n int, options *WaitOptions) ([]*ReceivedMessage, error) {
	if n < 1 {
		return nil, refuse("n", "must be 1 or more, and is %d", n)
	}
	if n > 1 && options != nil && options.Claim {
		return nil, refuse("n", "must be 1 with Claim: take one at a time")
	}
	return c.waitFor(ctx, address, n, options)
}

// Code waits for a message with a one-time code, and gives the code as a person
// would type it: the best of the newest message that has one. See [Client.Wait].
func (c *Client) Code(ctx context.Context, address string, options *WaitOptions) (string, error) {
	wanted := WaitOptions{}
	if options != nil {
		wanted = *options
	}
	if wanted.Has != "" && wanted.Has != HasCode {
		return "", refuse("Has", "must be left out: Code waits for a message that has a code")
	}
	wanted.Has = HasCode
	message, err := c.Wait(ctx, address, &wanted)
	if err != nil {
		return "", err
	}
	for _, code := range message.Codes {
		if !code.Superseded {
			return code.Value, nil
		}
	}
	if len(message.Codes) == 0 {
		return "", &Error{Code: codeUnexpected, Message: "The service was asked for a message with a code, and gave one without."}
	}
	return message.Codes[0].Value, nil
}

// waitAnswer is what the service says to one request of a wait.
type waitAnswer struct {
	Status     string     `json:"status"`
	Messages   []*Message `json:"messages"`
	Cursor     string     `json:"cursor"`
	NearMisses []NearMiss `json:"near_misses"`
	Refused    []Refusal  `json:"refused"`
}

// waitFor is one wait, made of as many requests as it takes.
func (c *Client) waitFor(ctx context.Context, address string, n int, options *WaitOptions) ([]*ReceivedMessage, error) {
	path, err := inboxPath(address)
	if err != nil {
		return nil, err
	}
	if options == nil {
		options = &WaitOptions{}
	}
	timeout, err := readTimeout(options.Timeout, options.NoWait)
	if err != nil {
		return nil, err
	}
	until := newDeadline(ctx, timeout, options.NoWait)
	after, misses := options.After, nearMisses{}
	call := newCall(http.MethodGet, path+"/wait", nil)
	call.query = func() url.Values { return options.query(n, after, until) }
	call.hold, call.lastTry = until.hold, until.lastTry()
	// What a broken connection has claimed is lost: another try would take another message.
	call.once = options.Claim
	for {
		due := time.Now().Add(until.hold())
		answer, err := fetch[waitAnswer](ctx, c.transport, call)
		if err != nil {
			return nil, err
		}
		if len(answer.Messages) > 0 {
			return received(answer), nil
		}
		misses.add(answer.NearMisses)
		after = answer.Cursor
		if until.left() == 0 {
			return nil, &WaitTimeoutError{
				Address: address, Waited: until.total, Cursor: after,
				NearMisses: misses.latest, Refused: answer.Refused, Err: until.context,
			}
		}
		if err := until.rest(ctx, due); err != nil {
			return nil, err
		}
	}
}

func (o *WaitOptions) query(n int, after string, until deadline) url.Values {
	query := filterQuery(o.From, o.Subject, o.Contains, o.Has)
	query.Set("timeout", wireSeconds(until.hold()))
	setText(query, "after", after)
	if n > 1 {
		query.Set("count", strconv.Itoa(n))
	}
	if o.Claim {
		query.Set("claim", "true")
	}
	return query
}

func readTimeout(timeout time.Duration, noWait bool) (time.Duration, error) {
	if err := checkDuration("Timeout", timeout); err != nil {
		return 0, err
	}
	switch {
	case noWait && timeout > 0:
		return 0, refuse("Timeout", "must be left out with NoWait, and is %v", timeout)
	case noWait:
		return 0, nil
	case timeout == 0:
		return defaultWait, nil
	}
	return timeout, nil
}

func received(answer *waitAnswer) []*ReceivedMessage {
	messages := make([]*ReceivedMessage, len(answer.Messages))
	for i, message := range answer.Messages {
		messages[i] = &ReceivedMessage{*message, answer.Cursor}
	}
	return messages
}
