package mayfly

import (
	"encoding/json"
	"time"
)

// WebhookState is whether an endpoint is sent to.
type WebhookState string

// The states of an endpoint.
const (
	WebhookActive WebhookState = "active"
	WebhookPaused WebhookState = "paused"
)

// Webhook is an endpoint: a URL that is told of events as they happen.
type Webhook struct {
	ID          string      `json:"id"`
	URL         string      `json:"url"`
	Description string      `json:"description"`
	Events      []EventType `json:"events"`
	// InboxFilter is one address alone; empty for every inbox.
	InboxFilter string       `json:"inbox_filter,omitzero"`
	State       WebhookState `json:"state"`
	// PausedReason is failures, manual or plan.
	PausedReason string `json:"paused_reason,omitzero"`
	// ConsecutiveFailures are the failed attempts since the last success. Ten of
	// them pause it.
	ConsecutiveFailures int       `json:"consecutive_failures"`
	CreatedAt           time.Time `json:"created_at"`
	LastSuccessAt       time.Time `json:"last_success_at,omitzero"`
	LastFailureAt       time.Time `json:"last_failure_at,omitzero"`
}

// CreatedWebhook is a new endpoint with its secret.
type CreatedWebhook struct {
	Webhook
	// Secret is what its deliveries are signed with: for [VerifyWebhook].
	Secret string `json:"secret"`
}

// NewWebhook says what an endpoint is to be.
type NewWebhook struct {
	// URL is https, without credentials or fragment.
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
	// Events it is told of. Without any, message.received.
	Events []EventType `json:"events,omitempty"`
	// InboxFilter is one address alone; empty for every inbox.
	InboxFilter string `json:"inbox_filter,omitempty"`
}

// WebhookUpdate says what is to change. What is nil stays as it is.
type WebhookUpdate struct {
	URL         *string
	Description *string
	Events      []EventType
	// InboxFilter; an empty one takes it away.
	InboxFilter *string
}

// WebhookSecret is what deliveries are signed with.
type WebhookSecret struct {
	Secret string `json:"secret"`
	// PreviousSecret holds too, until its moment.
	PreviousSecret    string    `json:"previous_secret,omitzero"`
	PreviousExpiresAt time.Time `json:"previous_expires_at,omitzero"`
}

// Held is what becomes of the deliveries that waited while an endpoint was paused.
type Held string

// What becomes of them.
const (
	HeldDeliver Held = "deliver"
	HeldDrop    Held = "drop"
)

// WebhookEvent is the body of a delivery.
type WebhookEvent struct {
	Type EventType `json:"event"`
	// DeliveryID is the same in every attempt: remember it, and you handle nothing
	// twice.
	DeliveryID string `json:"delivery_id"`
	// Timestamp is when this attempt was made, in Unix seconds.
	Timestamp int64 `json:"timestamp"`
	// Data is a *MessageReceived, an *InboxCreated or a *TestPing; of an event that
	// this version does not know, a json.RawMessage.
	Data any `json:"data"`
}

// UnmarshalJSON gives Data its type.
func (e *WebhookEvent) UnmarshalJSON(body []byte) error {
	var envelope struct {
		Type       EventType       `json:"event"`
		DeliveryID string          `json:"delivery_id"`
		Timestamp  int64           `json:"timestamp"`
		Data       json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return err
	}
	*e = WebhookEvent{envelope.Type, envelope.DeliveryID, envelope.Timestamp, readData(envelope.Type, envelope.Data)}
	return nil
}

// DeliveryState is how far a delivery is.
type DeliveryState string

// The states of a delivery.
const (
	DeliveryPending   DeliveryState = "pending"
	DeliveryRetrying  DeliveryState = "retrying"
	DeliveryDelivered DeliveryState = "delivered"
	DeliveryRejected  DeliveryState = "rejected"
	DeliveryFailed    DeliveryState = "failed"
	DeliveryHeld      DeliveryState = "held"
	DeliveryDropped   DeliveryState = "dropped"
)

// Delivery is one event for one endpoint, and what came of it.
type Delivery struct {
	// ID is the DeliveryID of the payload.
	ID            string            `json:"id"`
	WebhookID     string            `json:"webhook_id"`
	Event         EventType         `json:"event"`
	State         DeliveryState     `json:"state"`
	CreatedAt     time.Time         `json:"created_at"`
	NextAttemptAt time.Time         `json:"next_attempt_at,omitzero"`
	Payload       WebhookEvent      `json:"payload"`
	Attempts      []DeliveryAttempt `json:"attempts"`
}

// DeliveryAttempt is one try of a delivery.
type DeliveryAttempt struct {
	Number int       `json:"number"`
	At     time.Time `json:"at"`
	// Status is zero where no answer came.
	Status     int   `json:"status,omitzero"`
	DurationMS int64 `json:"duration_ms"`
	// Error is what kind of failure it was, where no answer came.
	Error       string `json:"error,omitzero"`
	ErrorDetail string `json:"error_detail,omitzero"`
	// Response is the first 16 KiB of the answer; in lists, the first 1 KiB.
	Response string `json:"response,omitzero"`
}
