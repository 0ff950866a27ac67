package mayfly_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

func timedOut(cursor string, misses ...string) behaviour {
	near := []any{}
	for _, id := range misses {
		near = append(near, map[string]any{"id": id, "from": "a@b.c", "subject": id, "failed": []string{"subject"}})
	}
	return answer(200, map[string]any{
		"status": "timeout", "messages": []any{}, "cursor": cursor, "near_misses": near, "refused": []any{},
	})
}

func queries(server *flakyServer, names ...string) string {
	var lines []string
	for _, request := range server.seen() {
		var values []string
		for _, name := range names {
			values = append(values, request.query.Get(name))
		}
		lines = append(lines, strings.Join(values, " "))
	}
	return strings.Join(lines, "|")
}

func TestLongWaitIsMadeOfSeveral(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, timedOut("c1", "msg_1"), timedOut("c2", "msg_1", "msg_2"), receivedAnswer)
	message, err := server.client(t).Wait(t.Context(), testAddress, &mayfly.WaitOptions{Subject: "x", Timeout: 2 * time.Minute})
	if err != nil || message.Cursor != "c2" {
		t.Fatal(message, err)
	}
	equal(t, "queries", queries(server, "timeout", "after", "subject"), "55  x|55 c1 x|55 c2 x")
}

func TestWaitTimeoutSaysWhatCame(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, timedOut("c1", "msg_1"), timedOut("c9", "msg_1", "msg_2"))
	_, err := server.client(t).Wait(t.Context(), testAddress, &mayfly.WaitOptions{Timeout: 300 * time.Millisecond})
	var late *mayfly.WaitTimeoutError
	if !errors.As(err, &late) || !errors.Is(err, mayfly.ErrWaitTimeout) || errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	equal(t, "cursor", late.Cursor, "c9")
	equal(t, "text", err.Error(), `mayfly: no matching mail for ann@mayfly.test within 300ms
  came, but did not match subject: "msg_1" from a@b.c
  came, but did not match subject: "msg_2" from a@b.c`)
}

func TestOnlyTheLatestNearMissesAreKept(t *testing.T) {
	t.Parallel()
	var first, second []string
	for i := range 10 {
		first, second = append(first, fmt.Sprint("a", i)), append(second, fmt.Sprint("b", i))
	}
	server := startFlaky(t, timedOut("c1", first...), timedOut("c2", second...))
	_, err := server.client(t).Wait(t.Context(), testAddress, &mayfly.WaitOptions{Timeout: 200 * time.Millisecond})
	var late *mayfly.WaitTimeoutError
	if !errors.As(err, &late) || len(late.NearMisses) != 10 || late.NearMisses[0].ID != "b0" {
		t.Fatal(err)
	}
}

func TestRefusalsAreTold(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 15, 6, 30, 1, 896_000_000, time.UTC)
	err := &mayfly.WaitTimeoutError{
		Address: testAddress, Waited: 30 * time.Second,
		Refused: []mayfly.Refusal{{At: at, From: "shop@example.com", Reason: "552 5.3.4 Too large"}},
	}
	equal(t, "text", err.Error(), "mayfly: no matching mail for ann@mayfly.test within 30s\n"+
		"  was refused at 2026-11-15T06:30:01.896Z, from shop@example.com: 552 5.3.4 Too large")
}

func TestContextsDeadlineShortensAWait(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, timedOut("c1", "msg_1"))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	start := time.Now()
	_, err := server.client(t).Wait(ctx, testAddress, &mayfly.WaitOptions{Timeout: time.Hour})
	// It knows what came, and it is over by the context's time.
	var late *mayfly.WaitTimeoutError
	if !errors.As(err, &late) || !errors.Is(err, context.DeadlineExceeded) || len(late.NearMisses) != 1 {
		t.Fatal(err)
	}
	if ctx.Err() != nil || late.Waited > 5*time.Second || time.Since(start) < late.Waited {
		t.Errorf("waited %v, context %v", late.Waited, ctx.Err())
	}
}

func TestLookingIsNotWaiting(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, reset, receivedAnswer)
	if _, err := server.client(t).Wait(t.Context(), testAddress, &mayfly.WaitOptions{NoWait: true}); err != nil {
		t.Fatal(err)
	}
	equal(t, "queries", queries(server, "timeout"), "0|0")
	empty := startFlaky(t, reset, answer(200, []any{}))
	mails, err := empty.client(t).GetMail(t.Context(), testAddress, nil)
	if err != nil || len(mails) != 0 {
		t.Fatal(mails, err)
	}
	equal(t, "query", empty.seen()[1].query.Encode(), "email=ann%40mayfly.test")
}

func TestGetMailWaitsInSeveralRequests(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, answer(200, []any{}), answer(200, []any{map[string]any{"id": "msg_1"}}))
	mails, err := server.client(t).GetMail(t.Context(), testAddress, &mayfly.GetMailOptions{Wait: 2 * time.Minute})
	if err != nil || mails[0].ID != "msg_1" {
		t.Fatal(mails, err)
	}
	equal(t, "queries", queries(server, "wait"), "55|55")
}

func TestNoTryOfAWaitBeginsAfterItsTime(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, problem(429, "too_many_waits", "Retry-After", "5"))
	_, err := server.client(t).Wait(t.Context(), testAddress, &mayfly.WaitOptions{Timeout: time.Second})
	mustFail(t, err, mayfly.ErrRateLimited, "too_many_waits", 429)
	equal(t, "requests", len(server.seen()), 1)
}

func TestCodePrefersOneThatIsNotSuperseded(t *testing.T) {
	t.Parallel()
	codes := func(list ...any) behaviour {
		return answer(200, map[string]any{"status": "received", "messages": []any{map[string]any{"codes": list}}, "cursor": "c1"})
	}
	old, fresh := map[string]any{"value": "1", "superseded": true}, map[string]any{"value": "2", "source": "voice"}
	for wanted, server := range map[string]*flakyServer{
		"2": startFlaky(t, codes(old, fresh)), "1": startFlaky(t, codes(old)),
	} {
		code, err := server.client(t).Code(t.Context(), testAddress, nil)
		if err != nil || code != wanted {
			t.Error(code, err)
		}
		equal(t, "has", server.seen()[0].query.Get("has"), "code")
	}
	_, err := startFlaky(t, codes()).client(t).Code(t.Context(), testAddress, nil)
	mustFail(t, err, nil, "unexpected_answer", 0)
}

func TestLinkOfAKindThatIsNewToUs(t *testing.T) {
	t.Parallel()
	links := []any{map[string]any{"href": "https://a", "kind": "unsubscribe"}, map[string]any{"href": "https://b", "kind": "survey"}}
	message := map[string]any{"id": "msg_1", "links": links}
	server := startFlaky(t,
		answer(200, map[string]any{"status": "received", "messages": []any{message}, "cursor": "c1"}))
	href, err := server.client(t).Link(t.Context(), testAddress, &mayfly.LinkOptions{Kind: "survey"})
	if err != nil || href != "https://b" {
		t.Error(href, err)
	}
	// Neither of them is to be followed without a word: the older ones are looked at once, then what comes.
	server = startFlaky(t,
		answer(200, map[string]any{"status": "received", "messages": []any{message}, "cursor": "c1"}),
		answer(200, map[string]any{"data": []any{message}, "next_cursor": nil}), timedOut("c2"))
	_, err = server.client(t).Link(t.Context(), testAddress, &mayfly.LinkOptions{Timeout: 300 * time.Millisecond})
	var late *mayfly.WaitTimeoutError
	if !errors.As(err, &late) || late.Waited != 300*time.Millisecond || late.NearMisses[0].Failed[0] != "kind" {
		t.Error(err)
	}
	equal(t, "after", server.seen()[2].query.Get("after"), "c1")
}
