package mayfly_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

func Example() {
	ctx := context.Background()
	client, err := mayfly.New() // MAYFLY_API_KEY and MAYFLY_URL of the environment
	if err != nil {
		log.Fatal(err)
	}
	inbox, err := client.Inboxes.Create(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Inboxes.Delete(ctx, inbox.Address)

	// In your test, your application sends the mail.
	if _, err := client.SendTestMail(ctx, inbox.Address); err != nil {
		log.Fatal(err)
	}
	code, err := client.Code(ctx, inbox.Address, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(code)
}

func ExampleClient_Wait() {
	ctx := context.Background()
	client, err := mayfly.New(mayfly.WithMaxRetries(5))
	if err != nil {
		log.Fatal(err)
	}
	inbox, err := client.Inboxes.Create(ctx, &mayfly.NewInbox{Label: "invoices", TTL: time.Hour})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Inboxes.Delete(ctx, inbox.Address)

	mail := "From: shop@example.com\r\nSubject: Welcome\r\n\r\nHello."
	if _, err := client.Inject(ctx, inbox.Address, []byte(mail)); err != nil {
		log.Fatal(err)
	}
	_, err = client.Wait(ctx, inbox.Address, &mayfly.WaitOptions{Subject: "invoice", Timeout: time.Second})
	var late *mayfly.WaitTimeoutError
	if errors.As(err, &late) {
		for _, miss := range late.NearMisses {
			fmt.Printf("%q failed %v\n", miss.Subject, miss.Failed)
		}
	}
}

func ExampleMessagesService_List() {
	ctx := context.Background()
	client, err := mayfly.New()
	if err != nil {
		log.Fatal(err)
	}
	inbox, err := client.Inboxes.Create(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Inboxes.Delete(ctx, inbox.Address)

	if _, err := client.SendTestMail(ctx, inbox.Address); err != nil {
		log.Fatal(err)
	}
	for message, err := range client.Messages.List(ctx, inbox.Address, nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(message.Seq, message.Seen)
	}
}

func ExampleWebhookVerifier_Handler() {
	secret := "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=" // of the endpoint
	verifier, err := mayfly.NewWebhookVerifier([]string{secret}, nil)
	if err != nil {
		log.Fatal(err)
	}
	hook := verifier.Handler(func(ctx context.Context, event *mayfly.WebhookEvent) error {
		if data, ok := event.Data.(*mayfly.MessageReceived); ok {
			fmt.Println(data.Inbox, data.Subject)
		}
		return nil
	})

	// What is not signed never gets to the function.
	answer := httptest.NewRecorder()
	hook.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/hook", strings.NewReader("{}")))
	fmt.Println(answer.Code)
	// Output: 401
}

// TestExamples runs those that need a server, where there is one.
func TestExamples(t *testing.T) {
	if os.Getenv("MAYFLY_URL") == "" {
		t.Skip("needs a server: set MAYFLY_URL and MAYFLY_API_KEY")
	}
	for _, c := range []struct {
		name    string
		example func()
		prints  string
	}{
		{"Example", Example, `^\d{6}\n$`},
		{"Wait", ExampleClient_Wait, `^"Welcome" failed \[subject\]\n$`},
		{"List", ExampleMessagesService_List, `^1 false\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if printed := capture(t, c.example); !regexp.MustCompile(c.prints).MatchString(printed) {
				t.Errorf("it printed %q", printed)
			}
		})
	}
}

func capture(t *testing.T, work func()) string {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	standard := os.Stdout
	os.Stdout = writer
	work()
	os.Stdout = standard
	writer.Close()
	printed, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(printed)
}
