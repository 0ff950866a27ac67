package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// WebhooksService is [Client.Webhooks].
type WebhooksService struct{ transport *transport }

// Create makes an endpoint, and gives the secret that its deliveries are signed
// with.
func (s *WebhooksService) Create(ctx context.Context, webhook NewWebhook, options ...CallOption) (*CreatedWebhook, error) {
	if webhook.URL == "" {
		return nil, refuse("URL", "must be the address to send to, and is empty")
	}
	return send[CreatedWebhook](ctx, s.transport, http.MethodPost, "/v1/webhooks", webhook, options)
}

// List reads all endpoints.
func (s *WebhooksService) List(ctx context.Context, options *ListOptions) iter.Seq2[*Webhook, error] {
	return list[Webhook](ctx, s.transport, "/v1/webhooks", nil, options.pageSize())
}

// Get gives one endpoint.
func (s *WebhooksService) Get(ctx context.Context, id string) (*Webhook, error) {
	return ask[Webhook](ctx, s, http.MethodGet, id, "", nil, nil)
}

// Update changes what is not nil.
func (s *WebhooksService) Update(ctx context.Context, id string, change WebhookUpdate) (*Webhook, error) {
	in := map[string]any{}
	if change.URL != nil {
		in["url"] = *change.URL
	}
	if change.Description != nil {
		in["description"] = *change.Description
	}
	if change.Events != nil {
		in["events"] = change.Events
	}
	if change.InboxFilter != nil {
		in["inbox_filter"] = nullable(*change.InboxFilter)
	}
	return ask[Webhook](ctx, s, http.MethodPatch, id, "", in, nil)
}

// Delete deletes an endpoint with its log.
func (s *WebhooksService) Delete(ctx context.Context, id string) error {
	_, err := ask[struct{}](ctx, s, http.MethodDelete, id, "", nil, nil)
	return err
}

// Test sends a test.ping, also to a paused endpoint, and gives what came of it.
func (s *WebhooksService) Test(ctx context.Context, id string, options ...CallOption) (*Delivery, error) {
	return ask[Delivery](ctx, s, http.MethodPost, id, "/test", nil, options)
}

// Pause sends nothing to an endpoint until it is resumed. Its events are held.
func (s *WebhooksService) Pause(ctx context.Context, id string, options ...CallOption) (*Webhook, error) {
	return ask[Webhook](ctx, s, http.MethodPost, id, "/pause", nil, options)
}

// Resume sends to an endpoint again, and delivers what was held, or drops it.
func (s *WebhooksService) Resume(ctx context.Context, id string, held Held, options ...CallOption) (*Webhook, error) {
	in := map[string]Held{}
	if held != "" {
		in["held"] = held
	}
	return ask[Webhook](ctx, s, http.MethodPost, id, "/resume", in, options)
}

// RotateSecret gives an endpoint a new secret. The one before it holds too for
// as long as overlap says; nil is a day.
func (s *WebhooksService) RotateSecret(ctx context.Context, id string, overlap *time.Duration, options ...CallOption) (*WebhookSecret, error) {
	in := map[string]int64{}
	if overlap != nil {
		if err := checkDuration("overlap", *overlap); err != nil {
			return nil, err
		}
		in["overlap_seconds"] = wholeSeconds(*overlap)
	}
	return ask[WebhookSecret](ctx, s, http.MethodPost, id, "/rotate-secret", in, options)
}

// Secret gives what an endpoint's deliveries are signed with.
func (s *WebhooksService) Secret(ctx context.Context, id string) (*WebhookSecret, error) {
	return ask[WebhookSecret](ctx, s, http.MethodGet, id, "/secret", nil, nil)
}

// Deliveries reads the log of one endpoint, newest first.
func (s *WebhooksService) Deliveries(ctx context.Context, id string, options *ListOptions) iter.Seq2[*Delivery, error] {
	if err := checkID(id); err != nil {
		return failed[Delivery](err)
	}
	return list[Delivery](ctx, s.transport, webhookPath(id)+"/deliveries", nil, options.pageSize())
}

// Redeliver sends again what has ended in one of these states since then, and
// gives how many that are. Without states, what failed; [DeliveryRejected] is the
// other that there is.
func (s *WebhooksService) Redeliver(ctx context.Context, id string, since time.Time, states []DeliveryState, options ...CallOption) (int, error) {
	if since.IsZero() {
		return 0, refuse("since", "must be a moment, and is the zero time")
	}
	in := map[string]any{"since": wireMoment(since)}
	if len(states) > 0 {
		in["states"] = states
	}
	answer, err := ask[struct {
		Redelivered int `json:"redelivered"`
	}](ctx, s, http.MethodPost, id, "/redeliver", in, options)
	if err != nil {
		return 0, err
	}
	return answer.Redelivered, nil
}

// ask makes a call about one endpoint.
func ask[T any](ctx context.Context, s *WebhooksService, method, id, action string, in any, options []CallOption) (*T, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return send[T](ctx, s.transport, method, webhookPath(id)+action, in, options)
}

func webhookPath(id string) string { return "/v1/webhooks/" + url.PathEscape(id) }
