/* Calls the kernels of guarded_kernels.py: guarded SEED CALLS. */

#define _GNU_SOURCE
#include <math.h>
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

enum { kAxes = 4, kPage = 4096, kMostElements = 20000 };
enum Mode { Constant, Edge, Reflect, Symmetric, Wrap };
enum Type { I1, I4, I8, I16, I32, I64, F8, F16, BF16, F32, F64, C32, C64 };

struct Numbers {
  int64_t extent, low, high, interior;
};
struct Axis {
  enum Mode mode;
  int isPeriodic;
  struct Numbers numbers;
  struct {
    int extent, low, high, interior;
  } isUnknown;
};
/* `padded` has the extents of the result of the pad. */
struct Kernel {
  void (*call)(const void *x, const struct Numbers *numbers,
               const int64_t *padded, const void *value, void *r);
  void (*shape)(const struct Numbers *numbers, const int64_t *padded,
                const void *value, int64_t *extents);
  int rank;
  enum Type type;
  int64_t bytes;
  int isAdjoint, hasValue;
  struct Axis axes[kAxes];
};
#include "kernels.inc"

static int64_t draw(int64_t from, int64_t to) {
  return from + rand() % (to - from + 1);
}

/* Memory of `size` bytes between two pages that are not accessible. */
struct Region {
  unsigned char *begin, *data;
  size_t bytes, size;
};

/* Takes memory of at least `capacity` bytes. */
static struct Region makeRegion(size_t capacity) {
  struct Region region;
  region.data = 0;
  region.size = 0;
  region.bytes = (capacity + 64 + kPage - 1) / kPage * kPage;
  unsigned char *all = mmap(0, region.bytes + 2 * kPage, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  region.begin = all + kPage;
  if (all == MAP_FAILED ||
      mprotect(region.begin, region.bytes, PROT_READ | PROT_WRITE))
    abort();
  memset(region.begin, 0xA5, region.bytes);
  return region;
}

/* Puts `size` bytes at the end of the memory, or some elements behind its
   beginning. What was there before becomes bytes around data again. */
static void place(struct Region *region, size_t size, size_t elementBytes) {
  if (region->data)
    memset(region->data, 0xA5, region->size);
  region->size = size;
  if (rand() % 2)
    region->data = region->begin + region->bytes - size;
  else
    region->data = region->begin + rand() % (64 / elementBytes) * elementBytes;
}

/* The bytes around the data that are looked at. */
enum { kAround = 1024 };
static unsigned char *firstAround(struct Region region) {
  return region.data - region.begin > kAround ? region.data - kAround
                                              : region.begin;
}
static unsigned char *lastAround(struct Region region) {
  unsigned char *end = region.begin + region.bytes;
  unsigned char *behind = region.data + region.size;
  return end - behind > kAround ? behind + kAround : end;
}

/* Hides all but the data, or shows all, to valgrind. */
static void hide(struct Region region) {
  unsigned char *end = region.data + region.size;
  VALGRIND_MAKE_MEM_NOACCESS(region.begin, region.data - region.begin);
  VALGRIND_MAKE_MEM_NOACCESS(end, region.begin + region.bytes - end);
}
static void show(struct Region region) {
  unsigned char *end = region.data + region.size;
  VALGRIND_MAKE_MEM_DEFINED(region.begin, region.data - region.begin);
  VALGRIND_MAKE_MEM_DEFINED(end, region.begin + region.bytes - end);
}

static int hasOnlyData(struct Region region) {
  for (unsigned char *at = firstAround(region); at < region.data; ++at)
    if (*at != 0xA5)
      return 0;
  for (unsigned char *at = region.data + region.size; at < lastAround(region);
       ++at)
    if (*at != 0xA5)
      return 0;
  return 1;
}

static int64_t getDilated(struct Numbers n) {
  return n.extent ? (n.extent - 1) * (n.interior + 1) + 1 : 0;
}

static int64_t getPadded(struct Numbers n) {
  int64_t extent = n.low + getDilated(n) + n.high;
  return extent > 0 ? extent : 0;
}

static int64_t getRemainder(int64_t j, int64_t period) {
  int64_t remainder = j % period;
  return remainder < 0 ? remainder + period : remainder;
}

/* The source index that result index `i` reads, or -1. */
static int64_t getRead(enum Mode mode, struct Numbers n, int64_t i) {
  int64_t j = i - n.low, d = getDilated(n), m;
  if (d == 0)
    return -1;
  if (j < 0 || j >= d) {
    switch (mode) {
    case Constant:
      return -1;
    case Edge:
      j = j < 0 ? 0 : d - 1;
      break;
    case Reflect:
      m = d == 1 ? 0 : getRemainder(j, 2 * (d - 1));
      j = m < d ? m : 2 * (d - 1) - m;
      break;
    case Symmetric:
      m = getRemainder(j, 2 * d);
      j = m < d ? m : 2 * d - 1 - m;
      break;
    case Wrap:
      j = getRemainder(j, d);
    }
  }
  return j % (n.interior + 1) ? -1 : j / (n.interior + 1);
}

/* Whether the axis keeps C2, C5 and C6. */
static int isValid(struct Axis axis, struct Numbers n) {
  if (n.interior < 0)
    return 0;
  int64_t d = getDilated(n);
  if (axis.mode != Constant && d == 0 && n.low + n.high > 0)
    return 0;
  if (axis.isPeriodic || (axis.mode != Reflect && axis.mode != Symmetric))
    return 1;
  int64_t limit = axis.mode == Reflect ? d - 1 : d;
  limit = limit < 0 ? 0 : limit;
  return n.low <= limit && n.high <= limit;
}

/* Draws the unknown numbers of an axis; those of a valid call are drawn until
   they keep the constraints, or are the ones that the kernel was made of. */
static struct Numbers drawNumbers(struct Axis axis, int64_t most, int isCalm) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    struct Numbers n = axis.numbers;
    if (axis.isUnknown.extent)
      n.extent = draw(0, rand() % 4 ? most : 3);
    int64_t pads = rand() % 3 ? 4 : most;
    if (axis.isUnknown.low)
      n.low = draw(-pads, pads);
    if (axis.isUnknown.high)
      n.high = draw(-pads, pads);
    if (axis.isUnknown.interior)
      n.interior = rand() % 3 ? 0 : draw(isCalm ? 0 : -3, 3);
    if (!isCalm || isValid(axis, n))
      return n;
  }
  return axis.numbers;
}

static void fill(enum Type type, void *data, int64_t bytes) {
  for (int64_t i = 0; i < bytes; ++i)
    ((unsigned char *)data)[i] = type == I1   ? rand() % 2
                                 : type == I4 ? rand() % 16
                                              : rand() % 256;
}

static int64_t round16(enum Type type, float sum) {
  uint32_t bits;
  memcpy(&bits, &sum, 4);
  if (type == BF16)
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  _Float16 rounded = sum;
  uint16_t half;
  memcpy(&half, &rounded, 2);
  return half;
}

/* Writes the number, which is small and whole, as an element. */
static void set(enum Type type, void *at, int64_t number) {
  float single = number;
  double twice = number;
  int64_t bits = type == F16 || type == BF16 ? round16(type, single) : number;
  memcpy(at,
         type == F32   ? (void *)&single
         : type == F64 ? (void *)&twice
                       : (void *)&bits,
         type == F64 || type == I64   ? 8
         : type == F32 || type == I32 ? 4
         : type == I8                 ? 1
                                      : 2);
}

static struct Region inputs, outputs;
static int calls[2];

static int run(const struct Kernel *kernel, int number) {
  /* Of three calls with unknown numbers, one breaks constraints if it can. */
  int isCalm = kernel->isAdjoint || !kernel->shape || rand() % 3;
  struct Numbers numbers[kAxes];
  int64_t padded[kAxes], *reads[kAxes], sourceCount = 1, paddedCount = 1;
  int isRight = 1, isAllValid = 1;
  unsigned char value[16] = {0};
  fill(kernel->type, value, kernel->hasValue ? kernel->bytes : 0);
  int64_t rest = kMostElements;
  for (int a = kernel->rank; a-- > 0;) {
    int isLast = a + 1 == kernel->rank;
    int64_t most = isLast ? (rand() % 4 ? 70 : 600) : rand() % 3 ? 5 : 12;
    numbers[a] = drawNumbers(kernel->axes[a], most, isCalm);
    isAllValid &= isValid(kernel->axes[a], numbers[a]);
    if (getPadded(numbers[a]) > rest || numbers[a].extent > rest)
      numbers[a] = kernel->axes[a].numbers;
    sourceCount *= numbers[a].extent;
    padded[a] = getPadded(numbers[a]);
    rest /= 1 + (padded[a] > numbers[a].extent ? padded[a] : numbers[a].extent);
  }
  if (kernel->shape) {
    int64_t extents[kAxes];
    kernel->shape(numbers, padded, value, extents);
    for (int a = 0; a < kernel->rank; ++a) {
      if (kernel->isAdjoint) {
        isRight &= extents[a] == numbers[a].extent;
      } else if (!isAllValid) {
        if (extents[a] < 0 || extents[a] > kMostElements)
          return 1;
        padded[a] = extents[a];
      } else {
        isRight &= extents[a] == padded[a];
      }
    }
    if (!isRight) {
      printf("k%d: the shape is another one\n", number);
      return 0;
    }
  }
  for (int a = 0; a < kernel->rank; ++a)
    paddedCount *= padded[a];
  if (paddedCount > 4 * kMostElements || sourceCount > 4 * kMostElements)
    return 1;
  ++calls[isAllValid];

  int64_t bytes = kernel->bytes;
  int64_t inputCount = kernel->isAdjoint ? paddedCount : sourceCount;
  int64_t outputCount = kernel->isAdjoint ? sourceCount : paddedCount;
  place(&inputs, inputCount * bytes, bytes);
  place(&outputs, outputCount * bytes, bytes);
  if (kernel->isAdjoint)
    for (int64_t i = 0; i < inputCount; ++i)
      set(kernel->type, inputs.data + i * bytes, i % 7 + 1);
  else
    fill(kernel->type, inputs.data, inputCount * bytes);
  unsigned char *before = malloc(inputCount * bytes + 1);
  memcpy(before, inputs.data, inputCount * bytes);
  hide(inputs);
  hide(outputs);
  kernel->call(inputs.data, numbers, padded, value, outputs.data);
  show(inputs);
  show(outputs);
  if (!hasOnlyData(inputs) || !hasOnlyData(outputs) ||
      memcmp(before, inputs.data, inputCount * bytes)) {
    printf("k%d: bytes around the arrays were written\n", number);
    isRight = 0;
  }
  free(before);

  int64_t *sums = kernel->isAdjoint ? calloc(outputCount + 1, 8) : 0;
  int64_t index[kAxes] = {0};
  for (int a = 0; isAllValid && a < kernel->rank; ++a) {
    reads[a] = malloc(padded[a] * 8 + 8);
    for (int64_t i = 0; i < padded[a]; ++i)
      reads[a][i] = getRead(kernel->axes[a].mode, numbers[a], i);
  }
  for (int64_t i = 0; isRight && isAllValid && i < paddedCount; ++i) {
    int64_t read = 0;
    for (int a = 0; a < kernel->rank; ++a) {
      int64_t source = reads[a][index[a]];
      read = read < 0 || source < 0 ? -1 : read * numbers[a].extent + source;
    }
    if (kernel->isAdjoint && read >= 0)
      sums[read] += i % 7 + 1;
    const void *expected = read < 0 ? value : inputs.data + read * bytes;
    if (!kernel->isAdjoint &&
        memcmp(outputs.data + i * bytes, expected, bytes)) {
      printf("k%d: element %ld is wrong\n", number, (long)i);
      isRight = 0;
    }
    for (int a = kernel->rank; a-- > 0 && ++index[a] == padded[a];)
      index[a] = 0;
  }
  for (int64_t i = 0; isRight && sums && i < outputCount; ++i) {
    unsigned char expected[16];
    set(kernel->type, expected, sums[i]);
    if (memcmp(outputs.data + i * bytes, expected, bytes)) {
      printf("k%d: element %ld of the adjoint is wrong\n", number, (long)i);
      isRight = 0;
    }
  }
  for (int a = 0; isAllValid && a < kernel->rank; ++a)
    free(reads[a]);
  free(sums);
  for (int a = 0; !isRight && a < kernel->rank; ++a)
    printf("  axis %d: extent %ld low %ld high %ld interior %ld\n", a,
           (long)numbers[a].extent, (long)numbers[a].low, (long)numbers[a].high,
           (long)numbers[a].interior);
  return isRight;
}

int main(int argc, char **argv) {
  srand(atoi(argv[1]));
  inputs = makeRegion(64 * kMostElements);
  outputs = makeRegion(64 * kMostElements);
  int count = sizeof(kernels) / sizeof(*kernels);
  for (int i = 0; i < atoi(argv[2]); ++i)
    if (!run(&kernels[i % count], i % count))
      return 1;
  printf("%d calls, and %d with numbers that break a rule\n", calls[1],
         calls[0]);
  return 0;
}
