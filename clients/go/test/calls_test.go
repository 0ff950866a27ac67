package test

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

// arguments are those of one call.
type arguments struct {
	t      *testing.T
	client *mayfly.Client
	values map[string]any
	asked  map[string]bool
	during func()
}

func (a *arguments) get(name string) any {
	a.asked[name] = true
	return a.values[name]
}

// check refuses what a call does not ask for: a mistake in its file, or in here.
func (a *arguments) check() error {
	for name := range a.values {
		if !a.asked[name] {
			return fmt.Errorf("there is no argument %q", name)
		}
	}
	return nil
}

func (a *arguments) text(name string) string {
	value, _ := a.get(name).(string)
	return value
}

func (a *arguments) number(name string) int {
	value, _ := a.get(name).(float64)
	return int(value)
}

func (a *arguments) seconds(name string) time.Duration {
	value, _ := a.get(name).(float64)
	return time.Duration(value * float64(time.Second))
}

func (a *arguments) has(name string) bool {
	_, ok := a.values[name]
	return ok
}

func (a *arguments) moment(name string) time.Time {
	moment, err := time.Parse(time.RFC3339, a.text(name))
	if a.has(name) && err != nil {
		a.t.Error(err)
	}
	return moment
}

// message is a list of lines.
func (a *arguments) message() []byte {
	var lines []string
	for _, line := range a.get("message").([]any) {
		lines = append(lines, line.(string))
	}
	return []byte(strings.Join(lines, "\r\n"))
}

// change is nil where nothing is said, and empty for null.
func (a *arguments) change(name string) *string {
	if !a.has(name) {
		return nil
	}
	return mayfly.Ptr(a.text(name))
}

func (a *arguments) events() (events []mayfly.EventType) {
	list, _ := a.get("events").([]any)
	for _, event := range list {
		events = append(events, mayfly.EventType(event.(string)))
	}
	return events
}

func (a *arguments) list() *mayfly.ListOptions {
	return &mayfly.ListOptions{PageSize: a.number("page_size")}
}

func (a *arguments) options() []mayfly.CallOption {
	if !a.has("idempotency_key") {
		return nil
	}
	return []mayfly.CallOption{mayfly.IdempotencyKey(a.text("idempotency_key"))}
}

func (a *arguments) wait() *mayfly.WaitOptions {
	claim, _ := a.get("claim").(bool)
	timeout := a.seconds("timeout_seconds")
	return &mayfly.WaitOptions{
		From: a.text("from"), Subject: a.text("subject"), Contains: a.text("contains"), Has: mayfly.Has(a.text("has")),
		After: a.text("after"), Claim: claim, Timeout: timeout, NoWait: a.has("timeout_seconds") && timeout == 0,
	}
}

type run func(*arguments) (any, error)

// collect reads a list to its end.
func collect[T any](items iter.Seq2[*T, error]) (any, error) {
	all, err := mayfly.Collect(items)
	if all == nil {
		all = []*T{}
	}
	return all, err
}

func asText(bytes []byte, err error) (any, error) { return string(bytes), err }

// calls are all that scenarios have, by their names there.
var calls = map[string]run{
	"send":           sendMail,
	"received":       received,
	"verify_webhook": verifyWebhook,
	"events.read":    readEvents,
	"inject": func(a *arguments) (any, error) {
		return a.client.Inject(a.t.Context(), a.text("address"), a.message(), a.options()...)
	},
	"get_mail": func(a *arguments) (any, error) {
		mails, err := a.client.GetMail(a.t.Context(), a.text("email"), &mayfly.GetMailOptions{
			From: a.text("from"), Subject: a.text("subject"), Contains: a.text("contains"),
			Since: a.moment("since"), Limit: a.number("limit"), Wait: a.seconds("wait_seconds"),
		})
		return mails, err
	},
	"wait": func(a *arguments) (any, error) {
		if a.has("count") {
			return a.client.WaitN(a.t.Context(), a.text("address"), a.number("count"), a.wait())
		}
		return a.client.Wait(a.t.Context(), a.text("address"), a.wait())
	},
	"code": func(a *arguments) (any, error) { return a.client.Code(a.t.Context(), a.text("address"), a.wait()) },
	"link": func(a *arguments) (any, error) {
		w := a.wait()
		return a.client.Link(a.t.Context(), a.text("address"), &mayfly.LinkOptions{
			Kind: mayfly.LinkKind(a.text("kind")), From: w.From, Subject: w.Subject, Contains: w.Contains,
			After: w.After, Timeout: w.Timeout, NoWait: w.NoWait,
		})
	},
	"account": func(a *arguments) (any, error) { return a.client.Account(a.t.Context()) },
	"inboxes.create": func(a *arguments) (any, error) {
		return a.client.Inboxes.Create(a.t.Context(), &mayfly.NewInbox{
			Address: a.text("address"), Domain: a.text("domain"), Label: a.text("label"), TTL: a.seconds("ttl_seconds"),
		}, a.options()...)
	},
	"inboxes.list": func(a *arguments) (any, error) { return collect(a.client.Inboxes.List(a.t.Context(), a.list())) },
	"inboxes.get":  func(a *arguments) (any, error) { return a.client.Inboxes.Get(a.t.Context(), a.text("address")) },
	"inboxes.update": func(a *arguments) (any, error) {
		change := mayfly.InboxUpdate{Label: a.change("label")}
		if a.has("ttl_seconds") {
			change.TTL = mayfly.Ptr(a.seconds("ttl_seconds"))
		}
		return a.client.Inboxes.Update(a.t.Context(), a.text("address"), change)
	},
	"inboxes.delete": func(a *arguments) (any, error) {
		return nil, a.client.Inboxes.Delete(a.t.Context(), a.text("address"))
	},
	"inboxes.empty": func(a *arguments) (any, error) {
		return nil, a.client.Inboxes.Empty(a.t.Context(), a.text("address"))
	},
	"messages.list": func(a *arguments) (any, error) {
		return collect(a.client.Messages.List(a.t.Context(), a.text("address"), &mayfly.MessageListOptions{
			From: a.text("from"), Subject: a.text("subject"), Contains: a.text("contains"), Has: mayfly.Has(a.text("has")),
			Since: a.moment("since"), PageSize: a.number("page_size"),
		}))
	},
	"messages.get":  func(a *arguments) (any, error) { return a.client.Messages.Get(a.t.Context(), a.text("id")) },
	"messages.raw":  func(a *arguments) (any, error) { return asText(a.client.Messages.Raw(a.t.Context(), a.text("id"))) },
	"messages.html": func(a *arguments) (any, error) { return a.client.Messages.HTML(a.t.Context(), a.text("id"), nil) },
	"messages.attachment": func(a *arguments) (any, error) {
		return asText(a.client.Messages.Attachment(a.t.Context(), a.text("id"), a.number("index")))
	},
	"messages.mark_seen": func(a *arguments) (any, error) {
		seen, given := a.get("seen").(bool)
		return a.client.Messages.MarkSeen(a.t.Context(), a.text("id"), seen || !given)
	},
	"messages.delete": func(a *arguments) (any, error) { return nil, a.client.Messages.Delete(a.t.Context(), a.text("id")) },
	"keys.create": func(a *arguments) (any, error) {
		return a.client.Keys.Create(a.t.Context(), mayfly.NewKey{Name: a.text("name"), Scope: mayfly.KeyScope(a.text("scope"))})
	},
	"keys.list":   func(a *arguments) (any, error) { return collect(a.client.Keys.List(a.t.Context(), a.list())) },
	"keys.revoke": func(a *arguments) (any, error) { return nil, a.client.Keys.Revoke(a.t.Context(), a.text("id")) },
	"webhooks.create": func(a *arguments) (any, error) {
		return a.client.Webhooks.Create(a.t.Context(), mayfly.NewWebhook{
			URL: a.text("url"), Description: a.text("description"), Events: a.events(), InboxFilter: a.text("inbox_filter"),
		})
	},
	"webhooks.list": func(a *arguments) (any, error) { return collect(a.client.Webhooks.List(a.t.Context(), a.list())) },
	"webhooks.get":  func(a *arguments) (any, error) { return a.client.Webhooks.Get(a.t.Context(), a.text("id")) },
	"webhooks.update": func(a *arguments) (any, error) {
		return a.client.Webhooks.Update(a.t.Context(), a.text("id"), mayfly.WebhookUpdate{
			URL: a.change("url"), Description: a.change("description"), Events: a.events(), InboxFilter: a.change("inbox_filter"),
		})
	},
	"webhooks.delete": func(a *arguments) (any, error) { return nil, a.client.Webhooks.Delete(a.t.Context(), a.text("id")) },
	"webhooks.test":   func(a *arguments) (any, error) { return a.client.Webhooks.Test(a.t.Context(), a.text("id")) },
	"webhooks.pause":  func(a *arguments) (any, error) { return a.client.Webhooks.Pause(a.t.Context(), a.text("id")) },
	"webhooks.resume": func(a *arguments) (any, error) {
		return a.client.Webhooks.Resume(a.t.Context(), a.text("id"), mayfly.Held(a.text("held")))
	},
	"webhooks.rotate_secret": func(a *arguments) (any, error) {
		var overlap *time.Duration
		if a.has("overlap_seconds") {
			overlap = mayfly.Ptr(a.seconds("overlap_seconds"))
		}
		return a.client.Webhooks.RotateSecret(a.t.Context(), a.text("id"), overlap)
	},
	"webhooks.secret": func(a *arguments) (any, error) { return a.client.Webhooks.Secret(a.t.Context(), a.text("id")) },
	"webhooks.deliveries": func(a *arguments) (any, error) {
		return collect(a.client.Webhooks.Deliveries(a.t.Context(), a.text("id"), a.list()))
	},
	"webhooks.redeliver": func(a *arguments) (any, error) {
		return a.client.Webhooks.Redeliver(a.t.Context(), a.text("id"), a.moment("since"), nil)
	},
	"deliveries.list": func(a *arguments) (any, error) { return collect(a.client.Deliveries.List(a.t.Context(), a.list())) },
	"deliveries.get":  func(a *arguments) (any, error) { return a.client.Deliveries.Get(a.t.Context(), a.text("id")) },
	"deliveries.redeliver": func(a *arguments) (any, error) {
		return a.client.Deliveries.Redeliver(a.t.Context(), a.text("id"))
	},
	"domains.create": func(a *arguments) (any, error) { return a.client.Domains.Create(a.t.Context(), a.text("domain")) },
	"domains.list":   func(a *arguments) (any, error) { return collect(a.client.Domains.List(a.t.Context(), a.list())) },
	"domains.get":    func(a *arguments) (any, error) { return a.client.Domains.Get(a.t.Context(), a.text("domain")) },
	"domains.check":  func(a *arguments) (any, error) { return a.client.Domains.Check(a.t.Context(), a.text("domain")) },
	"domains.delete": func(a *arguments) (any, error) {
		return nil, a.client.Domains.Delete(a.t.Context(), a.text("domain"))
	},
}

// sendMail speaks without TLS: the server's certificate is its own.
func sendMail(a *arguments) (any, error) {
	client, err := smtp.Dial(environment(a.t, "MAYFLY_TEST_SMTP"))
	if err != nil {
		return nil, err
	}
	defer client.Close()
	if err := errors.Join(client.Mail("sender@example.com"), client.Rcpt(a.text("to"))); err != nil {
		return nil, err
	}
	body, err := client.Data()
	if err != nil {
		return nil, err
	}
	if _, err := body.Write(a.message()); err != nil {
		return nil, err
	}
	return nil, errors.Join(body.Close(), client.Quit())
}

func received(a *arguments) (any, error) {
	url := fmt.Sprintf("%s/%s?count=%d", environment(a.t, "MAYFLY_TEST_RECEIVER"), a.text("name"), a.number("count"))
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var posts []any
	err = json.NewDecoder(answer.Body).Decode(&posts)
	return posts, err
}

func verifyWebhook(a *arguments) (any, error) {
	header := http.Header{}
	for name, value := range a.get("headers").(map[string]any) {
		header.Set(name, fmt.Sprint(value))
	}
	return mayfly.VerifyWebhook([]byte(a.text("body")), header, a.text("secret"))
}

// readEvents follows until so many have come; during begins once the stream stands.
func readEvents(a *arguments) (any, error) {
	count := a.number("count")
	var done chan struct{}
	options := &mayfly.EventsOptions{Inbox: a.text("inbox"), LastEventID: a.text("last_event_id")}
	options.OnOpen = func(string) {
		if done == nil {
			done = make(chan struct{})
			go func() {
				defer close(done)
				a.during()
			}()
		}
	}
	var events []*mayfly.Event
	for event, err := range a.client.Events(a.t.Context(), options) {
		if err != nil {
			return nil, err
		}
		if events = append(events, event); len(events) == count {
			break
		}
	}
	<-done
	return events, nil
}
