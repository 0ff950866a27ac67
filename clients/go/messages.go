package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Has is something that a message has.
type Has string

// What messages can be asked for.
const (
	HasCode       Has = "code"
	HasLink       Has = "link"
	HasAttachment Has = "attachment"
)

// MessageListOptions say which messages to list. All must hold; case does not
// matter.
type MessageListOptions struct {
	// From is part of the sender's address.
	From string
	// Subject is part of the subject.
	Subject string
	// Contains is part of the subject, the text, or the text of the HTML.
	Contains string
	// Has is something that the message has.
	Has Has
	// Since: received then or later.
	Since time.Time
	// PageSize is how many come with one request, 1 to 100. Default 50.
	PageSize int
}

// MessagesService is [Client.Messages].
type MessagesService struct{ transport *transport }

// List reads the messages of an inbox in short, newest first. Reading an address
// that nobody has makes it yours.
func (s *MessagesService) List(ctx context.Context, address string, options *MessageListOptions) iter.Seq2[*MessageSummary, error] {
	path, err := inboxPath(address)
	if err != nil {
		return failed[MessageSummary](err)
	}
	if options == nil {
		options = &MessageListOptions{}
	}
	query := filterQuery(options.From, options.Subject, options.Contains, options.Has)
	setMoment(query, "since", options.Since)
	return list[MessageSummary](ctx, s.transport, path+"/messages", query, options.PageSize)
}

// Get gives a message in full.
func (s *MessagesService) Get(ctx context.Context, id string) (*Message, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return fetch[Message](ctx, s.transport, newCall(http.MethodGet, messagePath(id), nil))
}

// Raw gives the source as it came.
func (s *MessagesService) Raw(ctx context.Context, id string) ([]byte, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return s.transport.bytes(ctx, newCall(http.MethodGet, messagePath(id)+"/raw", nil))
}

// HTMLOptions say how the HTML of a message is to be.
type HTMLOptions struct {
	// Remote lets remote images load, which tells the sender that it is looked at.
	Remote bool
}

// HTML gives the HTML made safe to show. Remote images are left out, unless the
// options let them load.
func (s *MessagesService) HTML(ctx context.Context, id string, options *HTMLOptions) (string, error) {
	if err := checkID(id); err != nil {
		return "", err
	}
	c := newCall(http.MethodGet, messagePath(id)+"/html", nil)
	if options != nil && options.Remote {
		c.query = func() url.Values { return url.Values{"remote": {"1"}} }
	}
	html, err := s.transport.bytes(ctx, c)
	return string(html), err
}

// Attachment gives the content of one attachment, by its Index.
func (s *MessagesService) Attachment(ctx context.Context, id string, index int) ([]byte, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	if index < 0 {
		return nil, refuse("index", "must be zero or more, and is %d", index)
	}
	path := messagePath(id) + "/attachments/" + strconv.Itoa(index)
	return s.transport.bytes(ctx, newCall(http.MethodGet, path, nil))
}

// MarkSeen marks a message as read or as unread.
func (s *MessagesService) MarkSeen(ctx context.Context, id string, seen bool) (*Message, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return send[Message](ctx, s.transport, http.MethodPatch, messagePath(id), map[string]bool{"seen": seen}, nil)
}

// Delete deletes a message.
func (s *MessagesService) Delete(ctx context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	return s.transport.json(ctx, newCall(http.MethodDelete, messagePath(id), nil), nil)
}

func messagePath(id string) string { return "/v1/messages/" + url.PathEscape(id) }

func filterQuery(from, subject, contains string, has Has) url.Values {
	query := url.Values{}
	for name, value := range map[string]string{
		"from": from, "subject": subject, "contains": contains, "has": string(has),
	} {
		setText(query, name, value)
	}
	return query
}

func setText(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

func setMoment(query url.Values, name string, moment time.Time) {
	if !moment.IsZero() {
		query.Set(name, wireMoment(moment))
	}
}

// wireMoment is a moment as the service has it: in UTC, with milliseconds.
func wireMoment(moment time.Time) string {
	return moment.UTC().Format("2006-01-02T15:04:05.000Z")
}
