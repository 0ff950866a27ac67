package mayfly_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

func sign(secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func ping(sentAt time.Time) string {
	return fmt.Sprintf(`{"event":"test.ping","delivery_id":"dlv_1","timestamp":%d,"data":{"endpoint_id":"whk_1","message":"hello"}}`,
		sentAt.Unix())
}

func TestHandlerAnswersForItself(t *testing.T) {
	t.Parallel()
	verifier, err := mayfly.NewWebhookVerifier([]string{testSecret}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var events []*mayfly.WebhookEvent
	var result error
	server := httptest.NewServer(verifier.Handler(func(_ context.Context, event *mayfly.WebhookEvent) error {
		events = append(events, event)
		return result
	}))
	defer server.Close()
	send := func(method, body, signature string) int {
		t.Helper()
		request, err := http.NewRequest(method, server.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Service-Signature", signature)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	good, old := ping(time.Now()), ping(time.Now().Add(-time.Hour))
	equal(t, "good", send("POST", good, sign(testSecret, good)), 204)
	equal(t, "data", events[0].Data.(*mayfly.TestPing).Message, "hello")
	equal(t, "wrong", send("POST", good, sign("whsec_AAAA", good)), 401)
	equal(t, "old", send("POST", old, sign(testSecret, old)), 401)
	equal(t, "unsigned", send("POST", good, ""), 401)
	equal(t, "not JSON", send("POST", "[]", sign(testSecret, "[]")), 401)
	equal(t, "read", send("GET", "", ""), 405)
	equal(t, "large", send("POST", strings.Repeat("x", 1<<20+1), ""), 413)
	result = errors.New("later")
	equal(t, "failed", send("POST", good, sign(testSecret, good)), 500)
	equal(t, "events", len(events), 2)
}

func TestSecretThatCannotBeRightIsAMistakeOfTheReceiver(t *testing.T) {
	t.Parallel()
	body := ping(time.Now())
	for _, secrets := range [][]string{nil, {""}, {"secret"}, {"whsec_*"}, {"whsec_"}, {"tk_1"}, {testSecret, "whsec_A"}, {testSecret + "\n"}} {
		_, err := mayfly.VerifyWebhook([]byte(body), http.Header{"X-Service-Signature": {sign(testSecret, body)}}, secrets...)
		mustFail(t, err, mayfly.ErrInvalidRequest, "invalid_request", 0)
	}
	_, err := mayfly.NewWebhookVerifier([]string{testSecret}, &mayfly.VerifyOptions{Tolerance: -1})
	mustFail(t, err, mayfly.ErrInvalidRequest, "invalid_request", 0)
}

func TestTimestampBeyondAllTimeIsStale(t *testing.T) {
	t.Parallel()
	for _, timestamp := range []string{"9223372036854775807", "-9223372036854775808", "1"} {
		body := `{"event":"test.ping","timestamp":` + timestamp + `}`
		_, err := mayfly.VerifyWebhook([]byte(body), http.Header{"X-Service-Signature": {sign(testSecret, body)}}, testSecret)
		mustFail(t, err, mayfly.ErrWebhookVerification, "stale", 0)
	}
	body := `{"event":"test.ping"}`
	_, err := mayfly.VerifyWebhook([]byte(body), http.Header{"X-Service-Signature": {sign(testSecret, body)}}, testSecret)
	mustFail(t, err, mayfly.ErrWebhookVerification, "malformed", 0)
}
