package mayfly

import "time"

// Mail is a message as [Client.GetMail] shows it.
type Mail struct {
	ID string `json:"id"`
	// From is the bare address.
	From    string `json:"from"`
	Subject string `json:"subject"`
	// Text is the text part; where there is none, the HTML as readable text.
	Text string `json:"text"`
	// HTML is empty where there is none.
	HTML string `json:"html"`
	// Date is when the service received it.
	Date time.Time `json:"date"`
}

// Code is a one-time code that stands in a message.
type Code struct {
	// Value is the code as a person would type it.
	Value string `json:"value"`
	// Confidence is from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Source is where it stands: subject, text or html.
	Source string `json:"source"`
	// Superseded: a newer message of the same sender carries a newer code.
	Superseded bool `json:"superseded"`
}

// LinkKind is what a link is for.
type LinkKind string

// What links are for.
const (
	LinkVerify      LinkKind = "verify"
	LinkReset       LinkKind = "reset"
	LinkLogin       LinkKind = "login"
	LinkUnsubscribe LinkKind = "unsubscribe"
	LinkOther       LinkKind = "other"
)

// Link is a link that stands in a message.
type Link struct {
	Href string   `json:"href"`
	Text string   `json:"text"`
	Kind LinkKind `json:"kind"`
}

// Attachment is what is known of an attachment; [MessagesService.Attachment]
// gives its content.
type Attachment struct {
	Index       int    `json:"index"`
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	SizeBytes   int64  `json:"size_bytes"`
	ContentID   string `json:"content_id,omitzero"`
	Inline      bool   `json:"inline"`
}

// MessageCodes is all that a key with the scope codes is shown of a message.
type MessageCodes struct {
	ID string `json:"id"`
	// Inbox is the address of the inbox.
	Inbox   string `json:"inbox"`
	InboxID string `json:"inbox_id"`
	// Seq counts the messages of an inbox: 1, 2, 3.
	Seq int64 `json:"seq"`
	// Date is when the service received it.
	Date time.Time `json:"date"`
	// From is the bare address.
	From string `json:"from"`
	// Codes has the best first.
	Codes []Code `json:"codes"`
	Links []Link `json:"links"`
}

// MessageSummary is a message in a list. A key with the scope codes gets
// MessageCodes alone: the rest is empty.
type MessageSummary struct {
	MessageCodes
	FromName  string   `json:"from_name"`
	To        []string `json:"to"`
	Subject   string   `json:"subject"`
	SizeBytes int64    `json:"size_bytes"`
	Seen      bool     `json:"seen"`
	// ClaimedAt is when a claiming wait took it.
	ClaimedAt       time.Time `json:"claimed_at,omitzero"`
	AttachmentCount int       `json:"attachment_count"`
}

// Message is a message in full. A key with the scope codes gets MessageCodes
// alone: the rest is empty.
type Message struct {
	MessageCodes
	FromName string   `json:"from_name"`
	To       []string `json:"to"`
	Cc       []string `json:"cc"`
	ReplyTo  []string `json:"reply_to"`
	Subject  string   `json:"subject"`
	// Text is the text part; where there is none, the HTML as readable text.
	Text string `json:"text"`
	// HTML is empty where there is none. It is as the sender wrote it:
	// [MessagesService.HTML] gives one that is safe to show.
	HTML            string       `json:"html"`
	MessageIDHeader string       `json:"message_id_header,omitzero"`
	InReplyTo       string       `json:"in_reply_to,omitzero"`
	Headers         []Header     `json:"headers"`
	Attachments     []Attachment `json:"attachments"`
	SizeBytes       int64        `json:"size_bytes"`
	Seen            bool         `json:"seen"`
	// ClaimedAt is when a claiming wait took it.
	ClaimedAt time.Time   `json:"claimed_at,omitzero"`
	Envelope  Envelope    `json:"envelope"`
	Auth      MessageAuth `json:"auth"`
	// TLS is nil where the message came without it.
	TLS *MessageTLS `json:"tls"`
	// Encrypted: the body is OpenPGP or S/MIME, so that Text and HTML cannot be
	// read here.
	Encrypted bool    `json:"encrypted"`
	Timings   Timings `json:"timings"`
}

// Header is one field of a message's header.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Envelope is what SMTP said of a message, whatever stands in it.
type Envelope struct {
	From string   `json:"from"`
	To   []string `json:"to"`
}

// MessageTLS is how the connection was secured by which a message came.
type MessageTLS struct {
	Version string `json:"version"`
	Cipher  string `json:"cipher"`
}

// Timings say when the service did what with a message.
type Timings struct {
	AcceptedAt time.Time `json:"accepted_at"`
	StoredAt   time.Time `json:"stored_at"`
}

// AuthVerdict is the result of one check, in the words of RFC 8601: none, pass,
// fail, softfail, neutral, policy, temperror, permerror. With temperror it is not
// known yet: read the message again later.
type AuthVerdict struct {
	Result string `json:"result"`
	// Domain is whose word was checked.
	Domain string `json:"domain,omitzero"`
	// Info is for people. Its wording may change.
	Info string `json:"info,omitzero"`
}

// MessageAuth is whether a message is from whom it says it is from.
type MessageAuth struct {
	SPF   SPF   `json:"spf"`
	DKIM  DKIM  `json:"dkim"`
	DMARC DMARC `json:"dmarc"`
	ARC   ARC   `json:"arc"`
}

// SPF is whether the peer may send for the domain (RFC 7208).
type SPF struct {
	AuthVerdict
	// Identity is what the domain was taken from: mailfrom or helo.
	Identity string `json:"identity,omitzero"`
	// ClientIP is the address of the peer.
	ClientIP string `json:"client_ip,omitzero"`
}

// DKIM is who has signed, and whether it is unchanged (RFC 6376).
type DKIM struct {
	AuthVerdict
	// Selector is that of the best of the signatures.
	Selector   string          `json:"selector,omitzero"`
	Signatures []DKIMSignature `json:"signatures"`
}

// DKIMSignature is one of a message's signatures.
type DKIMSignature struct {
	AuthVerdict
	Selector  string `json:"selector"`
	Algorithm string `json:"algorithm"`
}

// DMARC is whether the domain of From stands behind a message (RFC 7489).
type DMARC struct {
	AuthVerdict
	// Policy is what the domain asks receivers to do with a mail that fails:
	// none, quarantine or reject.
	Policy string `json:"policy,omitzero"`
	// Aligned is what has passed for a domain that belongs with that of From:
	// spf, dkim.
	Aligned []string `json:"aligned"`
}

// ARC is whether the chain of those who passed a message on is unbroken (RFC 8617).
type ARC struct {
	AuthVerdict
	// Instance is how many have sealed it.
	Instance int `json:"instance"`
}
