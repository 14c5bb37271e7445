/* The heat equation on a grid that lies in pieces on MPI ranks: a ring along
 * the first axis, insulated (reflected) ends along the second one.
 *
 * heat.h and heat.o are made by padc; see `run`. The sum that is printed
 * depends on every bit of the result, but not on the number of ranks. */

#include "heat.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 97, COLUMNS = 61, STEPS = 200 };

static double start(int64_t row, int64_t column) {
  return (double)((row * 37 + column * 101) % 256);
}

/* A number that each element adds to the sum of all. */
static uint64_t hash(int64_t row, int64_t column, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits ^= (uint64_t)(row * COLUMNS + column) * 0x9E3779B97F4A7C15u;
  bits = (bits ^ bits >> 31) * 0xBF58476D1CE4E5B9u;
  return bits ^ bits >> 29;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int ranks, me, grid[2] = {0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Dims_create(ranks, 2, grid);

  int64_t first[2], size[2], offset[2], whole[2];
  heat_local_shape(me, grid[0], grid[1], first, size, offset, whole);
  heat_plan *plan;
  if (heat_create(MPI_COMM_WORLD, grid[0], grid[1], &plan) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);

  /* Each array has room for a halo of one element on each side. */
  size_t bytes = (size_t)(whole[0] * whole[1]) * sizeof(double);
  double *old = calloc(1, bytes), *new = calloc(1, bytes);
  int64_t width = whole[1], inside = width + 1;
  for (int64_t row = 0; row < size[0]; ++row)
    for (int64_t column = 0; column < size[1]; ++column)
      old[inside + row * width + column] =
          start(first[0] + row, first[1] + column);

  for (int step = 0; step < STEPS; ++step) {
    heat_run(plan, old + inside, old);
    for (int64_t row = 0; row < size[0]; ++row)
      for (int64_t column = 0; column < size[1]; ++column) {
        const double *at = old + inside + row * width + column;
        double around = (at[-width] + at[width]) + (at[-1] + at[1]);
        new[inside + row * width + column] = at[0] + 0.2 * (around - 4 * at[0]);
      }
    double *swap = old;
    old = new;
    new = swap;
  }

  uint64_t sum = 0, total;
  for (int64_t row = 0; row < size[0]; ++row)
    for (int64_t column = 0; column < size[1]; ++column)
      sum += hash(first[0] + row, first[1] + column,
                  old[inside + row * width + column]);
  MPI_Reduce(&sum, &total, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    printf("%dx%d elements, %d steps: checksum %016" PRIx64 "\n", ROWS, COLUMNS,
           STEPS, total);
  heat_free(plan);
  free(old);
  free(new);
  MPI_Finalize();
  return 0;
}
