package mayfly

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// A delivery has no text of the mail in it: it is a few hundred bytes.
const maxDelivery = 1 << 20

// Handler serves an endpoint: it verifies each delivery, hands it to handle, and
// answers. 401 is for a delivery that is not genuine or not fresh; where handle
// returns an error the answer is 500, and the service sends it again later.
func (v *WebhookVerifier) Handler(handle func(ctx context.Context, event *WebhookEvent) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(v.serve(w, r, handle))
	})
}

func (v *WebhookVerifier) serve(w http.ResponseWriter, r *http.Request, handle func(context.Context, *WebhookEvent) error) int {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxDelivery))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case err != nil:
		return http.StatusBadRequest
	}
	event, err := v.Verify(body, r.Header)
	if err != nil {
		return http.StatusUnauthorized
	}
	if err := handle(r.Context(), event); err != nil {
		return http.StatusInternalServerError
	}
	return http.StatusNoContent
}
