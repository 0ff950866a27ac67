package mayfly

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

const (
	defaultTolerance = 5 * time.Minute
	secretPrefix     = "whsec_"
	// While one secret replaces another there are two signatures. More than this nobody needs.
	maxSignatures = 10
)

var (
	secretForm       = regexp.MustCompile(`^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`)
	standardSignForm = regexp.MustCompile(`^v1,[A-Za-z0-9+/]{43}=$`)
	serviceSignForm  = regexp.MustCompile(`^sha256=[0-9a-f]{64}$`)
)

// VerifyWebhook makes sure that a delivery is from the service and from now, and
// gives what it says. It is good when one of its two signatures is right for one
// of the secrets: webhook-signature (Standard Webhooks) or X-Service-Signature.
// They are compared in constant time.
//
// The body is as it came, not parsed and written again: that is another text.
// There are several secrets while one replaces the other. An error that is
// [ErrWebhookVerification] is to be answered with 401.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	verifier, err := NewWebhookVerifier(secrets, nil)
	if err != nil {
		return nil, err
	}
	return verifier.Verify(body, header)
}

// VerifyOptions say which deliveries count as fresh.
type VerifyOptions struct {
	// Tolerance is how old a delivery may be, or ahead of our clock. Default five
	// minutes.
	Tolerance time.Duration
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// WebhookVerifier verifies deliveries; see [VerifyWebhook].
type WebhookVerifier struct {
	secrets   []string
	tolerance time.Duration
	now       func() time.Time
}

// NewWebhookVerifier refuses secrets that cannot be right, so that a receiver
// knows when it starts.
func NewWebhookVerifier(secrets []string, options *VerifyOptions) (*WebhookVerifier, error) {
	v := &WebhookVerifier{secrets, defaultTolerance, time.Now}
	if len(secrets) == 0 {
		return nil, refuse("secrets", "must be one or more, and there is none")
	}
	for _, secret := range secrets {
		if !secretForm.MatchString(secret) || secret == secretPrefix {
			return nil, refuse("secrets", "must be whole, as the service shows them: whsec_ and base64")
		}
	}
	if options == nil {
		return v, nil
	}
	if err := checkDuration("Tolerance", options.Tolerance); err != nil {
		return nil, err
	}
	if options.Tolerance > 0 {
		v.tolerance = options.Tolerance
	}
	if options.Now != nil {
		v.now = options.Now
	}
	return v, nil
}

// Verify makes sure that a delivery is genuine and fresh; see [VerifyWebhook].
func (v *WebhookVerifier) Verify(body []byte, header http.Header) (*WebhookEvent, error) {
	standard, service := givenSignatures(header)
	if len(standard) == 0 && service == "" {
		return nil, &Error{Code: codeMissingSignature,
			Message: "There is no signature: neither webhook-signature nor X-Service-Signature."}
	}
	if !v.isSigned(body, header, standard, service) {
		return nil, &Error{Code: codeWrongSignature,
			Message: "The signature is wrong: another secret, or a body that is not as it was sent."}
	}
	event := &WebhookEvent{}
	if err := json.Unmarshal(body, event); err != nil || event.Timestamp == 0 {
		return nil, &Error{Code: codeMalformed, Err: err,
			Message: "The delivery is signed, but does not say what it is and when it was sent."}
	}
	// The time in the body, because both signatures cover the body.
	sentAt := time.Unix(event.Timestamp, 0)
	if v.now().Sub(sentAt).Abs() > v.tolerance {
		return nil, &Error{Code: codeStale, Message: fmt.Sprintf(
			"The delivery was sent at %s. It is a repetition of an old one, or a clock is wrong.", sentAt.UTC().Format(time.RFC3339))}
	}
	return event, nil
}

// isSigned goes through all of them, whichever is right.
func (v *WebhookVerifier) isSigned(body []byte, header http.Header, standard []string, service string) bool {
	isRight := false
	for _, secret := range v.secrets {
		expected := standardSignature(secret, body, header)
		for _, given := range standard {
			isRight = hmac.Equal([]byte(given), []byte(expected)) || isRight
		}
		isRight = hmac.Equal([]byte(service), []byte(serviceSignature(secret, body))) || isRight
	}
	return isRight
}

// givenSignatures are those of a form that we know.
func givenSignatures(header http.Header) (standard []string, service string) {
	for _, given := range strings.SplitN(header.Get("Webhook-Signature"), " ", maxSignatures+1) {
		if standardSignForm.MatchString(given) && len(standard) < maxSignatures {
			standard = append(standard, given)
		}
	}
	if given := header.Get("X-Service-Signature"); serviceSignForm.MatchString(given) {
		service = given
	}
	return standard, service
}

// standardSignature is over id, timestamp and body, keyed with the bytes that the
// secret stands for.
func standardSignature(secret string, body []byte, header http.Header) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix)) // Its form was checked.
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// serviceSignature is over the body, keyed with the secret's text as it is shown.
func serviceSignature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}
