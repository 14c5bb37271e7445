//===- OpBuild.cpp - Ops that are built of chosen numbers -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpBuild.h"
#include "KernelRun.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "pad-c/Geometry.h"
#include "pad-c/Ops.h"
#include "pad-c/Registration.h"
#include <utility>
#include <vector>

namespace {
/// A context, and the errors in it.
class FuzzContext {
public:
  FuzzContext() : context(mlirContextCreateWithThreading(false)) {
    mlirContextAttachDiagnosticHandler(
        context,
        [](MlirDiagnostic, void *numErrors) {
          ++*static_cast<int *>(numErrors);
          return mlirLogicalResultSuccess();
        },
        &numErrors, nullptr);
    mlirDialectHandleLoadDialect(mlirGetDialectHandle__pad__(), context);
  }
  ~FuzzContext() { mlirContextDestroy(context); }

  MlirContext get() const { return context; }
  MlirLocation getLoc() const { return mlirLocationUnknownGet(context); }
  /// Whether there were errors since the last call.
  bool takeErrors() { return std::exchange(numErrors, 0) != 0; }

private:
  MlirContext context;
  int numErrors = 0;
};

/// What an op is built of. The rank says how many modes and amounts there are.
struct Operands {
  MlirValue source, init, value;
  std::vector<MlirPadAxisMode> modes;
  std::vector<MlirPadAmount> low, high, interior;
};
} // namespace

static std::string takeElement(FuzzInput &input) {
  return input.takeText({"f32", "i8", "index", "f8E8M0FNU", "complex<f32>",
                         "!quant.uniform<i8:f32, 2.0:3>", "vector<2xf32>",
                         "!llvm.ptr", "tensor<2xf32>"});
}

/// The type of an array of `kind`, tensor or memref.
static std::string takeArray(FuzzInput &input, const std::string &kind,
                             const std::string &element, int64_t rank) {
  std::string text = kind + "<";
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t extent = input.takeNumber();
    text += (extent < 0 ? "?" : std::to_string(extent)) + "x";
  }
  bool hasMore = input.take(0, 7) == 7;
  return text + element +
         (hasMore ? input.takeText({", \"layout\"", ", 1"}) : "") + ">";
}

/// Arguments of `block`: two arrays, a scalar and an index. False if there is
/// no such type.
static bool addArguments(FuzzInput &input, FuzzContext &context,
                         MlirBlock block, int64_t rank) {
  std::string kind = input.take(0, 3) ? "tensor" : "memref";
  std::string element = takeElement(input);
  std::string source =
      input.takeByte() == 255 ? element : takeArray(input, kind, element, rank);
  std::string init =
      input.takeBool() ? source : takeArray(input, kind, element, rank);
  std::string value = input.take(0, 3) ? element : takeElement(input);
  for (const std::string &text : {source, init, value, std::string("index")}) {
    MlirType type = mlirTypeParseGet(context.get(), toC(text));
    context.takeErrors();
    if (mlirTypeIsNull(type))
      return false;
    mlirBlockAddArgument(block, type, context.getLoc());
  }
  return true;
}

static Operands takeOperands(FuzzInput &input, MlirBlock block, int64_t rank) {
  auto argument = [&](intptr_t position) {
    return mlirBlockGetArgument(block, position);
  };
  auto orNull = [&](MlirValue value) {
    return input.takeByte() == 255 ? MlirValue{nullptr} : value;
  };
  auto takeAmount = [&] {
    uint8_t kind = input.takeByte();
    // A value of another type is no pad.
    return kind >= 64 ? mlirPadAmountOf(input.takeNumber())
                      : mlirPadAmountOfValue(argument(kind == 63 ? 2 : 3));
  };
  Operands operands;
  operands.source = orNull(argument(0));
  operands.init = orNull(argument(1));
  operands.value = input.takeBool() ? argument(2) : MlirValue{nullptr};
  for (int64_t axis = 0; axis < rank; ++axis) {
    operands.modes.push_back(
        {static_cast<MlirPadMode>(input.take(0, 5)), input.takeBool()});
    operands.low.push_back(takeAmount());
    operands.high.push_back(takeAmount());
    operands.interior.push_back(
        input.take(0, 3) ? mlirPadAmountOf(input.take(0, 2)) : takeAmount());
  }
  return operands;
}

static bool isSame(MlirPadAmount a, MlirPadAmount b) {
  return mlirValueEqual(a.value, b.value) &&
         (!mlirValueIsNull(a.value) || a.number == b.number);
}

/// Compares `op`, of `rank` axes, with what it was built of.
static void compare(MlirOperation op, const Operands &operands, int64_t rank,
                    bool hasOneMode, bool hasInterior) {
  if (!mlirOperationVerify(op))
    fail("an op that is built is invalid");
  if (!mlirOperationIsAPad(op) || mlirPadOpGetRank(op) != rank ||
      !mlirValueEqual(mlirPadOpGetSource(op), operands.source) ||
      !mlirValueEqual(mlirPadOpGetValue(op), operands.value))
    fail("an op has another rank, source or value");
  for (int64_t axis = 0; axis < rank; ++axis) {
    MlirPadAxisMode mode = mlirPadOpGetMode(op, axis),
                    given = operands.modes[hasOneMode ? 0 : axis];
    bool mayRepeat =
        given.mode == MlirPadModeReflect || given.mode == MlirPadModeSymmetric;
    if (mode.mode != given.mode ||
        (mayRepeat && mode.periodic != given.periodic))
      fail("mode of axis " + std::to_string(axis));
    auto compareAmount = [&](MlirPadSide side, MlirPadAmount amount) {
      if (!isSame(mlirPadOpGetAmount(op, side, axis), amount))
        fail("amount of axis " + std::to_string(axis) + ", side " +
             std::to_string(side));
    };
    compareAmount(MlirPadSideLow, operands.low[axis]);
    compareAmount(MlirPadSideHigh, operands.high[axis]);
    compareAmount(MlirPadSideInterior,
                  hasInterior ? operands.interior[axis] : mlirPadAmountOf(0));
  }
}

/// The extents of the result of `op`, a pad.pad of numbers, are those that
/// Geometry.h gives.
static void compareExtents(MlirOperation op, const Operands &operands,
                           int64_t rank, bool hasOneMode, bool hasInterior) {
  MlirType source = mlirValueGetType(operands.source),
           result = mlirValueGetType(mlirOperationGetResult(op, 0));
  std::vector<int64_t> extents, low, high, interior, padded(rank);
  for (int64_t axis = 0; axis < rank; ++axis) {
    for (const MlirPadAmount &amount :
         {operands.low[axis], operands.high[axis], operands.interior[axis]})
      if (!mlirValueIsNull(amount.value))
        return;
    if (mlirShapedTypeIsDynamicDim(source, axis))
      return;
    extents.push_back(mlirShapedTypeGetDimSize(source, axis));
    low.push_back(operands.low[axis].number);
    high.push_back(operands.high[axis].number);
    interior.push_back(hasInterior ? operands.interior[axis].number : 0);
  }
  if (mlirLogicalResultIsFailure(mlirPadInferExtents(
          rank, hasOneMode ? 1 : rank, operands.modes.data(), extents.data(),
          low.data(), high.data(), interior.data(), padded.data(), nullptr,
          nullptr)))
    fail("an op whose extents are refused");
  for (int64_t axis = 0; axis < rank; ++axis)
    if (mlirShapedTypeGetDimSize(result, axis) != padded[axis])
      fail("extent of axis " + std::to_string(axis) + " of a result");
}

/// Asks `op` for what it does not have: zeros, nulls and errors.
static void readWhatIsNot(FuzzInput &input, FuzzContext &context,
                          MlirOperation op, int64_t rank) {
  int64_t axis = input.takeNumber();
  if (axis < 0 || axis >= rank) {
    MlirPadAxisMode mode = mlirPadOpGetMode(op, axis);
    bool isZero = mode.mode == MlirPadModeConstant && !mode.periodic;
    bool hasErrors = context.takeErrors();
    isZero &= isSame(mlirPadOpGetAmount(op, MlirPadSideLow, axis),
                     mlirPadAmountOf(0));
    if (!isZero || !hasErrors || !context.takeErrors())
      fail("an op has an axis " + std::to_string(axis));
  }
  auto side = static_cast<MlirPadSide>(input.take(0, 3));
  if (rank == 0 || side <= MlirPadSideInterior)
    return;
  if (!isSame(mlirPadOpGetAmount(op, side, 0), mlirPadAmountOf(0)) ||
      !context.takeErrors())
    fail("an op has a side " + std::to_string(side));
}

void buildOp(FuzzInput &input) {
  FuzzContext context;
  int64_t rank = input.take(0, 5);
  MlirBlock block = mlirBlockCreate(0, nullptr, nullptr);
  if (!addArguments(input, context, block, rank)) {
    mlirBlockDestroy(block);
    return;
  }
  Operands operands = takeOperands(input, block, rank);
  bool hasOneMode = rank != 0 && input.takeBool();
  intptr_t numModes = hasOneMode ? 1 : rank;
  // Other numbers of modes are refused before one is read.
  if (input.takeByte() == 255)
    numModes = input.takeNumber();
  bool hasInterior = input.takeBool(), isInto = input.takeBool();
  auto list = [&](const std::vector<MlirPadAmount> &amounts) {
    return input.takeByte() == 255 ? nullptr : amounts.data();
  };
  const MlirPadAmount *low = list(operands.low), *high = list(operands.high),
                      *interior =
                          hasInterior ? operands.interior.data() : nullptr;
  MlirLocation loc = context.getLoc();
  MlirOperation op =
      isInto ? mlirPadIntoOpCreate(loc, operands.source, operands.init,
                                   numModes, operands.modes.data(), low, high,
                                   interior, operands.value)
             : mlirPadOpCreate(loc, operands.source, numModes,
                               operands.modes.data(), low, high, interior,
                               operands.value);
  if (mlirOperationIsNull(op) != context.takeErrors())
    fail("an op with errors, or neither");
  if (!mlirOperationIsNull(op)) {
    hasOneMode = numModes == 1;
    compare(op, operands, rank, hasOneMode, hasInterior);
    if (!isInto)
      compareExtents(op, operands, rank, hasOneMode, hasInterior);
    if (context.takeErrors())
      fail("an op that is read has errors");
    readWhatIsNot(input, context, op, rank);
    mlirOperationPrint(op, [](MlirStringRef, void *) {}, nullptr);
    mlirOperationDestroy(op);
  }
  mlirBlockDestroy(block);
}
