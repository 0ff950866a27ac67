package mayflytest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
	"github.com/mayfly-mail/mayfly-go/mayflytest"
)

// recorder is a test whose end is looked at.
type recorder struct {
	testing.TB
	deadline time.Time
	failure  string
	cleanups []func()
}

func (r *recorder) Helper()                      {}
func (r *recorder) Name() string                 { return strings.Repeat("ü", 300) }
func (r *recorder) Cleanup(f func())             { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Deadline() (time.Time, bool)  { return r.deadline, true }
func (r *recorder) Errorf(text string, v ...any) { r.failure = fmt.Sprintf(text, v...) }
func (r *recorder) Fatal(values ...any) {
	r.failure = fmt.Sprint(values...)
	runtime.Goexit()
}

func (r *recorder) run(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	<-done
}

func TestFailureSaysWhatCame(t *testing.T) {
	status := http.StatusNoContent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost:
			fmt.Fprint(w, `{"address":"ann@mayfly.test"}`)
		case r.Method == http.MethodDelete:
			w.WriteHeader(status)
		default:
			fmt.Fprint(w, `{"status":"timeout","cursor":"c1","near_misses":[{"id":"msg_1","from":"a@b.c","subject":"Hi","failed":["has"]}]}`)
		}
	}))
	defer server.Close()
	client, err := mayfly.New(mayfly.WithURL(server.URL), mayfly.WithAPIKey("tk_1"))
	if err != nil {
		t.Fatal(err)
	}
	// The wait is over before the test's own deadline would end everything.
	r := &recorder{TB: t, deadline: time.Now().Add(6 * time.Second)}
	reached := false
	r.run(func() {
		inbox := mayflytest.NewInbox(r, mayflytest.WithClient(client))
		inbox.Code(r, &mayfly.WaitOptions{Timeout: time.Hour})
		reached = true
	})
	if reached || !strings.Contains(r.failure, `came, but did not match has: "Hi" from a@b.c`) {
		t.Error(r.failure)
	}
	r.failure = ""
	r.cleanups[0]()
	if r.failure != "" {
		t.Error(r.failure)
	}
	status = http.StatusNotFound // The test has deleted it itself.
	if r.cleanups[0](); r.failure != "" {
		t.Error(r.failure)
	}
	status = http.StatusForbidden
	if r.cleanups[0](); !strings.Contains(r.failure, "ann@mayfly.test is not deleted") {
		t.Error(r.failure)
	}
}

func TestWithoutAKey(t *testing.T) {
	t.Setenv("MAYFLY_API_KEY", "")
	r := &recorder{TB: t}
	r.run(func() { mayflytest.NewInbox(r) })
	if !strings.Contains(r.failure, "MAYFLY_API_KEY") {
		t.Error(r.failure)
	}
}
