package mayfly

import (
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

const (
	defaultURL     = "http://127.0.0.1:8025"
	defaultRetries = 3
	defaultTimeout = 30 * time.Second
	// As many waits as one would hold open at once find their connections again.
	idleConnections = 256
)

var keyForm = regexp.MustCompile(`^tkc?_[0-9A-Za-z]+$`)

// Option sets something of a [Client].
type Option func(*settings)

type settings struct {
	apiKey     string
	url        string // Without a slash at its end.
	http       *http.Client
	logger     *slog.Logger
	maxRetries int
	timeout    time.Duration
}

// WithAPIKey names the key: tk_… or tkc_…. Without it, MAYFLY_API_KEY of the
// environment.
func WithAPIKey(key string) Option {
	return func(s *settings) { s.apiKey = key }
}

// WithURL names where the service is. Without it, MAYFLY_URL of the
// environment, else http://127.0.0.1:8025.
func WithURL(url string) Option {
	return func(s *settings) { s.url = url }
}

// WithHTTPClient sends requests with this client's Transport and Jar. Its
// Timeout does not count, because waits take as long as they take, and its
// CheckRedirect is not asked, because redirects are not followed.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.http = client }
}

// WithLogger logs every request, answer and retry at level Debug. There are
// methods, paths, queries, statuses and times in it, and no header or body.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) { s.logger = logger }
}

// WithMaxRetries sets how often a call that is safe to repeat is tried again.
// Default 3.
func WithMaxRetries(retries int) Option {
	return func(s *settings) { s.maxRetries = retries }
}

// WithTimeout sets how long one try may take, from its start to the last byte
// of the answer; a wait has its own time on top. Default 30 seconds; zero is no
// limit. For a whole call, give its context a deadline.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

func readSettings(options []Option) (*settings, error) {
	s := &settings{
		apiKey:     os.Getenv("MAYFLY_API_KEY"),
		url:        os.Getenv("MAYFLY_URL"),
		http:       &http.Client{Transport: newPool()},
		logger:     slog.New(slog.DiscardHandler),
		maxRetries: defaultRetries,
		timeout:    defaultTimeout,
	}
	if s.url == "" {
		s.url = defaultURL
	}
	for _, option := range options {
		option(s)
	}
	return s, s.check()
}

func (s *settings) check() error {
	switch {
	case s.apiKey == "":
		return &Error{Code: "missing_key", Message: "There is no API key. Set MAYFLY_API_KEY, or give one with WithAPIKey. " +
			"Keys are made in the dashboard under Settings, API keys."}
	case !keyForm.MatchString(s.apiKey):
		// Never shows the key that it refuses.
		return &Error{Code: "invalid_key", Message: "This is not an API key. " +
			"A key is tk_ or tkc_ and letters and digits, without blanks or quotes around it."}
	case s.http == nil:
		return refuse("WithHTTPClient", "must be given a client")
	case s.logger == nil:
		return refuse("WithLogger", "must be given a logger")
	case s.maxRetries < 0:
		return refuse("WithMaxRetries", "must be zero or more, and is %d", s.maxRetries)
	}
	if err := checkDuration("WithTimeout", s.timeout); err != nil {
		return err
	}
	// A copy: the caller's own may be used for other things.
	client := *s.http
	client.Timeout = 0
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.http = &client
	return s.checkURL()
}

func (s *settings) checkURL() error {
	parsed, err := url.Parse(s.url)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return refuse("WithURL", "must be given an address such as https://mail.example.com, and is %q", s.url)
	}
	if parsed.User != nil {
		return refuse("WithURL", "must not be given a password: the key is enough")
	}
	s.url = parsed.Scheme + "://" + parsed.Host + strings.TrimRight(parsed.EscapedPath(), "/")
	return nil
}

func newPool() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok { // Somebody has put another in its place, and means it.
		return http.DefaultTransport
	}
	pool := standard.Clone()
	pool.MaxIdleConns, pool.MaxIdleConnsPerHost = 0, idleConnections
	return pool
}
