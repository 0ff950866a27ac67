package mayfly

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// CallOption sets something of one call that makes or starts something.
type CallOption func(*call)

// IdempotencyKey lets a call be sent again within a day: with the same key it
// gets the same answer. Without it, each call has a key of its own for all its
// tries.
func IdempotencyKey(key string) CallOption {
	return func(c *call) { c.idempotencyKey = key }
}

// call is one call of the service's API, however many tries it takes.
type call struct {
	method         string
	path           string            // Encoded, from the first slash.
	query          func() url.Values // Asked anew for each try.
	header         http.Header
	body           []byte // Nil for none.
	contentType    string
	idempotencyKey string
	once           bool                 // It must not happen twice.
	hold           func() time.Duration // For how long the service may hold the answer of a try back.
	lastTry        time.Time            // When the last try may begin; zero for any time.
}

func newCall(method, path string, options []CallOption) *call {
	c := &call{method: method, path: path}
	for _, option := range options {
		option(c)
	}
	return c
}

func (c *call) setJSON(value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return refuse("in", "cannot be written as JSON: %v", err)
	}
	c.body, c.contentType = body, "application/json"
	return nil
}

// fetch makes a call whose answer is one T.
func fetch[T any](ctx context.Context, t *transport, c *call) (*T, error) {
	answer := new(T)
	if err := t.json(ctx, c, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// send makes a call that carries JSON and whose answer is one T.
func send[T any](ctx context.Context, t *transport, method, path string, in any, options []CallOption) (*T, error) {
	c := newCall(method, path, options)
	if in != nil {
		if err := c.setJSON(in); err != nil {
			return nil, err
		}
	}
	return fetch[T](ctx, t, c)
}
