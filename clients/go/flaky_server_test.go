package mayfly_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

const (
	testKey     = "tk_0123456789abcdefghijABCDEFGHIJ012345"
	testAddress = "ann@mayfly.test"
	testSecret  = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
)

// seen is one request, as it came.
type seen struct {
	method, path string
	query        url.Values
	header       http.Header
	body         string
}

// behaviour is what is done with one request.
type behaviour func(http.ResponseWriter, *http.Request)

// flakyServer is a real server that does with each request what the test says,
// and with all that follow the last of it.
type flakyServer struct {
	url string

	mu         sync.Mutex
	behaviours []behaviour
	requests   []seen
}

func startFlaky(t *testing.T, behaviours ...behaviour) *flakyServer {
	t.Helper()
	f := &flakyServer{behaviours: behaviours}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *flakyServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.next(seen{r.Method, r.URL.Path, r.URL.Query(), r.Header, string(body)})(w, r)
}

func (f *flakyServer) next(request seen) behaviour {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, request)
	behave := f.behaviours[0]
	if len(f.behaviours) > 1 {
		f.behaviours = f.behaviours[1:]
	}
	return behave
}

func (f *flakyServer) seen() []seen {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.requests
}

func (f *flakyServer) client(t *testing.T, options ...mayfly.Option) *mayfly.Client {
	t.Helper()
	return newClient(t, append([]mayfly.Option{mayfly.WithURL(f.url)}, options...)...)
}

func newClient(t *testing.T, options ...mayfly.Option) *mayfly.Client {
	t.Helper()
	client, err := mayfly.New(append([]mayfly.Option{mayfly.WithAPIKey(testKey)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func answer(status int, value any, header ...string) behaviour {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		if err := json.NewEncoder(w).Encode(value); err != nil {
			panic(err)
		}
	}
}

func problem(status int, code string, header ...string) behaviour {
	return answer(status, map[string]any{
		"code": code, "detail": fmt.Sprintf("This is %s.", code), "status": status, "request_id": "req_1", "errors": []any{},
	}, header...)
}

// gateway answers as a server in between does that does not reach the service.
func gateway(status int) behaviour {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		fmt.Fprint(w, "<h1>Sorry</h1>")
	}
}

func reset(w http.ResponseWriter, _ *http.Request) {
	connection := hijack(w)
	connection.(*net.TCPConn).SetLinger(0)
	connection.Close()
}

// half promises more than it sends.
func half(w http.ResponseWriter, _ *http.Request) {
	connection := hijack(w)
	fmt.Fprint(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"id\":")
	connection.Close()
}

func hijack(w http.ResponseWriter) net.Conn {
	connection, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	return connection
}

// slow sends one byte at a time, without an end.
func slow(w http.ResponseWriter, r *http.Request) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			fmt.Fprint(w, " ")
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

// silent takes the request, and says nothing.
func silent(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
