package mayfly

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

var errLate = errors.New("the time is up")

// attempt is one try of a call. It ends when its time is up, or when the
// caller's context is over.
type attempt struct {
	ctx     context.Context
	kept    bool // Its answer is still read when the call has returned.
	caller  context.Context
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	timeout time.Duration
	server  string
}

// newAttempt begins one. A time-out of zero is no limit.
func newAttempt(caller context.Context, server string, timeout time.Duration) *attempt {
	a := &attempt{caller: caller, server: server}
	a.ctx, a.cancel = context.WithCancelCause(caller)
	a.expectWithin(timeout)
	return a
}

// expectWithin gives it so much time from now on.
func (a *attempt) expectWithin(timeout time.Duration) {
	a.timeout = timeout
	switch {
	case timeout == 0:
		a.stopTimer()
	case a.timer == nil:
		a.timer = time.AfterFunc(timeout, func() { a.cancel(errLate) })
	default:
		a.timer.Reset(timeout)
	}
}

func (a *attempt) stopTimer() {
	if a.timer != nil {
		a.timer.Stop()
	}
}

// close leaves nothing behind: no timer, and no request under way.
func (a *attempt) close() {
	a.stopTimer()
	a.cancel(nil)
}

func (a *attempt) readAll(answer *http.Response) ([]byte, error) {
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, a.failure(err)
	}
	return body, nil
}

// failure is what a failed request, or a failed reading of its answer, is to
// the caller.
func (a *attempt) failure(err error) error {
	if a.caller.Err() != nil {
		return contextError(a.caller)
	}
	if context.Cause(a.ctx) == errLate {
		message := fmt.Sprintf("%s has not answered in full within %v.", a.server, a.timeout)
		return &Error{Code: codeTimeout, Message: message, Err: err}
	}
	reason := err
	var sent *url.Error // It repeats the address.
	if errors.As(err, &sent) {
		reason = sent.Err
	}
	if neverConnected(err) {
		message := fmt.Sprintf("%s cannot be reached (%v). Is the server running there? "+
			"Give its address with WithURL or in MAYFLY_URL.", a.server, reason)
		return &Error{Code: codeUnreachable, Message: message, Err: err}
	}
	message := fmt.Sprintf("The connection to %s broke before the answer was there (%v).", a.server, reason)
	return &Error{Code: codeBroken, Message: message, Err: err}
}

// neverConnected is true where nothing can have been sent.
func neverConnected(err error) bool {
	var operation *net.OpError
	return errors.As(err, &operation) && (operation.Op == "dial" || operation.Op == "proxyconnect")
}
