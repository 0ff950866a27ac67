// Package mayflytest gives each test an inbox of its own.
//
//	func TestSignUp(t *testing.T) {
//		inbox := mayflytest.NewInbox(t)
//		// … sign up with inbox.Address …
//		code := inbox.Code(t, nil)
//	}
//
// What does not work ends the test, with what came instead of the mail.
package mayflytest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

const (
	// Of a run that is cut off, nothing is left after an hour.
	ttl = time.Hour
	// Longer ones the service does not take.
	maxLabel = 200
	// A wait ends so long before the test's own deadline, so that it can say what came.
	reserve = 5 * time.Second
	// How long deleting may take, when the test's context is over.
	cleanupTime = 30 * time.Second
)

// Inbox is an inbox for one test.
type Inbox struct {
	// Address is where to send mail to.
	Address string
	// Client is for everything that there is no method for here.
	Client *mayfly.Client
}

// Option sets something of a test's inbox.
type Option func(*settings)

type settings struct {
	client *mayfly.Client
	inbox  mayfly.NewInbox
}

// WithClient uses this client. Without it, there is one with MAYFLY_API_KEY and
// MAYFLY_URL of the environment.
func WithClient(client *mayfly.Client) Option {
	return func(s *settings) { s.client = client }
}

// WithInbox says what the inbox is to be: its Domain, for instance. Without a
// Label it has the test's name, and without a TTL it lives for an hour.
func WithInbox(inbox mayfly.NewInbox) Option {
	return func(s *settings) { s.inbox = inbox }
}

// NewInbox makes an inbox for this test alone, and deletes it after the test.
func NewInbox(t testing.TB, options ...Option) *Inbox {
	t.Helper()
	s := &settings{}
	for _, option := range options {
		option(s)
	}
	if s.client == nil {
		client, err := mayfly.New()
		check(t, err)
		s.client = client
	}
	if s.inbox.Label == "" {
		label := []rune(t.Name())
		s.inbox.Label = string(label[:min(len(label), maxLabel)])
	}
	if s.inbox.TTL == 0 {
		s.inbox.TTL = ttl
	}
	made, err := s.client.Inboxes.Create(t.Context(), &s.inbox)
	check(t, err)
	t.Cleanup(func() { remove(t, s.client, made.Address) })
	return &Inbox{Address: made.Address, Client: s.client}
}

// Wait waits for the message that matches; see [mayfly.Client.Wait].
func (i *Inbox) Wait(t testing.TB, options *mayfly.WaitOptions) *mayfly.ReceivedMessage {
	t.Helper()
	ctx, cancel := contextOf(t)
	defer cancel()
	message, err := i.Client.Wait(ctx, i.Address, options)
	check(t, err)
	return message
}

// Code waits for a message with a one-time code; see [mayfly.Client.Code].
func (i *Inbox) Code(t testing.TB, options *mayfly.WaitOptions) string {
	t.Helper()
	ctx, cancel := contextOf(t)
	defer cancel()
	code, err := i.Client.Code(ctx, i.Address, options)
	check(t, err)
	return code
}

// Link waits for a message with a link to follow; see [mayfly.Client.Link].
func (i *Inbox) Link(t testing.TB, options *mayfly.LinkOptions) string {
	t.Helper()
	ctx, cancel := contextOf(t)
	defer cancel()
	href, err := i.Client.Link(ctx, i.Address, options)
	check(t, err)
	return href
}

// Inject puts a message in without SMTP, and gives its id; see
// [mayfly.Client.Inject].
func (i *Inbox) Inject(t testing.TB, message []byte) string {
	t.Helper()
	id, err := i.Client.Inject(t.Context(), i.Address, message)
	check(t, err)
	return id
}

// Empty deletes all messages of the inbox.
func (i *Inbox) Empty(t testing.TB) {
	t.Helper()
	check(t, i.Client.Inboxes.Empty(t.Context(), i.Address))
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// contextOf is over before go test would end the whole run without a word.
func contextOf(t testing.TB) (context.Context, context.CancelFunc) {
	if timed, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, ok := timed.Deadline(); ok {
			return context.WithDeadline(t.Context(), deadline.Add(-reserve))
		}
	}
	return context.WithCancel(t.Context())
}

// remove is also for a test that has deleted its inbox itself.
func remove(t testing.TB, client *mayfly.Client, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), cleanupTime)
	defer cancel()
	if err := client.Inboxes.Delete(ctx, address); err != nil && !errors.Is(err, mayfly.ErrNotFound) {
		t.Errorf("the inbox %s is not deleted: %v", address, err)
	}
}
