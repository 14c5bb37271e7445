/* Calls the kernels of guarded_kernels.py: guarded SEED TRIALS. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define VALGRIND_MAKE_MEM_NOACCESS(address, size) (void)0
#define VALGRIND_MAKE_MEM_DEFINED(address, size) (void)0
#endif

#include "kernels.h"

struct Kernel {
  void (*call)(const void *source, void *result);
  const int32_t *reads;
  int64_t source, padded;
  int type, isAdjoint;
};
#include "kernels.inc"

static const int64_t kBytes[] = {1, 2, 4, 8};
enum { kPage = 4096 };

/* Memory of `size` bytes between two pages that are not accessible. */
struct Region {
  unsigned char *begin, *data;
  size_t bytes, size;
};

static struct Region makeRegion(size_t size, size_t elementBytes) {
  struct Region region;
  region.size = size;
  region.bytes = (size + 64 + kPage - 1) / kPage * kPage;
  unsigned char *all = mmap(0, region.bytes + 2 * kPage, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  region.begin = all + kPage;
  if (all == MAP_FAILED ||
      mprotect(region.begin, region.bytes, PROT_READ | PROT_WRITE))
    abort();
  memset(region.begin, 0xA5, region.bytes);
  /* At the end, or some elements behind the beginning. */
  if (rand() % 2)
    region.data = region.begin + region.bytes - size;
  else
    region.data = region.begin + rand() % (64 / elementBytes) * elementBytes;
  return region;
}

/* Hides all but the data, or shows all, to valgrind. */
static void hide(struct Region region) {
  VALGRIND_MAKE_MEM_NOACCESS(region.begin, region.data - region.begin);
  VALGRIND_MAKE_MEM_NOACCESS(region.data + region.size,
                             region.begin + region.bytes - region.data -
                                 region.size);
}
static void show(struct Region region) {
  VALGRIND_MAKE_MEM_DEFINED(region.begin, region.data - region.begin);
  VALGRIND_MAKE_MEM_DEFINED(region.data + region.size,
                            region.begin + region.bytes - region.data -
                                region.size);
}

static int hasOnlyData(struct Region region) {
  for (unsigned char *at = region.begin; at < region.begin + region.bytes; ++at)
    if ((at < region.data || at >= region.data + region.size) && *at != 0xA5)
      return 0;
  return 1;
}

static double get(int type, const void *data, int64_t at) {
  switch (type) {
  case 0:
    return ((const int8_t *)data)[at];
  case 1:
    return ((const int16_t *)data)[at];
  case 2:
    return ((const float *)data)[at];
  default:
    return ((const int64_t *)data)[at];
  }
}

static void set(int type, void *data, int64_t at, int64_t value) {
  switch (type) {
  case 0:
    ((int8_t *)data)[at] = value;
    break;
  case 1:
    ((int16_t *)data)[at] = value;
    break;
  case 2:
    ((float *)data)[at] = value;
    break;
  default:
    ((int64_t *)data)[at] = value;
  }
}

static int run(int number) {
  struct Kernel kernel = kernels[number];
  int64_t bytes = kBytes[kernel.type];
  int64_t inputs = kernel.isAdjoint ? kernel.padded : kernel.source;
  int64_t outputs = kernel.isAdjoint ? kernel.source : kernel.padded;
  struct Region x = makeRegion(inputs * bytes, bytes);
  struct Region r = makeRegion(outputs * bytes, bytes);
  for (int64_t i = 0; i < inputs; ++i)
    set(kernel.type, x.data, i, i % 100 + 1);
  double *expected = calloc(outputs + 1, sizeof(double));
  for (int64_t i = 0; i < kernel.padded; ++i) {
    int32_t read = kernel.reads[i];
    if (kernel.isAdjoint && read >= 0)
      expected[read] += get(kernel.type, x.data, i);
    else if (!kernel.isAdjoint)
      expected[i] = read < 0 ? 0 : get(kernel.type, x.data, read);
  }
  hide(x);
  hide(r);
  kernel.call(x.data, r.data);
  show(x);
  show(r);
  int isRight = hasOnlyData(x) && hasOnlyData(r);
  if (!isRight)
    printf("k%d: bytes around the arrays were written\n", number);
  for (int64_t i = 0; isRight && i < outputs; ++i)
    if (get(kernel.type, r.data, i) != expected[i]) {
      printf("k%d: element %ld is %g, and not %g\n", number, (long)i,
             get(kernel.type, r.data, i), expected[i]);
      isRight = 0;
    }
  for (int64_t i = 0; isRight && i < inputs; ++i)
    isRight = get(kernel.type, x.data, i) == i % 100 + 1;
  free(expected);
  munmap(x.begin - kPage, x.bytes + 2 * kPage);
  munmap(r.begin - kPage, r.bytes + 2 * kPage);
  return isRight;
}

int main(int argc, char **argv) {
  srand(atoi(argv[1]));
  int calls = 0;
  for (int trial = 0; trial < atoi(argv[2]); ++trial)
    for (size_t number = 0; number < sizeof(kernels) / sizeof(*kernels);
         ++number, ++calls)
      if (!run(number))
        return 1;
  printf("%d calls\n", calls);
  return 0;
}
