package mayfly

import (
	"context"
	"net/http"
	"net/url"
)

// Client talks to a Mayfly server. One for the whole program is enough, however
// much runs in parallel: it keeps one pool of connections, and there is nothing
// to close.
type Client struct {
	// Inboxes are the inboxes of the account.
	Inboxes *InboxesService
	// Messages are the messages of any of its inboxes.
	Messages *MessagesService
	// Webhooks are URLs that are told of events as they happen.
	Webhooks *WebhooksService
	// Deliveries is what was sent to them, and what came of it.
	Deliveries *DeliveriesService
	// Keys are the API keys of the account.
	Keys *KeysService
	// Domains are domains of your own, where addresses can be.
	Domains *DomainsService

	transport *transport
}

// New gives a client of the server and the account that the options name, else
// of MAYFLY_URL and MAYFLY_API_KEY of the environment. It sends nothing.
func New(options ...Option) (*Client, error) {
	s, err := readSettings(options)
	if err != nil {
		return nil, err
	}
	t := &transport{settings: s}
	return &Client{
		Inboxes:    &InboxesService{t},
		Messages:   &MessagesService{t},
		Webhooks:   &WebhooksService{t},
		Deliveries: &DeliveriesService{t},
		Keys:       &KeysService{t},
		Domains:    &DomainsService{t},
		transport:  t,
	}, nil
}

// Inject puts a message into an inbox as if it had come by SMTP, and gives its
// id. The message is its source, header and body, as in RFC 5322.
func (c *Client) Inject(ctx context.Context, address string, message []byte, options ...CallOption) (string, error) {
	if message == nil {
		message = []byte{} // A body all the same: the service says what is wrong with it.
	}
	return c.put(ctx, address, "/messages", message, options)
}

// SendTestMail puts a mail with a code and a link into one of your inboxes, to
// try with, and gives its id.
func (c *Client) SendTestMail(ctx context.Context, address string, options ...CallOption) (string, error) {
	return c.put(ctx, address, "/test-mail", nil, options)
}

func (c *Client) put(ctx context.Context, address, path string, message []byte, options []CallOption) (string, error) {
	inbox, err := inboxPath(address)
	if err != nil {
		return "", err
	}
	var answer struct {
		ID string `json:"id"`
	}
	call := newCall(http.MethodPost, inbox+path, options)
	if message != nil {
		call.body, call.contentType = message, "message/rfc822"
	}
	if err := c.transport.json(ctx, call, &answer); err != nil {
		return "", err
	}
	return answer.ID, nil
}

// Account tells your plan, and what is used of it.
func (c *Client) Account(ctx context.Context) (*Account, error) {
	return fetch[Account](ctx, c.transport, newCall(http.MethodGet, "/v1/account", nil))
}

// Call makes any call of the HTTP API that there is no method for, with the same
// retries and errors. The path is encoded and begins with a slash. Where they
// are not nil, in is sent as JSON, and the answer's JSON is put into out.
func (c *Client) Call(ctx context.Context, method, path string, query url.Values, in, out any, options ...CallOption) error {
	if len(path) == 0 || path[0] != '/' {
		return refuse("path", "must begin with a slash")
	}
	call := newCall(method, path, options)
	if len(query) > 0 {
		call.query = func() url.Values { return query }
	}
	if in != nil {
		if err := call.setJSON(in); err != nil {
			return err
		}
	}
	return c.transport.json(ctx, call, out)
}
