/* pad.pad and pad.pad_into through the C API: built, read, and lowered by a pipeline. Prints what
 * ops.test looks for. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "pad-c/Ops.h"
#include "pad-c/Registration.h"
#include <stdio.h>
#include <stdlib.h>

static void print(MlirStringRef part, void *unused) {
  (void)unused;
  printf("%.*s", (int)part.length, part.data);
}

static MlirLogicalResult printError(MlirDiagnostic diagnostic, void *unused) {
  printf("error: ");
  mlirDiagnosticPrint(diagnostic, print, unused);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static void printPad(MlirOperation op) {
  printf("rank %ld:", (long)mlirPadOpGetRank(op));
  for (intptr_t axis = 0; axis < mlirPadOpGetRank(op); ++axis) {
    MlirPadAxisMode mode = mlirPadOpGetMode(op, axis);
    printf(" mode %d%s", (int)mode.mode, mode.periodic ? " periodic" : "");
    for (int side = MlirPadSideLow; side <= MlirPadSideInterior; ++side) {
      MlirPadAmount amount = mlirPadOpGetAmount(op, (MlirPadSide)side, axis);
      if (mlirValueIsNull(amount.value))
        printf(" %ld", (long)amount.number);
      else
        printf(" %%");
    }
  }
  printf(", value %d\n", !mlirValueIsNull(mlirPadOpGetValue(op)));
}

/* Runs the pipeline in a context that has two dialects and no registry. */
static void lowerIn(MlirContext context) {
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__pad__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  mlirContextAttachDiagnosticHandler(context, printError, NULL, NULL);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                   "  return %x : tensor<3xf32>\n"
                   "}\n"));
  MlirPassManager passes = mlirPassManagerCreate(context);
  mlirOpPassManagerAddPipeline(
      mlirPassManagerGetAsOpPassManager(passes),
      mlirStringRefCreateFromCString("lower-pad-to-llvm"), print, NULL);
  printf("lowered: %d\n",
         mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
             passes, mlirModuleGetOperation(module))));
  mlirPassManagerDestroy(passes);
  mlirModuleDestroy(module);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirPadRegisterAllDialects(registry);
  mlirPadRegisterAllPasses();
  mlirPadRegisterAllPasses();
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__pad__(), context);
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, printError, NULL, NULL);
  MlirLocation loc = mlirLocationUnknownGet(context);

  /* A function around the op. */
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "func.func @f(%x: tensor<3x?xf32>, %l: index, %v: f32,\n"
                   "             %m: memref<3xf32>, %n: memref<5xf32>) {\n"
                   "  return\n"
                   "}\n"));
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirValue x = mlirBlockGetArgument(body, 0);
  MlirValue l = mlirBlockGetArgument(body, 1);
  MlirValue v = mlirBlockGetArgument(body, 2);
  MlirValue null = {NULL};

  MlirPadAxisMode modes[2] = {{MlirPadModeConstant, false},
                              {MlirPadModeReflect, true}};
  MlirPadAmount low[2] = {mlirPadAmountOf(1), mlirPadAmountOfValue(l)};
  MlirPadAmount high[2] = {mlirPadAmountOf(-1), mlirPadAmountOf(9)};
  MlirPadAmount interior[2] = {mlirPadAmountOf(0), mlirPadAmountOf(2)};
  MlirOperation pad =
      mlirPadOpCreate(loc, x, 2, modes, low, high, interior, v);
  if (mlirOperationIsNull(pad))
    return 1;
  mlirBlockInsertOwnedOperation(body, 0, pad);
  printPad(pad);
  printf("is a pad: %d %d\n", mlirOperationIsAPad(pad),
         mlirOperationIsAPad(function));

  MlirPadAmount one[1] = {mlirPadAmountOf(1)};
  MlirOperation into = mlirPadIntoOpCreate(
      loc, mlirBlockGetArgument(body, 3), mlirBlockGetArgument(body, 4), 1,
      &modes[1], one, one, NULL, null);
  if (mlirOperationIsNull(into))
    return 1;
  mlirBlockInsertOwnedOperation(body, 1, into);
  printPad(into);
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);

  /* What breaks a rule is no op. */
  modes[1].periodic = false;
  MlirPadAmount wide[2] = {mlirPadAmountOf(4), mlirPadAmountOf(0)};
  MlirPadAxisMode reflect[2] = {modes[1], modes[1]};
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           loc, x, 2, reflect, wide, high, NULL, null)));
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           loc, x, 3, modes, low, high, NULL, null)));
  reflect[1].mode = (MlirPadMode)99;
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           loc, x, 2, reflect, low, high, NULL, null)));
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           loc, l, 1, modes, low, high, NULL, null)));
  printf("none: %d\n",
         mlirOperationIsNull(mlirPadOpCreate(loc, mlirBlockGetArgument(body, 3),
                                             1, modes, one, one, NULL, null)));

  /* Operands of another context. */
  MlirContext other = mlirContextCreate();
  mlirContextAttachDiagnosticHandler(other, printError, NULL, NULL);
  MlirType types[] = {mlirTypeParseGet(other, mlirStringRefCreateFromCString("index")),
                      mlirTypeParseGet(other, mlirStringRefCreateFromCString("f32"))};
  MlirLocation elsewhere = mlirLocationUnknownGet(other);
  MlirLocation places[] = {elsewhere, elsewhere};
  MlirBlock block = mlirBlockCreate(2, types, places);
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           elsewhere, x, 2, modes, low, high, NULL, null)));
  low[1] = mlirPadAmountOfValue(mlirBlockGetArgument(block, 0));
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           loc, x, 2, modes, low, high, NULL, null)));
  low[1] = mlirPadAmountOf(1);
  printf("none: %d\n", mlirOperationIsNull(mlirPadOpCreate(
                           loc, x, 2, modes, low, high, NULL,
                           mlirBlockGetArgument(block, 1))));
  mlirBlockDestroy(block);

  /* Dialects without the external models of their ops. */
  lowerIn(other);
  mlirContextDestroy(other);

  /* The pipeline of the project, by its name. */
  MlirPassManager passes = mlirPassManagerCreate(context);
  if (mlirLogicalResultIsFailure(mlirParsePassPipeline(
          mlirPassManagerGetAsOpPassManager(passes),
          mlirStringRefCreateFromCString("builtin.module(lower-pad-to-llvm)"),
          print, NULL)))
    return 1;
  if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(
          passes, mlirModuleGetOperation(module))))
    return 1;
  mlirPassManagerDestroy(passes);
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
