/* Kernels through the C API: compiled by a description, by a module, loaded from an object file, and
 * what is wrong with others. Prints what kernel.test looks for. */
#include "pad-c/Kernel.h"
#include "pad-c/Registration.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreate(string, strlen(string));
}

static void print(MlirStringRef part, void *prefix) {
  printf("%s%.*s\n", (const char *)prefix, (int)part.length, part.data);
}

static void printList(const char *name, const float *list, int number) {
  printf("%s:", name);
  for (int i = 0; i < number; ++i)
    printf(" %g", (double)list[i]);
  printf("\n");
}

/* Text is long, and only its first line matters. */
static void printFirstLine(MlirStringRef part, void *prefix) {
  const char *end = memchr(part.data, '\n', part.length);
  part.length = end ? (size_t)(end - part.data) : part.length;
  print(part, prefix);
}

typedef void (*StaticPad)(const float *source, float *result);
typedef void (*DynamicPad)(const float *source, int64_t d0, int64_t low0,
                           int64_t high0, float *result);
typedef void (*ValuePad)(const float *source, int64_t d0, int64_t low0,
                         int64_t high0, float value, float *result);

int main(void) {
  const float source[4] = {1, 2, 3, 4};
  float result[10];
  char error[] = "error: ";
  MlirStringRef none = text("");

  const int64_t four = 4, three = 3;
  MlirPadAxisMode mode = {MlirPadModeReflect, false};
  MlirPadKernelSpec spec = {1,     1,      &mode, text("f32"), &four,
                            &three, &three, NULL,  none, false};
  MlirPadKernel kernel = mlirPadKernelCreate(&spec, none, print, error);
  if (mlirPadKernelIsNull(kernel))
    return 1;
  StaticPad pad = (StaticPad)mlirPadKernelLookup(kernel, text("pad"));
  pad(source, result);
  printList("reflect", result, 10);
  printf("other: %d\n", mlirPadKernelLookup(kernel, text("other")) == NULL);

  /* An object file outlives its kernel. */
  MlirStringRef object = mlirPadKernelGetObject(kernel);
  char *copy = malloc(object.length);
  memcpy(copy, object.data, object.length);
  object.data = copy;
  mlirPadKernelDestroy(kernel);
  kernel = mlirPadKernelCreateFromObject(object, print, error);
  if (mlirPadKernelIsNull(kernel))
    return 1;
  memset(result, 0, sizeof result);
  ((StaticPad)mlirPadKernelLookup(kernel, text("pad")))(source, result);
  printList("loaded", result, 10);
  mlirPadKernelDestroy(kernel);
  object.length /= 2;
  kernel = mlirPadKernelCreateFromObject(object, print, error);
  printf("half of it: %d\n", mlirPadKernelIsNull(kernel));
  free(copy);

  /* Everything known only when it is called, and a padding value. */
  const int64_t unknown = MLIR_PAD_DYNAMIC;
  mode.mode = MlirPadModeConstant;
  MlirPadKernelSpec dynamic = {1,        1,        &mode, text("f32"), &unknown,
                               &unknown, &unknown, NULL,  text("-1.5"), false};
  kernel = mlirPadKernelCreate(&dynamic, none, print, error);
  if (mlirPadKernelIsNull(kernel))
    return 1;
  ((DynamicPad)mlirPadKernelLookup(kernel, text("pad")))(source, 4, 2, -1,
                                                         result);
  printList("constant", result, 5);
  mlirPadKernelDestroy(kernel);

  /* A padding value that each call gives. */
  dynamic.value = text("?");
  kernel = mlirPadKernelCreate(&dynamic, none, print, error);
  if (mlirPadKernelIsNull(kernel))
    return 1;
  ValuePad padByValue = (ValuePad)mlirPadKernelLookup(kernel, text("pad"));
  padByValue(source, 4, 1, 0, 2.5f, result);
  printList("value", result, 5);
  padByValue(source, 2, 0, 1, -0.0f, result);
  printList("value", result, 3);
  mlirPadKernelDestroy(kernel);

  /* A module with a function of one's own. */
  kernel = mlirPadKernelCreateFromModule(
      text("func.func @twice(%x: tensor<2xf32>) -> tensor<8xf32> {\n"
           "  %r = pad.pad wrap %x low[2] high[4]\n"
           "      : tensor<2xf32> to tensor<8xf32>\n"
           "  return %r : tensor<8xf32>\n"
           "}\n"),
      text("lowering=scf"), print, error);
  if (mlirPadKernelIsNull(kernel))
    return 1;
  ((StaticPad)mlirPadKernelLookup(kernel, text("twice")))(source, result);
  printList("wrap", result, 8);
  mlirPadKernelDestroy(kernel);

  /* What is wrong is a value, and nothing is printed. */
  const int64_t nine = 9;
  mode.mode = MlirPadModeReflect;
  spec.low = &nine;
  kernel = mlirPadKernelCreate(&spec, none, print, error);
  printf("too wide: %d\n", mlirPadKernelIsNull(kernel));
  spec.elementType = text("f33");
  kernel = mlirPadKernelCreate(&spec, none, print, error);
  spec.elementType = text("f32");
  spec.low = &three;
  spec.value = text("pi");
  kernel = mlirPadKernelCreate(&spec, none, print, error);
  spec.value = none;
  kernel = mlirPadKernelCreate(&spec, text("lowering=none"), print, error);
  kernel = mlirPadKernelCreateFromModule(text("func.func @f() {"), none, print,
                                         error);
  kernel = mlirPadKernelCreateFromModule(text("func.func @f() {"), none, NULL,
                                         NULL);
  printf("without a callback: %d\n", mlirPadKernelIsNull(kernel));

  char prefix[] = "llvm: ";
  MlirStringRef module = text("func.func @f(%x: memref<3xf32>, %r: memref<5xf32>) {\n"
                              "  pad.pad_into edge %x into %r low[1] high[1]\n"
                              "      : memref<3xf32> into memref<5xf32>\n"
                              "  return\n"
                              "}\n");
  if (mlirLogicalResultIsFailure(
          mlirPadLowerToLLVMIR(module, none, printFirstLine, print, prefix)))
    return 1;
  char key[] = "key: ";
  print(mlirPadGetHostKey(), key);
  char version[] = "version: ";
  print(mlirPadGetVersion(), version);
  return 0;
}
