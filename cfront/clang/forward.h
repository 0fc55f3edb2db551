#ifndef MPIVET_FORWARD_H
#define MPIVET_FORWARD_H

/* Points every forwarded libclang function at the one of an opened library. */
void mpivet_forward(void *library);

#endif
