/* The types of the arithmetic `lanes` and its builds, for headers: see lanes.h.
 *
 * The files of `lanes` are compiled once for each instruction set of EACH_LANES_BUILD, with names of their
 * own, so that a program takes the best that the machine has when it starts.  All of them give the same bits.
 * A file compiled for one build sees the names of that build, and of the build of `dual` for the same
 * instructions, DUAL(name), which gives it the matrices of Newton's method. */
#ifndef ASSAY_ARITHMETIC_LANES_TYPES_H
#define ASSAY_ARITHMETIC_LANES_TYPES_H

enum { LANES = 8 };

/* Of the machine that a file is compiled for. */
#if defined __AVX512F__
enum { VECTOR_BYTES = 64 };
#elif defined __AVX__
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 };
#endif

/* aligned: memory of the C library holds them. */
typedef double lanes_vector __attribute__((vector_size(64), aligned(16)));
typedef long long lanes_integers __attribute__((vector_size(64), aligned(16)));

#if defined LANES_V3
#define EACH_LANES(DECLARE) DECLARE(lanes_v3)
#define EACH_DUAL(DECLARE)  DECLARE(dual_v3)
#define DUAL(name)          name##_dual_v3
#elif defined LANES_V4
#define EACH_LANES(DECLARE) DECLARE(lanes_v4)
#define EACH_DUAL(DECLARE)  DECLARE(dual_v4)
#define DUAL(name)          name##_dual_v4
#else
#define EACH_LANES(DECLARE) DECLARE(lanes)
#define EACH_DUAL(DECLARE)  DECLARE(dual)
#define DUAL(name)          name##_dual
#endif

/* DECLARE for every build of this architecture. */
#if defined __x86_64__
#define EACH_LANES_BUILD(DECLARE) DECLARE(lanes) DECLARE(lanes_v3) DECLARE(lanes_v4)
#define EACH_DUAL_BUILD(DECLARE)  DECLARE(dual) DECLARE(dual_v3) DECLARE(dual_v4)
#else
#define EACH_LANES_BUILD(DECLARE) DECLARE(lanes)
#define EACH_DUAL_BUILD(DECLARE)  DECLARE(dual)
#endif

#define LANES_TYPES(A) typedef lanes_vector real_##A;
EACH_LANES_BUILD(LANES_TYPES)
#undef LANES_TYPES

#endif
