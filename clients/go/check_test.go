package mayfly_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

func TestWhatIsCertainlyWrongIsRefusedBeforeAnyRequest(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	client := newClient(t, mayfly.WithHTTPClient(&http.Client{Transport: roundTripper(
		func(r *http.Request) (*http.Response, error) {
			t.Errorf("a request was sent: %s %s", r.Method, r.URL)
			return nil, io.EOF
		})}))
	second := func(_ any, err error) error { return err }
	for _, c := range []struct {
		err     error
		code    string
		message string
	}{
		{second(client.GetMail(ctx, "ann", nil)), "invalid_address", `"ann" is not an e-mail address. Give it as name@domain.`},
		{second(client.GetMail(ctx, "Ann <ann@mayfly.test>", nil)), "invalid_address", ""},
		{second(client.GetMail(ctx, "ann@mayfly.test, bob@mayfly.test", nil)), "invalid_address", ""},
		{second(client.GetMail(ctx, strings.Repeat("a", 600)+"@mayfly.test", nil)), "invalid_address", ""},
		{second(client.GetMail(ctx, testAddress, &mayfly.GetMailOptions{Limit: -1})), "invalid_request", "Limit"},
		{second(client.GetMail(ctx, testAddress, &mayfly.GetMailOptions{Wait: -1})), "invalid_request", "Wait must be zero or more, and is -1ns."},
		{second(client.Wait(ctx, "@mayfly.test", nil)), "invalid_address", ""},
		{second(client.Wait(ctx, testAddress, &mayfly.WaitOptions{Timeout: -time.Second})), "invalid_request", "Timeout must be zero or more, and is -1s."},
		{second(client.Wait(ctx, testAddress, &mayfly.WaitOptions{Timeout: 1, NoWait: true})), "invalid_request", "Timeout must be left out"},
		{second(client.WaitN(ctx, testAddress, 0, nil)), "invalid_request", "n must be 1 or more"},
		{second(client.WaitN(ctx, testAddress, 2, &mayfly.WaitOptions{Claim: true})), "invalid_request", "n must be 1 with Claim"},
		{second(client.Code(ctx, testAddress, &mayfly.WaitOptions{Has: mayfly.HasLink})), "invalid_request", "Has must be left out"},
		{second(client.Link(ctx, testAddress, &mayfly.LinkOptions{Timeout: -1})), "invalid_request", "Timeout"},
		{second(client.Link(ctx, "x", nil)), "invalid_address", ""},
		{second(client.Inject(ctx, "x", nil)), "invalid_address", ""},
		{second(client.Inboxes.Create(ctx, &mayfly.NewInbox{Address: "x"})), "invalid_address", ""},
		{second(client.Inboxes.Create(ctx, &mayfly.NewInbox{TTL: -1})), "invalid_request", "TTL"},
		{second(client.Inboxes.Update(ctx, testAddress, mayfly.InboxUpdate{TTL: mayfly.Ptr(-time.Second)})), "invalid_request", "TTL"},
		{second(mayfly.Collect(client.Inboxes.List(ctx, &mayfly.ListOptions{PageSize: -1}))), "invalid_request", "PageSize"},
		{second(client.Inboxes.Get(ctx, "")), "invalid_address", ""},
		{client.Inboxes.Delete(ctx, ""), "invalid_address", ""},
		{client.Inboxes.Empty(ctx, ""), "invalid_address", ""},
		{second(mayfly.Collect(client.Messages.List(ctx, "x", nil))), "invalid_address", ""},
		{second(client.Messages.Get(ctx, "")), "invalid_request", "id must be the id of one"},
		{second(client.Messages.Attachment(ctx, "msg_1", -1)), "invalid_request", "index"},
		{second(client.Webhooks.Create(ctx, mayfly.NewWebhook{})), "invalid_request", "URL"},
		{second(client.Webhooks.Get(ctx, "")), "invalid_request", "id"},
		{second(client.Webhooks.RotateSecret(ctx, "whk_1", mayfly.Ptr(-time.Second))), "invalid_request", "overlap"},
		{second(client.Webhooks.Redeliver(ctx, "whk_1", time.Time{}, nil)), "invalid_request", "since"},
		{second(mayfly.Collect(client.Webhooks.Deliveries(ctx, "", nil))), "invalid_request", "id"},
		{second(client.Deliveries.Get(ctx, "")), "invalid_request", "id"},
		{second(client.Keys.Create(ctx, mayfly.NewKey{})), "invalid_request", "Name"},
		{client.Keys.Revoke(ctx, ""), "invalid_request", "id"},
		{second(client.Domains.Create(ctx, "not a domain")), "invalid_request", "domain must be one such as"},
		{second(client.Domains.Get(ctx, "")), "invalid_request", "domain"},
		{second(mayfly.Collect(client.Events(ctx, &mayfly.EventsOptions{Inbox: "x"}))), "invalid_address", ""},
		{client.Call(ctx, "GET", "v1/plans", nil, nil, nil), "invalid_request", "path"},
		{client.Call(ctx, "POST", "/v1/plans", nil, func() {}, nil), "invalid_request", "in cannot be written as JSON"},
	} {
		failure := mustFail(t, c.err, mayfly.ErrInvalidRequest, c.code, 0)
		if !strings.HasPrefix(failure.Message, c.message) || len(failure.Faults) != 1 {
			t.Errorf("%v, and not %q", failure, c.message)
		}
	}
}

func TestWhatTheServiceMayTakeIsLeftToTheService(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, answer(200, []any{}))
	for _, address := range []string{"a+tag@mayfly.test", `"odd name"@mayfly.test`, "büro@bücher.example", "a@b"} {
		if _, err := server.client(t).GetMail(t.Context(), address, nil); err != nil {
			t.Error(err)
		}
	}
	equal(t, "requests", len(server.seen()), 4)
	equal(t, "address", server.seen()[0].query.Get("email"), "a+tag@mayfly.test")
	if _, err := mayfly.Collect(startFlaky(t, answer(200, map[string]any{"data": nil, "next_cursor": nil})).client(t).
		Messages.List(t.Context(), "a/b+c@mayfly.test", nil)); err != nil {
		t.Error(err)
	}
}
