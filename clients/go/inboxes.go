package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Inbox is one inbox, as it is at the moment of the answer.
type Inbox struct {
	ID        string    `json:"id"`
	Address   string    `json:"address"`
	Label     string    `json:"label,omitzero"`
	CreatedAt time.Time `json:"created_at"`
	// ExpiresAt is when it lapses if it is neither read nor mailed until then.
	ExpiresAt     time.Time `json:"expires_at"`
	LastMessageAt time.Time `json:"last_message_at,omitzero"`
	MessageCount  int       `json:"message_count"`
	UnreadCount   int       `json:"unread_count"`
	StoredBytes   int64     `json:"stored_bytes"`
	// Cursor is for After of a wait: what comes from now on.
	Cursor string `json:"cursor"`
}

// NewInbox says what an inbox is to be.
type NewInbox struct {
	// Address, if it is to be a certain one. Without it, one that nobody can guess.
	Address string
	// Domain is where the unguessable address is to be.
	Domain string
	Label  string
	// TTL is how long it lives, from now on. Zero leaves it its plan's retention.
	TTL time.Duration
}

// InboxUpdate says what is to change. What is nil stays as it is.
type InboxUpdate struct {
	// Label; an empty one takes it away.
	Label *string
	// TTL is how long it lives, from now on. Zero gives it its plan's retention.
	TTL *time.Duration
}

// InboxesService is [Client.Inboxes].
type InboxesService struct{ transport *transport }

// Create makes an inbox: at the address you name, or at one that nobody can
// guess. One that is yours already is given back.
func (s *InboxesService) Create(ctx context.Context, inbox *NewInbox, options ...CallOption) (*Inbox, error) {
	if inbox == nil {
		inbox = &NewInbox{}
	}
	if inbox.Address != "" {
		if err := checkAddress(inbox.Address); err != nil {
			return nil, err
		}
	}
	if err := checkDuration("TTL", inbox.TTL); err != nil {
		return nil, err
	}
	in := struct {
		Address    string `json:"address,omitempty"`
		Domain     string `json:"domain,omitempty"`
		Label      string `json:"label,omitempty"`
		TTLSeconds int64  `json:"ttl_seconds,omitempty"`
	}{inbox.Address, inbox.Domain, inbox.Label, wholeSeconds(inbox.TTL)}
	return send[Inbox](ctx, s.transport, http.MethodPost, "/v1/inboxes", in, options)
}

// List reads all inboxes.
func (s *InboxesService) List(ctx context.Context, options *ListOptions) iter.Seq2[*Inbox, error] {
	return list[Inbox](ctx, s.transport, "/v1/inboxes", nil, options.pageSize())
}

// Get never makes an address yours, unlike reading its mail: what is not yours
// is ErrNotFound.
func (s *InboxesService) Get(ctx context.Context, address string) (*Inbox, error) {
	path, err := inboxPath(address)
	if err != nil {
		return nil, err
	}
	return fetch[Inbox](ctx, s.transport, newCall(http.MethodGet, path, nil))
}

// Update changes what is not nil.
func (s *InboxesService) Update(ctx context.Context, address string, change InboxUpdate) (*Inbox, error) {
	path, err := inboxPath(address)
	if err != nil {
		return nil, err
	}
	in := map[string]any{}
	if change.Label != nil {
		in["label"] = nullable(*change.Label)
	}
	if change.TTL != nil {
		if err := checkDuration("TTL", *change.TTL); err != nil {
			return nil, err
		}
		in["ttl_seconds"] = nullable(wholeSeconds(*change.TTL))
	}
	return send[Inbox](ctx, s.transport, http.MethodPatch, path, in, nil)
}

// Delete deletes an inbox with all its messages.
func (s *InboxesService) Delete(ctx context.Context, address string) error {
	path, err := inboxPath(address)
	if err != nil {
		return err
	}
	return s.transport.json(ctx, newCall(http.MethodDelete, path, nil), nil)
}

// Empty deletes all messages of an inbox.
func (s *InboxesService) Empty(ctx context.Context, address string) error {
	path, err := inboxPath(address)
	if err != nil {
		return err
	}
	return s.transport.json(ctx, newCall(http.MethodDelete, path+"/messages", nil), nil)
}

func inboxPath(address string) (string, error) {
	if err := checkAddress(address); err != nil {
		return "", err
	}
	return "/v1/inboxes/" + url.PathEscape(address), nil
}

// nullable is null for the zero value.
func nullable[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}
