package mayfly

import (
	"context"
	"time"
)

const (
	defaultWait = 30 * time.Second
	// No server in between is patient for longer than a minute, and the service does not hold an answer longer than this.
	longestHold = 55 * time.Second
	// Whoever answers before the time is up is about to stop: asked again at once, it would say the same.
	afterEarlyAnswer = 500 * time.Millisecond
	// At most so much of a context's time is kept for the way, so that the service can still say what came.
	longestReserve = time.Second
)

// deadline is the time by which a wait must be over.
type deadline struct {
	at      time.Time
	total   time.Duration
	looks   bool  // It only looks at what is there.
	context error // Set where the context has less time than was asked for.
}

func newDeadline(ctx context.Context, total time.Duration, looks bool) deadline {
	d := deadline{total: total, looks: looks}
	if end, ok := ctx.Deadline(); ok && !looks {
		room := time.Until(end)
		room = max(0, room-min(room/10, longestReserve))
		if room < total {
			d.total, d.context = room, context.DeadlineExceeded
		}
	}
	d.at = time.Now().Add(d.total)
	return d
}

func (d deadline) left() time.Duration { return max(0, time.Until(d.at)) }

// hold is how long one request may be held back, in milliseconds as the service wants it.
func (d deadline) hold() time.Duration {
	return min((d.left() + time.Millisecond - 1).Truncate(time.Millisecond), longestHold)
}

// lastTry is when the last try may begin. Who only looks has no time to keep to.
func (d deadline) lastTry() time.Time {
	if d.looks {
		return time.Time{}
	}
	return d.at
}

// rest takes a moment where an answer has come before it was due.
func (d deadline) rest(ctx context.Context, due time.Time) error {
	if !time.Now().Before(due) {
		return nil
	}
	return pause(ctx, min(afterEarlyAnswer, d.left()))
}
