/* Pads a matrix by reflection with a kernel for any number of rows:
 *
 *   padc --mode reflect --type f32 --shape ?x4 --low 0,1 --high 2,3 \
 *        --name reflect -o reflect.o --header reflect.h
 *   cc reflect.c reflect.o -o reflect && ./reflect */

#include "reflect.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const float matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};

  int64_t shape[2];
  reflect_shape(3, shape);
  float *padded = malloc(sizeof(float) * (size_t)(shape[0] * shape[1]));
  if (!padded)
    return 1;
  reflect(&matrix[0][0], 3, padded);

  for (int64_t row = 0; row < shape[0]; ++row) {
    for (int64_t column = 0; column < shape[1]; ++column)
      printf("%4g", padded[row * shape[1] + column]);
    printf("\n");
  }
  free(padded);
  return 0;
}
