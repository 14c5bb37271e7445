/* Times the exchange of a halo on MPI ranks: the kernel that padc made, and the
 * same exchange by hand, one axis after the other, by MPI_Neighbor_alltoallw of
 * subarrays and by MPI_Sendrecv of packed faces. Every axis is a ring, and
 * corners are exchanged. All three are compared first.
 *
 *   mpiexec -n RANKS halo EXTENT WIDTH
 *
 * EXTENT elements lie on each rank along each axis. RANK and ELEMENT are
 * macros. Prints the least time of each in microseconds, of rounds in turn. */

#include "halo.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 40, MOST_AXES = 3 };

static int size[MOST_AXES], width, grid[MOST_AXES];
static MPI_Comm cart;

/* Elements of the array with its halo along `axis`. */
static int whole(int axis) { return size[axis] + 2 * width; }

/* A box of the array: the face of `axis` that begins at `place`, with the halos
 * of the axes before it. */
static void describe(int axis, int place, int *extent, int *first) {
  for (int other = 0; other < RANK; ++other) {
    extent[other] = other == axis  ? width
                    : other < axis ? whole(other)
                                   : size[other];
    first[other] = other == axis ? place : other < axis ? 0 : width;
  }
}

static MPI_Datatype make_face(int axis, int place) {
  int all[MOST_AXES], extent[MOST_AXES], first[MOST_AXES];
  for (int other = 0; other < RANK; ++other)
    all[other] = whole(other);
  describe(axis, place, extent, first);
  MPI_Datatype type;
  MPI_Type_create_subarray(RANK, all, extent, first, MPI_ORDER_C,
                           sizeof(ELEMENT) == 4 ? MPI_FLOAT : MPI_DOUBLE,
                           &type);
  MPI_Type_commit(&type);
  return type;
}

/* The communicator of the ring of one axis, and the types of its faces. */
static MPI_Comm rings[MOST_AXES];
static MPI_Datatype sent[MOST_AXES][2], received[MOST_AXES][2];

static void by_alltoallw(ELEMENT *array) {
  static const int ones[2] = {1, 1};
  static const MPI_Aint zeros[2] = {0, 0};
  for (int axis = 0; axis < RANK; ++axis)
    MPI_Neighbor_alltoallw(array, ones, zeros, sent[axis], array, ones, zeros,
                           received[axis], rings[axis]);
}

static ELEMENT *faces[2];

/* Copies between a face and a dense array. */
static void pack(int axis, int place, ELEMENT *array, ELEMENT *face,
                 int unpacks) {
  int extent[MOST_AXES] = {1, 1, 1}, first[MOST_AXES] = {0, 0, 0},
      all[MOST_AXES] = {1, 1, 1};
  describe(axis, place, extent, first);
  for (int other = 0; other < RANK; ++other)
    all[other] = whole(other);
  int rows = RANK == 3 ? extent[1] : 1, columns = extent[RANK - 1];
  size_t bytes = (size_t)columns * sizeof(ELEMENT);
  for (int i = 0; i < extent[0]; ++i)
    for (int j = 0; j < rows; ++j) {
      size_t row = (size_t)(first[0] + i);
      if (RANK == 3)
        row = row * (size_t)all[1] + (size_t)(first[1] + j);
      ELEMENT *at = array + row * (size_t)all[RANK - 1] + first[RANK - 1];
      memcpy(unpacks ? at : face, unpacks ? face : at, bytes);
      face += columns;
    }
}

static void by_sendrecv(ELEMENT *array) {
  for (int axis = 0; axis < RANK; ++axis) {
    int extent[MOST_AXES], first[MOST_AXES], count = 1, before, behind;
    describe(axis, 0, extent, first);
    for (int other = 0; other < RANK; ++other)
      count *= extent[other];
    MPI_Cart_shift(cart, axis, 1, &before, &behind);
    MPI_Datatype type = sizeof(ELEMENT) == 4 ? MPI_FLOAT : MPI_DOUBLE;
    /* The first elements go to the rank before this one, the last behind it. */
    pack(axis, width, array, faces[0], 0);
    MPI_Sendrecv(faces[0], count, type, before, 0, faces[1], count, type,
                 behind, 0, cart, MPI_STATUS_IGNORE);
    pack(axis, width + size[axis], array, faces[1], 1);
    pack(axis, size[axis], array, faces[0], 0);
    MPI_Sendrecv(faces[0], count, type, behind, 0, faces[1], count, type,
                 before, 0, cart, MPI_STATUS_IGNORE);
    pack(axis, 0, array, faces[1], 1);
  }
}

static halo_plan *plan;
static size_t inside;

static void by_kernel(ELEMENT *array) { halo_run(plan, array + inside, array); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  int ranks, me, rings_of[MOST_AXES] = {1, 1, 1};
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, RANK, grid);
  MPI_Cart_create(MPI_COMM_WORLD, RANK, grid, rings_of, 0, &cart);
  MPI_Comm_rank(cart, &me);
  width = atoi(argv[2]);
  size_t elements = 1;
  for (int axis = 0; axis < RANK; ++axis)
    size[axis] = atoi(argv[1]);
  for (int axis = 0; axis < RANK; ++axis) {
    elements *= (size_t)whole(axis);
    int kept[MOST_AXES] = {0, 0, 0};
    kept[axis] = 1;
    MPI_Cart_sub(cart, kept, &rings[axis]);
    sent[axis][0] = make_face(axis, width);
    sent[axis][1] = make_face(axis, size[axis]);
    /* Of one or two ranks, both neighbours are the same, and messages come in
     * the order in which they were sent. */
    int is_short = grid[axis] <= 2;
    received[axis][is_short] = make_face(axis, 0);
    received[axis][!is_short] = make_face(axis, width + size[axis]);
    inside = inside * (size_t)whole(axis) + (size_t)width;
  }
  for (int i = 0; i < 2; ++i)
    faces[i] = malloc(elements * sizeof(ELEMENT));
#if RANK == 2
  int error = halo_create(cart, size[0] * grid[0], size[1] * grid[1], width,
                          width, width, width, grid[0], grid[1], &plan);
#else
  int error = halo_create(cart, size[0] * grid[0], size[1] * grid[1],
                          size[2] * grid[2], width, width, width, width, width,
                          width, grid[0], grid[1], grid[2], &plan);
#endif
  if (error != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);

  void (*const exchanges[])(ELEMENT *) = {by_kernel, by_alltoallw, by_sendrecv};
  static const char *const names[] = {"kernel", "alltoallw", "sendrecv"};
  enum { COUNT = sizeof exchanges / sizeof *exchanges };
  ELEMENT *arrays[COUNT];
  for (int which = 0; which < COUNT; ++which) {
    arrays[which] = calloc(elements, sizeof(ELEMENT));
    for (size_t i = 0; i < elements; ++i)
      arrays[which][i] = (ELEMENT)((i * 31 + (size_t)me * 7) % 4096);
    exchanges[which](arrays[which]);
    if (memcmp(arrays[0], arrays[which], elements * sizeof(ELEMENT)) != 0) {
      printf("rank %d: %s differs\n", me, names[which]);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  double best[COUNT];
  int repeats[COUNT];
  for (int which = 0; which < COUNT; ++which) {
    best[which] = 1e9;
    repeats[which] = 1;
  }
  for (int round = 0; round < ROUNDS; ++round)
    for (int which = 0; which < COUNT; ++which) {
      MPI_Barrier(cart);
      double begin = MPI_Wtime();
      for (int i = 0; i < repeats[which]; ++i)
        exchanges[which](arrays[which]);
      double time = MPI_Wtime() - begin, longest;
      MPI_Allreduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, cart);
      longest /= repeats[which];
      if (longest < best[which])
        best[which] = longest;
      /* About a millisecond each. */
      if (round == 2)
        repeats[which] = 1 + (int)(1e-3 / best[which]);
    }
  if (me == 0)
    printf("%d %d %d %zu %.2f %.2f %.2f\n", RANK, size[0], width,
           8 * sizeof(ELEMENT), 1e6 * best[0], 1e6 * best[1], 1e6 * best[2]);
  for (int axis = 0; axis < RANK; ++axis) {
    for (int side = 0; side < 2; ++side) {
      MPI_Type_free(&sent[axis][side]);
      MPI_Type_free(&received[axis][side]);
    }
    MPI_Comm_free(&rings[axis]);
  }
  for (int which = 0; which < COUNT; ++which)
    free(arrays[which]);
  for (int i = 0; i < 2; ++i)
    free(faces[i]);
  halo_free(plan);
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return 0;
}
