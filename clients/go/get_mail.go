package mayfly

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// GetMailOptions say which messages to get. All must hold; case does not matter.
type GetMailOptions struct {
	// From is part of the sender's address.
	From string
	// Subject is part of the subject.
	Subject string
	// Contains is part of the subject, the text, or the text of the HTML.
	Contains string
	// Since: received then or later.
	Since time.Time
	// Limit is how many at most, 1 to 100, the newest. Default 100; for more,
	// read [MessagesService.List].
	Limit int
	// Wait is how long to wait where nothing matches yet, as long as you like.
	// Default not at all.
	Wait time.Duration
}

// GetMail gives the messages of an inbox, newest first; none where nothing
// matches, or nothing has come in time. Reading an address that nobody has makes
// it yours, with the mail that has come before.
func (c *Client) GetMail(ctx context.Context, address string, options *GetMailOptions) ([]*Mail, error) {
	if options == nil {
		options = &GetMailOptions{}
	}
	if err := checkAddress(address); err != nil {
		return nil, err
	}
	if err := checkDuration("Wait", options.Wait); err != nil {
		return nil, err
	}
	if options.Limit < 0 {
		return nil, refuse("Limit", "must be 1 or more, and is %d", options.Limit)
	}
	until := newDeadline(ctx, options.Wait, options.Wait == 0)
	call := newCall(http.MethodGet, "/getMail", nil)
	call.query = func() url.Values { return options.query(address, until) }
	call.hold, call.lastTry = until.hold, until.lastTry()
	for {
		due := time.Now().Add(until.hold())
		var mails []*Mail
		if err := c.transport.json(ctx, call, &mails); err != nil {
			return nil, err
		}
		if len(mails) > 0 || until.left() == 0 {
			return mails, nil
		}
		if err := until.rest(ctx, due); err != nil {
			return nil, err
		}
	}
}

func (o *GetMailOptions) query(address string, until deadline) url.Values {
	query := filterQuery(o.From, o.Subject, o.Contains, "")
	query.Set("email", address)
	setMoment(query, "since", o.Since)
	if o.Limit > 0 {
		query.Set("limit", strconv.Itoa(o.Limit))
	}
	if hold := until.hold(); hold > 0 {
		query.Set("wait", wireSeconds(hold))
	}
	return query
}

func wireSeconds(duration time.Duration) string {
	return strconv.FormatFloat(duration.Seconds(), 'f', -1, 64)
}
