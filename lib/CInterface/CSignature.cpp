//===- CSignature.cpp - Which functions C can call, and how ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionComment.h"
#include "Pad/CInterface/CInterface.h"
#include "Pad/CInterface/CNames.h"
#include "Pad/CInterface/CTypes.h"
#include "PadsArguments.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::pad;

std::string mlir::pad::getShapeFunctionName(StringRef name) {
  return (name + "_shape").str();
}

/// Begins the error that refuses `function`.
static InFlightDiagnostic refuse(func::FuncOp function) {
  return function.emitError()
         << "'@" << function.getName() << "' has no plain C signature: ";
}

/// Whether `user` only reads the elements or the extents of `memref`, and its
/// results cannot be used to write to them. Ops with unknown effects, and
/// terminators, which hand `memref` on, count as writes.
static bool onlyReads(Operation *user, Value memref) {
  if (auto toTensor = dyn_cast<bufferization::ToTensorOp>(user))
    return !toTensor.getWritable();
  if (isa<ShapedDimOpInterface>(user))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(user);
  if (!effects || user->hasTrait<OpTrait::IsTerminator>())
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  bool reads = false;
  for (const MemoryEffects::EffectInstance &instance : instances) {
    bool mayBeMemRef = !instance.getValue() || instance.getValue() == memref;
    if (mayBeMemRef && !isa<MemoryEffects::Read>(instance.getEffect()))
      return false;
    reads |= mayBeMemRef;
  }
  // If it has no effect, its results are made from the address.
  return reads && llvm::none_of(user->getResultTypes(), [](Type type) {
           return isa<BaseMemRefType, TensorType>(type);
         });
}

/// Whether nothing writes to `memref` or to a view of it.
static bool isNeverWritten(Value memref) {
  return llvm::all_of(memref.getUsers(), [&](Operation *user) {
    auto view = dyn_cast<ViewLikeOpInterface>(user);
    if (view && view.getViewSource() == memref)
      return isNeverWritten(view.getViewDest());
    return onlyReads(user, memref);
  });
}

namespace {
/// Builds the C signature of one function, or says why there is none.
class SignatureBuilder {
public:
  explicit SignatureBuilder(func::FuncOp function) : function(function) {}

  FailureOr<CFunction> build() {
    result.name = function.getName().str();
    result.arguments = llvm::to_vector(function.getArgumentTypes());
    result.results = llvm::to_vector(function.getResultTypes());
    if (failed(addParameters(/*keepNames=*/true)))
      return failure();
    // The last parameter of the shape function.
    llvm::StringSet<> names = {"result_shape"};
    for (const CParameter &parameter : result.parameters)
      if (!names.insert(parameter.name).second) {
        result.parameters.clear();
        if (failed(addParameters(/*keepNames=*/false)))
          return failure();
        break;
      }
    return std::move(result);
  }

private:
  LogicalResult addParameters(bool keepNames) {
    for (BlockArgument argument : function.getArguments())
      if (failed(addArgument(argument, keepNames)))
        return failure();
    for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(addResult(number, type)))
        return failure();
    if (result.hasShapeFunction)
      for (unsigned number : getPadsArguments(function))
        for (CParameter &parameter : result.parameters)
          parameter.decidesExtents |= parameter.role == CParameterRole::Data &&
                                      parameter.number == number;
    return success();
  }

  /// The name that `argument` has in its location, or `argN`.
  std::string getName(BlockArgument argument, bool keepNames) {
    auto name = dyn_cast<NameLoc>(argument.getLoc());
    if (keepNames && name &&
        getCNameClash(name.getName(), CNameUse::Parameter).empty())
      return name.getName().str();
    return "arg" + std::to_string(argument.getArgNumber());
  }

  LogicalResult checkElement(StringRef what, unsigned number, Type type) {
    if (getCType(type))
      return success();
    return refuse(function)
           << what << " " << number << " has elements of type " << type
           << ", for which C has no type; use integers of 1 "
              "to 8, 16, 32 or 64 bits, floats of at most 16, "
              "32 or 64 bits, complex, index or !llvm.ptr, or "
              "make the function private";
  }

  LogicalResult addArgument(BlockArgument argument, bool keepNames) {
    unsigned number = argument.getArgNumber();
    Type type = argument.getType();
    std::string name = getName(argument, keepNames);
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || isa<VectorType>(type)) {
      if (isa<VectorType>(type) || !getCType(type))
        return refuse(function)
               << "argument " << number << " is of type " << type
               << ", for which C has no type; pass a tensor, a memref or a "
                  "scalar, or make the function private";
      result.parameters.push_back({CParameterRole::Scalar, name, type, number});
      return success();
    }
    if (!shaped.hasRank())
      return refuse(function)
             << "argument " << number << " is unranked (" << type
             << "); give it a rank, with ? for extents known at run time";
    if (failed(checkElement("argument", number, shaped.getElementType())))
      return failure();
    bool readOnly = true;
    SmallVector<int64_t> strides;
    if (auto memref = dyn_cast<MemRefType>(type)) {
      if (failed(checkMemRef(memref, number, strides)))
        return failure();
      readOnly = isNeverWritten(argument);
      if (memref.getLayout().isIdentity())
        strides.clear();
    } else if (auto tensor = cast<RankedTensorType>(type);
               tensor.getEncoding()) {
      return refuse(function)
             << "argument " << number << " of type " << type
             << " has an encoding; convert it to a dense tensor first";
    }
    addShaped(CParameterRole::Data, name, shaped, number, strides, readOnly);
    return success();
  }

  /// Refuses memrefs that cannot be passed as a pointer, extents and strides.
  LogicalResult checkMemRef(MemRefType type, unsigned number,
                            SmallVectorImpl<int64_t> &strides) {
    int64_t offset = 0;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return refuse(function)
             << "argument " << number << " of type " << type
             << " has a layout without strides; normalize it first "
                "(-normalize-memrefs)";
    if (type.getMemorySpace() && type.getMemorySpaceAsInt() != 0)
      return refuse(function) << "argument " << number << " of type " << type
                              << " is in another memory space; C pointers are "
                                 "in space 0";
    return success();
  }

  void addShaped(CParameterRole role, StringRef name, ShapedType type,
                 unsigned number, ArrayRef<int64_t> strides, bool readOnly) {
    Type index = IndexType::get(type.getContext());
    result.parameters.push_back(
        {role, name.str(), type.getElementType(), number, 0, readOnly});
    for (auto [axis, extent] : llvm::enumerate(type.getShape()))
      if (ShapedType::isDynamic(extent))
        result.parameters.push_back({CParameterRole::Extent,
                                     (name + "_d" + Twine(axis)).str(), index,
                                     number, static_cast<int64_t>(axis)});
    for (auto [axis, stride] : llvm::enumerate(strides))
      if (ShapedType::isDynamic(stride))
        result.parameters.push_back({CParameterRole::Stride,
                                     (name + "_s" + Twine(axis)).str(), index,
                                     number, static_cast<int64_t>(axis)});
  }

  LogicalResult addResult(unsigned number, Type type) {
    std::string name = "result";
    if (function.getNumResults() > 1)
      name += std::to_string(number);
    if (isa<BaseMemRefType>(type))
      return refuse(function)
             << "result " << number << " is a memref (" << type
             << "), and C could not tell who frees it; return a tensor, or "
                "write to a memref argument";
    Type element = type;
    if (auto tensor = dyn_cast<TensorType>(type)) {
      if (!tensor.hasRank())
        return refuse(function)
               << "result " << number << " is unranked (" << type
               << "); give it a rank, with ? for extents known at run time";
      if (cast<RankedTensorType>(type).getEncoding())
        return refuse(function) << "result " << number << " of type " << type
                                << " has an encoding; return a dense tensor";
      element = tensor.getElementType();
      result.hasShapeFunction |= !tensor.hasStaticShape();
    }
    if (failed(checkElement("result", number, element)))
      return failure();
    result.parameters.push_back(
        {CParameterRole::Result, name, element, number});
    return success();
  }

  func::FuncOp function;
  CFunction result;
};
} // namespace

/// Refuses a function whose name the header cannot declare.
static LogicalResult checkName(func::FuncOp function) {
  StringRef clash = getCNameClash(function.getName(), CNameUse::Function);
  if (clash.empty())
    return success();
  return refuse(function) << "'" << function.getName() << "' " << clash
                          << "; rename the function";
}

/// Refuses a function beside one with a name that padc gives to a part of it.
static LogicalResult checkParts(func::FuncOp function, bool hasShapeFunction,
                                const SymbolTable &symbols) {
  std::string name = function.getName().str();
  if (Operation *clash = symbols.lookup(getShapeFunctionName(name));
      clash && hasShapeFunction) {
    (refuse(function) << "its results have dynamic extents, so '"
                      << getShapeFunctionName(name)
                      << "' is the function that computes them; rename the "
                         "other one")
            .attachNote(clash->getLoc())
        << "'@" << getShapeFunctionName(name) << "' is here";
    return failure();
  }
  for (const char *suffix : {".impl", ".shape"})
    if (Operation *clash = symbols.lookup(name + suffix)) {
      (refuse(function) << "'@" << name << suffix
                        << "' is a part that padc makes of it; rename the "
                           "other one")
              .attachNote(clash->getLoc())
          << "'@" << name << suffix << "' is here";
      return failure();
    }
  return success();
}

/// Inlines calls, because what a callee does belongs to the comment and the
/// result extents of its caller, and because upstream makes no out-params for
/// calls with dynamic results.
static LogicalResult inlineCalls(ModuleOp module) {
  WalkResult calls =
      module.walk([](func::CallOp) { return WalkResult::interrupt(); });
  if (!calls.wasInterrupted())
    return success();
  PassManager passes(module.getContext());
  // Its default canonicalizes what it inlined, and so folds pads of other
  // dialects, some of them wrongly, before they are imported or refused.
  passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  return passes.run(module);
}

FailureOr<std::vector<CFunction>>
mlir::pad::describeCInterface(ModuleOp module) {
  if (failed(inlineCalls(module)))
    return failure();
  std::vector<CFunction> functions;
  SymbolTable symbols(module);
  bool failedAny = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    FailureOr<CFunction> described = failure();
    if (succeeded(checkName(function)))
      described = SignatureBuilder(function).build();
    if (failed(described) ||
        failed(checkParts(function, described->hasShapeFunction, symbols))) {
      failedAny = true;
      continue;
    }
    described->comment = describeFunction(function, *described);
    functions.push_back(std::move(*described));
  }
  if (failedAny)
    return failure();
  if (functions.empty())
    return module.emitError()
           << "there is nothing to compile, because no public function has a "
              "body; write a func.func that is not private";
  return std::move(functions);
}
