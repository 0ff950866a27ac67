package mayfly_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

var domainFields = map[string]any{
	"domain": "mail.example.com", "state": "pending", "created_at": "2026-11-15T04:30:00.000Z",
	"verified_at": nil, "lost_at": nil, "checked_at": "2026-11-15T04:31:00.000Z", "next_check_at": nil,
	"name_servers": []string{"ns1.example.net"},
	"records": []any{
		map[string]any{"type": "TXT", "host": "_mayfly.mail.example.com", "value": "mayfly-verify=1", "priority": nil,
			"found": []string{}, "status": "missing", "hint": "Add it.", "purpose": "ownership", "optional": false},
		map[string]any{"type": "MX", "host": "mail.example.com", "value": "mx.mayfly.test", "priority": 0,
			"found": []string{"mx.mayfly.test"}, "status": "puzzling", "hint": nil, "purpose": "mail", "optional": true},
	},
}

func TestDomains(t *testing.T) {
	t.Parallel()
	server := startFlaky(t,
		gateway(503), answer(201, domainFields),
		answer(200, map[string]any{"data": []any{domainFields}, "next_cursor": "c1"}),
		answer(200, map[string]any{"data": []any{domainFields}, "next_cursor": nil}),
		answer(200, domainFields), answer(200, domainFields),
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	domains := server.client(t).Domains
	created, err := domains.Create(t.Context(), "mail.example.com")
	if err != nil {
		t.Fatal(err)
	}
	txt, mx := created.Records[0], created.Records[1]
	if created.State != mayfly.DomainPending || !created.VerifiedAt.IsZero() || created.CheckedAt.Minute() != 31 ||
		txt.Priority != nil || txt.Status != mayfly.RecordMissing || *mx.Priority != 0 || mx.Status != "puzzling" || !mx.Optional {
		t.Errorf("%+v", created)
	}
	all, err := mayfly.Collect(domains.List(t.Context(), &mayfly.ListOptions{PageSize: 1}))
	if err != nil || len(all) != 2 {
		t.Error(all, err)
	}
	if _, err := domains.Get(t.Context(), "mail.example.com"); err != nil {
		t.Error(err)
	}
	if _, err := domains.Check(t.Context(), "mail.example.com"); err != nil {
		t.Error(err)
	}
	if err := domains.Delete(t.Context(), "mail.example.com"); err != nil {
		t.Error(err)
	}
	var asked []string
	for _, request := range server.seen() {
		asked = append(asked, fmt.Sprintf("%s %s?%s %s", request.method, request.path, request.query.Encode(), request.body))
	}
	equal(t, "requests", strings.Join(asked, "\n"), `POST /v1/domains? {"domain":"mail.example.com"}
POST /v1/domains? {"domain":"mail.example.com"}
GET /v1/domains?limit=1 
GET /v1/domains?cursor=c1&limit=1 
GET /v1/domains/mail.example.com? 
POST /v1/domains/mail.example.com/check? 
DELETE /v1/domains/mail.example.com? `)
}

func TestUpdatesSendWhatIsToChangeAndNoMore(t *testing.T) {
	t.Parallel()
	server := startFlaky(t, answer(200, map[string]any{}))
	client, ctx := server.client(t), t.Context()
	for _, c := range []struct {
		call func() error
		body string
	}{
		{func() error { _, err := client.Inboxes.Update(ctx, testAddress, mayfly.InboxUpdate{}); return err }, `{}`},
		{func() error {
			change := mayfly.InboxUpdate{Label: mayfly.Ptr(""), TTL: mayfly.Ptr(1500 * time.Millisecond)}
			_, err := client.Inboxes.Update(ctx, testAddress, change)
			return err
		}, `{"label":null,"ttl_seconds":2}`},
		{func() error {
			_, err := client.Inboxes.Update(ctx, testAddress, mayfly.InboxUpdate{TTL: mayfly.Ptr(time.Duration(0))})
			return err
		}, `{"ttl_seconds":null}`},
		{func() error {
			_, err := client.Webhooks.Update(ctx, "whk_1", mayfly.WebhookUpdate{Description: mayfly.Ptr(""), InboxFilter: mayfly.Ptr("")})
			return err
		}, `{"description":"","inbox_filter":null}`},
		{func() error { _, err := client.Webhooks.Resume(ctx, "whk_1", ""); return err }, `{}`},
		{func() error { _, err := client.Webhooks.RotateSecret(ctx, "whk_1", nil); return err }, `{}`},
		{func() error {
			_, err := client.Webhooks.RotateSecret(ctx, "whk_1", mayfly.Ptr(time.Duration(0)))
			return err
		}, `{"overlap_seconds":0}`},
		{func() error {
			since := time.Date(2026, 1, 1, 1, 0, 0, 0, time.FixedZone("CET", 3600))
			_, err := client.Webhooks.Redeliver(ctx, "whk_1", since, []mayfly.DeliveryState{mayfly.DeliveryRejected})
			return err
		}, `{"since":"2026-01-01T00:00:00.000Z","states":["rejected"]}`},
	} {
		if err := c.call(); err != nil {
			t.Error(err)
		}
		equal(t, "body", server.seen()[len(server.seen())-1].body, c.body)
	}
}
