// Package lower turns libclang's tree of a C or C++ translation unit into ir.
//
// Every function whose body lies in a project file becomes an ir.Func. The
// translation is a walk over a copy of the tree: statements become blocks,
// expressions become symbolic values, and what an expression does besides
// yielding its value is emitted in the order it happens.
//
//	construct                        becomes
//	p = malloc(n), &p as argument    acquire at the destination: the allocators of a table and of the configuration
//	free(p), MPI_Win_free(&w)        release
//	MPI_Send(…), MPI_Bcast(…)        comm, filled in from the table of package mpi
//	MPI_Comm_rank(c, &r)             r ← rank(c)
//	f(x)                             call; what is not known of f is not guessed
//	if (!p), while (a && b)          branches, one per operand
//	(a, b), i++, c ? a : b           instructions and temporaries before the value is used
//
// C++, in the files cxx_*.go, adds:
//
//	std::vector<T> v(n)              acquire at v.#data, release at every way out of its scope; containers and smart
//	                                 pointers are lowered by what they mean, not by their bodies (cxx_classtable.go)
//	v.resize(n), v.push_back(x)      ensure; v.data(), v[i], v.size() are cells and values of v
//	Field f(n), ~Field()             calls of constructor and destructor, in place where the compiler supplies them
//	new, delete                      acquire, release, with the constructor and destructor
//	[&](…) {…}                       a function of its own; what it captures are its first parameters
//	template <class T> …             lowered once, as written; types are deduced where libclang has none
//	try, catch, throw                branches; a throw without a handler halts
//
// libclang 15 names no operators. They are read from the source text between the
// operands; inside the body of a macro, where the tree has no positions, from
// libclang's own print of the function. Positions are those of the file: for what
// a macro's body holds, the place where the macro is used.
package lower
