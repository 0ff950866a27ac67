package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// KeyScope is what a key may do.
type KeyScope string

// What keys may do.
const (
	// ScopeFull may do everything.
	ScopeFull KeyScope = "full"
	// ScopeRead changes nothing.
	ScopeRead KeyScope = "read"
	// ScopeCodes sees codes and links and no texts.
	ScopeCodes KeyScope = "codes"
)

// Key is what is known of an API key.
type Key struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Prefix     string    `json:"prefix"`
	Last4      string    `json:"last4"`
	Scope      KeyScope  `json:"scope"`
	CreatedAt  time.Time `json:"created_at"`
	CreatedBy  string    `json:"created_by,omitzero"`
	LastUsedAt time.Time `json:"last_used_at,omitzero"`
	RevokedAt  time.Time `json:"revoked_at,omitzero"`
}

// CreatedKey is a new key.
type CreatedKey struct {
	Key
	// Secret is the key itself, shown this once.
	Secret string `json:"key"`
}

// NewKey says what a key is to be.
type NewKey struct {
	Name string `json:"name"`
	// Scope is ScopeFull without it.
	Scope KeyScope `json:"scope,omitempty"`
}

// KeysService is [Client.Keys].
type KeysService struct{ transport *transport }

// Create makes a key.
func (s *KeysService) Create(ctx context.Context, key NewKey, options ...CallOption) (*CreatedKey, error) {
	if key.Name == "" {
		return nil, refuse("Name", "must say what the key is for, and is empty")
	}
	return send[CreatedKey](ctx, s.transport, http.MethodPost, "/v1/keys", key, options)
}

// List reads all keys, those that are revoked among them.
func (s *KeysService) List(ctx context.Context, options *ListOptions) iter.Seq2[*Key, error] {
	return list[Key](ctx, s.transport, "/v1/keys", nil, options.pageSize())
}

// Revoke lets nobody in with a key any more, within a second.
func (s *KeysService) Revoke(ctx context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	return s.transport.json(ctx, newCall(http.MethodDelete, "/v1/keys/"+url.PathEscape(id), nil), nil)
}
