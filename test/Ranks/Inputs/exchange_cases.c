/* Random pads across ranks, each compared with a walk along its axes.
 *
 *   mpiexec -n RANKS exchange_cases CASES SEED
 *
 * Each case runs on as many of the ranks as its grid has. Arrays end or begin
 * at a page that cannot be accessed. What a rank receives is counted: each
 * element that its result reads and that lies on another rank, once, in one
 * message from that rank. */

#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CONSTANT, EDGE, REFLECT, SYMMETRIC, WRAP };
/* Kernels that know their grid have up to LEAST_RANKS. */
enum { MOST_AXES = 4, LEAST_RANKS = 4, MOST_RANKS = 16, MOST_BYTES = 16 };

struct numbers {
  int64_t extent[MOST_AXES], low[MOST_AXES], high[MOST_AXES],
      interior[MOST_AXES], grid[MOST_AXES];
};

struct pieces {
  int64_t source_offset[MOST_AXES], source[MOST_AXES], result_offset[MOST_AXES],
      result[MOST_AXES];
};

struct kernel {
  const char *text;
  int rank, modes[MOST_AXES], bytes, in_place, has_interior, takes_value;
  /* Whether the kernel has some of these numbers, and this padding value. */
  int is_static;
  struct numbers numbers;
  uint8_t value[MOST_BYTES];
  void (*pieces)(int, const struct numbers *, struct pieces *);
  int (*make)(MPI_Comm, const struct numbers *, void **);
  int (*move)(void *, const void *, void *, const void *);
  int (*end)(void *);
};

#include "kernels.h"

/* What is received by the requests that were made since these were 0. */
static int64_t num_messages, num_bytes;

int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int source,
                  int tag, MPI_Comm comm, MPI_Request *request) {
  ++num_messages;
  num_bytes += count;
  return PMPI_Recv_init(buffer, count, type, source, tag, comm, request);
}

static uint64_t state;

static int64_t choose(int64_t least, int64_t most) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return least + (int64_t)(state % (uint64_t)(most - least + 1));
}

/* An interior pad below 0 counts as 0 (C2). */
static int64_t get_step(int64_t interior) {
  return interior < 0 ? 1 : interior + 1;
}

static int64_t dilate(int64_t extent, int64_t interior) {
  return extent == 0 ? 0 : (extent - 1) * get_step(interior) + 1;
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

/* Element `number` of the source of case `seed`; -1 is the padding value. */
static void write_element(uint8_t *to, int bytes, int64_t number,
                          uint64_t seed) {
  uint64_t bits = ((uint64_t)number + seed * 977) * 0x9E3779B97F4A7C15u;
  for (int i = 0; i < bytes; ++i)
    to[i] = (uint8_t)(bits >> (i * 5 % 56)) ^ (uint8_t)(i * 29);
}

struct array {
  uint8_t *data, *memory;
  size_t bytes;
};

/* `size` bytes in front of a page that cannot be accessed, or behind one. */
static struct array allocate(size_t size, int is_behind) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t inside = (size + page - 1) / page * page + page;
  struct array array;
  array.bytes = inside + 2 * page;
  array.memory =
      mmap(NULL, array.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (array.memory == MAP_FAILED ||
      mprotect(array.memory + page, inside, PROT_READ | PROT_WRITE) != 0)
    exit(1);
  memset(array.memory + page, 0x5A, inside);
  array.data = array.memory + page + (is_behind ? 0 : inside - size);
  return array;
}

/* Numbers of a pad by `kernel` on at most `most_ranks` ranks; the ranks. */
static int choose_numbers(const struct kernel *kernel, int most_ranks,
                          struct numbers *n) {
  int ranks = 1;
  if (kernel->is_static) {
    *n = kernel->numbers;
    for (int axis = 0; axis < kernel->rank; ++axis)
      ranks *= (int)n->grid[axis];
    return ranks;
  }
  for (int axis = 0; axis < kernel->rank; ++axis) {
    int is_empty = choose(0, 9) == 0;
    n->grid[axis] = choose(1, most_ranks / ranks);
    ranks *= (int)n->grid[axis];
    n->extent[axis] = is_empty ? 0 : choose(1, kernel->rank > 2 ? 6 : 14);
    n->interior[axis] = kernel->has_interior ? choose(-1, 2) : 0;
    int64_t extent = dilate(n->extent[axis], n->interior[axis]);
    int64_t most = choose(0, 3) ? 3 : kernel->rank > 2 ? 8 : 2 * extent + 3;
    int64_t least = kernel->in_place ? 0 : -most / 2;
    /* C6: an empty axis extends nothing. */
    if (is_empty && kernel->modes[axis] != CONSTANT)
      most = 0;
    n->low[axis] = choose(least, most);
    n->high[axis] = choose(least, most);
  }
  return ranks;
}

/* Whether the elements marked in `is_read` come as described above. */
static int is_least(const struct kernel *kernel, const struct numbers *n,
                    int me, int ranks, const uint8_t *is_read) {
  int64_t messages = 0, bytes = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    struct pieces p;
    kernel->pieces(rank, n, &p);
    int64_t size = 1, from_rank = 0;
    for (int axis = 0; axis < kernel->rank; ++axis)
      size *= p.source[axis];
    for (int64_t i = 0; i < size && rank != me; ++i) {
      int64_t at[MOST_AXES], rest = i, number = 0;
      for (int axis = kernel->rank; axis-- > 0; rest /= p.source[axis])
        at[axis] = rest % p.source[axis];
      for (int axis = 0; axis < kernel->rank; ++axis)
        number = number * n->extent[axis] + p.source_offset[axis] + at[axis];
      from_rank += is_read[number];
    }
    messages += from_rank != 0;
    bytes += from_rank * kernel->bytes;
  }
  if (messages == num_messages && bytes == num_bytes)
    return 1;
  printf("%s, rank %d: %lld messages of %lld bytes; expected %lld of %lld\n",
         kernel->text, me, (long long)num_messages, (long long)num_bytes,
         (long long)messages, (long long)bytes);
  return 0;
}

/* Runs one case; whether the result of this rank is right. */
static int run_case(const struct kernel *kernel, const struct numbers *n,
                    int me, int ranks, MPI_Comm comm, uint64_t seed,
                    int64_t *compared) {
  struct pieces p;
  kernel->pieces(me, n, &p);
  int64_t source_size = 1, result_size = 1, first = 0;
  for (int axis = 0; axis < kernel->rank; ++axis) {
    source_size *= p.source[axis];
    result_size *= p.result[axis];
    first = first * p.result[axis] + n->low[axis];
  }
  int bytes = kernel->bytes, is_right = 1;
  struct array source = allocate((size_t)(source_size * bytes), seed & 1),
               result = allocate((size_t)(result_size * bytes), seed >> 1 & 1);
  const uint8_t *from = source.data;
  if (kernel->in_place && source_size != 0)
    from = result.data + first * bytes;
  for (int64_t i = 0; i < source_size; ++i) {
    int64_t at[MOST_AXES], rest = i, number = 0, place = 0;
    for (int axis = kernel->rank; axis-- > 0; rest /= p.source[axis])
      at[axis] = rest % p.source[axis];
    for (int axis = 0; axis < kernel->rank; ++axis) {
      number = number * n->extent[axis] + p.source_offset[axis] + at[axis];
      place = place * p.result[axis] + n->low[axis] + at[axis];
    }
    write_element(kernel->in_place ? result.data + place * bytes
                                   : source.data + i * bytes,
                  bytes, number, seed);
  }
  uint8_t value[MOST_BYTES];
  memcpy(value, kernel->value, sizeof value);
  if (kernel->takes_value)
    write_element(value, bytes, -1, seed);

  int64_t num_elements = 1;
  for (int axis = 0; axis < kernel->rank; ++axis)
    num_elements *= n->extent[axis];
  uint8_t *is_read = calloc((size_t)num_elements + 1, 1);
  num_messages = num_bytes = 0;
  void *plan = NULL;
  int error = kernel->make(comm, n, &plan);
  for (int turn = 0; turn < 2 && error == 0; ++turn)
    error = kernel->move(plan, from, result.data, value);
  if (error == 0)
    error = kernel->end(plan);
  if (error != 0) {
    printf("%s: error %d of MPI\n", kernel->text, error);
    is_right = 0;
  }
  for (int64_t i = 0; i < result_size && is_right; ++i, ++*compared) {
    int64_t at[MOST_AXES], rest = i, number = 0;
    int is_padding = 0;
    for (int axis = kernel->rank; axis-- > 0; rest /= p.result[axis])
      at[axis] = rest % p.result[axis];
    for (int axis = 0; axis < kernel->rank; ++axis) {
      int64_t step = get_step(n->interior[axis]);
      int64_t position =
          walk(kernel->modes[axis], dilate(n->extent[axis], n->interior[axis]),
               p.result_offset[axis] + at[axis] - n->low[axis]);
      is_padding |= position < 0 || position % step != 0;
      number = number * n->extent[axis] + position / step;
    }
    uint8_t expected[MOST_BYTES];
    write_element(expected, bytes, number, seed);
    if (!is_padding)
      is_read[number] = 1;
    is_right = memcmp(is_padding ? value : expected, result.data + i * bytes,
                      (size_t)bytes) == 0;
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
  if (is_right)
    is_right = is_least(kernel, n, me, ranks, is_read);
  free(is_read);
  munmap(source.memory, source.bytes);
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
      is_wrong |= !run_case(kernel, &numbers, me, ranks, first_ranks[ranks],
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
