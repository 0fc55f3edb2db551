/* <stddef.h>. The C library asks for single names by defining __need_NAME
 * before it includes this header, as often as it likes; only the full header
 * has a guard. */
#if defined(__need_ptrdiff_t) || defined(__need_size_t) || defined(__need_wchar_t) || \
    defined(__need_NULL) || defined(__need_wint_t) || defined(__need_max_align_t) || \
    defined(__need_offsetof)
#define MPIVET_STDDEF_PART
#else
#define __need_ptrdiff_t
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#define __need_max_align_t
#define __need_offsetof
#endif

#if defined(__need_ptrdiff_t) && !defined(MPIVET_PTRDIFF_T)
#define MPIVET_PTRDIFF_T
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#undef __need_ptrdiff_t

#if defined(__need_size_t) && !defined(MPIVET_SIZE_T)
#define MPIVET_SIZE_T
typedef __SIZE_TYPE__ size_t;
#endif
#undef __need_size_t

#if defined(__need_wchar_t) && !defined(MPIVET_WCHAR_T) && !defined(__cplusplus)
#define MPIVET_WCHAR_T
typedef __WCHAR_TYPE__ wchar_t;
#endif
#undef __need_wchar_t

#if defined(__need_wint_t) && !defined(MPIVET_WINT_T)
#define MPIVET_WINT_T
typedef __WINT_TYPE__ wint_t;
#endif
#undef __need_wint_t

#if defined(__need_NULL)
#undef NULL
#if defined(__cplusplus)
#define NULL __null
#else
#define NULL ((void *) 0)
#endif
#endif
#undef __need_NULL

#if defined(__need_offsetof)
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
#undef __need_offsetof

#if defined(__need_max_align_t) && !defined(MPIVET_MAX_ALIGN_T) && \
    ((defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L) || \
     (defined(__cplusplus) && __cplusplus >= 201103L))
#define MPIVET_MAX_ALIGN_T
typedef struct {
    long long mpivet_integer __attribute__((__aligned__(__alignof__(long long))));
    long double mpivet_real __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
#endif
#undef __need_max_align_t

#if !defined(MPIVET_STDDEF_PART) && defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
#undef unreachable
#define unreachable() __builtin_unreachable()
#endif
#undef MPIVET_STDDEF_PART
