package mayfly

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// errorOfAnswer is the error that an answer other than 2xx is, whoever has given it.
func errorOfAnswer(answer *http.Response, body []byte) *Error {
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		return redirected(answer)
	}
	var problem struct { // RFC 9457
		Code      string  `json:"code"`
		Detail    string  `json:"detail"`
		RequestID string  `json:"request_id"`
		Errors    []Fault `json:"errors"`
	}
	// What stands between us and the service answers in its own way: what was understood is enough.
	_ = json.Unmarshal(body, &problem)
	failure := &Error{
		Code:       problem.Code,
		Status:     answer.StatusCode,
		RequestID:  problem.RequestID,
		Message:    problem.Detail,
		Faults:     problem.Errors,
		RetryAfter: retryAfter(answer.Header),
	}
	if failure.Code == "" {
		failure.Code = fmt.Sprintf("http_%d", answer.StatusCode)
	}
	if failure.RequestID == "" {
		failure.RequestID = answer.Header.Get("X-Request-Id")
	}
	if failure.Message == "" {
		failure.Message = fmt.Sprintf("The server answered %d %s.", answer.StatusCode, http.StatusText(answer.StatusCode))
	}
	return failure
}

// redirected is not followed: the key would be sent along to wherever it points.
func redirected(answer *http.Response) *Error {
	target := ""
	if location := answer.Header.Get("Location"); location != "" {
		target = " to " + location
	}
	message := fmt.Sprintf("The server answers with a redirect%s. Give the final address with WithURL.", target)
	return &Error{Code: "redirected", Status: answer.StatusCode, Message: message}
}

// RFC 9110 §10.2.3: seconds, or a date.
func retryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if moment, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(moment))
	}
	return 0
}
