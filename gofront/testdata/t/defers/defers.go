// Package defers holds deferred calls.
package defers

func open(n int) *int { return &n }
func end(p *int)      {}

func order(n int) {
	a := open(n)
	defer end(a)
	b := open(n)
	defer end(b)
	a = nil
}

func conditional(n int) int {
	if n > 0 {
		p := open(n)
		defer end(p)
	}
	if n > 1 {
		return n
	}
	return 0
}

func early(n int) int {
	if n > 1 {
		return n
	}
	defer end(open(n))
	return 0
}

func looped(n int) {
	for i := range n {
		p := open(i)
		defer end(p)
	}
}

func literal(n int) (err error) {
	p := open(n)
	defer func() {
		if r := recover(); r != nil {
			err = nil
		}
		end(p)
	}()
	return err
}
