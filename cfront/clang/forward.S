/*
 * Every libclang function that the bindings call, as a jump through a slot that
 * forward.c fills once libclang is open. The linker so finds all of them in the
 * program itself: nothing depends on lazy binding, which hardened toolchains,
 * LD_BIND_NOW and musl turn off.
 */
#if defined(__APPLE__)
#define SYMBOL(n) _##n
#else
#define SYMBOL(n) n
#endif

#if defined(__x86_64__)
.macro jump name, slot
.globl \name
.p2align 4
\name:
	jmp *\slot(%rip)
.endm
#elif defined(__aarch64__) && defined(__APPLE__)
.macro jump name, slot
.globl \name
.p2align 2
\name:
	adrp x16, \slot@PAGE
	ldr x16, [x16, \slot@PAGEOFF]
	br x16
.endm
#elif defined(__aarch64__)
.macro jump name, slot
.globl \name
.p2align 2
\name:
	adrp x16, \slot
	ldr x16, [x16, :lo12:\slot]
	br x16
.endm
#elif defined(__riscv)
.macro jump name, slot
.globl \name
.p2align 2
\name:
	la t1, \slot
	ld t1, 0(t1)
	jr t1
.endm
#endif

#if defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
#define FORWARD(n) jump SYMBOL(n), SYMBOL(mpivet_slot_##n)
.text
#include "forward_names.h"
#endif

#if defined(__ELF__)
.section .note.GNU-stack,"",%progbits
#endif
