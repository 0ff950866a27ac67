package mayfly

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// What an error of this library can be, for errors.Is.
var (
	// ErrAuthentication means that there is no key, or the service does not know it, or it is revoked.
	ErrAuthentication = errors.New("mayfly: not authenticated")
	// ErrPermissionDenied means that it is not yours, not allowed with this key, or not in your plan; Code says which.
	ErrPermissionDenied = errors.New("mayfly: permission denied")
	// ErrNotFound means that it never was, is gone, or is another account's.
	ErrNotFound = errors.New("mayfly: not found")
	// ErrInvalidRequest means that it cannot be carried out as it is. Some of these are found out before anything is sent.
	ErrInvalidRequest = errors.New("mayfly: invalid request")
	// ErrRateLimited means too many requests, or too many waits at once, and that retries did not help.
	ErrRateLimited = errors.New("mayfly: rate limited")
	// ErrConnection means that no answer came, or not all of it.
	ErrConnection = errors.New("mayfly: connection failed")
	// ErrWaitTimeout means that nothing came that matches. The error is a *WaitTimeoutError.
	ErrWaitTimeout = errors.New("mayfly: no matching mail in time")
	// ErrWebhookVerification means that a delivery is not from the service, or not from now. Answer it with 401.
	ErrWebhookVerification = errors.New("mayfly: webhook not genuine")
)

// Error is what went wrong, in a sentence that says what to do. Compare it with
// [ErrNotFound] and its siblings by errors.Is, and look at Code for the rest.
type Error struct {
	// Code is for programs: inbox_taken, plan_required, … as the service
	// documents them; unreachable, broken or timeout for a connection.
	Code string
	// Status is the HTTP status. Zero where no answer came, or no request was
	// needed to know.
	Status int
	// RequestID is what to name when you ask the operator of the service about it.
	RequestID string
	// Message is for people.
	Message string
	// Faults say which parts of a request are wrong.
	Faults []Fault
	// RetryAfter is when it may work again, as the service says. Zero where it
	// does not say.
	RetryAfter time.Duration
	// Err is what it was caused by, if anything.
	Err error
}

// Fault is one thing that is wrong with a request.
type Fault struct {
	// Pointer is a JSON pointer (RFC 6901) to the field or parameter.
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

// Error gives the message, and what to name when you ask about it.
func (e *Error) Error() string {
	about := []string{e.Code}
	if e.Status != 0 {
		about = append(about, fmt.Sprintf("status %d", e.Status))
	}
	if e.RequestID != "" {
		about = append(about, "request "+e.RequestID)
	}
	return fmt.Sprintf("mayfly: %s (%s)", e.Message, strings.Join(about, ", "))
}

// Unwrap gives what it was caused by.
func (e *Error) Unwrap() error { return e.Err }

// Is tells whether the error is of the kind that a sentinel such as
// [ErrNotFound] stands for.
func (e *Error) Is(target error) bool {
	kind := e.kind()
	return kind != nil && target == kind
}

// kind follows from what the error says of itself, so that one made by hand in
// a test is like one of the service.
func (e *Error) kind() error {
	switch e.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return ErrInvalidRequest
	case http.StatusUnauthorized:
		return ErrAuthentication
	case http.StatusForbidden:
		return ErrPermissionDenied
	case http.StatusNotFound:
		return ErrNotFound
	case http.StatusTooManyRequests:
		return ErrRateLimited
	case 0:
		return kindOfCode[e.Code]
	}
	return nil
}

const (
	codeUnreachable = "unreachable"
	codeBroken      = "broken"
	codeTimeout     = "timeout"
	codeUnexpected  = "unexpected_answer"

	codeMissingSignature = "missing_signature"
	codeWrongSignature   = "wrong_signature"
	codeMalformed        = "malformed"
	codeStale            = "stale"
)

// kindOfCode is for what is found out without an answer.
var kindOfCode = map[string]error{
	"missing_key":        ErrAuthentication,
	"invalid_key":        ErrAuthentication,
	"invalid_request":    ErrInvalidRequest,
	"invalid_address":    ErrInvalidRequest,
	codeUnreachable:      ErrConnection,
	codeBroken:           ErrConnection,
	codeTimeout:          ErrConnection,
	codeMissingSignature: ErrWebhookVerification,
	codeWrongSignature:   ErrWebhookVerification,
	codeMalformed:        ErrWebhookVerification,
	codeStale:            ErrWebhookVerification,
}
