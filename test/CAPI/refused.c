/* Numbers, lists and texts that the C API must not trust: each is an error, or has a defined
 * result. Prints what refused.test looks for. */
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/RegisterEverything.h"
#include "pad-c/Geometry.h"
#include "pad-c/Kernel.h"
#include "pad-c/Registration.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreate(string, strlen(string));
}

static void print(MlirStringRef part, void *prefix) {
  printf("%s%.*s\n", (const char *)prefix, (int)part.length, part.data);
}

static void printPart(MlirStringRef part, void *unused) {
  (void)unused;
  printf("%.*s", (int)part.length, part.data);
}

static MlirLogicalResult printError(MlirDiagnostic diagnostic, void *unused) {
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, printPart, unused);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static char error[] = "error: ";
static const MlirPadAxisMode mode = {MlirPadModeConstant, false};
static const int64_t numbers[3] = {2, 2, 2};

static void infer(intptr_t rank, intptr_t numModes,
                  const MlirPadAxisMode *modes, const int64_t *extents,
                  const int64_t *low, const int64_t *high, int64_t *result) {
  if (mlirLogicalResultIsSuccess(mlirPadInferExtents(
          rank, numModes, modes, extents, low, high, NULL, result, print,
          error)))
    printf("succeeds\n");
}

static MlirPadKernelSpec makeSpec(void) {
  MlirPadKernelSpec spec = {1,       1,       &mode, text("f32"), numbers,
                            numbers, numbers, NULL,  text(""), false};
  return spec;
}

static void create(MlirPadKernelSpec spec, MlirStringRef lowering) {
  MlirPadKernel kernel = mlirPadKernelCreate(&spec, lowering, print, error);
  if (!mlirPadKernelIsNull(kernel))
    printf("succeeds\n");
  mlirPadKernelDestroy(kernel);
}

static void inferBadNumbers(void) {
  printf("extents\n");
  int64_t result[3];
  infer(-1, -1, &mode, numbers, numbers, numbers, result);
  infer(-1, 1, &mode, numbers, numbers, numbers, result);
  infer(INTPTR_MIN, 1, &mode, numbers, numbers, numbers, result);
  infer(65, 1, &mode, numbers, numbers, numbers, result);
  infer(INTPTR_MAX, INTPTR_MAX, &mode, numbers, numbers, numbers, result);
  infer(3, -1, &mode, numbers, numbers, numbers, result);
  infer(3, INTPTR_MAX, &mode, numbers, numbers, numbers, result);
  infer(3, 1, NULL, numbers, numbers, numbers, result);
  infer(3, 3, NULL, numbers, numbers, numbers, result);
  infer(3, 1, &mode, NULL, numbers, numbers, result);
  infer(3, 1, &mode, numbers, NULL, numbers, result);
  infer(3, 1, &mode, numbers, numbers, NULL, result);
  infer(3, 1, &mode, numbers, numbers, numbers, NULL);
}

static void createFromBadSpecs(void) {
  printf("spec\n");
  mlirPadKernelCreate(NULL, text(""), print, error);
  mlirPadKernelCreate(NULL, text(""), NULL, NULL);
  MlirPadKernelSpec spec = makeSpec();
  spec.rank = -1;
  create(spec, text(""));
  spec.rank = INTPTR_MAX;
  create(spec, text(""));
  spec = makeSpec();
  spec.numModes = -1;
  create(spec, text(""));
  const size_t lists[] = {
      offsetof(MlirPadKernelSpec, modes), offsetof(MlirPadKernelSpec, shape),
      offsetof(MlirPadKernelSpec, low), offsetof(MlirPadKernelSpec, high)};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
    const void *none = NULL;
    spec = makeSpec();
    memcpy((char *)&spec + lists[i], &none, sizeof none);
    create(spec, text(""));
  }
  const int64_t negative[1] = {-3};
  spec = makeSpec();
  spec.shape = negative;
  create(spec, text(""));
  spec = makeSpec();
  spec.interior = negative;
  create(spec, text(""));
}

static void createFromBadTexts(void) {
  printf("texts\n");
  const MlirStringRef absent = {NULL, 3};
  const char *types[] = {"", "f", "\xff\xfe", "f32 ", "tensor<2xf32>", "vector<2xf32>",
                         "i0", "i65", "!pad", "!llvm.struct<()>", "tuple<>", "i16777215"};
  const char *values[] = {" ", ",", "-", "0x", "1e", "\xff", "nan(", "1e99999999999999999999"};
  MlirPadKernelSpec spec = makeSpec();
  spec.elementType = absent;
  create(spec, text(""));
  spec.elementType = mlirStringRefCreate("f32\0f32", 7);
  create(spec, text(""));
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    spec.elementType = text(types[i]);
    create(spec, text(""));
  }
  spec = makeSpec();
  spec.value = absent;
  create(spec, text(""));
  spec.value = mlirStringRefCreate("1\0", 2);
  create(spec, text(""));
  for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
    spec.value = text(values[i]);
    create(spec, text(""));
  }
  mlirPadKernelCreateFromModule(absent, text(""), print, error);
  mlirPadKernelCreateFromModule(text("\xff\xfe"), text(""), print, error);
  mlirPadKernelCreateFromObject(absent, print, error);
  mlirPadKernelCreateFromObject(text(""), print, error);
  mlirPadKernelCreateFromObject(text("\x7f" "ELF"), print, error);
  mlirPadLowerToLLVMIR(absent, text(""), print, print, error);
  mlirPadLowerToLLVMIR(text(""), absent, print, print, error);
}

static void createByBadOptions(void) {
  printf("options\n");
  const MlirStringRef absent = {NULL, 3};
  const char *options[] = {
      "lowering=fast", "lowering=", "lowering", "=scf", "lowring=scf", "\xff=\xff",
      "vector-width=96", "vector-isa=sse", "threads=yes", "import=maybe",
      "trace=2", "nontemporal-threshold=big", "parallel-threshold=99999999999999999999",
      "trace=true trace=true", "results=return", "emit-c-interface=true",
      "lowering={scf}", "lowering=\"scf\""};
  create(makeSpec(), absent);
  create(makeSpec(), mlirStringRefCreate("lowering=scf\0", 13));
  for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
    create(makeSpec(), text(options[i]));
  create(makeSpec(), text(" lowering=scf\n\tvector-width=128 "));
  create(makeSpec(), text("trace=true"));
}

static void useNoKernel(void) {
  printf("kernel\n");
  MlirPadKernel none = {NULL};
  const MlirStringRef absent = {NULL, 3};
  printf("none: %d %d\n", (int)mlirPadKernelGetObject(none).length,
         mlirPadKernelLookup(none, text("pad")) != NULL);
  mlirPadKernelDestroy(none);
  MlirPadKernelSpec spec = makeSpec();
  MlirPadKernel kernel = mlirPadKernelCreate(&spec, text(""), print, error);
  /* Functions of this process are none of the kernel. */
  printf("functions: %d %d %d %d %d\n",
         mlirPadKernelLookup(kernel, text("pad")) != NULL,
         mlirPadKernelLookup(kernel, text("malloc")) != NULL,
         mlirPadKernelLookup(kernel, text("")) != NULL,
         mlirPadKernelLookup(kernel, mlirStringRefCreate("pad\0", 4)) != NULL,
         mlirPadKernelLookup(kernel, absent) != NULL);
  /* One bit is enough. */
  MlirStringRef object = mlirPadKernelGetObject(kernel);
  static char copy[1 << 16];
  if (object.length > sizeof copy)
    return;
  memcpy(copy, object.data, object.length);
  copy[object.length / 2] ^= 1;
  mlirPadKernelCreateFromObject(mlirStringRefCreate(copy, object.length), print,
                                error);
  mlirPadKernelDestroy(kernel);
}

static void buildBadOps(void) {
  printf("ops\n");
  MlirContext context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__pad__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  mlirContextAttachDiagnosticHandler(context, printError, NULL, NULL);
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirModule module = mlirModuleCreateParse(
      context, text("func.func @f(%x: tensor<3xf32>, %m: memref<*xf32>, %v: f32) {\n"
                    "  return\n"
                    "}\n"));
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirValue x = mlirBlockGetArgument(body, 0);
  MlirValue unranked = mlirBlockGetArgument(body, 1);
  MlirValue v = mlirBlockGetArgument(body, 2);
  MlirValue null = {NULL};
  MlirPadAmount one[1] = {mlirPadAmountOf(1)};
  MlirPadAmount unknown[1] = {mlirPadAmountOf(MLIR_PAD_DYNAMIC)};
  MlirPadAmount ofFloat[1] = {mlirPadAmountOfValue(v)};
  MlirOperation ops[] = {
      mlirPadOpCreate(loc, null, 1, &mode, one, one, NULL, null),
      mlirPadOpCreate(loc, unranked, 1, &mode, one, one, NULL, null),
      mlirPadOpCreate(loc, x, -1, &mode, one, one, NULL, null),
      mlirPadOpCreate(loc, x, 1, NULL, one, one, NULL, null),
      mlirPadOpCreate(loc, x, 1, &mode, NULL, one, NULL, null),
      mlirPadOpCreate(loc, x, 1, &mode, one, NULL, NULL, null),
      mlirPadOpCreate(loc, x, 1, &mode, unknown, one, NULL, null),
      mlirPadOpCreate(loc, x, 1, &mode, one, one, ofFloat, null),
      mlirPadOpCreate(loc, x, 1, &mode, one, one, NULL, x),
      mlirPadIntoOpCreate(loc, x, null, 1, &mode, one, one, NULL, null),
      mlirPadIntoOpCreate(loc, x, v, 1, &mode, one, one, NULL, null),
      mlirPadIntoOpCreate(loc, x, unranked, 1, &mode, one, one, NULL, null)};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i)
    if (!mlirOperationIsNull(ops[i]))
      printf("op %d\n", (int)i);

  MlirOperation pad = mlirPadOpCreate(loc, x, 1, &mode, one, one, NULL, null);
  MlirOperation none = {NULL};
  MlirOperation others[] = {none, function};
  for (int i = 0; i < 2; ++i) {
    MlirOperation other = others[i];
    printf("no pad: %d %d %d %d %d %d\n", mlirOperationIsAPad(other),
           (int)mlirPadOpGetRank(other), (int)mlirPadOpGetMode(other, 0).mode,
           (int)mlirPadOpGetAmount(other, MlirPadSideLow, 0).number,
           !mlirValueIsNull(mlirPadOpGetSource(other)),
           !mlirValueIsNull(mlirPadOpGetValue(other)));
  }
  const intptr_t axes[] = {-1, 1, INTPTR_MAX, INTPTR_MIN};
  for (int i = 0; i < 4; ++i)
    printf("no axis: %d %d\n", (int)mlirPadOpGetMode(pad, axes[i]).mode,
           (int)mlirPadOpGetAmount(pad, MlirPadSideHigh, axes[i]).number);
  printf("no side: %d\n", (int)mlirPadOpGetAmount(pad, (MlirPadSide)99, 0).number);
  mlirOperationDestroy(pad);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

int main(void) {
  /* What a crash leaves shows where it was. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  inferBadNumbers();
  createFromBadSpecs();
  createFromBadTexts();
  createByBadOptions();
  useNoKernel();
  buildBadOps();
  return 0;
}
