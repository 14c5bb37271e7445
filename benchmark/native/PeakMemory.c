/* Linked into a kernel with --wrap=malloc and --wrap=free: how many bytes it holds at
   most at a time. */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

void *__real_malloc(size_t);
void __real_free(void *);

static int64_t held, peak;

void *__wrap_malloc(size_t size) {
  void *buffer = __real_malloc(size);
  if (buffer)
    held += malloc_usable_size(buffer);
  if (held > peak)
    peak = held;
  return buffer;
}

void __wrap_free(void *buffer) {
  if (buffer)
    held -= malloc_usable_size(buffer);
  __real_free(buffer);
}

/* The most bytes held at a time since the last call. */
int64_t pad_bench_peak(void) {
  int64_t result = peak;
  peak = held;
  return result;
}
