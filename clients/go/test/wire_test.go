package test

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/mayfly-mail/mayfly-go"
)

// toWire gives a result the form that it has in the HTTP API, by the tags of its
// fields. Moments have their milliseconds, also where those are zero.
func toWire(value any) any {
	switch value := value.(type) {
	case nil, map[string]any:
		return value
	case time.Time:
		return value.UTC().Format("2006-01-02T15:04:05.000Z")
	case json.RawMessage:
		var decoded any
		if err := json.Unmarshal(value, &decoded); err != nil {
			panic(err)
		}
		return decoded
	case *mayfly.MessageSummary:
		if value.To == nil { // All that a key with the scope codes is shown.
			return toWire(value.MessageCodes)
		}
	}
	reflected := reflect.ValueOf(value)
	switch reflected.Kind() {
	case reflect.Pointer:
		if reflected.IsNil() {
			return nil
		}
		return toWire(reflected.Elem().Interface())
	case reflect.Struct:
		fields := map[string]any{}
		addFields(fields, reflected)
		return fields
	case reflect.Slice:
		list := make([]any, reflected.Len())
		for i := range list {
			list[i] = toWire(reflected.Index(i).Interface())
		}
		return list
	case reflect.String:
		return reflected.String()
	case reflect.Bool:
		return reflected.Bool()
	case reflect.Float64:
		return reflected.Float()
	}
	return float64(reflected.Int())
}

func addFields(fields map[string]any, from reflect.Value) {
	for i := range from.NumField() {
		field := from.Type().Field(i)
		if field.Anonymous {
			addFields(fields, from.Field(i))
			continue
		}
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		if option == "omitzero" && from.Field(i).IsZero() {
			continue
		}
		fields[name] = toWire(from.Field(i).Interface())
	}
}
