package mayfly

import "time"

// Account is your plan, and what is used of it.
type Account struct {
	ID string `json:"id"`
	// Plan is free, plus, elite or team.
	Plan      string    `json:"plan"`
	CreatedAt time.Time `json:"created_at"`
	Limits    Limits    `json:"limits"`
	Usage     Usage     `json:"usage"`
}

// Limits are what the plan allows.
type Limits struct {
	RequestsPerMinute int     `json:"requests_per_minute"`
	Inboxes           int     `json:"inboxes"`
	RetentionHours    float64 `json:"retention_hours"`
	MessageBytes      int64   `json:"message_bytes"`
	StoredBytes       int64   `json:"stored_bytes"`
	WebhookEndpoints  int     `json:"webhook_endpoints"`
	CustomDomains     int     `json:"custom_domains"`
	Members           int     `json:"members"`
	OpenWaits         int     `json:"open_waits"`
}

// Usage is what is used of the limits.
type Usage struct {
	Inboxes     int   `json:"inboxes"`
	StoredBytes int64 `json:"stored_bytes"`
	// Members has the open invites among them.
	Members          int          `json:"members"`
	WebhookEndpoints int          `json:"webhook_endpoints"`
	OpenWaits        int          `json:"open_waits"`
	Requests         RequestsLeft `json:"requests"`
}

// RequestsLeft is how many requests there may still be before the count begins
// anew.
type RequestsLeft struct {
	Remaining    int `json:"remaining"`
	ResetSeconds int `json:"reset_seconds"`
}
