package test

import (
	"errors"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
	"github.com/mayfly-mail/mayfly-go/mayflytest"
)

func TestInboxLivesAsLongAsItsTest(t *testing.T) {
	var mine, deleted string
	var client *mayfly.Client
	t.Run("inner", func(t *testing.T) {
		inbox := mayflytest.NewInbox(t)
		mine, client = inbox.Address, inbox.Client
		if _, err := client.SendTestMail(t.Context(), mine); err != nil {
			t.Fatal(err)
		}
		message := inbox.Wait(t, &mayfly.WaitOptions{Timeout: 20 * time.Second})
		if code := inbox.Code(t, nil); len(code) != 6 || message.Codes[0].Value != code {
			t.Error(code, message.Codes)
		}
		inbox.Inject(t, []byte("From: a@example.com\r\nSubject: Hello\r\n\r\nhttps://example.com/verify?t=1 verifies you"))
		if href := inbox.Link(t, &mayfly.LinkOptions{From: "a@example.com"}); href != "https://example.com/verify?t=1" {
			t.Error(href)
		}
		inbox.Empty(t)
		if found, err := client.Inboxes.Get(t.Context(), mine); err != nil || found.Label != t.Name() || found.MessageCount != 0 {
			t.Error(found, err)
		}
		other := mayflytest.NewInbox(t, mayflytest.WithClient(client), mayflytest.WithInbox(mayfly.NewInbox{Label: "mine"}))
		deleted = other.Address
		if err := client.Inboxes.Delete(t.Context(), deleted); err != nil {
			t.Error(err)
		}
	})
	for _, address := range []string{mine, deleted} {
		if _, err := client.Inboxes.Get(t.Context(), address); !errors.Is(err, mayfly.ErrNotFound) {
			t.Error(err)
		}
	}
}
