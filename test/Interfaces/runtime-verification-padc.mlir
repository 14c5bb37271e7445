// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: padc kernels.mlir --runtime-verification=true -o kernels.o --header kernels.h
// RUN: %cc -std=c11 -Wall -Wextra -Werror main.c kernels.o -o main
// RUN: ./main 2 1 | FileCheck %s
// RUN: not --crash ./main 3 1 | FileCheck %s --check-prefix=C5
// RUN: not --crash ./main 2 -1 | FileCheck %s --check-prefix=C2
// RUN: not --crash ./main 2 1 5 | FileCheck %s --check-prefix=C4
// A shared object, through the other lowerings.
// RUN: padc kernels.mlir --runtime-verification --lowering=scf -O0 -o libkernels.so
// RUN: %cc main.c -L. -lkernels -Wl,-rpath,%t -o main
// RUN: ./main 2 1 | FileCheck %s
// RUN: not --crash ./main 3 1 | FileCheck %s --check-prefix=C5
// RUN: padc kernels.mlir --runtime-verification=true --lowering=linalg -o kernels.o
// RUN: %cc main.c kernels.o -o main
// RUN: not --crash ./main 2 -1 | FileCheck %s --check-prefix=C2
// Without the option, nothing is checked and nothing goes wrong.
// RUN: padc kernels.mlir -o kernels.o
// RUN: %cc main.c kernels.o -o main
// RUN: ./main 3 1 | FileCheck %s --check-prefix=OFF

// padc forwards the option of the pipeline. What the program has printed before
// a check fails is not lost, nor is what the check has to say: axis, constraint
// and way out.

// CHECK: 3 2 1 2 3
// CHECK: 1 0 2 0 3
// CHECK: 1 1 2 3
// C5-NOT: {{^[0-9]}}
// C5: ERROR: Runtime op verification failed
// C5: pad.pad reflect {{.*}} low[0, %{{.*}}]
// C5: low of axis 1 is more than reflect extends by, the extent less 1 (C5); add 'periodic' to repeat it
// C5: kernels.mlir":2
// C5-NOT: {{^[0-9]}}
// C2: 3 2 1 2 3
// C2: interior of axis 0 is negative (C2); give at least 0
// C2-NOT: {{^[0-9]}}
// C4: 1 0 2 0 3
// C4: pad.pad_into edge
// C4: init extent of axis 0 is not what low, high, interior and the source extent give (C4)
// C4-NOT: {{^[0-9]}}
// OFF: 2 3 2 1 2 3
// OFF-NOT: ERROR

//--- kernels.mlir
func.func @reflected(%x: tensor<1x3xf32>, %l: index) -> tensor<1x?xf32> {
  %r = pad.pad reflect %x low[0, %l] high[0, 0] : tensor<1x3xf32> to tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @dilated(%x: tensor<3xf32>, %i: index) -> tensor<?xf32> {
  %r = pad.pad constant %x low[0] high[0] interior[%i] : tensor<3xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @into(%x: memref<3xf32>, %o: memref<?xf32>) {
  pad.pad_into edge %x into %o low[1] high[0] : memref<3xf32> into memref<?xf32>
  return
}

//--- main.c
#include "kernels.h"
#include <stdio.h>
#include <stdlib.h>

static void print(const float *data, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    printf(i ? " %g" : "%g", data[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  const float x[3] = {1, 2, 3};
  float result[64];
  int64_t low = argc > 1 ? atoll(argv[1]) : 0;
  int64_t gap = argc > 2 ? atoll(argv[2]) : 0;
  int64_t count = argc > 3 ? atoll(argv[3]) : 4;
  reflected(x, low, result);
  print(result, 3 + low);
  dilated(x, gap, result);
  print(result, 3 + 2 * gap);
  into(x, result, count);
  print(result, count);
  return 0;
}
