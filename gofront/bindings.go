package gofront

// Binding describes a Go package that wraps MPI. Its functions are known by name alone: their bodies are never read.
type Binding struct {
	// Paths are import paths. A path that ends in /... stands for everything below it as well.
	Paths []string
	// Types are the endings of function names that stand for element types.
	Types []string
	Calls []BoundCall
	// COrder says that functions that Calls does not list are named and take their arguments as in C, without the
	// prefix MPI_ and without a trailing status.
	COrder bool
}

// BoundCall describes a function or method of a binding.
type BoundCall struct {
	// Name is the function's name; {T} in it stands for any of the binding's Types.
	Name string
	// Like is the MPI procedure that it amounts to; empty for those that do not communicate.
	Like string
	// Args has one word per parameter, the receiver not counted, and after -> one per result:
	//
	//	send recv both   buffers
	//	copied           a value that the binding sends, or hands out, as a copy of its own
	//	n type           count and datatype of the buffers before
	//	peer root comm   as in C; without comm, the receiver is the communicator
	//	req              pointer to a request
	//	ranks            members of a new communicator: none means all
	//	obj              an object that is freed
	//	-                anything else
	//	fresh            a result: the received message in new memory
	//	rank size        results: the calling process's rank, the number of processes
	//	new              a result: a new communicator
	Args string
	// Root0 says that the root is rank 0.
	Root0 bool
	// Grows says that a buffer given as the address of a nil slice is made.
	Grows bool
	// Twin is the function that receives into memory of the caller.
	Twin string
	// Halts says that the call does not return.
	Halts bool
}

// cogentTypes are the element types of the bindings that descend from emer/empi.
var cogentTypes = []string{"F64", "F32", "Int", "I64", "U64", "I32", "U32", "I16", "U16", "I8", "U8", "C128", "C64"}

// common are the functions that most bindings have.
var common = []BoundCall{
	{Name: "WorldRank", Args: "-> rank"}, {Name: "WorldSize", Args: "-> size"},
	{Name: "Rank", Args: "-> rank"}, {Name: "Size", Args: "-> size"},
	{Name: "GetRank", Args: "-> rank"}, {Name: "GetSize", Args: "-> size"},
	{Name: "NewCommunicator", Args: "ranks -> new -"}, {Name: "NewComm", Args: "ranks -> new -"},
	{Name: "Abort", Halts: true},
}

var bindings = []Binding{
	{
		Paths: []string{"github.com/sbromberger/gompi"},
		Types: []string{"Bytes", "UInt32s", "Uint32s", "Int32s", "UInt64s", "Uint64s", "Int64s", "Float64s", "Float32s",
			"Complex128s", "Complex64s"},
		Calls: join(common, []BoundCall{
			{Name: "Send{T}", Like: "MPI_Send", Args: "send peer -"},
			{Name: "RecvPrealloc{T}", Like: "MPI_Recv", Args: "recv peer - -> -"},
			{Name: "Recv{T}", Like: "MPI_Recv", Args: "peer - -> fresh -", Twin: "RecvPrealloc{T}"},
			{Name: "MrecvBytes", Like: "MPI_Recv", Args: "peer - -> fresh -", Twin: "RecvPreallocBytes"},
			{Name: "Mrecv{T}", Like: "MPI_Recv", Args: "peer - -> fresh -", Twin: "RecvPrealloc{T}"},
			{Name: "Bcast{T}", Like: "MPI_Bcast", Args: "both root"},
			{Name: "Reduce{T}", Like: "MPI_Reduce", Args: "recv send - root -> -"},
			{Name: "Allreduce{T}", Like: "MPI_Allreduce", Args: "recv send - - -> -"},
			{Name: "SendString", Like: "MPI_Send", Args: "copied peer -"},
			{Name: "RecvString", Like: "MPI_Recv", Args: "peer - -> copied -"},
			{Name: "Send", Like: "MPI_Send", Args: "send peer -"},
			{Name: "RecvPrealloc", Like: "MPI_Recv", Args: "recv peer - -> -"},
			{Name: "Recv", Like: "MPI_Recv", Args: "peer - -> fresh -", Twin: "RecvPrealloc"},
			{Name: "Mrecv", Like: "MPI_Recv", Args: "peer - -> fresh -", Twin: "RecvPrealloc"},
			{Name: "Bcast", Like: "MPI_Bcast", Args: "both root"},
			{Name: "Reduce", Like: "MPI_Reduce", Args: "recv send - root -> -"},
			{Name: "Allreduce", Like: "MPI_Allreduce", Args: "recv send - - -> -"},
		}),
	},
	{
		Paths: []string{"github.com/emer/empi/mpi", "github.com/emer/empi/v2/mpi", "cogentcore.org/core/base/mpi",
			"cogentcore.org/lab/base/mpi"},
		Types: cogentTypes,
		Calls: join(common, []BoundCall{
			{Name: "Send{T}", Like: "MPI_Send", Args: "peer - send -> -"},
			{Name: "Recv{T}", Like: "MPI_Recv", Args: "peer - recv -> -"},
			{Name: "Bcast{T}", Like: "MPI_Bcast", Args: "root both -> -"},
			{Name: "Reduce{T}", Like: "MPI_Reduce", Args: "root - recv send -> -"},
			{Name: "AllReduce{T}", Like: "MPI_Allreduce", Args: "- recv send -> -"},
			{Name: "Gather{T}", Like: "MPI_Gather", Args: "root recv send -> -"},
			{Name: "AllGather{T}", Like: "MPI_Allgather", Args: "recv send -> -"},
			{Name: "Scatter{T}", Like: "MPI_Scatter", Args: "root recv send -> -"},
		}),
	},
	{
		Paths: []string{"github.com/cpmech/gosl/mpi"},
		Types: []string{"", "C", "I"},
		Calls: join(common, []BoundCall{
			{Name: "Send{T}", Like: "MPI_Send", Args: "send peer"},
			{Name: "Recv{T}", Like: "MPI_Recv", Args: "recv peer"},
			{Name: "SendOne", Like: "MPI_Send", Args: "copied peer"}, {Name: "SendOneI", Like: "MPI_Send", Args: "copied peer"},
			{Name: "RecvOne", Like: "MPI_Recv", Args: "peer -> copied"}, {Name: "RecvOneI", Like: "MPI_Recv", Args: "peer -> copied"},
			{Name: "BcastFromRoot{T}", Like: "MPI_Bcast", Args: "both", Root0: true},
			{Name: "ReduceSum{T}", Like: "MPI_Reduce", Args: "recv send", Root0: true},
			{Name: "AllReduceSum{T}", Like: "MPI_Allreduce", Args: "recv send"},
			{Name: "AllReduceMin{T}", Like: "MPI_Allreduce", Args: "recv send"},
			{Name: "AllReduceMax{T}", Like: "MPI_Allreduce", Args: "recv send"},
			{Name: "DblSend", Like: "MPI_Send", Args: "send peer"}, {Name: "DblRecv", Like: "MPI_Recv", Args: "recv peer"},
			{Name: "IntSend", Like: "MPI_Send", Args: "send peer"}, {Name: "IntRecv", Like: "MPI_Recv", Args: "recv peer"},
		}),
	},
	{
		Paths: []string{"github.com/mnlphlp/gompi", "github.com/mnlphlp/gompi/comm", "github.com/mvneves/gompi"},
		Calls: join(common, []BoundCall{
			{Name: "Send", Like: "MPI_Send", Args: "send peer - -> -"},
			{Name: "Recv", Like: "MPI_Recv", Args: "recv peer - -> -", Grows: true},
			{Name: "Bcast", Like: "MPI_Bcast", Args: "both root -> -"},
		}),
	},
	{
		Paths: []string{"github.com/marcusthierfelder/mpi"},
		Types: []string{"", "_int", "_int32", "_int64", "_float32", "_float64", "_byte", "_uint8", "_complex128"},
		Calls: join(common, []BoundCall{
			{Name: "Comm_rank", Args: "comm -> rank"}, {Name: "Comm_size", Args: "comm -> size"},
			{Name: "Send{T}", Like: "MPI_Send", Args: "send peer - comm"},
			{Name: "Recv{T}", Like: "MPI_Recv", Args: "recv peer - comm"},
			{Name: "Isend{T}", Like: "MPI_Isend", Args: "send peer - comm req"},
			{Name: "Irecv{T}", Like: "MPI_Irecv", Args: "recv peer - comm req"},
			{Name: "Bcast{T}", Like: "MPI_Bcast", Args: "both root comm"},
			{Name: "Allreduce{T}", Like: "MPI_Allreduce", Args: "send recv - comm"},
			{Name: "Alltoall{T}", Like: "MPI_Alltoall", Args: "send recv comm"},
		}),
		COrder: true,
	},
	{
		Paths: []string{"github.com/JohannWeging/go-mpi/...", "github.com/yoo/go-mpi/...", "github.com/adk9/go-mpi/..."},
		Calls: []BoundCall{
			{Name: "Comm_rank", Args: "comm -> rank -"}, {Name: "Comm_size", Args: "comm -> size -"},
			{Name: "Comm_dup", Like: "MPI_Comm_dup", Args: "comm -> new -"},
			{Name: "Comm_split", Like: "MPI_Comm_split", Args: "comm - - -> new -"},
			{Name: "Comm_create", Like: "MPI_Comm_create", Args: "comm - -> new -"},
			{Name: "Comm_free", Like: "MPI_Comm_free", Args: "obj -> -"},
			{Name: "Abort", Halts: true},
		},
		COrder: true,
	},
}

func join(lists ...[]BoundCall) []BoundCall {
	var out []BoundCall
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// bindingNames are the names that bindings give to constants of MPI, in capitals and without underscores.
var bindingNames = map[string]string{
	"COMMWORLD": "MPI_COMM_WORLD", "COMMSELF": "MPI_COMM_SELF", "COMMNULL": "MPI_COMM_NULL",
	"ANYSOURCE": "MPI_ANY_SOURCE", "ANYTAG": "MPI_ANY_TAG", "PROCNULL": "MPI_PROC_NULL", "INPLACE": "MPI_IN_PLACE",
	"REQUESTNULL": "MPI_REQUEST_NULL", "STATUSIGNORE": "MPI_STATUS_IGNORE", "STATUSESIGNORE": "MPI_STATUSES_IGNORE",
}

// elemSizes gives the bytes of one element of predefined datatypes on 64-bit machines.
var elemSizes = map[string]int64{
	"MPI_CHAR": 1, "MPI_SIGNED_CHAR": 1, "MPI_UNSIGNED_CHAR": 1, "MPI_BYTE": 1, "MPI_PACKED": 1, "MPI_C_BOOL": 1,
	"MPI_SHORT": 2, "MPI_UNSIGNED_SHORT": 2, "MPI_INT": 4, "MPI_UNSIGNED": 4, "MPI_LONG": 8, "MPI_UNSIGNED_LONG": 8,
	"MPI_LONG_LONG": 8, "MPI_LONG_LONG_INT": 8, "MPI_UNSIGNED_LONG_LONG": 8, "MPI_FLOAT": 4, "MPI_DOUBLE": 8,
	"MPI_LONG_DOUBLE": 16, "MPI_INT8_T": 1, "MPI_INT16_T": 2, "MPI_INT32_T": 4, "MPI_INT64_T": 8, "MPI_UINT8_T": 1,
	"MPI_UINT16_T": 2, "MPI_UINT32_T": 4, "MPI_UINT64_T": 8, "MPI_AINT": 8, "MPI_COUNT": 8, "MPI_OFFSET": 8,
	"MPI_C_COMPLEX": 8, "MPI_C_FLOAT_COMPLEX": 8, "MPI_C_DOUBLE_COMPLEX": 16, "MPI_COMPLEX": 8, "MPI_DOUBLE_COMPLEX": 16,
	"MPI_FLOAT_INT": 8, "MPI_DOUBLE_INT": 12, "MPI_2INT": 8, "MPI_WCHAR": 4,
}
