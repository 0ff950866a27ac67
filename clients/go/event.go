package mayfly

import (
	"encoding/json"
	"time"
)

// EventType is what has happened.
type EventType string

// What can happen.
const (
	EventMessageReceived EventType = "message.received"
	EventInboxCreated    EventType = "inbox.created"
	EventTestPing        EventType = "test.ping"
)

// Event is something that happened in your account.
type Event struct {
	// ID is where the stream is with it: LastEventID of another time.
	ID   string    `json:"id"`
	Type EventType `json:"event"`
	// Data is a *MessageReceived or an *InboxCreated; of an event that this
	// version does not know, a json.RawMessage.
	Data any `json:"data"`
}

// MessageReceived is the data of an [EventMessageReceived].
type MessageReceived struct {
	InboxID string `json:"inbox_id"`
	// Inbox is the address.
	Inbox      string    `json:"inbox"`
	MessageID  string    `json:"message_id"`
	From       string    `json:"from"`
	To         []string  `json:"to"`
	Subject    string    `json:"subject"`
	ReceivedAt time.Time `json:"received_at"`
	SizeBytes  int64     `json:"size_bytes"`
	Encrypted  bool      `json:"encrypted"`
}

// InboxCreated is the data of an [EventInboxCreated].
type InboxCreated struct {
	InboxID string `json:"inbox_id"`
	// Inbox is the address.
	Inbox     string    `json:"inbox"`
	CreatedAt time.Time `json:"created_at"`
}

// TestPing is the data of an [EventTestPing], which webhooks alone are sent.
type TestPing struct {
	EndpointID string `json:"endpoint_id"`
	Message    string `json:"message"`
}

// readData gives the data of an event its type, where it has one here.
func readData(event EventType, raw json.RawMessage) any {
	var data any
	switch event {
	case EventMessageReceived:
		data = &MessageReceived{}
	case EventInboxCreated:
		data = &InboxCreated{}
	case EventTestPing:
		data = &TestPing{}
	default:
		return raw
	}
	if err := json.Unmarshal(raw, data); err != nil {
		return raw // A newer service may say it in another way.
	}
	return data
}
