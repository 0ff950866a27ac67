package mayfly_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mayfly-mail/mayfly-go"
)

const (
	breaks = iota
	ends
	stays
)

// stream sends these, some bytes at a time, and then breaks off, ends or stays.
func stream(place string, then int, ids ...int) behaviour {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		text := fmt.Sprintf("retry: 10\nid: %s\n\n", place)
		for _, id := range ids {
			text += fmt.Sprintf(": alive\n\nid: %d\nevent: message.received\ndata: {\"subject\":\"mail %d ü\",\"new\":1}\n\n", id, id)
		}
		for at := 0; at < len(text); at += 7 {
			fmt.Fprint(w, text[at:min(at+7, len(text))])
			w.(http.Flusher).Flush()
		}
		switch then {
		case breaks:
			reset(w, r)
		case stays:
			<-r.Context().Done()
		}
	}
}

func subjects(t *testing.T, client *mayfly.Client, options *mayfly.EventsOptions, count int) string {
	t.Helper()
	var all []string
	for event, err := range client.Events(t.Context(), options) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, event.ID+" "+event.Data.(*mayfly.MessageReceived).Subject)
		if len(all) == count {
			break
		}
	}
	return strings.Join(all, "|")
}

func TestEventsGoOnWhereTheyWere(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, stream("0", breaks, 1, 2), reset, gateway(503),
		stream("2", ends, 3), stream("3", ends), stream("3", stays, 4, 5))
	var opened []string
	options := &mayfly.EventsOptions{Inbox: testAddress, OnOpen: func(id string) { opened = append(opened, id) }}
	equal(t, "subjects", subjects(t, server.client(t, mayfly.WithMaxRetries(0)), options, 5),
		"1 mail 1 ü|2 mail 2 ü|3 mail 3 ü|4 mail 4 ü|5 mail 5 ü")
	var asked []string
	for _, request := range server.seen() {
		asked = append(asked, request.header.Get("Last-Event-ID"))
		equal(t, "inbox", request.query.Get("inbox"), testAddress)
	}
	equal(t, "last event ids", strings.Join(asked, " "), " 2 2 2 3 3")
	equal(t, "opened", strings.Join(opened, " "), "0 2 3 3")
}

func TestLeavingTheLoopClosesTheConnection(t *testing.T) {
	t.Parallel()
	closed := make(chan struct{})
	server := startFlaky(t, func(w http.ResponseWriter, r *http.Request) {
		stream("0", stays, 1)(w, r)
		close(closed)
	})
	subjects(t, server.client(t), nil, 1)
	<-closed
}

func TestEventsThatCannotBeFollowed(t *testing.T) {
	t.Parallel()
	dead := startFlaky(t, reset)
	_, err := mayfly.Collect(dead.client(t, mayfly.WithMaxRetries(1)).Events(t.Context(), nil))
	mustFail(t, err, mayfly.ErrConnection, "broken", 0)
	equal(t, "requests", len(dead.seen()), 2)

	refused := startFlaky(t, stream("0", breaks, 1), problem(401, "revoked_key"))
	seen, err := mayfly.Collect(refused.client(t).Events(t.Context(), nil))
	mustFail(t, err, mayfly.ErrAuthentication, "revoked_key", 401)
	equal(t, "events before", len(seen), 1)
}

func TestContextEndsEvents(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, stream("0", stays, 1))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	count := 0
	for _, err := range server.client(t).Events(ctx, nil) {
		if count++; count == 1 {
			cancel()
		} else if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	equal(t, "rounds", count, 2)
}

func TestEventOfANewerService(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "id: 1\nevent: inbox.painted\ndata: {\"hue\":3}\n\nid: 2\nevent: inbox.created\ndata: {\"inbox_id\":7}\n\nid: 3\ndata: x\n\n")
	})
	events, err := mayfly.Collect(server.client(t).Events(t.Context(), nil))
	mustFail(t, err, nil, "unexpected_answer", 0)
	equal(t, "events", len(events), 2)
	equal(t, "type", events[0].Type, "inbox.painted")
	equal(t, "data", string(events[0].Data.(json.RawMessage)), `{"hue":3}`)
	equal(t, "data", string(events[1].Data.(json.RawMessage)), `{"inbox_id":7}`)
}
