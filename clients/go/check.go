package mayfly

import (
	"fmt"
	"regexp"
	"time"
	"unicode/utf8"
)

// Longer ones no service takes (RFC 5321 §4.5.3.1). Letters beyond ASCII may
// take more room on the way.
const maxAddress = 508

// Only what is certainly no address: the service knows the rest of the rules.
var addressForm = regexp.MustCompile(
	`^(?:"(?:[^"\\\p{Cc}]|\\.)*"|[^\s\p{Z}"(),:;<>@\[\]\\\p{Cc}]+)@[^\s\p{Z}@<>()\[\]"',;:\p{Cc}]+$`)

func checkAddress(address string) error {
	if utf8.RuneCountInString(address) <= maxAddress && addressForm.MatchString(address) {
		return nil
	}
	detail := fmt.Sprintf("%q is not an e-mail address. Give it as name@domain.", address)
	return &Error{Code: "invalid_address", Message: detail, Faults: []Fault{{"/address", detail}}}
}

// checkID is also for what a path is made of: an empty id would be another path.
func checkID(id string) error {
	if id != "" {
		return nil
	}
	return refuse("id", "must be the id of one, and is empty")
}

func checkDuration(name string, duration time.Duration) error {
	if duration >= 0 {
		return nil
	}
	return refuse(name, "must be zero or more, and is %v", duration)
}

// refuse gives the error for an argument that cannot be right.
func refuse(name, format string, values ...any) *Error {
	detail := fmt.Sprintf(format, values...)
	return &Error{
		Code:    "invalid_request",
		Message: fmt.Sprintf("%s %s.", name, detail),
		Faults:  []Fault{{"/" + name, detail}},
	}
}

// wholeSeconds is a duration as the service wants it, rounded up.
func wholeSeconds(duration time.Duration) int64 {
	return int64((duration + time.Second - 1) / time.Second)
}

// Ptr gives a pointer to the value, for fields that may be left out.
func Ptr[T any](value T) *T { return &value }
