// Package mayfly is the client of Mayfly: disposable e-mail inboxes driven
// from code, for one-time codes and confirmation mails in tests.
//
//	client, err := mayfly.New() // MAYFLY_API_KEY and MAYFLY_URL of the environment
//	inbox, err := client.Inboxes.Create(ctx, nil)
//	// … sign up with inbox.Address …
//	code, err := client.Code(ctx, inbox.Address, nil)
//
// The service holds the answer of a wait until the mail is there, and takes
// codes and links out of it: there is no polling, and nothing to parse. In a
// test, package mayflytest makes an inbox and deletes it afterwards.
//
// # Options
//
// What a call can be told beside what it needs stands in a struct; nil leaves
// everything as it is by default. In answers, what the service does not know
// or does not have is the zero value: an empty string, a time.Time for which
// IsZero is true. Values that a newer service adds to an enumeration, such as a
// [LinkKind], come as they are; fields that it adds are ignored.
//
// # Errors
//
// Every refusal of the service is an [*Error] with its code, status and request
// id; compare with [ErrNotFound] and its siblings by errors.Is for what you can
// act on. A wait that ends without its mail is a [*WaitTimeoutError], which says
// what came instead. What can be known beforehand is refused without a request.
// A context that is over ends a call with an error that wraps the context's.
//
// # Retries
//
// What is safe to repeat is tried again after 429, 502, 503, 504 and broken
// connections, with growing, random pauses and as Retry-After says. What makes
// something carries one Idempotency-Key for all its tries. A wait with Claim is
// not repeated once it was sent: what a broken connection has claimed would be
// lost.
package mayfly

// Version is the version of this library.
const Version = "0.1.0"
