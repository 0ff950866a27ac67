package mayfly

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// ListOptions say how a list is read.
type ListOptions struct {
	// PageSize is how many come with one request, 1 to 100. Default 50.
	PageSize int
}

// page is one answer of a list.
type page[T any] struct {
	Data       []*T    `json:"data"`
	NextCursor *string `json:"next_cursor"`
}

// list reads page by page, as far as the caller goes. Nothing is asked for
// before it begins; each time it is ranged over, it begins anew.
func list[T any](ctx context.Context, t *transport, path string, query url.Values, pageSize int) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		if pageSize < 0 {
			yield(nil, refuse("PageSize", "must be 1 or more, and is %d", pageSize))
			return
		}
		asked := url.Values{}
		for name, values := range query {
			asked[name] = values
		}
		if pageSize > 0 {
			asked.Set("limit", strconv.Itoa(pageSize))
		}
		for {
			c := newCall(http.MethodGet, path, nil)
			c.query = func() url.Values { return asked }
			answer, err := fetch[page[T]](ctx, t, c)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, item := range answer.Data {
				if !yield(item, nil) {
					return
				}
			}
			if answer.NextCursor == nil {
				return
			}
			asked.Set("cursor", *answer.NextCursor)
		}
	}
}

// failed is a list that cannot be read.
func failed[T any](err error) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) { yield(nil, err) }
}

func (o *ListOptions) pageSize() int {
	if o == nil {
		return 0
	}
	return o.PageSize
}

// Collect reads a list to its end, over all its pages. Where that fails, it gives
// what was read before, too.
func Collect[T any](items iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for item, err := range items {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}
