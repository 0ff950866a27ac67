package mayfly

import (
	"context"
	"errors"
	"slices"
	"time"
)

// LinkOptions say which link to wait for, and how long. All conditions must
// hold; case does not matter.
type LinkOptions struct {
	// Kind is what the link is for. Without it, the link that the mail is about:
	// the first to verify, reset or log in, else the first other; never one to
	// unsubscribe.
	Kind LinkKind
	// From is part of the sender's address.
	From string
	// Subject is part of the subject.
	Subject string
	// Contains is part of the subject, the text, or the text of the HTML.
	Contains string
	// After is a cursor, as in [WaitOptions].
	After string
	// Timeout is how long to wait, as in [WaitOptions].
	Timeout time.Duration
	// NoWait only looks at what is there.
	NoWait bool
}

// In this order: a mail that asks to confirm something also has a link to the
// home page.
var worthFollowing = [][]LinkKind{{LinkVerify, LinkReset, LinkLogin}, {LinkOther}}

// Link waits for a message with a link to follow, and gives its address. See
// [Client.Wait].
func (c *Client) Link(ctx context.Context, address string, options *LinkOptions) (string, error) {
	if options == nil {
		options = &LinkOptions{}
	}
	timeout, err := readTimeout(options.Timeout, options.NoWait)
	if err != nil {
		return "", err
	}
	until := newDeadline(ctx, timeout, options.NoWait)
	misses := nearMisses{}
	after := options.After
	for {
		message, err := c.Wait(ctx, address, options.waitOptions(after, until))
		if err != nil {
			return "", explainLink(err, until, misses)
		}
		if href := pickLink(&message.MessageCodes, options.Kind); href != "" {
			return href, nil
		}
		if after == "" {
			href, err := c.lookBack(ctx, address, options)
			if err != nil || href != "" {
				return href, err
			}
		}
		misses.add([]NearMiss{{ID: message.ID, From: message.From, Subject: message.Subject, Failed: []string{"kind"}}})
		after = message.Cursor
	}
}

func (o *LinkOptions) waitOptions(after string, until deadline) *WaitOptions {
	left := until.left()
	return &WaitOptions{
		From: o.From, Subject: o.Subject, Contains: o.Contains, Has: HasLink,
		After: after, Timeout: left, NoWait: left == 0,
	}
}

// lookBack is for when the newest message has no such link: an older one may
// have it. The service does not ask for kinds.
func (c *Client) lookBack(ctx context.Context, address string, o *LinkOptions) (string, error) {
	filter := &MessageListOptions{From: o.From, Subject: o.Subject, Contains: o.Contains, Has: HasLink}
	for message, err := range c.Messages.List(ctx, address, filter) {
		if err != nil {
			return "", err
		}
		if href := pickLink(&message.MessageCodes, o.Kind); href != "" {
			return href, nil
		}
	}
	return "", nil
}

func pickLink(message *MessageCodes, kind LinkKind) string {
	wanted := worthFollowing
	if kind != "" {
		wanted = [][]LinkKind{{kind}}
	}
	for _, kinds := range wanted {
		for _, link := range message.Links {
			if slices.Contains(kinds, link.Kind) {
				return link.Href
			}
		}
	}
	return ""
}

// explainLink adds the messages whose links were of other kinds.
func explainLink(err error, until deadline, misses nearMisses) error {
	var late *WaitTimeoutError
	if !errors.As(err, &late) {
		return err
	}
	misses.add(late.NearMisses)
	explained := *late
	explained.Waited, explained.NearMisses, explained.Err = until.total, misses.latest, until.context
	return &explained
}
