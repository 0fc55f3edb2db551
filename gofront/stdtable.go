package gofront

// stdEffects says what functions of the standard library do with memory, where that matters. A function that is not
// listed keeps nothing it is given, and what it returns is unknown. The first word is the effect, numbers are arguments
// (the receiver is argument 0):
//
//	fresh          the first result is new memory
//	append N       the first result is N's memory while it lasts, else new memory
//	alias N        the first result is N's memory
//	keep N …       N ends up where nobody follows
//	fill N         what N points to is overwritten
//	put N M        the cell behind N takes M
//	get N          the first result is what was put there
//	once N M       calls M unless N has done so before
//	each M         calls M any number of times, one after another
//	go M           calls M asynchronously
//	writer N       the first result writes to N
//	write N        writes to what N writes to
var stdEffects = map[string]string{
	"slices.Clone": "fresh", "slices.Concat": "fresh", "slices.Repeat": "fresh", "slices.Collect": "fresh",
	"slices.Sorted": "fresh", "slices.SortedFunc": "fresh", "slices.SortedStableFunc": "fresh",
	"slices.Grow": "append 0", "slices.Insert": "append 0", "slices.Replace": "append 0", "slices.AppendSeq": "append 0",
	"slices.Clip": "alias 0", "slices.Compact": "alias 0", "slices.CompactFunc": "alias 0", "slices.Delete": "alias 0",
	"slices.DeleteFunc": "alias 0",

	"bytes.Clone": "fresh", "bytes.Join": "fresh", "bytes.Repeat": "fresh", "bytes.Map": "fresh", "bytes.ToUpper": "fresh",
	"bytes.ToLower": "fresh", "bytes.ToTitle": "fresh", "bytes.Title": "fresh", "bytes.Replace": "fresh",
	"bytes.ReplaceAll": "fresh", "bytes.ToValidUTF8": "fresh",
	"bytes.Trim": "alias 0", "bytes.TrimSpace": "alias 0", "bytes.TrimLeft": "alias 0", "bytes.TrimRight": "alias 0",
	"bytes.TrimPrefix": "alias 0", "bytes.TrimSuffix": "alias 0", "bytes.TrimFunc": "alias 0", "bytes.CutPrefix": "alias 0",
	"bytes.CutSuffix": "alias 0", "bytes.Cut": "alias 0",

	"strings.Clone": "fresh", "strings.Join": "fresh", "strings.Repeat": "fresh", "fmt.Sprintf": "fresh", "fmt.Sprint": "fresh",
	"fmt.Sprintln": "fresh", "fmt.Append": "append 0", "fmt.Appendf": "append 0", "fmt.Appendln": "append 0",
	"strconv.AppendInt": "append 0", "strconv.AppendUint": "append 0", "strconv.AppendFloat": "append 0",
	"strconv.AppendBool": "append 0", "strconv.AppendQuote": "append 0", "unicode/utf8.AppendRune": "append 0",
	"unicode/utf16.Encode": "fresh", "unicode/utf16.AppendRune": "append 0",

	"encoding/json.Marshal": "fresh", "encoding/json.MarshalIndent": "fresh", "encoding/xml.Marshal": "fresh",
	"encoding/xml.MarshalIndent": "fresh", "encoding/asn1.Marshal": "fresh", "encoding/hex.DecodeString": "fresh",
	"encoding/hex.EncodeToString": "fresh", "encoding/hex.AppendEncode": "append 0", "encoding/hex.AppendDecode": "append 0",
	"(*encoding/base64.Encoding).DecodeString": "fresh", "(*encoding/base64.Encoding).EncodeToString": "fresh",
	"(*encoding/base64.Encoding).AppendEncode": "append 1", "(*encoding/base64.Encoding).AppendDecode": "append 1",
	"encoding/binary.Append": "append 0", "encoding/binary.AppendUvarint": "append 0", "encoding/binary.AppendVarint": "append 0",
	"(encoding/binary.littleEndian).AppendUint16": "append 1", "(encoding/binary.littleEndian).AppendUint32": "append 1",
	"(encoding/binary.littleEndian).AppendUint64": "append 1", "(encoding/binary.bigEndian).AppendUint16": "append 1",
	"(encoding/binary.bigEndian).AppendUint32": "append 1", "(encoding/binary.bigEndian).AppendUint64": "append 1",
	"(encoding/binary.nativeEndian).AppendUint16": "append 1", "(encoding/binary.nativeEndian).AppendUint32": "append 1",
	"(encoding/binary.nativeEndian).AppendUint64":    "append 1",
	"(encoding/binary.AppendByteOrder).AppendUint16": "append 1", "(encoding/binary.AppendByteOrder).AppendUint32": "append 1",
	"(encoding/binary.AppendByteOrder).AppendUint64": "append 1",
	"(encoding.BinaryMarshaler).MarshalBinary":       "fresh", "(encoding.TextMarshaler).MarshalText": "fresh",
	"(time.Time).AppendFormat": "append 1", "(time.Time).MarshalBinary": "fresh", "(*math/big.Int).Bytes": "fresh",
	"(*math/big.Int).Append": "append 1", "(*math/big.Int).FillBytes": "alias 1",

	"encoding/json.Unmarshal": "fill 1", "encoding/xml.Unmarshal": "fill 1", "(*encoding/json.Decoder).Decode": "fill 1",
	"(*encoding/gob.Decoder).Decode": "fill 1", "(*encoding/xml.Decoder).Decode": "fill 1",

	"io.ReadAll": "fresh", "os.ReadFile": "fresh", "io/ioutil.ReadAll": "fresh", "io/ioutil.ReadFile": "fresh",
	"(*bufio.Reader).ReadBytes": "fresh",

	"bytes.NewBuffer": "writer 0", "bytes.NewBufferString": "writer",
	"encoding/gob.NewEncoder": "writer 0", "encoding/json.NewEncoder": "writer 0", "encoding/xml.NewEncoder": "writer 0",
	"bufio.NewWriter": "writer 0", "bufio.NewWriterSize": "writer 0", "compress/gzip.NewWriter": "writer 0",
	"compress/zlib.NewWriter": "writer 0", "compress/flate.NewWriter": "writer 0", "encoding/base64.NewEncoder": "writer 1",
	"encoding/hex.NewEncoder": "writer 0", "encoding/csv.NewWriter": "writer 0",
	"(*encoding/gob.Encoder).Encode": "write 0", "(*encoding/json.Encoder).Encode": "write 0",
	"(*encoding/xml.Encoder).Encode": "write 0", "(*bufio.Writer).Write": "write 0", "(*bufio.Writer).WriteString": "write 0",
	"(*bufio.Writer).WriteByte": "write 0", "(*bufio.Writer).Flush": "write 0", "(*compress/gzip.Writer).Write": "write 0",
	"(*compress/gzip.Writer).Close": "write 0", "(*compress/zlib.Writer).Write": "write 0", "(*compress/zlib.Writer).Close": "write 0",
	"(*compress/flate.Writer).Write": "write 0", "(*encoding/csv.Writer).Write": "write 0",
	"encoding/binary.Write": "grow 0", "fmt.Fprintf": "grow 0", "fmt.Fprint": "grow 0", "fmt.Fprintln": "grow 0",
	"io.Copy": "grow 0", "io.CopyN": "grow 0", "io.WriteString": "grow 0",

	"(*sync.Map).Store": "keep 1 2", "(*sync.Map).LoadOrStore": "keep 1 2", "(*sync.Map).Swap": "keep 1 2",
	"(*container/list.List).PushBack": "keep 1", "(*container/list.List).PushFront": "keep 1",
	"(*container/list.List).InsertBefore": "keep 1", "(*container/list.List).InsertAfter": "keep 1",
	"container/heap.Push": "keep 1", "context.WithValue": "keep 2", "(*expvar.Map).Set": "keep 2",
	"(*sync/atomic.Value).Store": "put 0 1", "(*sync/atomic.Value).Load": "get 0", "(*sync/atomic.Value).Swap": "keep 1",
	"(*sync/atomic.Value).CompareAndSwap": "keep 2",
	"(*sync/atomic.Pointer[T]).Store":     "put 0 1", "(*sync/atomic.Pointer[T]).Load": "get 0",
	"(*sync/atomic.Pointer[T]).Swap": "keep 1", "(*sync/atomic.Pointer[T]).CompareAndSwap": "keep 2",
	"sync/atomic.StorePointer": "keep 1", "sync/atomic.SwapPointer": "keep 1", "sync/atomic.CompareAndSwapPointer": "keep 2",

	"(*sync.Once).Do": "once 0 1", "(*sync.WaitGroup).Go": "go 1", "time.AfterFunc": "go 1",
	"(*golang.org/x/sync/errgroup.Group).Go": "go 1", "(*golang.org/x/sync/errgroup.Group).TryGo": "go 1",
	"path/filepath.Walk": "each 1", "path/filepath.WalkDir": "each 1", "io/fs.WalkDir": "each 2",
	"(*sync.Map).Range": "each 1", "(*container/ring.Ring).Do": "each 1", "(*flag.FlagSet).Visit": "each 1",
	"slices.SortFunc": "each 1", "slices.SortStableFunc": "each 1", "sort.Slice": "each 1", "sort.SliceStable": "each 1",
	"sort.Search": "each 1", "slices.IndexFunc": "each 1", "slices.ContainsFunc": "each 1",

	"reflect.ValueOf": "alias 0", "(reflect.Value).Pointer": "alias 0", "(reflect.Value).UnsafePointer": "alias 0",
	"(reflect.Value).UnsafeAddr": "alias 0", "(reflect.Value).Addr": "alias 0", "(reflect.Value).Interface": "alias 0",
	"(reflect.Value).Slice": "alias 0", "(reflect.Value).Bytes": "alias 0", "reflect.Indirect": "alias 0",
	"reflect.MakeSlice": "fresh", "reflect.New": "fresh", "reflect.Append": "append 0", "reflect.AppendSlice": "append 0",
	"runtime.KeepAlive": "",
}

// halting are the functions of the standard library that do not return.
var halting = map[string]bool{
	"os.Exit": true, "runtime.Goexit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "log.Panic": true,
	"log.Panicf": true, "log.Panicln": true, "(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true,
	"(*log.Logger).Fatalln": true, "(*log.Logger).Panic": true, "(*log.Logger).Panicf": true, "(*log.Logger).Panicln": true,
	"syscall.Exit": true, "(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
	"(testing.TB).Fatal": true, "(testing.TB).Fatalf": true, "(testing.TB).FailNow": true,
}

// stdRoots are the first path elements of the standard library.
var stdRoots = map[string]bool{
	"archive": true, "bufio": true, "bytes": true, "cmp": true, "compress": true, "container": true, "context": true,
	"crypto": true, "database": true, "debug": true, "embed": true, "encoding": true, "errors": true, "expvar": true,
	"flag": true, "fmt": true, "go": true, "hash": true, "html": true, "image": true, "index": true, "io": true, "iter": true,
	"log": true, "maps": true, "math": true, "mime": true, "net": true, "os": true, "path": true, "plugin": true,
	"reflect": true, "regexp": true, "runtime": true, "slices": true, "sort": true, "strconv": true, "strings": true,
	"structs": true, "sync": true, "syscall": true, "testing": true, "text": true, "time": true, "unicode": true,
	"unique": true, "unsafe": true, "weak": true, "internal": true, "vendor": true,
}
