/* Extents of results through the C API, and what is wrong with the numbers of a
 * pad. Prints what geometry.test looks for. */
#include "pad-c/Geometry.h"
#include "pad-c/Kernel.h"
#include <inttypes.h>
#include <stdio.h>

static const MlirPadAxisMode constant = {MlirPadModeConstant, false};
static const MlirPadAxisMode edge = {MlirPadModeEdge, false};
static const MlirPadAxisMode reflect = {MlirPadModeReflect, false};
static const MlirPadAxisMode symmetric = {MlirPadModeSymmetric, false};
static const MlirPadAxisMode wrap = {MlirPadModeWrap, false};

static void print(MlirStringRef part, void *prefix) {
  printf("%s%.*s\n", (const char *)prefix, (int)part.length, part.data);
}

/* The extents of a pad, or what is wrong with it. */
static void infer(intptr_t rank, intptr_t numModes,
                  const MlirPadAxisMode *modes, const int64_t *extents,
                  const int64_t *low, const int64_t *high,
                  const int64_t *interior) {
  char error[] = "error: ";
  int64_t result[3] = {-1, -1, -1};
  MlirLogicalResult done =
      mlirPadInferExtents(rank, numModes, modes, extents, low, high, interior,
                          result, print, error);
  if (mlirLogicalResultIsSuccess(done)) {
    printf("extents:");
    for (intptr_t axis = 0; axis < rank; ++axis)
      printf(" %" PRId64, result[axis]);
    printf("\n");
  } else if (result[0] != -1 || result[1] != -1 || result[2] != -1) {
    printf("an error has a result\n");
  }
}

/* The same for one axis. */
static void inferAxis(MlirPadAxisMode mode, int64_t extent, int64_t low,
                      int64_t high, int64_t interior) {
  infer(1, 1, &mode, &extent, &low, &high, &interior);
}

int main(void) {
  const int64_t most = INT64_MAX, half = (int64_t)1 << 62;
  const int64_t extents[3] = {3, 4, 0}, low[3] = {1, -2, 2},
                high[3] = {0, 3, 1}, interior[3] = {2, 0, 5};
  const int64_t wide[2] = {3, 0};
  const MlirPadAxisMode mixed[3] = {reflect, wrap, constant};
  infer(3, 3, mixed, extents, low, high, interior);
  infer(3, 3, mixed, extents, low, high, NULL);
  infer(2, 1, &edge, extents, low, high, interior);
  infer(0, 0, NULL, NULL, NULL, NULL, NULL);
  infer(0, 1, &wrap, NULL, NULL, NULL, NULL);
  inferAxis(reflect, 4, 3, 3, 0);
  inferAxis(symmetric, 4, 4, 4, 0);
  inferAxis((MlirPadAxisMode){MlirPadModeReflect, true}, 4, 9, 9, 0);
  inferAxis(wrap, 4, 9, 9, 0);
  inferAxis(edge, 0, -1, 1, 0);
  inferAxis(constant, 4, -9, 2, 0);
  inferAxis(constant, 3, most - 3, 0, 0);
  inferAxis(constant, 3, -most, 0, 0);
  inferAxis(constant, 2, 0, 0, most - 2);
  inferAxis(constant, 1, 1, 1, most);

  printf("C1\n");
  infer(3, 2, mixed, extents, low, high, interior);
  inferAxis((MlirPadAxisMode){(MlirPadMode)99, false}, 3, 1, 1, 0);
  printf("C2\n");
  inferAxis(edge, 3, 1, 1, -1);
  inferAxis(edge, 1, 1, 1, -most);
  printf("C5\n");
  inferAxis(reflect, 4, 4, 0, 0);
  inferAxis(reflect, 2, 0, 4, 2);
  inferAxis(reflect, 0, 1, 0, 0);
  inferAxis(symmetric, 4, 4, 5, 0);
  inferAxis(symmetric, 3, most, most, 0);
  infer(2, 2, mixed, extents, wide, high, NULL);
  printf("C6\n");
  inferAxis(edge, 0, 0, 1, 0);
  inferAxis(wrap, 0, 3, -1, half);
  printf("C7\n");
  inferAxis(edge, 3, MLIR_PAD_DYNAMIC, 0, 0);
  inferAxis(edge, 3, 0, MLIR_PAD_DYNAMIC, 0);
  inferAxis(edge, 3, 0, 0, MLIR_PAD_DYNAMIC);
  inferAxis(constant, 3, most - 2, 0, 0);
  inferAxis(constant, 3, -most, most, 0);
  inferAxis(constant, 4, -half, 0, half);
  inferAxis(constant, 2, 0, 0, most - 1);
  const int64_t halves[2] = {half, half};
  infer(2, 2, &mixed[1], extents, halves, halves, NULL);
  printf("extents\n");
  inferAxis(edge, -1, 1, 1, 0);
  inferAxis(edge, MLIR_PAD_DYNAMIC, 1, 1, 0);
  int64_t number = -1;
  MlirLogicalResult done = mlirPadInferExtents(
      1, 1, &edge, &number, &number, &number, NULL, &number, NULL, NULL);
  printf("without a callback: %d\n", mlirLogicalResultIsFailure(done));

  printf("modes:");
  unsigned mode = 0;
  MlirStringRef name;
  while ((name = mlirPadGetModeName(mode)).data) {
    printf(" %.*s", (int)name.length, name.data);
    ++mode;
  }
  printf("\nothers: %d %d\n", mode > MlirPadModeWrap,
         mlirPadGetModeName((unsigned)-1).data == NULL);
  return 0;
}
