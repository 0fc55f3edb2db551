// Every header of the C library after ours, and the constants in the places
// where programs put them.
#include <mpi.h>
#include <omp.h>
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <mm_malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
#if __STDC_VERSION__ >= 201112L
#include <stdatomic.h>
#include <stdnoreturn.h>
#include <threads.h>
#include <uchar.h>
#endif
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

#if !defined(MPI_INT64_T) || !defined(MPI_IN_PLACE) || MPI_VERSION < 4
#error "constants are macros"
#endif

static const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_DATATYPE_NULL};
static MPI_Comm comm = MPI_COMM_WORLD;
static MPI_Request request = MPI_REQUEST_NULL;
static void *const bottom = MPI_BOTTOM;
static int ranks[MPI_MAX_PROCESSOR_NAME];

static int keyval(void) {
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
  return key;
}

static void sum(void *in, void *inout, int *len, MPI_Datatype *type) {
  (void)in, (void)inout, (void)len, (void)type;
}

int mpi(double *data, int n) {
  MPI_Status status;
  MPI_Op op = MPI_OP_NULL;
  MPI_Recv(data, n, types[1], MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
  MPI_Recv(data, n, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, comm, MPI_STATUS_IGNORE);
  MPI_Op_create(sum, 1, &op);
  PMPI_Allreduce(MPI_IN_PLACE, data, n, MPI_DOUBLE, op, comm);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  MPI_Bcast_c(bottom, (MPI_Count)n, MPI_BYTE, 0, comm);
  switch (status.MPI_ERROR) {
  case MPI_SUCCESS:
  case MPI_ERR_TRUNCATE:
    return ranks[0];
  }
  return comm == MPI_COMM_NULL ? keyval() : MPI_UNDEFINED;
}

#if __STDC_VERSION__ >= 201112L
static atomic_int counter;
static atomic_flag flag = ATOMIC_FLAG_INIT;

int atomics(void) {
  max_align_t largest;
  alignas(sizeof largest) char c = 0;
  return atomic_fetch_add(&counter, 1) + atomic_flag_test_and_set(&flag) + c;
}
#endif

long long compiler(const char *format, ...) {
  va_list list, copy;
  va_start(list, format);
  va_copy(copy, list);
  int x = va_arg(list, int);
  va_end(copy);
  va_end(list);
  size_t n = SIZE_MAX;
  ptrdiff_t d = (ptrdiff_t)offsetof(MPI_Status, MPI_TAG);
  wchar_t w = L'a';
  bool b = true and x;
  int64_t big = INT64_MAX;
  double e = DBL_EPSILON + FLT_MAX;
  free(_mm_malloc(n, 64));
  return b + d + w + big + LLONG_MAX + INT_MIN + (e > 0) + omp_get_thread_num();
}
