//go:build cgo

package lower

// classKind says how objects of a class are lowered.
type classKind uint8

const (
	plainClass     classKind = iota // members of its own, known from its definition
	opaqueClass                     // a library's class of which nothing is known
	containerClass                  // owns a block of elements: field #data
	mapClass                        // a container of pairs
	uniqueClass                     // owns what field #ptr points to
	sharedClass                     // shares it
	weakClass                       // points to it
	optionalClass                   // field #val holds the payload when field #set is not zero
	arrayClass                      // holds its elements inline
	tupleClass                      // pair and tuple
	viewClass                       // points to elements that another object owns: field #data
	iteratorClass                   // a pointer to an element
	functionClass                   // holds something that can be called
)

// Hidden fields of the classes above.
const (
	hiddenData = "#data"
	hiddenPtr  = "#ptr"
	hiddenVal  = "#val"
	hiddenSet  = "#set"
	hiddenLen  = "#len"
	hiddenCap  = "#cap"
)

// classTable lists the classes of the standard library, and widespread ones modelled after it, that are lowered by what
// they mean instead of by their bodies. Inline namespaces are left out of the names.
var classTable = map[string]classKind{
	"std::vector": containerClass, "std::deque": containerClass, "std::list": containerClass,
	"std::forward_list": containerClass, "std::basic_string": containerClass, "std::valarray": containerClass,
	"std::queue": containerClass, "std::stack": containerClass, "std::priority_queue": containerClass,
	"std::set": containerClass, "std::multiset": containerClass, "std::unordered_set": containerClass,
	"std::unordered_multiset": containerClass,
	"std::map":                mapClass, "std::multimap": mapClass, "std::unordered_map": mapClass,
	"std::unordered_multimap": mapClass,

	"boost::container::vector": containerClass, "boost::container::small_vector": containerClass,
	"boost::container::static_vector": arrayClass, "boost::container::deque": containerClass,
	"boost::container::string": containerClass, "boost::unordered_map": mapClass,
	"boost::container::flat_map": mapClass, "absl::InlinedVector": containerClass,
	"thrust::device_vector": containerClass, "thrust::host_vector": containerClass,
	"thrust::detail::vector_base": containerClass,

	"std::unique_ptr": uniqueClass, "std::auto_ptr": uniqueClass, "boost::scoped_ptr": uniqueClass,
	"boost::scoped_array": uniqueClass, "boost::movelib::unique_ptr": uniqueClass,
	"std::shared_ptr": sharedClass, "boost::shared_ptr": sharedClass, "boost::shared_array": sharedClass,
	"boost::intrusive_ptr": sharedClass,
	"std::weak_ptr":        weakClass, "boost::weak_ptr": weakClass,
	"std::reference_wrapper": weakClass, "boost::reference_wrapper": weakClass,

	"std::optional": optionalClass, "std::experimental::optional": optionalClass, "boost::optional": optionalClass,
	"std::array": arrayClass, "boost::array": arrayClass,
	"std::pair": tupleClass, "std::tuple": tupleClass,
	"std::span": viewClass, "std::basic_string_view": viewClass, "std::initializer_list": viewClass,
	"gsl::span": viewClass, "boost::span": viewClass, "std::mdspan": viewClass,
	"std::function": functionClass, "boost::function": functionClass, "std::move_only_function": functionClass,

	"__gnu_cxx::__normal_iterator": iteratorClass, "std::__wrap_iter": iteratorClass,
	"std::_Deque_iterator": iteratorClass, "std::_List_iterator": iteratorClass,
	"std::_List_const_iterator": iteratorClass, "std::_Fwd_list_iterator": iteratorClass,
	"std::_Fwd_list_const_iterator": iteratorClass, "std::_Rb_tree_iterator": iteratorClass,
	"std::_Rb_tree_const_iterator": iteratorClass, "std::__detail::_Node_iterator": iteratorClass,
	"std::__detail::_Node_const_iterator": iteratorClass, "std::__deque_iterator": iteratorClass,
	"std::__list_iterator": iteratorClass, "std::__list_const_iterator": iteratorClass,
	"std::__map_iterator": iteratorClass, "std::__map_const_iterator": iteratorClass,
	"std::__tree_iterator": iteratorClass, "std::__tree_const_iterator": iteratorClass,
	"std::__hash_map_iterator": iteratorClass, "std::__hash_map_const_iterator": iteratorClass,
	"std::reverse_iterator": iteratorClass, "std::move_iterator": iteratorClass,
}

// associative lists the containers whose elements an index does not name.
var associative = map[string]bool{
	"std::set": true, "std::multiset": true, "std::unordered_set": true, "std::unordered_multiset": true,
	"std::list": true, "std::forward_list": true,
}

// owner is the hidden field by which a class of this kind owns memory, "" if it owns none by itself.
func (k classKind) owner() string {
	switch k {
	case containerClass, mapClass:
		return hiddenData
	case uniqueClass, sharedClass:
		return hiddenPtr
	}
	return ""
}

// isPointer reports whether objects stand for a pointer held in field #ptr.
func (k classKind) isPointer() bool { return k == uniqueClass || k == sharedClass || k == weakClass }

// isContainer reports whether objects own a block of elements.
func (k classKind) isContainer() bool { return k == containerClass || k == mapClass }
