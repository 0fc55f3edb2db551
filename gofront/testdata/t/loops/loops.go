// Package loops holds every form of loop.
package loops

func body(...int) {}

func counted(n int) {
	for i := 0; i < n; i++ {
		body(i)
	}
}

func endless(stop func() bool) {
	for {
		if stop() {
			break
		}
	}
}

func while(n int) {
	for n > 0 {
		n /= 2
	}
}

func integers(n int) {
	for i := range n {
		body(i)
	}
	for range n {
		body()
	}
	for i := range n {
		i *= 2
		body(i)
	}
	for i := range 10 {
		body(i)
	}
}

func slices(list [][]float64, arr *[3]int) {
	for i := range list {
		body(i)
	}
	for _, v := range list {
		body(len(v))
	}
	for i, v := range list {
		if len(v) == 0 {
			continue
		}
		body(i)
	}
	for _, v := range arr {
		body(v)
	}
}

func others(m map[int][]int, c chan []int, s string) {
	for k, v := range m {
		body(k, len(v))
	}
	for v := range c {
		body(v...)
	}
	for i, r := range s {
		body(i, int(r))
	}
}

func labelled(n int) {
outer:
	for i := range n {
		for j := i; j < n; j++ {
			if j == 3 {
				continue outer
			}
			if j == 4 {
				break outer
			}
			body(i, j)
		}
	}
}

func byGoto(n int) {
again:
	n--
	if n > 0 {
		goto again
	}
}

func captured(n int) {
	var fs []func()
	for i := 0; i < n; i++ {
		fs = append(fs, func() { body(i) })
	}
	for i := range n {
		fs = append(fs, func() { body(i) })
	}
	for _, f := range fs {
		f()
	}
}

func once() {
	for {
		return
	}
}
