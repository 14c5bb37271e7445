/* Calls each function of owned-results.test, and reports results that are in
   one buffer, in that of the argument, or that nobody wrote. Frees every
   result, as the README tells callers to; count-allocations.c then says whether
   that was right. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A memref<?xf32>, as MLIR passes it. */
struct memref {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

enum { most = 3 };

#ifdef OUT_PARAMS
#define TYPES_1 struct memref *
#define TYPES_2 TYPES_1, struct memref *
#define TYPES_3 TYPES_2, struct memref *
#define RESULTS_1 &results[0]
#define RESULTS_2 RESULTS_1, &results[1]
#define RESULTS_3 RESULTS_2, &results[2]
#define DECLARE(NAME, COUNT, SIZE)                                             \
  void _mlir_ciface_##NAME(struct memref *, bool, TYPES_##COUNT);
#define CALL(NAME, COUNT) _mlir_ciface_##NAME(&x, c, RESULTS_##COUNT)
#else
#define DECLARE(NAME, COUNT, SIZE)                                             \
  void _mlir_ciface_##NAME(struct memref *results, struct memref *x, bool c);
#define CALL(NAME, COUNT) _mlir_ciface_##NAME(results, &x, c)
#endif

/* MLIR makes no out-params of them. */
#ifdef OUT_PARAMS
#define STATIC_VIEWS(DO)
#else
#define STATIC_VIEWS(DO) DO(static_views, 2, 3)
#endif

/* Name, number of results, size of each. */
#define FUNCTIONS(DO)                                                          \
  DO(equal_pads, 2, 6)                                                         \
  DO(selected, 3, 6)                                                           \
  DO(argument, 2, 4)                                                           \
  DO(maybe_argument, 2, 4)                                                     \
  DO(constants, 2, 4)                                                          \
  DO(views, 2, 3)                                                              \
  DO(casts, 3, 6)                                                              \
  DO(loop, 2, 4)                                                               \
  DO(returns, 2, 6)                                                            \
  DO(clone, 1, 4)                                                              \
  DO(clone_of_view, 1, 3)                                                      \
  DO(of_calls, 3, 6)                                                           \
  DO(of_views, 2, 3)                                                           \
  STATIC_VIEWS(DO)

FUNCTIONS(DECLARE)

static float at(const struct memref *m, int64_t i) {
  return m->aligned[m->offset + i * m->stride];
}

/* Prints the results. Whatever is done to one leaves the others as they are. */
static void check(const char *name, bool c, struct memref *results, int count,
                  int64_t size, const struct memref *x) {
  printf("%s(%d):", name, c);
  for (int r = 0; r < count; ++r) {
    printf(r ? " |" : "");
    if (results[r].size != size)
      printf(" has %d elements", (int)results[r].size);
    for (int64_t i = 0; i < size; ++i) {
      printf(" %g", at(&results[r], i));
      results[r].aligned[results[r].offset + i * results[r].stride] = -2;
    }
    for (int q = 0; q < r; ++q)
      if (results[q].allocated == results[r].allocated)
        printf(" is in the buffer of result %d", q);
    if (results[r].allocated == x->allocated)
      printf(" is in the buffer of the argument");
  }
  for (int64_t i = 0; i < x->size; ++i)
    if (at(x, i) != (float)(i + 1))
      printf(" changes the argument");
  printf("\n");
  fflush(stdout);
  for (int r = 0; r < count; ++r)
    free(results[r].allocated);
}

/* With out-params, a buffer that nobody has written; nothing else. */
static struct memref make(int64_t size) {
  struct memref result = {NULL, NULL, 0, size, 1};
#ifdef OUT_PARAMS
  result.allocated = result.aligned = malloc(size * sizeof(float));
  for (int64_t i = 0; i < size; ++i)
    result.aligned[i] = -1;
#endif
  return result;
}

#define CHECK(NAME, COUNT, SIZE)                                               \
  for (int c = 0; c < 2; ++c) {                                                \
    float data[] = {1, 2, 3, 4};                                               \
    struct memref x = {data, data, 0, 4, 1};                                   \
    struct memref results[most];                                               \
    for (int r = 0; r < COUNT; ++r)                                            \
      results[r] = make(SIZE);                                                 \
    CALL(NAME, COUNT);                                                         \
    check(#NAME, c, results, COUNT, SIZE, &x);                                 \
  }

int main(void) {
  FUNCTIONS(CHECK)
  return 0;
}
