package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DomainState is whether a domain is proven to be yours.
type DomainState string

// The states of a domain.
const (
	DomainPending  DomainState = "pending"
	DomainVerified DomainState = "verified"
	DomainLost     DomainState = "lost"
)

// Domain is a domain of your own. Addresses on it are yours once it is verified.
type Domain struct {
	Domain     string      `json:"domain"`
	State      DomainState `json:"state"`
	CreatedAt  time.Time   `json:"created_at"`
	VerifiedAt time.Time   `json:"verified_at,omitzero"`
	LostAt     time.Time   `json:"lost_at,omitzero"`
	CheckedAt  time.Time   `json:"checked_at,omitzero"`
	// NextCheckAt is when the service looks at its records again by itself.
	NextCheckAt time.Time `json:"next_check_at,omitzero"`
	// NameServers are those of its zone.
	NameServers []string `json:"name_servers"`
	// Records are what is to stand in its zone, and what was found there.
	Records []DomainRecord `json:"records"`
}

// RecordStatus is what the last check found of a record.
type RecordStatus string

// What a check can find.
const (
	RecordOK      RecordStatus = "ok"
	RecordMissing RecordStatus = "missing"
	RecordWrong   RecordStatus = "wrong"
	RecordError   RecordStatus = "error"
)

// DomainRecord is a record that is to stand in the zone of a domain.
type DomainRecord struct {
	// Type is TXT or MX.
	Type  string `json:"type"`
	Host  string `json:"host"`
	Value string `json:"value"`
	// Priority is nil where a record of this type has none.
	Priority *int         `json:"priority"`
	Found    []string     `json:"found"`
	Status   RecordStatus `json:"status"`
	// Hint says what to do about it.
	Hint string `json:"hint,omitzero"`
	// Purpose is what the record is for.
	Purpose  string `json:"purpose"`
	Optional bool   `json:"optional"`
}

// DomainsService is [Client.Domains].
type DomainsService struct{ transport *transport }

// Create adds a domain, and says which records are to stand in its zone. One
// that you have added already is given back.
func (s *DomainsService) Create(ctx context.Context, domain string, options ...CallOption) (*Domain, error) {
	if _, err := domainPath(domain); err != nil {
		return nil, err
	}
	in := map[string]string{"domain": domain}
	return send[Domain](ctx, s.transport, http.MethodPost, "/v1/domains", in, options)
}

// List reads all your domains.
func (s *DomainsService) List(ctx context.Context, options *ListOptions) iter.Seq2[*Domain, error] {
	return list[Domain](ctx, s.transport, "/v1/domains", nil, options.pageSize())
}

// Get gives one domain.
func (s *DomainsService) Get(ctx context.Context, domain string) (*Domain, error) {
	path, err := domainPath(domain)
	if err != nil {
		return nil, err
	}
	return fetch[Domain](ctx, s.transport, newCall(http.MethodGet, path, nil))
}

// Check looks at the records of a domain now.
func (s *DomainsService) Check(ctx context.Context, domain string, options ...CallOption) (*Domain, error) {
	path, err := domainPath(domain)
	if err != nil {
		return nil, err
	}
	return fetch[Domain](ctx, s.transport, newCall(http.MethodPost, path+"/check", options))
}

// Delete gives a domain up.
func (s *DomainsService) Delete(ctx context.Context, domain string) error {
	path, err := domainPath(domain)
	if err != nil {
		return err
	}
	return s.transport.json(ctx, newCall(http.MethodDelete, path, nil), nil)
}

// domainPath refuses only what is certainly no domain: the service knows the
// rest of the rules.
func domainPath(domain string) (string, error) {
	if domain == "" || strings.ContainsAny(domain, " \t\r\n@/") {
		return "", refuse("domain", "must be one such as mail.example.com, and is %q", domain)
	}
	return "/v1/domains/" + url.PathEscape(domain), nil
}
