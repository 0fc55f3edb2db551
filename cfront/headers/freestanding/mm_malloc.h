/* <mm_malloc.h>: the aligned allocator that comes with compilers for x86. */
#ifndef MPIVET_MM_MALLOC_H
#define MPIVET_MM_MALLOC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *_mm_malloc(size_t size, size_t alignment);
void _mm_free(void *ptr);
#ifdef __cplusplus
}
#endif

#endif
