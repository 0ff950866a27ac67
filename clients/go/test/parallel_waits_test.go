package test

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

const (
	waits  = 200
	rounds = 2
)

// TestParallelWaits holds 200 waits open on one client, several times over: they
// share one pool of connections, and nothing is left behind.
func TestParallelWaits(t *testing.T) {
	client, err := mayfly.New()
	if err != nil {
		t.Fatal(err)
	}
	addresses := make([]string, waits)
	for i := range addresses {
		addresses[i] = fmt.Sprintf("waiter-%d-%d@mayfly.test", time.Now().UnixNano(), i)
	}
	waitRound(t, client, addresses, 1)
	before := measure()
	if before.files > waits+60 {
		t.Errorf("%d open files after %d waits", before.files, waits)
	}
	for number := 2; number <= 1+rounds; number++ {
		waitRound(t, client, addresses, number)
	}
	// The pool keeps its connections, two goroutines and a file for each: no more than there were waits at once.
	after := measure()
	if after.goroutines > before.goroutines+20 || after.files > before.files+10 {
		t.Errorf("%+v became %+v", before, after)
	}
	if grown := (int64(after.heap) - int64(before.heap)) >> 20; grown > 5 {
		t.Errorf("%d MiB more after %d waits", grown, rounds*waits)
	}
	for _, address := range addresses {
		if err := client.Inboxes.Delete(t.Context(), address); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNothingIsLeftOfAClient holds many waits open, ends them, and counts what is
// left once the idle connections are closed.
func TestNothingIsLeftOfAClient(t *testing.T) {
	pool := http.DefaultTransport.(*http.Transport).Clone()
	pool.MaxIdleConnsPerHost = waits
	client, err := mayfly.New(mayfly.WithHTTPClient(&http.Client{Transport: pool}))
	if err != nil {
		t.Fatal(err)
	}
	before := measure()
	addresses := []string{}
	for i := range 50 {
		addresses = append(addresses, fmt.Sprintf("ended-%d-%d@mayfly.test", time.Now().UnixNano(), i))
	}
	waitRound(t, client, addresses, 1)
	pool.CloseIdleConnections()
	until(t, "nothing is left", func() bool {
		after := measure()
		return after.goroutines <= before.goroutines && after.files <= before.files
	})
}

func waitRound(t *testing.T, client *mayfly.Client, addresses []string, number int) {
	t.Helper()
	cursors := make([]string, len(addresses))
	inParallel(addresses, func(i int, address string) {
		inbox, err := client.Inboxes.Create(t.Context(), &mayfly.NewInbox{Address: address})
		if err != nil {
			t.Error(err)
			return
		}
		cursors[i] = inbox.Cursor
	})
	codes := make([]string, len(addresses))
	var waiting sync.WaitGroup
	waiting.Go(func() {
		inParallel(addresses, func(i int, address string) {
			code, err := client.Code(t.Context(), address, &mayfly.WaitOptions{After: cursors[i], Timeout: 50 * time.Second})
			if err != nil {
				t.Error(err)
			}
			codes[i] = code
		})
	})
	until(t, "all of them wait", func() bool {
		account, err := client.Account(t.Context())
		return err == nil && account.Usage.OpenWaits == len(addresses)
	})
	for i, address := range addresses {
		mail := fmt.Sprintf("From: a@example.com\r\nSubject: code\r\n\r\nYour code is %d00%d\r\n", number, 100+i)
		if _, err := client.Inject(t.Context(), address, []byte(mail)); err != nil {
			t.Fatal(err)
		}
	}
	waiting.Wait()
	for i, code := range codes {
		if wanted := fmt.Sprintf("%d00%d", number, 100+i); code != wanted {
			t.Fatalf("%s, and not %s", code, wanted)
		}
	}
}

func inParallel(addresses []string, work func(i int, address string)) {
	var all sync.WaitGroup
	for i, address := range addresses {
		all.Go(func() { work(i, address) })
	}
	all.Wait()
}

func until(t *testing.T, what string, look func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !look(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

type usage struct {
	goroutines, files int
	heap              uint64
}

func measure() usage {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	files, _ := os.ReadDir("/proc/self/fd") // None where there is no such folder.
	return usage{runtime.NumGoroutine(), len(files), memory.HeapAlloc}
}
