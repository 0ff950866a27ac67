package mayfly

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Of all that came, the latest.
const maxNearMisses = 10

// NearMiss is a mail that came, and was not the one.
type NearMiss struct {
	ID string `json:"id"`
	// From is not shown to a key with the scope codes.
	From string `json:"from,omitzero"`
	// Subject likewise.
	Subject string `json:"subject,omitzero"`
	// Failed are the conditions that did not hold: from, subject, contains, has, kind.
	Failed []string `json:"failed"`
}

// Refusal is a mail that the service did not take.
type Refusal struct {
	At   time.Time `json:"at"`
	From string    `json:"from"`
	// Reason is the answer to the sender, such as 552 5.3.4 ….
	Reason string `json:"reason"`
}

// WaitTimeoutError means that nothing came that matches, and says what came
// instead. It is [ErrWaitTimeout] to errors.Is, and context.DeadlineExceeded too
// where it was the context that had no more time.
type WaitTimeoutError struct {
	Address string
	// Waited is how long the wait was.
	Waited time.Duration
	// Cursor is for After: the next wait goes on where this one ended.
	Cursor string
	// NearMisses are the latest mails that came and did not match.
	NearMisses []NearMiss
	// Refused are the latest mails that were refused at the door.
	Refused []Refusal
	// Err is set where the context had less time than was asked for.
	Err error
}

// Error tells what came instead, a line for each.
func (e *WaitTimeoutError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "mayfly: no matching mail for %s within %v", e.Address, e.Waited.Round(time.Millisecond))
	if len(e.NearMisses)+len(e.Refused) == 0 {
		text.WriteString(": no mail came")
	}
	for _, miss := range e.NearMisses {
		what := miss.ID
		if miss.From != "" || miss.Subject != "" {
			what = fmt.Sprintf("%q from %s", miss.Subject, miss.From)
		}
		fmt.Fprintf(&text, "\n  came, but did not match %s: %s", strings.Join(miss.Failed, ", "), what)
	}
	for _, refusal := range e.Refused {
		fmt.Fprintf(&text, "\n  was refused at %s, from %s: %s", wireMoment(refusal.At), refusal.From, refusal.Reason)
	}
	return text.String()
}

// Is makes it ErrWaitTimeout.
func (e *WaitTimeoutError) Is(target error) bool { return target == ErrWaitTimeout }

// Unwrap gives the context's error, where it had no more time.
func (e *WaitTimeoutError) Unwrap() error { return e.Err }

// Timeout tells that it is one, as with a net.Error.
func (e *WaitTimeoutError) Timeout() bool { return true }

// nearMisses gathers those of several requests, each once, the latest of all.
type nearMisses struct{ latest []NearMiss }

func (n *nearMisses) add(misses []NearMiss) {
	for _, miss := range misses {
		known := slices.IndexFunc(n.latest, func(one NearMiss) bool { return one.ID == miss.ID })
		if known >= 0 {
			n.latest[known] = miss
		} else {
			n.latest = append(n.latest, miss)
		}
	}
	n.latest = n.latest[max(0, len(n.latest)-maxNearMisses):]
}
