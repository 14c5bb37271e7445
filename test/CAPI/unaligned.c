/* Arrays that begin between two elements: results that would be written past the caches, and those
 * that would not, are the same as those of aligned arrays. */
#include "pad-c/Kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Rows = 9, Columns = 300, Pad = 3, MostBytes = 16 };
enum {
  SourceElements = Rows * Columns,
  ResultElements = (Rows + 2 * Pad) * (Columns + 2 * Pad)
};

typedef void (*StaticPad)(const void *source, void *result);
typedef void (*DynamicPad)(const void *source, int64_t d0, int64_t d1,
                           int64_t low0, int64_t low1, int64_t high0,
                           int64_t high1, void *result);

static MlirStringRef text(const char *string) {
  return mlirStringRefCreate(string, strlen(string));
}

static void fail(MlirStringRef reason, void *unused) {
  (void)unused;
  printf("%.*s\n", (int)reason.length, reason.data);
  exit(1);
}

static void compare(const char *type, size_t bytes, MlirPadMode kind,
                    int isStatic, const char *lowering) {
  static char source[SourceElements * MostBytes + MostBytes],
      results[2][ResultElements * MostBytes + MostBytes];
  static const size_t shifts[][2] = {{0, 0}, {1, 1}, {2, 7}, {3, 2}, {7, 3}, {0, 1}, {1, 0}};
  const MlirPadAxisMode mode = {kind, false};
  const int64_t shape[2] = {Rows, Columns}, pads[2] = {Pad, Pad},
                unknown[2] = {MLIR_PAD_DYNAMIC, MLIR_PAD_DYNAMIC};
  const int64_t *amounts = isStatic ? pads : unknown;
  MlirPadKernelSpec spec = {
      2,       1,       &mode, text(type), isStatic ? shape : unknown,
      amounts, amounts, NULL,  text(""), false};
  MlirPadKernel kernel = mlirPadKernelCreate(&spec, text(lowering), fail, NULL);
  void *pad = mlirPadKernelLookup(kernel, text("pad"));
  int isSame = 1;
  for (size_t run = 0; run < sizeof shifts / sizeof *shifts; ++run) {
    char *from = source + shifts[run][0], *result = results[run > 0],
         *to = result + shifts[run][1];
    for (size_t i = 0; i < SourceElements * bytes; ++i)
      from[i] = (char)(i * 7 + i / 250);
    memset(result, 0, sizeof results[0]);
    if (isStatic)
      ((StaticPad)pad)(from, to);
    else
      ((DynamicPad)pad)(from, Rows, Columns, Pad, Pad, Pad, Pad, to);
    isSame &= !memcmp(results[0], to, ResultElements * bytes) && (to == result || !to[-1]) &&
              !to[ResultElements * bytes];
  }
  printf("%s, mode %d, %s, %s: %s\n", type, (int)kind,
         isStatic ? "static" : "dynamic", lowering,
         isSame ? "equal" : "different");
  mlirPadKernelDestroy(kernel);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  const char *types[] = {"i16", "f32", "f64", "complex<f32>", "complex<f64>"};
  const size_t bytes[] = {2, 4, 8, 8, 16};
  const char *lowerings[] = {"nontemporal-threshold=0", "lowering=scf"};
  for (int type = 0; type < 5; ++type)
    for (int isStatic = 0; isStatic < 2; ++isStatic)
      for (int lowering = 0; lowering < 2; ++lowering)
        compare(types[type], bytes[type],
                type % 2 ? MlirPadModeConstant : MlirPadModeReflect, isStatic,
                lowerings[lowering]);
  return 0;
}
