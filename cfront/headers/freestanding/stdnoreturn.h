/* <stdnoreturn.h> */
#ifndef MPIVET_STDNORETURN_H
#define MPIVET_STDNORETURN_H

#define noreturn _Noreturn
#define __noreturn_is_defined 1

#endif
