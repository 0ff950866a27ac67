package mayfly

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	firstDelay   = 250 * time.Millisecond
	longestDelay = 8 * time.Second
	// The service counts requests by the minute: whoever is asked to wait for longer should know.
	longestPatience = time.Minute
)

// isTransient tells whether it may be otherwise in a moment.
func isTransient(failure *Error) bool {
	switch failure.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return errors.Is(failure, ErrConnection) || failure.Code == "in_progress"
}

// wasNotDone tells whether the service has certainly done nothing yet, so that
// even what must not happen twice can be tried again.
func wasNotDone(failure *Error) bool {
	return failure.Status == http.StatusTooManyRequests || failure.Code == codeUnreachable
}

// delayAfter is the pause after this try, counted from 1. It is not ok where
// that would be too long.
func delayAfter(number int, failure *Error) (time.Duration, bool) {
	asked := time.Duration(0)
	if failure.Status == http.StatusTooManyRequests {
		asked = failure.RetryAfter
	}
	if asked > longestPatience {
		return 0, false
	}
	step := longestDelay
	if number < 6 {
		step = firstDelay << (number - 1)
	}
	if asked == 0 {
		asked = step / 2
	}
	// A random part of it, so that clients that failed together do not come back together.
	return asked + rand.N(step/2), true
}
