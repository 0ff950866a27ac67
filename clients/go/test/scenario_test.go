// Package test runs the scenarios of all client libraries, and what else needs a
// real server: node clients/scenarios/with-server.ts go test -C clients/go/test ./...
package test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

const folder = "../../scenarios"

// step is one step of a scenario; see clients/scenarios/README.md.
type step struct {
	Call     string         `json:"call"`
	Args     map[string]any `json:"args"`
	As       string         `json:"as"`
	Key      string         `json:"key"`
	Save     string         `json:"save"`
	Expect   any            `json:"expect"`
	Error    map[string]any `json:"error"`
	During   []step         `json:"during"`
	Parallel [][]step       `json:"parallel"`
	Check    *string        `json:"check"`
}

func TestScenarios(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) < 11 {
		t.Fatalf("only %d scenarios: %v", len(files), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "webhook-signatures.json" {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			var content struct{ Steps []step }
			readJSON(t, file, &content)
			if len(content.Steps) == 0 {
				t.Fatal("there are no steps")
			}
			newScenario(t).run(content.Steps)
		})
	}
}

func TestRunnerRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, one := range []step{
		{Call: "inboxes.paint"},
		{Call: "account", Args: map[string]any{"hue": 3.0}},
		{Call: "inboxes.get", Args: map[string]any{"address": "${nobody.address}"}},
		{Call: "account", Error: map[string]any{"type": "not_found"}},
		{Call: "account", Expect: map[string]any{"plan": "free"}},
		{Call: "messages.get", Args: map[string]any{"id": "msg_1"}},
		{},
	} {
		if err := newScenario(t).take(one); err == nil {
			t.Errorf("%+v passes", one)
		}
	}
}

// scenario is one run of a file: its steps share what they save.
type scenario struct {
	t  *testing.T
	mu sync.Mutex
	// saved is by name, in the form of the HTTP API.
	saved map[string]any
}

var runs atomic.Int64

func newScenario(t *testing.T) *scenario {
	unique := fmt.Sprintf("%s%d", strconv.FormatInt(time.Now().UnixNano(), 36), runs.Add(1))
	return &scenario{t: t, saved: map[string]any{"unique": unique, "receiver": environment(t, "MAYFLY_TEST_RECEIVER")}}
}

// run ends with the first step that does not come out as it should.
func (s *scenario) run(steps []step) {
	for _, one := range steps {
		if err := s.take(one); err != nil {
			text, _ := json.Marshal(one)
			s.t.Errorf("%.200s: %v", text, err)
			return
		}
		if s.t.Failed() {
			return
		}
	}
}

func (s *scenario) take(one step) error {
	switch {
	case one.Parallel != nil:
		var all sync.WaitGroup
		for _, branch := range one.Parallel {
			all.Add(1)
			go func() {
				defer all.Done()
				s.run(branch)
			}()
		}
		all.Wait()
		return nil
	case one.Check != nil:
		actual, err := s.fill(*one.Check)
		if err != nil {
			return err
		}
		return s.compare(actual, one.Expect)
	}
	return s.call(one)
}

func (s *scenario) call(one step) error {
	run, known := calls[one.Call]
	if !known {
		return fmt.Errorf("there is no call %q", one.Call)
	}
	filled, err := s.fill(map[string]any{"args": one.Args, "key": one.Key})
	if err != nil {
		return err
	}
	key := filled.(map[string]any)["key"].(string)
	if key == "" {
		key = accountKey(s.t, one.As)
	}
	client, err := mayfly.New(mayfly.WithAPIKey(key))
	if err != nil {
		return err
	}
	values, _ := filled.(map[string]any)["args"].(map[string]any)
	args := &arguments{t: s.t, client: client, values: values, asked: map[string]bool{}, during: func() { s.run(one.During) }}
	result, err := run(args)
	if err := args.check(); err != nil {
		return err
	}
	switch {
	case one.Error != nil && err == nil:
		return fmt.Errorf("no error, but %v", result)
	case one.Error != nil:
		result = wireError(err)
		if err := s.compare(result, one.Error); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	result = toWire(result)
	s.mu.Lock()
	if one.Save != "" {
		s.saved[one.Save] = result
	}
	s.mu.Unlock()
	if one.Expect == nil {
		return nil
	}
	return s.compare(result, one.Expect)
}

func (s *scenario) compare(actual, wanted any) error {
	filled, err := s.fill(wanted)
	if err != nil {
		return err
	}
	return match(actual, filled, "")
}

// errorTypes are the names that the files have for our sentinels.
var errorTypes = map[error]string{
	mayfly.ErrAuthentication: "authentication", mayfly.ErrPermissionDenied: "permission_denied",
	mayfly.ErrNotFound: "not_found", mayfly.ErrInvalidRequest: "invalid_request", mayfly.ErrRateLimited: "rate_limit",
	mayfly.ErrConnection: "connection", mayfly.ErrWaitTimeout: "wait_timeout",
	mayfly.ErrWebhookVerification: "webhook_verification",
}

func wireError(err error) any {
	fields := map[string]any{"type": "other", "message": err.Error()}
	for sentinel, name := range errorTypes {
		if errors.Is(err, sentinel) {
			fields["type"] = name
		}
	}
	var failure *mayfly.Error
	if errors.As(err, &failure) {
		fields["code"], fields["request_id"], fields["errors"] = failure.Code, failure.RequestID, toWire(failure.Faults)
		if failure.Status != 0 {
			fields["status"] = float64(failure.Status)
		}
	}
	var late *mayfly.WaitTimeoutError
	if errors.As(err, &late) {
		fields["cursor"], fields["near_misses"], fields["refused"] = late.Cursor, toWire(late.NearMisses), toWire(late.Refused)
	}
	return fields
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func environment(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("There is no %s. Run it beside a server: node clients/scenarios/with-server.ts go test -C clients/go/test ./...", name)
	}
	return value
}

func accountKey(t *testing.T, account string) string {
	if account == "" || account == "owner" {
		return environment(t, "MAYFLY_API_KEY")
	}
	return environment(t, "MAYFLY_TEST_"+strings.ToUpper(account)+"_KEY")
}
