package test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"testing"
)

// match compares as clients/scenarios/README.md says. What is null there is left
// out here.
func match(actual, wanted any, where string) error {
	switch wanted := wanted.(type) {
	case []any:
		list, ok := actual.([]any)
		if !ok || len(list) != len(wanted) {
			return fmt.Errorf("%s: %v is no list of %d", where, actual, len(wanted))
		}
		for i, one := range wanted {
			if err := match(list[i], one, fmt.Sprintf("%s[%d]", where, i)); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		for name, one := range wanted {
			if operator, ok := operators[name]; ok {
				if !operator(actual, one) {
					return fmt.Errorf("%s: %v is not %s %v", where, actual, name, one)
				}
				continue
			}
			fields, ok := actual.(map[string]any)
			if !ok {
				return fmt.Errorf("%s: %v has no fields", where, actual)
			}
			if err := match(fields[name], one, where+"."+name); err != nil {
				return err
			}
		}
		return nil
	}
	if !reflect.DeepEqual(actual, wanted) {
		return fmt.Errorf("%s: %#v, and not %#v", where, actual, wanted)
	}
	return nil
}

var operators map[string]func(actual, wanted any) bool

// Not where it is declared: it goes through match again.
func init() {
	operators = map[string]func(actual, wanted any) bool{
		"$matches": func(actual, wanted any) bool {
			text, ok := actual.(string)
			return ok && regexp.MustCompile(wanted.(string)).MatchString(text)
		},
		"$length": func(actual, wanted any) bool {
			list, ok := actual.([]any)
			return ok && float64(len(list)) == wanted
		},
		"$at_least": func(actual, wanted any) bool {
			number, ok := actual.(float64)
			return ok && number >= wanted.(float64)
		},
		"$keys": func(actual, wanted any) bool {
			fields, ok := actual.(map[string]any)
			for _, name := range wanted.([]any) {
				_, has := fields[name.(string)]
				ok = ok && has
			}
			return ok && len(fields) == len(wanted.([]any))
		},
		"$not": func(actual, wanted any) bool { return match(actual, wanted, "") != nil },
		"$includes": func(actual, wanted any) bool {
			list, ok := actual.([]any)
			for _, one := range wanted.([]any) {
				ok = ok && slices.ContainsFunc(list, func(item any) bool { return match(item, one, "") == nil })
			}
			return ok
		},
	}
}

func TestMatchTellsApart(t *testing.T) {
	list, fields := []any{1.0, "a"}, map[string]any{"a": 1.0, "b": "text"}
	for _, c := range []struct {
		actual, wanted any
		matches        bool
	}{
		{list, []any{1.0, "a"}, true}, {list, []any{1.0}, false}, {"a", []any{"a"}, false},
		{fields, map[string]any{"a": 1.0}, true}, {fields, map[string]any{"a": nil}, false}, {fields, map[string]any{"c": nil}, true},
		{"", nil, false}, {false, nil, false}, {list, map[string]any{"a": nil}, false},
		{fields, map[string]any{"b": map[string]any{"$matches": "^te"}}, true}, {fields, map[string]any{"$matches": "a"}, false},
		{list, map[string]any{"$length": 2.0}, true}, {list, map[string]any{"$length": 1.0}, false},
		{2.0, map[string]any{"$at_least": 2.0}, true}, {1.0, map[string]any{"$at_least": 2.0}, false},
		{fields, map[string]any{"$keys": []any{"b", "a"}}, true}, {fields, map[string]any{"$keys": []any{"a"}}, false},
		{list, map[string]any{"$includes": []any{"a"}}, true}, {list, map[string]any{"$includes": []any{"b"}}, false},
		{list, map[string]any{"$not": list}, false}, {list, map[string]any{"$not": "a"}, true},
	} {
		if err := match(c.actual, c.wanted, ""); (err == nil) != c.matches {
			t.Errorf("%v with %v: %v", c.actual, c.wanted, err)
		}
	}
}
