package test

import (
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

func TestWebhookSignatures(t *testing.T) {
	var content struct {
		Vectors []struct {
			Name      string            `json:"name"`
			Secrets   []string          `json:"secrets"`
			Headers   map[string]string `json:"headers"`
			Body      string            `json:"body"`
			Now       int64             `json:"now"`
			Tolerance int64             `json:"tolerance_seconds"`
			Result    string            `json:"result"`
		} `json:"vectors"`
	}
	readJSON(t, filepath.Join(folder, "webhook-signatures.json"), &content)
	if len(content.Vectors) < 20 {
		t.Fatalf("only %d", len(content.Vectors))
	}
	for _, vector := range content.Vectors {
		t.Run(vector.Name, func(t *testing.T) {
			verifier, err := mayfly.NewWebhookVerifier(vector.Secrets, &mayfly.VerifyOptions{
				Tolerance: time.Duration(vector.Tolerance) * time.Second,
				Now:       func() time.Time { return time.Unix(vector.Now, 0) },
			})
			if err != nil {
				t.Fatal(err)
			}
			header := http.Header{}
			for name, value := range vector.Headers {
				header.Set(name, value)
			}
			event, err := verifier.Verify([]byte(vector.Body), header)
			if vector.Result != "valid" {
				var failure *mayfly.Error
				if !errors.As(err, &failure) || !errors.Is(err, mayfly.ErrWebhookVerification) || failure.Code != vector.Result {
					t.Fatalf("%v, and not %s", err, vector.Result)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var body any
			if err := json.Unmarshal([]byte(vector.Body), &body); err != nil {
				t.Fatal(err)
			}
			fields := toWire(event).(map[string]any)
			if fields["data"].(map[string]any)["received_at"] != nil {
				fields["data"].(map[string]any)["received_at"] = body.(map[string]any)["data"].(map[string]any)["received_at"]
			}
			if err := match(fields, body, ""); err != nil {
				t.Error(err)
			}
		})
	}
}
