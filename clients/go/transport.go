package mayfly

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

// An error says what it has to say in less.
const maxProblem = 1 << 20

// transport sends calls, and sends them again where that is safe and may help.
type transport struct {
	*settings
}

// reader takes what a call is made for out of its answer.
type reader func(*http.Response, *attempt) error

// json puts the answer's JSON into out, unless that is nil.
func (t *transport) json(ctx context.Context, c *call, out any) error {
	return t.send(ctx, c, func(answer *http.Response, a *attempt) error {
		body, err := a.readAll(answer)
		if err != nil || out == nil || len(body) == 0 {
			return err
		}
		if err := json.Unmarshal(body, out); err != nil {
			message := fmt.Sprintf("The answer is not what was asked for. Is %s the address of a Mayfly server?", t.url)
			return &Error{Code: codeUnexpected, Status: answer.StatusCode, Message: message, Err: err}
		}
		return nil
	})
}

func (t *transport) bytes(ctx context.Context, c *call) (body []byte, err error) {
	err = t.send(ctx, c, func(answer *http.Response, a *attempt) error {
		body, err = a.readAll(answer)
		return err
	})
	return body, err
}

// open returns once the header is there. The body comes as it comes; the caller
// closes it and the attempt.
func (t *transport) open(ctx context.Context, c *call) (body io.ReadCloser, a *attempt, err error) {
	err = t.send(ctx, c, func(answer *http.Response, its *attempt) error {
		body, a = answer.Body, its
		its.kept = true
		return nil
	})
	return body, a, err
}

func (t *transport) send(ctx context.Context, c *call, read reader) error {
	if c.method == http.MethodPost && c.idempotencyKey == "" {
		c.idempotencyKey = newIdempotencyKey()
	}
	mayBeDone := false
	for number := 1; ; number++ {
		err := t.try(ctx, c, number, read)
		var failure *Error
		if !errors.As(err, &failure) {
			return err
		}
		// What an earlier try has deleted is not there for the next: that is what was asked for.
		if mayBeDone && c.method == http.MethodDelete && failure.Status == http.StatusNotFound {
			return nil
		}
		delay, ok := t.delayBeforeNext(ctx, c, number, failure)
		if !ok {
			return err
		}
		mayBeDone = mayBeDone || !wasNotDone(failure)
		t.logger.LogAttrs(ctx, slog.LevelDebug, "mayfly retry", slog.String("method", c.method), slog.String("path", c.path),
			slog.Int("attempt", number), slog.String("reason", failure.Code), slog.Duration("delay", delay))
		if err := pause(ctx, delay); err != nil {
			return err
		}
	}
}

// delayBeforeNext is not ok where the error is the answer.
func (t *transport) delayBeforeNext(ctx context.Context, c *call, number int, failure *Error) (time.Duration, bool) {
	if number > t.maxRetries || !isTransient(failure) || (c.once && !wasNotDone(failure)) {
		return 0, false
	}
	delay, ok := delayAfter(number, failure)
	next := time.Now().Add(delay)
	if !ok || (!c.lastTry.IsZero() && !next.Before(c.lastTry)) {
		return 0, false
	}
	deadline, bounded := ctx.Deadline()
	return delay, !bounded || next.Before(deadline)
}

func (t *transport) try(ctx context.Context, c *call, number int, read reader) error {
	timeout := t.timeout
	if c.hold != nil && timeout > 0 {
		timeout += c.hold()
	}
	a := newAttempt(ctx, t.url, timeout)
	defer func() {
		if !a.kept {
			a.close()
		}
	}()
	request, err := t.newRequest(a.ctx, c)
	if err != nil {
		return err
	}
	about := []slog.Attr{slog.String("method", c.method), slog.String("path", c.path), slog.Int("attempt", number)}
	t.logger.LogAttrs(ctx, slog.LevelDebug, "mayfly request", append(about, slog.String("query", request.URL.RawQuery))...)
	start := time.Now()
	answer, err := t.http.Do(request)
	if err != nil {
		return a.failure(err)
	}
	t.logger.LogAttrs(ctx, slog.LevelDebug, "mayfly response", append(about, slog.Int("status", answer.StatusCode),
		slog.Duration("duration", time.Since(start)), slog.String("request_id", answer.Header.Get("X-Request-Id")))...)
	defer func() {
		if !a.kept {
			answer.Body.Close()
		}
	}()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		// Whatever of it has come: what is not JSON tells nothing either.
		problem, _ := io.ReadAll(io.LimitReader(answer.Body, maxProblem))
		if ctx.Err() != nil {
			return contextError(ctx)
		}
		return errorOfAnswer(answer, problem)
	}
	return read(answer, a)
}

func (t *transport) newRequest(ctx context.Context, c *call) (*http.Request, error) {
	var body io.Reader
	if c.body != nil {
		body = bytes.NewReader(c.body)
	} else if c.once {
		// A request whose body cannot be read again is not repeated by the pool of connections either.
		body = struct{ io.Reader }{http.NoBody}
	}
	request, err := http.NewRequestWithContext(ctx, c.method, t.url+c.path, body)
	if err != nil {
		return nil, refuse("path", "is none: %v", err)
	}
	if c.query != nil {
		request.URL.RawQuery = c.query().Encode()
	}
	for name, values := range c.header {
		request.Header[name] = values
	}
	if request.Header.Get("Accept") == "" {
		request.Header.Set("Accept", "application/json, */*;q=0.5")
	}
	request.Header.Set("X-Api-Key", t.apiKey)
	request.Header.Set("User-Agent", "mayfly-go/"+Version)
	if c.contentType != "" {
		request.Header.Set("Content-Type", c.contentType)
	}
	if c.idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", c.idempotencyKey)
	}
	return request, nil
}

func newIdempotencyKey() string {
	key := make([]byte, 16)
	rand.Read(key) // It never fails.
	return hex.EncodeToString(key)
}

// pause returns early, with an error, when the context is over.
func pause(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return contextError(ctx)
	}
}

// contextError says why the context is over, and wraps both that and its error.
func contextError(ctx context.Context) error {
	cause, err := context.Cause(ctx), ctx.Err()
	if cause == err {
		return fmt.Errorf("mayfly: %w", err)
	}
	return fmt.Errorf("mayfly: %w: %w", err, cause)
}
