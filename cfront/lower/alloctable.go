//go:build cgo

package lower

// result is an allocator whose result is the memory; size lists the arguments whose product is its size.
func result(size ...int) Allocator { return Allocator{Out: -1, Of: -1, Size: size} }

// out is an allocator that stores the memory's address in what argument arg points to.
func out(arg int, size ...int) Allocator { return Allocator{Out: arg, Of: -1, Size: size} }

func zeroed(a Allocator) Allocator { a.Zero = true; return a }

// allocators lists the functions of the C library and of widespread libraries that yield fresh heap memory.
var allocators = map[string]Allocator{
	"malloc":         result(0),
	"calloc":         zeroed(result(0, 1)),
	"realloc":        {Out: -1, Of: 0, Size: []int{1}},
	"reallocf":       {Out: -1, Of: 0, Size: []int{1}},
	"reallocarray":   {Out: -1, Of: 0, Size: []int{1, 2}},
	"aligned_alloc":  result(1),
	"memalign":       result(1),
	"valloc":         result(0),
	"pvalloc":        result(0),
	"strdup":         result(),
	"strndup":        result(),
	"wcsdup":         result(),
	"posix_memalign": out(0, 2),
	"asprintf":       out(0),
	"vasprintf":      out(0),

	"__builtin_malloc":        result(0),
	"__builtin_calloc":        zeroed(result(0, 1)),
	"__builtin_realloc":       {Out: -1, Of: 0, Size: []int{1}},
	"__builtin_aligned_alloc": result(1),
	"__builtin_strdup":        result(),
	"__builtin_strndup":       result(),

	"_mm_malloc":      result(0),
	"_aligned_malloc": result(0),
	"mkl_malloc":      result(0),
	"mkl_calloc":      zeroed(result(0, 1)),
	"mkl_realloc":     {Out: -1, Of: 0, Size: []int{1}},
	"MKL_malloc":      result(0),
	"MKL_calloc":      zeroed(result(0, 1)),

	"fftw_malloc":         result(0),
	"fftw_alloc_real":     result(),
	"fftw_alloc_complex":  result(),
	"fftwf_malloc":        result(0),
	"fftwf_alloc_real":    result(),
	"fftwf_alloc_complex": result(),
	"fftwl_malloc":        result(0),
	"fftwl_alloc_real":    result(),
	"fftwl_alloc_complex": result(),

	"hwloc_alloc":                result(1),
	"hwloc_alloc_membind":        result(1),
	"hwloc_alloc_membind_policy": result(1),
	"numa_alloc":                 result(0),
	"numa_alloc_local":           result(0),
	"numa_alloc_onnode":          result(0),
	"numa_alloc_interleaved":     result(0),
	"hbw_malloc":                 result(0),
	"hbw_calloc":                 zeroed(result(0, 1)),
	"hbw_posix_memalign":         out(0, 2),
	"memkind_malloc":             result(1),
	"memkind_calloc":             zeroed(result(1, 2)),
	"je_malloc":                  result(0),
	"tc_malloc":                  result(0),
	"scalable_malloc":            result(0),
	"scalable_aligned_malloc":    result(0),
	"mi_malloc":                  result(0),
	"g_malloc":                   result(0),
	"g_malloc0":                  zeroed(result(0)),
	"g_malloc_n":                 result(0, 1),
	"omp_alloc":                  result(0),
	"omp_target_alloc":           result(0),
	"acc_malloc":                 result(0),

	// PETSc's macros end in these; PetscTr… are variables that hold the functions.
	"PetscMallocA":  {Out: 6, Of: -1, Size: []int{5}, Step: 2},
	"PetscTrMalloc": out(5, 0),

	// Scotch's: pairs of a pointer to fill and a size, all in one block.
	"memAllocGroup": {Out: 0, Of: -1, Size: []int{1}, Step: 2, Shared: true},

	"cudaMalloc":            out(0, 1),
	"cudaMallocAsync":       out(0, 1),
	"cudaMallocManaged":     out(0, 1),
	"cudaMallocHost":        out(0, 1),
	"cudaHostAlloc":         out(0, 1),
	"cudaMallocPitch":       out(0, 2, 3),
	"cuMemAlloc":            out(0, 1),
	"cuMemAllocHost":        out(0, 1),
	"cuMemHostAlloc":        out(0, 1),
	"hipMalloc":             out(0, 1),
	"hipMallocAsync":        out(0, 1),
	"hipMallocManaged":      out(0, 1),
	"hipMallocHost":         out(0, 1),
	"hipHostMalloc":         out(0, 1),
	"hipHostAlloc":          out(0, 1),
	"hipExtMallocWithFlags": out(0, 1),
}

// releases lists their counterparts.
var releases = map[string]Release{
	"free": {}, "cfree": {}, "__builtin_free": {}, "free_sized": {}, "free_aligned_sized": {},
	"_mm_free": {}, "_aligned_free": {}, "mkl_free": {}, "MKL_free": {},
	"fftw_free": {}, "fftwf_free": {}, "fftwl_free": {},
	"hwloc_free": {Arg: 1}, "numa_free": {}, "hbw_free": {}, "memkind_free": {Arg: 1},
	"je_free": {}, "tc_free": {}, "scalable_free": {}, "scalable_aligned_free": {}, "mi_free": {}, "g_free": {},
	"PetscTrFree": {}, "PetscFreeA": {Arg: 4, Indirect: true, Step: 1},
	"omp_free": {}, "omp_target_free": {}, "acc_free": {},
	"cudaFree": {}, "cudaFreeAsync": {}, "cudaFreeHost": {}, "cuMemFree": {}, "cuMemFreeHost": {},
	"hipFree": {}, "hipFreeAsync": {}, "hipFreeHost": {}, "hipHostFree": {},
}

// halts lists functions that do not return and whose declarations need not say so.
var halts = map[string]bool{
	"MPI_Abort": true, "PMPI_Abort": true, "exit": true, "_exit": true, "_Exit": true, "abort": true,
	"quick_exit": true, "__builtin_unreachable": true, "__builtin_trap": true, "__assert_fail": true,
	"longjmp": true, "siglongjmp": true, "pthread_exit": true,
}

// stackAllocators lists what yields memory of the stack frame.
var stackAllocators = map[string]bool{
	"alloca": true, "__builtin_alloca": true, "__builtin_alloca_with_align": true,
	"__builtin_alloca_uninitialized": true, "_alloca": true,
}
