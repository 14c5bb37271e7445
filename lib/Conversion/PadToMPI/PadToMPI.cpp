//===- PadToMPI.cpp - Pads across ranks to calls of MPI -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/Passes.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/ShardedPadOps.h"
#include "Pad/Ranks/ExchangeKernel.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTSHARDEDPADTOMPI
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The MPI library that upstream's `--convert-to-llvm` would call, too.
static FailureOr<MpiLibrary> getMpiLibrary(ModuleOp module) {
  FailureOr<Attribute> name =
      dlti::query(module, ArrayRef<StringRef>{"MPI:Implementation"});
  if (failed(name))
    return MpiLibrary::Mpich;
  auto text = dyn_cast<StringAttr>(*name);
  if (text && text.getValue() == "MPICH")
    return MpiLibrary::Mpich;
  if (text && text.getValue() == "OpenMPI")
    return MpiLibrary::OpenMpi;
  return module.emitError() << "MPI:Implementation is " << *name
                            << "; give \"MPICH\" or \"OpenMPI\"";
}

/// The address of the first element of a buffer of identity layout.
static Value getPointer(OpBuilder &builder, Location loc, Value buffer) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), integer);
}

/// Why `op`, which runs on all ranks, cannot call functions of `module`; empty
/// if it can.
static StringRef explainPlace(Operation *op, ModuleOp module) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || function->getParentOp() != module)
    return "is in no function of the module that is lowered; lower the module "
           "around its function alone";
  if (op->getParentWithTrait<OpTrait::HasParallelRegion>())
    return "is in a parallel loop, but messages are of one thread; move it out "
           "of the loop";
  return "";
}

/// The functions of C that exchanges call, as others may have declared them.
static LogicalResult verifyDeclarations(ModuleOp module) {
  for (auto symbol : module.getOps<SymbolOpInterface>()) {
    StringRef name = symbol.getName();
    bool isCalled =
        name.starts_with("MPI_") ||
        llvm::is_contained({"dprintf", "free", "malloc", "memcpy"}, name);
    if (isCalled && !isa<LLVM::LLVMFuncOp>(symbol))
      return symbol->emitOpError()
             << "declares '" << name
             << "', which pads across ranks call; declare it by llvm.func, or "
                "not at all";
  }
  return success();
}

namespace {
/// Replaces the ops of one module, and adds the functions that they call.
class Converter {
public:
  Converter(ModuleOp module, MpiLibrary mpi) : module(module), mpi(mpi) {}

  /// Of a `pad.sharded_pad`, with its padding value, or of a `pad.exchange`.
  template <typename OpTy>
  LogicalResult convert(OpTy op, Value value);
  void convert(PieceOffsetsOp op);
  /// The coordinates of this rank along `axes` of a grid; along all for none.
  void convert(shard::ProcessMultiIndexOp op);
  void convert(shard::ProcessLinearIndexOp op);

private:
  /// The name of the functions for `op`, which they share with equal ones.
  template <typename OpTy>
  FailureOr<StringRef> getFunctions(OpTy op, bool takesValue);
  Value emitRank(OpBuilder &builder, Location loc);

  ModuleOp module;
  MpiLibrary mpi;
  SymbolTableCollection symbols;
  /// By what they depend on.
  llvm::StringMap<std::string> functions;
  std::string rankFunction;
};
} // namespace

/// A name that no symbol of `module` has, nor the functions of an exchange of
/// that name.
static std::string getFreeName(ModuleOp module, StringRef prefix) {
  auto isFree = [&](StringRef name) {
    return llvm::none_of(module.getOps<SymbolOpInterface>(),
                         [&](SymbolOpInterface symbol) {
                           return symbol.getName().starts_with(name);
                         });
  };
  std::string name = prefix.str();
  for (int count = 0; !isFree(name); ++count)
    name = (prefix + Twine(count)).str() + "x";
  return name;
}

template <typename OpTy>
FailureOr<StringRef> Converter::getFunctions(OpTy op, bool takesValue) {
  Type elementType = op.getType().getElementType();
  if (op.getType().getEncoding())
    return op.emitOpError()
           << "has an encoding; convert it to a dense tensor first";
  ExchangeSpec spec;
  spec.elementBytes = getElementBytes(elementType).value_or(0);
  if (!isa<IntegerType, FloatType, IndexType, ComplexType>(elementType) ||
      !llvm::isPowerOf2_64(spec.elementBytes) || spec.elementBytes > 16)
    return op.emitOpError() << "has element type " << elementType
                            << ", which is not sent between ranks; use an "
                               "integer, float or complex type of at most 16 "
                               "bytes";
  GridOrder order;
  auto grid = shard::getGridOrNull(op, op.getGridAttr(), symbols);
  order.shape = llvm::to_vector(grid.getShape());
  for (shard::GridAxesAttr axes : op.getSplitAxes().getAxes())
    order.splitAxes.push_back(llvm::to_vector(axes.asArrayRef()));
  for (int64_t axis = 0; axis < op.getRank(); ++axis) {
    spec.axes.push_back(op.getStaticNumbers(axis));
    AxisPieces source = op.getSourcePieces(axis, order.shape);
    spec.grid.push_back(source.parts);
    spec.sourceOffsets.push_back(llvm::to_vector(source.offsets));
    spec.resultOffsets.push_back(
        llvm::to_vector(op.getResultPieces(axis, order.shape).offsets));
  }
  spec.mpi = mpi;
  spec.value = llvm::APInt(8 * static_cast<unsigned>(spec.elementBytes), 0);
  spec.isValueDynamic = takesValue;
  if (isa<ExchangeOp>(op))
    spec.results = ResultPieces::Windows;

  std::string key;
  llvm::raw_string_ostream text(key);
  text << op->getName() << spec.elementBytes << takesValue << op.getModes()
       << op.getGridAttr() << op.getSplitAxes() << "of ";
  for (ArrayRef<int64_t> numbers :
       {op.getStaticExtents(), op.getStaticLow(), op.getStaticHigh(),
        op.getStaticInterior(), op.getStaticSourceOffsets(),
        op.getStaticResultOffsets()}) {
    llvm::interleaveComma(numbers, text);
    text << ';';
  }
  std::string &name = functions[key];
  if (name.empty()) {
    name = spec.name = getFreeName(module, "pad_exchange");
    spec.isInternal = true;
    emitExchange(module, spec);
    emitOpenExchange(module, spec, order);
  }
  return StringRef(name);
}

/// The outermost loop around `op` that makes none of `numbers`, nor does a loop
/// in it; `op` itself if there is none.
static Operation *getOutermostLoop(Operation *op, ArrayRef<Value> numbers) {
  while (auto loop = dyn_cast<LoopLikeOpInterface>(op->getParentOp())) {
    if (!llvm::all_of(numbers, [&](Value number) {
          return loop.isDefinedOutsideOfLoop(number);
        }))
      break;
    op = loop;
  }
  return op;
}

template <typename OpTy>
LogicalResult Converter::convert(OpTy op, Value value) {
  FailureOr<StringRef> name = getFunctions(op, static_cast<bool>(value));
  if (failed(name))
    return failure();
  auto rank = static_cast<size_t>(op.getRank());
  Location loc = op.getLoc();
  SmallVector<Value> numbers;
  for (OperandRange operands :
       {op.getExtents(), op.getLow(), op.getHigh(), op.getInterior(),
        op.getSourceOffsets(), op.getResultOffsets()})
    llvm::append_range(numbers, operands);
  Operation *loop = getOutermostLoop(op, numbers);
  OpBuilder builder(loop);
  Type index = builder.getIndexType(), i32 = builder.getI32Type(),
       pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Type> opened = {pointer};
  opened.append(2 * rank, index);
  auto open = func::CallOp::create(builder, loc, (*name + "_open").str(),
                                   opened, numbers);
  Value plan = open.getResult(0);
  ValueRange sourceExtents = open.getResults().slice(1, rank),
             resultExtents = open.getResults().slice(1 + rank, rank);
  builder.setInsertionPointAfter(loop);
  func::CallOp::create(builder, loc, (*name + "_free").str(), i32, plan);

  builder.setInsertionPoint(op);
  auto check = [&](Value actual, Value expected, const Twine &what) {
    Value isEqual = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, actual, expected);
    cf::AssertOp::create(builder, loc, isEqual,
                         (op->getName().getStringRef() + ": " + what).str());
  };
  auto getMemRef = [](RankedTensorType type) {
    return MemRefType::get(type.getShape(), type.getElementType());
  };
  RankedTensorType sourceType = op.getSource().getType(), type = op.getType();
  ArrayRef<int64_t> shape =
      shard::getGrid(op, op.getGridAttr(), symbols).getShape();
  SmallVector<Value> dynamicExtents;
  for (size_t axis = 0; axis < rank; ++axis) {
    // What is static has been verified where the pieces are, too.
    bool isSourceKnown = op.getSourcePieces(axis, shape).isStatic(),
         isResultKnown = op.getResultPieces(axis, shape).isStatic();
    if (sourceType.isDynamicDim(axis) || !isSourceKnown)
      check(builder.createOrFold<tensor::DimOp>(loc, op.getSource(), axis),
            sourceExtents[axis],
            "axis " + Twine(axis) +
                " of the source has another extent than this rank's piece of "
                "the whole");
    if (type.isDynamicDim(axis))
      dynamicExtents.push_back(resultExtents[axis]);
    else if (!isResultKnown)
      check(arith::ConstantIndexOp::create(builder, loc, type.getDimSize(axis)),
            resultExtents[axis],
            "axis " + Twine(axis) +
                " of the result has another extent than this rank's piece of "
                "the whole");
  }
  Value source = bufferization::ToBufferOp::create(
      builder, loc, getMemRef(sourceType), op.getSource(),
      /*read_only=*/true);
  Value result =
      memref::AllocOp::create(builder, loc, getMemRef(type), dynamicExtents);
  SmallVector<Value> operands = {plan, getPointer(builder, loc, source),
                                 getPointer(builder, loc, result)};
  if (value) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(
        &op->template getParentOfType<FunctionOpInterface>().front());
    Value place = memref::AllocaOp::create(
        builder, loc, MemRefType::get({}, value.getType()));
    builder.setInsertionPoint(op);
    memref::StoreOp::create(builder, loc, value, place);
    operands.push_back(getPointer(builder, loc, place));
  }
  Value code =
      func::CallOp::create(builder, loc, (*name + "_run").str(), i32, operands)
          .getResult(0);
  check(code,
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0)),
        "a call of MPI failed");
  Value tensor = bufferization::ToTensorOp::create(builder, loc, type, result,
                                                   /*restrict=*/true,
                                                   /*writable=*/true);
  op.replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

Value Converter::emitRank(OpBuilder &builder, Location loc) {
  if (rankFunction.empty()) {
    rankFunction = getFreeName(module, "pad_rank");
    emitWorldRank(module, rankFunction, mpi);
  }
  return func::CallOp::create(builder, loc, rankFunction,
                              builder.getIndexType(), ValueRange())
      .getResult(0);
}

void Converter::convert(PieceOffsetsOp op) {
  ArrayRef<int64_t> shape =
      shard::getGrid(op, op.getGridAttr(), symbols).getShape();
  std::string key;
  llvm::raw_string_ostream(key)
      << op->getName() << op.getGridAttr() << op.getAxesAttr();
  std::string &name = functions[key];
  if (name.empty()) {
    name = getFreeName(module, "pad_piece_offsets");
    emitPieceOffsets(module, name, mpi, shape, op.getAxes());
  }
  OpBuilder builder(op);
  op.replaceAllUsesWith(func::CallOp::create(builder, op.getLoc(), name,
                                             op.getResultTypes(),
                                             op.getExtent())
                            .getResults());
  op.erase();
}

void Converter::convert(shard::ProcessLinearIndexOp op) {
  OpBuilder builder(op);
  op.replaceAllUsesWith(emitRank(builder, op.getLoc()));
  op.erase();
}

void Converter::convert(shard::ProcessMultiIndexOp op) {
  OpBuilder builder(op);
  ArrayRef<int64_t> shape =
      shard::getGrid(op, op.getGridAttr(), symbols).getShape();
  ArithValue rank(builder, op.getLoc(), emitRank(builder, op.getLoc()));
  SmallVector<Value> coordinates(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    coordinates[axis] = urem(rank, shape[axis]);
    rank = udiv(rank, shape[axis]);
  }
  SmallVector<Value> results;
  for (int16_t axis : op.getAxes())
    results.push_back(coordinates[axis]);
  op.replaceAllUsesWith(results.empty() ? coordinates : results);
  op.erase();
}

namespace {
struct ConvertShardedPadToMPI
    : pad::impl::ConvertShardedPadToMPIBase<ConvertShardedPadToMPI> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<ExchangeOp, PieceOffsetsOp, ShardedPadOp,
              shard::ProcessLinearIndexOp, shard::ProcessMultiIndexOp>(op))
        ops.push_back(op);
    });
    if (!ops.empty() && failed(convert(ops)))
      return signalPassFailure();
    for (auto grid :
         llvm::make_early_inc_range(getOperation().getOps<shard::GridOp>()))
      if (SymbolTable::symbolKnownUseEmpty(grid, getOperation()))
        grid.erase();
  }

private:
  LogicalResult convert(ArrayRef<Operation *> ops) {
    SymbolTableCollection symbols;
    for (Operation *op : ops) {
      if (StringRef reason = explainPlace(op, getOperation()); !reason.empty())
        return op->emitOpError() << reason;
      auto name = op->getAttrOfType<FlatSymbolRefAttr>("grid");
      if (failed(verifyGrid(op, name, shard::getGridOrNull(op, name, symbols),
                            {})))
        return failure();
    }
    FailureOr<MpiLibrary> mpi = getMpiLibrary(getOperation());
    if (failed(mpi) || failed(verifyDeclarations(getOperation())))
      return failure();
    Converter converter(getOperation(), *mpi);
    for (Operation *op : ops) {
      LogicalResult result = success();
      if (auto pad = dyn_cast<ShardedPadOp>(op))
        result = converter.convert(pad, pad.getValue());
      else if (auto exchange = dyn_cast<ExchangeOp>(op))
        result = converter.convert(exchange, /*value=*/Value());
      else if (auto offsets = dyn_cast<PieceOffsetsOp>(op))
        converter.convert(offsets);
      else if (auto linear = dyn_cast<shard::ProcessLinearIndexOp>(op))
        converter.convert(linear);
      else
        converter.convert(cast<shard::ProcessMultiIndexOp>(op));
      if (failed(result))
        return failure();
    }
    return success();
  }
};
} // namespace
