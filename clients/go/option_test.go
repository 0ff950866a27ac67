package mayfly

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

const someKey = "tk_0123456789abcdefghijABCDEFGHIJ012345"

func TestOptionsComeBeforeTheEnvironmentAndThatBeforeDefaults(t *testing.T) {
	t.Setenv("MAYFLY_API_KEY", "")
	t.Setenv("MAYFLY_URL", "")
	check := func(url, key string, options ...Option) {
		t.Helper()
		s, err := readSettings(options)
		if err != nil || s.url != url || s.apiKey != key {
			t.Errorf("%+v %v", s, err)
		}
	}
	check("http://127.0.0.1:8025", someKey, WithAPIKey(someKey))
	t.Setenv("MAYFLY_API_KEY", someKey)
	t.Setenv("MAYFLY_URL", "https://mail.example.com/api/")
	check("https://mail.example.com/api", someKey)
	check("http://localhost:1", "tkc_other", WithURL("http://localhost:1/"), WithAPIKey("tkc_other"))
}

func TestWithoutAKeyNothingBeginsAndAWrongOneIsNotShown(t *testing.T) {
	t.Setenv("MAYFLY_API_KEY", "")
	_, err := New()
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != "missing_key" || !errors.Is(err, ErrAuthentication) {
		t.Error(err)
	}
	if !strings.Contains(err.Error(), "MAYFLY_API_KEY") {
		t.Error(err)
	}
	for _, wrong := range []string{"sk_secret", someKey + "\n", " " + someKey, `"tk_1"`} {
		_, err := New(WithAPIKey(wrong))
		if !errors.As(err, &failure) || failure.Code != "invalid_key" || strings.Contains(err.Error(), wrong) {
			t.Error(err)
		}
	}
}

func TestSettingsThatCannotWorkAreRefusedWithASentence(t *testing.T) {
	for _, c := range []struct {
		option  Option
		message string
	}{
		{WithURL("mail.example.com"), `WithURL must be given an address such as https://mail.example.com, and is "mail.example.com".`},
		{WithURL("ftp://mail.example.com"), "WithURL must be given an address"},
		{WithURL("https:///path"), "WithURL must be given an address"},
		{WithURL("https://ann:secret@mail.example.com"), "WithURL must not be given a password: the key is enough."},
		{WithTimeout(-time.Second), "WithTimeout must be zero or more, and is -1s."},
		{WithMaxRetries(-1), "WithMaxRetries must be zero or more, and is -1."},
		{WithHTTPClient(nil), "WithHTTPClient must be given a client."},
		{WithLogger(nil), "WithLogger must be given a logger."},
	} {
		_, err := New(WithAPIKey(someKey), c.option)
		var failure *Error
		if !errors.As(err, &failure) || !errors.Is(err, ErrInvalidRequest) || !strings.HasPrefix(failure.Message, c.message) {
			t.Errorf("%v, and not %s", err, c.message)
		}
	}
}

func TestDelaysGrowUpToALimitAndAreAsLongAsAsked(t *testing.T) {
	broken := &Error{Code: codeBroken}
	for number, step := range []time.Duration{250, 500, 1000, 2000, 4000, 8000, 8000, 8000} {
		for range 50 {
			delay, ok := delayAfter(number+1, broken)
			if least := step * time.Millisecond / 2; !ok || delay < least || delay >= 2*least {
				t.Fatalf("%v after try %d", delay, number+1)
			}
		}
	}
	asked := &Error{Status: http.StatusTooManyRequests, RetryAfter: time.Minute}
	if delay, ok := delayAfter(1, asked); !ok || delay < time.Minute {
		t.Error(delay, ok)
	}
	asked.RetryAfter++
	if _, ok := delayAfter(1, asked); ok {
		t.Error("too long, and not told")
	}
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	for text, wanted := range map[string]time.Duration{"7": 7 * time.Second, "": 0, "soon": 0, "-1": 0} {
		if got := retryAfter(http.Header{"Retry-After": {text}}); got != wanted {
			t.Errorf("%q is %v", text, got)
		}
	}
	date := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	if got := retryAfter(http.Header{"Retry-After": {date}}); got < 50*time.Minute || got > time.Hour {
		t.Error(got)
	}
}
