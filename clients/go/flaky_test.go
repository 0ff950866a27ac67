package mayfly_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

var (
	inboxAnswer    = answer(200, map[string]any{"id": "ibx_1", "address": testAddress, "message_count": 3, "hue": "new"})
	receivedAnswer = answer(200, map[string]any{"status": "received", "messages": []any{map[string]any{"id": "msg_1"}}, "cursor": "c2"})
	tooMany        = problem(429, "rate_limited", "Retry-After", "0")
)

var troubles = map[string]behaviour{
	"reset": reset, "half": half, "429": tooMany, "502": gateway(502), "503": gateway(503), "504": gateway(504),
}

func TestSafeCallsSucceedInTheEnd(t *testing.T) {
	t.Parallel()
	for name, trouble := range troubles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startFlaky(t, trouble, trouble, inboxAnswer)
			inbox, err := server.client(t).Inboxes.Get(t.Context(), testAddress)
			if err != nil || inbox.MessageCount != 3 {
				t.Fatal(inbox, err)
			}
			equal(t, "requests", len(server.seen()), 3)
		})
	}
}

func TestCreatesAreRepeatedUnderOneIdempotencyKey(t *testing.T) {
	t.Parallel()
	for name, trouble := range troubles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startFlaky(t, trouble, trouble, inboxAnswer)
			if _, err := server.client(t).Inboxes.Create(t.Context(), &mayfly.NewInbox{Label: "x"}); err != nil {
				t.Fatal(err)
			}
			equal(t, "requests", len(server.seen()), 3)
			key := server.seen()[0].header.Get("Idempotency-Key")
			if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(key) {
				t.Errorf("the key is %q", key)
			}
			for _, request := range server.seen() {
				equal(t, "key", request.header.Get("Idempotency-Key"), key)
				equal(t, "body", request.body, `{"label":"x"}`)
			}
		})
	}
}

func TestClaimingWaitsAreRepeatedOnlyWhereNothingCanHaveBeenClaimed(t *testing.T) {
	t.Parallel()
	for name, trouble := range troubles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The first call leaves a connection behind, which the claiming wait takes: a pool repeats other GETs on such a one.
			server := startFlaky(t, inboxAnswer, trouble, receivedAnswer)
			client := server.client(t)
			if _, err := client.Inboxes.Get(t.Context(), testAddress); err != nil {
				t.Fatal(err)
			}
			message, err := client.Wait(t.Context(), testAddress, &mayfly.WaitOptions{Claim: true})
			if name == "429" {
				if err != nil || message.ID != "msg_1" {
					t.Fatal(message, err)
				}
				equal(t, "requests", len(server.seen()), 3)
				return
			}
			var failure *mayfly.Error
			if !errors.As(err, &failure) {
				t.Fatalf("no error of ours: %v", err)
			}
			equal(t, "requests", len(server.seen()), 2)
		})
	}
}

func TestRetriesEndWithTheLastError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		trouble  behaviour
		sentinel error
		code     string
		status   int
	}{
		{reset, mayfly.ErrConnection, "broken", 0},
		{half, mayfly.ErrConnection, "broken", 0},
		{gateway(503), nil, "http_503", 503},
		{problem(503, "unavailable"), nil, "unavailable", 503},
		{tooMany, mayfly.ErrRateLimited, "rate_limited", 429},
	} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			server := startFlaky(t, c.trouble)
			_, err := server.client(t, mayfly.WithMaxRetries(1)).Account(t.Context())
			mustFail(t, err, c.sentinel, c.code, c.status)
			equal(t, "requests", len(server.seen()), 2)
		})
	}
}

func TestRefusalsAreNotRepeatedAndTyped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status   int
		code     string
		sentinel error
	}{
		{400, "invalid_request", mayfly.ErrInvalidRequest},
		{401, "revoked_key", mayfly.ErrAuthentication},
		{403, "plan_required", mayfly.ErrPermissionDenied},
		{404, "not_found", mayfly.ErrNotFound},
		{409, "conflict", nil},
		{422, "foreign_domain", mayfly.ErrInvalidRequest},
		{500, "internal", nil},
	} {
		server := startFlaky(t, problem(c.status, c.code))
		_, err := server.client(t).Account(t.Context())
		failure := mustFail(t, err, c.sentinel, c.code, c.status)
		equal(t, "request id", failure.RequestID, "req_1")
		equal(t, "text", failure.Error(), fmt.Sprintf("mayfly: This is %s. (%s, status %d, request req_1)", c.code, c.code, c.status))
		equal(t, "requests", len(server.seen()), 1)
	}
}

func TestDeletionWhoseAnswerWasLostHasHappened(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, reset, problem(404, "not_found"))
	if err := server.client(t).Inboxes.Delete(t.Context(), testAddress); err != nil {
		t.Fatal(err)
	}
	mustFail(t, server.client(t).Inboxes.Delete(t.Context(), testAddress), mayfly.ErrNotFound, "not_found", 404)
	limited := startFlaky(t, tooMany, problem(404, "not_found"))
	mustFail(t, limited.client(t).Inboxes.Delete(t.Context(), testAddress), mayfly.ErrNotFound, "not_found", 404)
}

func TestCreationUnderWayIsAskedForAgain(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, reset, problem(409, "in_progress"), inboxAnswer)
	if _, err := server.client(t).Inboxes.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	equal(t, "requests", len(server.seen()), 3)
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, problem(429, "rate_limited", "Retry-After", "1"), inboxAnswer)
	log := &recorder{}
	if _, err := server.client(t, mayfly.WithLogger(log.logger())).Inboxes.Get(t.Context(), testAddress); err != nil {
		t.Fatal(err)
	}
	if delay := log.find("mayfly retry")["delay"].Duration(); delay < time.Second {
		t.Errorf("tried again after %v", delay)
	}
	patient := startFlaky(t, problem(429, "rate_limited", "Retry-After", "600"))
	_, err := patient.client(t).Account(t.Context())
	failure := mustFail(t, err, mayfly.ErrRateLimited, "rate_limited", 429)
	equal(t, "retry after", failure.RetryAfter, 10*time.Minute)
	equal(t, "requests", len(patient.seen()), 1)
}

func TestSlowBytesAndSilenceEndWithTheTimeout(t *testing.T) {
	t.Parallel()
	for _, trouble := range []behaviour{slow, silent} {
		server := startFlaky(t, trouble)
		client := server.client(t, mayfly.WithTimeout(150*time.Millisecond), mayfly.WithMaxRetries(1))
		_, err := client.Account(t.Context())
		mustFail(t, err, mayfly.ErrConnection, "timeout", 0)
		equal(t, "requests", len(server.seen()), 2)
	}
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	log := &recorder{}
	client := newClient(t, mayfly.WithURL("http://127.0.0.1:1"), mayfly.WithMaxRetries(1), mayfly.WithLogger(log.logger()))
	_, err := client.Wait(t.Context(), testAddress, &mayfly.WaitOptions{Claim: true})
	failure := mustFail(t, err, mayfly.ErrConnection, "unreachable", 0)
	if !strings.HasPrefix(failure.Message, "http://127.0.0.1:1 cannot be reached (dial tcp 127.0.0.1:1: connect") {
		t.Error(failure.Message)
	}
	// Even a claiming wait is tried again: nothing can have been claimed.
	equal(t, "log", strings.Join(log.messages(), ", "), "mayfly request, mayfly retry, mayfly request")
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := startFlaky(t, inboxAnswer)
	server := startFlaky(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.url+"/v1/account", http.StatusTemporaryRedirect)
	})
	for _, client := range []*mayfly.Client{server.client(t), server.client(t, mayfly.WithHTTPClient(&http.Client{}))} {
		_, err := client.Account(t.Context())
		mustFail(t, err, nil, "redirected", 307)
	}
	equal(t, "requests elsewhere", len(elsewhere.seen()), 0)
}

func TestAnswerThatIsNotTheServices(t *testing.T) {
	t.Parallel()
	_, err := startFlaky(t, gateway(200)).client(t).Account(t.Context())
	mustFail(t, err, nil, "unexpected_answer", 200)
}

func TestContextEndsACall(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := make(chan struct{})
	server := startFlaky(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel(enough)
		<-r.Context().Done()
		close(gone)
	})
	_, err := server.client(t).Wait(ctx, testAddress, nil)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, enough) {
		t.Errorf("under way: %v", err)
	}
	<-gone
	if _, err := server.client(t).Account(ctx); !errors.Is(err, enough) {
		t.Errorf("before it begins: %v", err)
	}
	equal(t, "requests", len(server.seen()), 1)

	failing := startFlaky(t, problem(429, "rate_limited", "Retry-After", "30"))
	later, stop := context.WithCancel(t.Context())
	log := &recorder{on: func(message string) {
		if message == "mayfly retry" {
			stop()
		}
	}}
	if _, err := failing.client(t, mayfly.WithLogger(log.logger())).Account(later); !errors.Is(err, context.Canceled) {
		t.Errorf("between tries: %v", err)
	}
	equal(t, "requests", len(failing.seen()), 1)
}

func TestNoTryBeginsAfterTheContextsDeadline(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, problem(429, "rate_limited", "Retry-After", "30"))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := server.client(t).Account(ctx)
	mustFail(t, err, mayfly.ErrRateLimited, "rate_limited", 429)
}

func TestDebugLogHasEveryTryAndNoSecret(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, gateway(503), answer(200, map[string]any{"secret": testSecret, "previous_secret": nil}))
	log := &recorder{}
	secret, err := server.client(t, mayfly.WithLogger(log.logger())).Webhooks.Secret(t.Context(), "whk_1")
	if err != nil || secret.Secret != testSecret {
		t.Fatal(secret, err)
	}
	equal(t, "log", strings.Join(log.messages(), ", "),
		"mayfly request, mayfly response, mayfly retry, mayfly request, mayfly response")
	equal(t, "path", log.find("mayfly response")["path"].String(), "/v1/webhooks/whk_1/secret")
	if text := log.text(); strings.Contains(text, testKey) || strings.Contains(text, testSecret) {
		t.Error(text)
	}
}

func TestHTTPClientOfYourOwn(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, inboxAnswer)
	used := 0
	mine := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		used++
		return http.DefaultTransport.RoundTrip(r)
	})}
	if _, err := server.client(t, mayfly.WithHTTPClient(mine)).Inboxes.Get(t.Context(), testAddress); err != nil {
		t.Fatal(err)
	}
	equal(t, "round trips", used, 1)
	equal(t, "key", server.seen()[0].header.Get("X-API-KEY"), testKey)
	if mine.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}

func TestAnyOtherCall(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, answer(200, map[string]any{"plans": 4}))
	var out struct{ Plans int }
	err := server.client(t).Call(t.Context(), "POST", "/v1/plans", map[string][]string{"a": {"b"}}, map[string]int{"c": 1}, &out,
		mayfly.IdempotencyKey("mine"))
	if err != nil || out.Plans != 4 {
		t.Fatal(out, err)
	}
	request := server.seen()[0]
	equal(t, "request", fmt.Sprint(request.method, request.path, request.query, request.body), "POST/v1/plansmap[a:[b]]{\"c\":1}")
	equal(t, "key", request.header.Get("Idempotency-Key"), "mine")
}
