/* Pads of tensors that lie on ranks, compiled by passes, each compared with the
 * same pad on one rank.
 *
 *   mpiexec -n RANKS sharded_pads
 */

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_AXES = 3, MOST_GRID_AXES = 3, MOST_PARTS = 8 };

struct kernel {
  const char *text;
  int rank, bytes;
  int grid[MOST_GRID_AXES];
  /* The axes of the grid on which each axis lies, and -1. */
  int axes[MOST_AXES][MOST_GRID_AXES + 1];
  /* Of the whole, and the low pads before the high ones. */
  int64_t extents[MOST_AXES], padded[MOST_AXES], pads[2 * MOST_AXES];
  /* Where the pieces of the source, and of the result, begin, and the end. */
  int64_t sources[MOST_AXES][MOST_PARTS + 1],
      results[MOST_AXES][MOST_PARTS + 1];
  void *sharded, *whole;
};

#include "kernels.h"

/* A memref of rank `rank`: sizes, then strides. */
struct memref {
  uint8_t *allocated, *data;
  int64_t offset, numbers[2 * MOST_AXES];
};

typedef void (*function)(struct memref *, struct memref *, int64_t, int64_t,
                         int64_t, int64_t, int64_t, int64_t);

static void run(void *pointer, struct memref *result, struct memref *source,
                const int64_t *n) {
  function call;
  memcpy(&call, &pointer, sizeof call);
  call(result, source, n[0], n[1], n[2], n[3], n[4], n[5]);
}

struct piece {
  int64_t offset[MOST_AXES], size[MOST_AXES];
};

static struct piece get_piece(const struct kernel *kernel,
                              const int64_t (*offsets)[MOST_PARTS + 1],
                              int me) {
  int coordinates[MOST_GRID_AXES];
  for (int axis = MOST_GRID_AXES; axis-- > 0;) {
    int ranks = kernel->grid[axis] ? kernel->grid[axis] : 1;
    coordinates[axis] = me % ranks;
    me /= ranks;
  }
  struct piece piece = {{0}, {0}};
  for (int axis = 0; axis < kernel->rank; ++axis) {
    int64_t part = 0;
    for (const int *on = kernel->axes[axis]; *on >= 0; ++on)
      part = part * kernel->grid[*on] + coordinates[*on];
    piece.offset[axis] = offsets[axis][part];
    piece.size[axis] = offsets[axis][part + 1] - offsets[axis][part];
  }
  return piece;
}

/* A dense array that holds `piece` of an array of `extents`; its elements are
 * copied from there if `whole` is not null. */
static struct memref make(const struct kernel *kernel, const int64_t *extents,
                          struct piece piece, const uint8_t *whole) {
  struct memref memref = {NULL, NULL, 0, {0}};
  int64_t size = 1;
  for (int axis = kernel->rank; axis-- > 0;) {
    memref.numbers[axis] = piece.size[axis];
    memref.numbers[kernel->rank + axis] = size;
    size *= piece.size[axis];
  }
  memref.data = memref.allocated = malloc((size_t)(size * kernel->bytes) + 1);
  for (int64_t i = 0; i < size && whole; ++i) {
    int64_t number = 0, rest = i, at[MOST_AXES];
    for (int axis = kernel->rank; axis-- > 0; rest /= piece.size[axis])
      at[axis] = rest % piece.size[axis];
    for (int axis = 0; axis < kernel->rank; ++axis)
      number = number * extents[axis] + piece.offset[axis] + at[axis];
    memcpy(memref.data + i * kernel->bytes, whole + number * kernel->bytes,
           (size_t)kernel->bytes);
  }
  return memref;
}

/* Whether this rank's piece is right. */
static int is_right(const struct kernel *kernel, int me, int64_t *compared) {
  struct piece all = {{0}, {0}};
  memcpy(all.size, kernel->extents, sizeof all.size);
  struct memref whole = make(kernel, kernel->extents, all, NULL), expected,
                result;
  int64_t size = 1;
  for (int axis = 0; axis < kernel->rank; ++axis)
    size *= kernel->extents[axis];
  /* Elements of i1 are 0 or 1. */
  int is_bool = strstr(kernel->text, " i1 ") != NULL;
  for (int64_t i = 0; i < size * kernel->bytes; ++i)
    whole.data[i] = is_bool ? i / 3 % 2 : (uint8_t)(i * 37 + i / 251);
  struct memref source =
      make(kernel, kernel->extents, get_piece(kernel, kernel->sources, me),
           whole.data);
  run(kernel->whole, &expected, &whole, kernel->pads);
  run(kernel->sharded, &result, &source, kernel->pads);
  struct memref mine =
      make(kernel, kernel->padded, get_piece(kernel, kernel->results, me),
           expected.data);
  int right = 1;
  size = 1;
  for (int axis = 0; axis < kernel->rank; ++axis) {
    right &= result.numbers[axis] == mine.numbers[axis];
    size *= mine.numbers[axis];
  }
  for (int64_t i = 0; i < size * kernel->bytes && right; ++i, ++*compared)
    right = result.data[result.offset * kernel->bytes + i] == mine.data[i];
  if (!right)
    printf("%s: rank %d has another piece\n", kernel->text, me);
  free(whole.data);
  free(source.data);
  free(mine.data);
  free(expected.allocated);
  free(result.allocated);
  return right;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me, is_wrong = 0, count = sizeof kernels / sizeof *kernels;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int64_t compared = 0;
  for (int i = 0; i < count; ++i)
    is_wrong |= !is_right(&kernels[i], me, &compared);
  MPI_Allreduce(MPI_IN_PLACE, &is_wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &compared, 1, MPI_INT64_T, MPI_SUM,
                MPI_COMM_WORLD);
  if (me == 0 && !is_wrong)
    printf("%d pads: %lld bytes are right\n", count, (long long)compared);
  MPI_Finalize();
  return is_wrong;
}
