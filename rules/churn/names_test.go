package churn_test

import "testing"

// TestBufferNames checks what messages call the memory: what the source calls it where the reader is sent.
func TestBufferNames(t *testing.T) {
	for name, c := range map[string]struct{ funcs, body, want string }{
		"result": {
			"func @make(%n) results 1 {\n %p = null\n acquire %p malloc size %n\n return %p\n}",
			"%b = call @make(%n)\n comm MPI_Send send(%b)\n release %b free", "b"},
		"result through a temporary": {
			"func @make(%n) results 1 {\n acquire %p malloc size %n\n return %p\n}",
			"%t1 = call @make(%n)\n %s.buf = %t1\n comm MPI_Send send(%s.buf)\n release %s.buf free", "s.buf"},
		"out-argument, not the status": {
			"func @make(%out, %n) results 1 {\n acquire %p malloc size %n\n %out.* = %p\n return 0\n}",
			"%rc = call @make(&%b, %n)\n comm MPI_Send send(%b)\n release %b free", "b"},
		"field of a structure given": {
			"func @make(%w, %n) results 1 {\n acquire %w.*.vals malloc size %n\n return 0\n}",
			"%rc = call @make(&%w, %n)\n comm MPI_Send send(%w.vals)\n release %w.vals free", "w.vals"},
		"two calls down": {
			"func @make(%w, %n) {\n acquire %w.*.vals malloc size %n\n return\n}\nfunc @outer(%o, %n) {\n call @make(&%o.*.in, %n)\n return\n}",
			"call @outer(&%w, %n)\n comm MPI_Send send(%w.in.vals)\n release %w.in.vals free", "w.in.vals"},
		"constructor": {
			"func @Buffer(%this, %n) {\n acquire %this.*.#data \"std::vector\" container size %n\n return\n}",
			"call @Buffer(&%b, %n)\n comm MPI_Send send(%b.#data)\n release %b.#data \"scope exit\"", "b"},
		"the pointer that is sent": {
			"", "acquire %counts memAllocGroup size %n name \"counts\" @40:3\n %values = offset(%counts, ?) @40:3\n comm MPI_Send send(%values)\n release %counts free", "values"},
		"the pointer that is sent elsewhere": {
			"func @make(%w, %n) {\n acquire %w.*.counts memAllocGroup size %n @40:3\n %w.*.values = offset(%w.*.counts, ?) @40:3\n return\n}\nfunc @put(%w) {\n comm MPI_Send send(%w.*.values)\n return\n}",
			"call @make(&%w, %n)\n call @put(&%w)\n release %w.counts free", "w.values"},
	} {
		t.Run(name, func(t *testing.T) {
			text := c.funcs + "\nfunc @main(%n) main {\n var temp %t1\n %i = 0\nloop: loop\n if %i < %n then body else done\nbody:\n " + c.body +
				"\n %i = %i + 1\n jump loop\ndone:\n return\n}\n"
			sc := &specCase{name: name, units: []specUnit{{"a.c", text}}}
			found := findings(sc.parse(t))
			if len(found) != 1 || found[0].Buffer != c.want {
				t.Errorf("want one finding that names %q, got %v", c.want, found)
			}
		})
	}
}
