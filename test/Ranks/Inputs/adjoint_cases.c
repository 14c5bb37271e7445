/* Random gradients of pads across ranks, each compared with a walk along the
 * axes of the result that adds to the source, one axis after the other (A2).
 *
 *   mpiexec -n RANKS adjoint_cases CASES SEED
 *
 * Each case runs on as many of the ranks as its grid has. Arrays end at a page
 * that cannot be accessed. */

#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CONSTANT, EDGE, REFLECT, SYMMETRIC, WRAP };
enum type { I8, F16, F32, F64, C32 };
/* Kernels that know their grid have up to LEAST_RANKS. */
enum { MOST_AXES = 3, LEAST_RANKS = 4, MOST_RANKS = 16 };
static const int bytes_of[] = {1, 2, 4, 8, 8};

struct numbers {
  int64_t extent[MOST_AXES], low[MOST_AXES], high[MOST_AXES],
      interior[MOST_AXES], grid[MOST_AXES];
};

struct pieces {
  int64_t gradient_offset[MOST_AXES], gradient[MOST_AXES],
      result_offset[MOST_AXES], result[MOST_AXES];
};

struct kernel {
  const char *text;
  int rank, modes[MOST_AXES];
  enum type type;
  /* Whether the kernel has these numbers. */
  int is_static;
  struct numbers numbers;
  void (*pieces)(int, const struct numbers *, struct pieces *);
  int (*make)(MPI_Comm, const struct numbers *, void **);
  int (*sum)(void *, const void *, void *);
  int (*end)(void *);
};

#include "kernels.h"

static uint64_t state;

static int64_t choose(int64_t least, int64_t most) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return least + (int64_t)(state % (uint64_t)(most - least + 1));
}

static int64_t dilate(int64_t extent, int64_t interior) {
  return extent == 0 ? 0 : (extent - 1) * (interior + 1) + 1;
}

/* The position of an axis of `extent` elements that `position` reads, one step
 * after the other from the end of the axis; -1 for the padding value. */
static int64_t walk(int mode, int64_t extent, int64_t position) {
  if (position >= 0 && position < extent)
    return position;
  if (mode == CONSTANT || extent == 0)
    return -1;
  int64_t at = position < 0 ? 0 : extent - 1, step = position < 0 ? -1 : 1;
  int64_t left = position < 0 ? -position : position - extent + 1;
  for (; left > 0 && mode != EDGE; --left) {
    if (at + step >= 0 && at + step < extent) {
      at += step;
    } else if (mode == WRAP) {
      at = step < 0 ? extent - 1 : 0;
    } else {
      step = -step;
      if (mode == REFLECT && extent > 1)
        at += step;
    }
  }
  return at;
}

/* A number as its type holds it, and as it is summed: f16 as f32 (A3). */
static double round_sum(enum type type, double number) {
  if (type == I8)
    return (int8_t)(int64_t)number;
  return type == F64 ? number : (double)(float)number;
}

static void store(enum type type, uint8_t *to, const double *parts) {
  if (type == I8)
    *to = (uint8_t)(int8_t)parts[0];
  _Float16 half = (_Float16)(float)parts[0];
  float single[2] = {(float)parts[0], (float)parts[1]};
  const void *from = type == F16   ? (void *)&half
                     : type == F64 ? (void *)parts
                                   : (void *)single;
  if (type != I8)
    memcpy(to, from, (size_t)bytes_of[type]);
}

/* Part `part` of element `number` of the gradient of case `seed`: numbers of
 * which sums depend on the order. */
static double make_number(enum type type, int64_t number, int part,
                          uint64_t seed) {
  uint64_t bits = ((uint64_t)number * 2 + (uint64_t)part + seed * 977 + 1) *
                  0x9E3779B97F4A7C15u;
  int64_t small = (int64_t)(bits >> 40) % 2001 - 1000;
  if (type == I8)
    return (double)(small % 128);
  double value = small == 0 ? -0.0 : (double)small * 0.37;
  if (bits & 1 << 20)
    value *= 300;
  return type == F16   ? (double)(_Float16)(value / 100)
         : type == F64 ? value / 3
                       : (double)(float)value;
}

struct array {
  uint8_t *data, *memory;
  size_t bytes;
};

/* `size` bytes in front of a page that cannot be accessed. */
static struct array allocate(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t inside = (size + page - 1) / page * page + page;
  struct array array;
  array.bytes = inside + page;
  array.memory =
      mmap(NULL, array.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (array.memory == MAP_FAILED ||
      mprotect(array.memory, inside, PROT_READ | PROT_WRITE) != 0)
    exit(1);
  memset(array.memory, 0x5A, inside);
  array.data = array.memory + inside - size;
  return array;
}

/* Numbers of a gradient by `kernel` on at most `most_ranks` ranks; the ranks.
 */
static int choose_numbers(const struct kernel *kernel, int most_ranks,
                          struct numbers *n) {
  int ranks = 1;
  if (kernel->is_static)
    *n = kernel->numbers;
  for (int axis = 0; axis < kernel->rank; ++axis) {
    if (!kernel->is_static) {
      int is_empty = choose(0, 9) == 0;
      n->grid[axis] = choose(1, most_ranks / ranks);
      n->extent[axis] = is_empty ? 0 : choose(1, kernel->rank > 2 ? 6 : 14);
      n->interior[axis] = choose(0, 2) ? 0 : choose(1, 2);
      int64_t extent = dilate(n->extent[axis], n->interior[axis]);
      int64_t most = choose(0, 3) ? 3 : kernel->rank > 2 ? 8 : 2 * extent + 3;
      int64_t least = -most / 2;
      /* C6: an empty axis extends nothing. */
      if (is_empty && kernel->modes[axis] != CONSTANT)
        most = 0;
      n->low[axis] = choose(least, most);
      n->high[axis] = choose(least, most);
    }
    ranks *= (int)n->grid[axis];
  }
  return ranks;
}

/* The gradient of the source, of all ranks; two numbers an element. */
static double *expect(const struct kernel *kernel, const struct numbers *n,
                      uint64_t seed) {
  int64_t shape[MOST_AXES], size = 1;
  for (int axis = 0; axis < kernel->rank; ++axis) {
    int64_t padded = n->low[axis] + dilate(n->extent[axis], n->interior[axis]) +
                     n->high[axis];
    shape[axis] = padded < 0 ? 0 : padded;
    size *= shape[axis];
  }
  double *from = calloc((size_t)size * 2 + 1, sizeof(double));
  for (int64_t i = 0; i < 2 * size; ++i)
    from[i] = make_number(kernel->type, i / 2, (int)(i % 2), seed);
  for (int axis = 0; axis < kernel->rank; ++axis) {
    int64_t outer = 1, inner = 1;
    for (int k = 0; k < axis; ++k)
      outer *= shape[k];
    for (int k = axis + 1; k < kernel->rank; ++k)
      inner *= shape[k];
    int64_t extent = n->extent[axis], step = n->interior[axis] + 1;
    double *to =
        calloc((size_t)(outer * extent * inner) * 2 + 1, sizeof(double));
    uint8_t *has_term = calloc((size_t)(outer * extent * inner) + 1, 1);
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < shape[axis]; ++i) {
        int64_t at = walk(kernel->modes[axis], dilate(extent, step - 1),
                          i - n->low[axis]);
        if (at < 0 || at % step != 0)
          continue;
        for (int64_t k = 0; k < inner; ++k) {
          int64_t place = (o * extent + at / step) * inner + k;
          for (int part = 0; part < 2; ++part) {
            double term = from[((o * shape[axis] + i) * inner + k) * 2 + part];
            double *sum = &to[place * 2 + part];
            *sum =
                has_term[place] ? round_sum(kernel->type, *sum + term) : term;
          }
          has_term[place] = 1;
        }
      }
    free(has_term);
    free(from);
    from = to;
    shape[axis] = extent;
  }
  return from;
}

/* Runs one case; whether the result of this rank is right. */
static int run_case(const struct kernel *kernel, const struct numbers *n,
                    int me, MPI_Comm comm, uint64_t seed, int64_t *compared) {
  struct pieces p;
  kernel->pieces(me, n, &p);
  int64_t gradient_size = 1, result_size = 1;
  for (int axis = 0; axis < kernel->rank; ++axis) {
    gradient_size *= p.gradient[axis];
    result_size *= p.result[axis];
  }
  int bytes = bytes_of[kernel->type], is_right = 1;
  struct array gradient = allocate((size_t)(gradient_size * bytes)),
               result = allocate((size_t)(result_size * bytes));
  for (int64_t i = 0; i < gradient_size; ++i) {
    int64_t at[MOST_AXES], rest = i, number = 0;
    for (int axis = kernel->rank; axis-- > 0; rest /= p.gradient[axis])
      at[axis] = rest % p.gradient[axis];
    for (int axis = 0; axis < kernel->rank; ++axis) {
      int64_t padded = n->low[axis] +
                       dilate(n->extent[axis], n->interior[axis]) +
                       n->high[axis];
      number = number * padded + p.gradient_offset[axis] + at[axis];
    }
    double parts[2] = {make_number(kernel->type, number, 0, seed),
                       make_number(kernel->type, number, 1, seed)};
    store(kernel->type, gradient.data + i * bytes, parts);
  }
  void *plan = NULL;
  int error = kernel->make(comm, n, &plan);
  for (int turn = 0; turn < 2 && error == 0; ++turn)
    error = kernel->sum(plan, gradient.data, result.data);
  if (error == 0)
    error = kernel->end(plan);
  if (error != 0) {
    printf("%s: error %d of MPI\n", kernel->text, error);
    is_right = 0;
  }
  double *expected = expect(kernel, n, seed);
  for (int64_t i = 0; i < result_size && is_right; ++i, ++*compared) {
    int64_t at[MOST_AXES], rest = i, number = 0;
    for (int axis = kernel->rank; axis-- > 0; rest /= p.result[axis])
      at[axis] = rest % p.result[axis];
    for (int axis = 0; axis < kernel->rank; ++axis)
      number = number * n->extent[axis] + p.result_offset[axis] + at[axis];
    uint8_t element[8];
    store(kernel->type, element, expected + number * 2);
    is_right = memcmp(element, result.data + i * bytes, (size_t)bytes) == 0;
    if (is_right)
      continue;
    printf("%s, rank %d: element %lld is wrong:", kernel->text, me,
           (long long)i);
    for (int axis = 0; axis < kernel->rank; ++axis)
      printf(" [extent %lld low %lld high %lld interior %lld grid %lld]",
             (long long)n->extent[axis], (long long)n->low[axis],
             (long long)n->high[axis], (long long)n->interior[axis],
             (long long)n->grid[axis]);
    printf("\n");
  }
  free(expected);
  munmap(gradient.memory, gradient.bytes);
  munmap(result.memory, result.bytes);
  return is_right;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int num_ranks, me;
  MPI_Comm_size(MPI_COMM_WORLD, &num_ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (argc != 3 || num_ranks < LEAST_RANKS || num_ranks > MOST_RANKS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm first_ranks[MOST_RANKS + 1];
  for (int n = 1; n <= num_ranks; ++n)
    MPI_Comm_split(MPI_COMM_WORLD, me < n, me, &first_ranks[n]);

  int num_kernels = sizeof kernels / sizeof *kernels, is_wrong = 0;
  int64_t num_cases = atoll(argv[1]), compared = 0, i = 0;
  for (; i < num_cases; ++i) {
    /* All ranks choose the same. Each kernel comes round. */
    state =
        (strtoull(argv[2], NULL, 10) + (uint64_t)i) * 0x9E3779B97F4A7C15u | 1;
    for (int skip = 0; skip < 8; ++skip)
      choose(0, 1);
    const struct kernel *kernel = &kernels[i % num_kernels];
    struct numbers numbers = {0};
    int ranks = choose_numbers(kernel, num_ranks, &numbers);
    if (me < ranks)
      is_wrong |= !run_case(kernel, &numbers, me, first_ranks[ranks],
                            (uint64_t)i, &compared);
  }
  MPI_Allreduce(MPI_IN_PLACE, &is_wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &compared, 1, MPI_INT64_T, MPI_SUM,
                MPI_COMM_WORLD);
  if (me == 0 && !is_wrong)
    printf("%lld cases: %lld elements are right\n", (long long)i,
           (long long)compared);
  MPI_Finalize();
  return is_wrong;
}
