#include <float.h>
#include <iso646.h>
#include <limits.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

_Static_assert(INT64_MAX == 9223372036854775807 && INT64_MIN + INT64_MAX == -1, "64 bits");
_Static_assert(UINT32_C(1) == 1u && sizeof(INT64_C(1)) == 8 && sizeof(intptr_t) == sizeof(void *), "sizes");
_Static_assert(CHAR_BIT == 8 && SCHAR_MIN == -128 && USHRT_MAX == 65535 && UINT_MAX == UINT32_MAX, "limits");
_Static_assert(LONG_MIN < 0 && ULLONG_MAX == UINT64_MAX && MB_LEN_MAX >= 1, "limits");
_Static_assert(FLT_RADIX == 2 && DBL_DIG == 15 && FLT_MANT_DIG == 24, "floating point");
_Static_assert(alignof(max_align_t) >= alignof(long double) && true and not false, "words");

#define __need_size_t
#include <stddef.h>

static atomic_int count;

noreturn void stop(void);

size_t sum(int n, ...) {
  va_list list;
  size_t total = 0;
  va_start(list, n);
  for (bool more = n > 0; more; more = --n > 0)
    total += va_arg(list, size_t);
  va_end(list);
  if (atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) < 0)
    stop();
  return total;
}
