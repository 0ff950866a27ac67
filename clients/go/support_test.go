package mayfly_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/mayfly-mail/mayfly-go"
)

func equal[T comparable](t *testing.T, what string, actual, wanted T) {
	t.Helper()
	if actual != wanted {
		t.Errorf("%s: %v, and not %v", what, actual, wanted)
	}
}

// mustFail checks for an error of ours. The sentinel may be nil: then it is none
// of them.
func mustFail(t *testing.T, err, sentinel error, code string, status int) *mayfly.Error {
	t.Helper()
	var failure *mayfly.Error
	if !errors.As(err, &failure) {
		t.Fatalf("%T, and no error of ours: %v", err, err)
	}
	for _, one := range []error{
		mayfly.ErrAuthentication, mayfly.ErrPermissionDenied, mayfly.ErrNotFound, mayfly.ErrInvalidRequest,
		mayfly.ErrRateLimited, mayfly.ErrConnection, mayfly.ErrWaitTimeout, mayfly.ErrWebhookVerification,
	} {
		if errors.Is(err, one) != (one == sentinel) {
			t.Errorf("errors.Is(%v, %v) is %v", err, one, one != sentinel)
		}
	}
	equal(t, "code", failure.Code, code)
	equal(t, "status", failure.Status, status)
	return failure
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

// recorder keeps what is logged.
type recorder struct {
	on func(message string)

	mu      sync.Mutex
	records []slog.Record
}

func (r *recorder) logger() *slog.Logger { return slog.New(r) }

func (r *recorder) Enabled(context.Context, slog.Level) bool { return true }
func (r *recorder) WithAttrs([]slog.Attr) slog.Handler       { return r }
func (r *recorder) WithGroup(string) slog.Handler            { return r }

func (r *recorder) Handle(_ context.Context, record slog.Record) error {
	r.mu.Lock()
	r.records = append(r.records, record)
	r.mu.Unlock()
	if r.on != nil {
		r.on(record.Message)
	}
	return nil
}

func (r *recorder) messages() (messages []string) {
	for _, record := range r.records {
		messages = append(messages, record.Message)
	}
	return messages
}

// find gives the attributes of the first with this message.
func (r *recorder) find(message string) map[string]slog.Value {
	found := map[string]slog.Value{}
	for _, record := range r.records {
		if record.Message == message && len(found) == 0 {
			record.Attrs(func(attr slog.Attr) bool {
				found[attr.Key] = attr.Value
				return true
			})
		}
	}
	return found
}

func (r *recorder) text() string {
	var text strings.Builder
	for _, record := range r.records {
		fmt.Fprintln(&text, record.Message)
		record.Attrs(func(attr slog.Attr) bool {
			fmt.Fprintln(&text, attr)
			return true
		})
	}
	return text.String()
}
