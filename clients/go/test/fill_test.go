package test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	place      = regexp.MustCompile(`\$\{([^}]+)\}`)
	wholePlace = regexp.MustCompile(`^\$\{([^}]+)\}$`)
)

// fill puts what was saved where ${name.path} stands. A text that is nothing else
// becomes the value itself.
func (s *scenario) fill(value any) (filled any, err error) {
	switch value := value.(type) {
	case string:
		return s.fillText(value)
	case []any:
		all := make([]any, len(value))
		for i, one := range value {
			if all[i], err = s.fill(one); err != nil {
				return nil, err
			}
		}
		return all, nil
	case map[string]any:
		all := make(map[string]any, len(value))
		for name, one := range value {
			if all[name], err = s.fill(one); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	return value, nil
}

func (s *scenario) fillText(text string) (any, error) {
	if whole := wholePlace.FindStringSubmatch(text); whole != nil {
		return s.read(whole[1])
	}
	var missing error
	filled := place.ReplaceAllStringFunc(text, func(found string) string {
		value, err := s.read(found[2 : len(found)-1])
		if err != nil {
			missing = err
		}
		return fmt.Sprint(value)
	})
	return filled, missing
}

func (s *scenario) read(path string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var at any = s.saved
	for _, name := range strings.Split(path, ".") {
		var found bool
		switch inside := at.(type) {
		case map[string]any:
			at, found = inside[name]
		case []any:
			if index, err := strconv.Atoi(name); err == nil && index < len(inside) {
				at, found = inside[index], true
			}
		}
		if !found {
			return nil, fmt.Errorf("nothing is saved as %s", path)
		}
	}
	return at, nil
}
