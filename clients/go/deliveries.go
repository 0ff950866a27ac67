package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// DeliveriesService is [Client.Deliveries].
type DeliveriesService struct{ transport *transport }

// List reads the deliveries of all endpoints, newest first.
func (s *DeliveriesService) List(ctx context.Context, options *ListOptions) iter.Seq2[*Delivery, error] {
	return list[Delivery](ctx, s.transport, "/v1/deliveries", nil, options.pageSize())
}

// Get gives one delivery.
func (s *DeliveriesService) Get(ctx context.Context, id string) (*Delivery, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return fetch[Delivery](ctx, s.transport, newCall(http.MethodGet, deliveryPath(id), nil))
}

// Redeliver sends it again, under the same DeliveryID.
func (s *DeliveriesService) Redeliver(ctx context.Context, id string, options ...CallOption) (*Delivery, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return fetch[Delivery](ctx, s.transport, newCall(http.MethodPost, deliveryPath(id)+"/redeliver", options))
}

func deliveryPath(id string) string { return "/v1/deliveries/" + url.PathEscape(id) }
