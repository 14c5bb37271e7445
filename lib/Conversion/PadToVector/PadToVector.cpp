//===- PadToVector.cpp - pad.pad_into to vectors of rows ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadPlan.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/PaddingValue.h"
#include "RowEmitter.h"
#include "StreamWriter.h"
#include "TileEmitter.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOVECTOR
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

/// Bytes of data in a row from which on it is streamed from its source; shorter
/// rows are staged.
static constexpr int64_t kMinStreamedRowBytes = 192;

/// `element` as the integer that memory holds, of `bits` bits.
static Value emitMemoryBits(OpBuilder &b, Location loc, Value element,
                            int64_t bits) {
  Type type = element.getType();
  IntegerType integer = b.getIntegerType(bits);
  if (isa<IndexType>(type))
    return arith::IndexCastOp::create(b, loc, integer, element);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(b, loc, integer, element);
  if (isa<ComplexType>(type)) {
    Value parts[2] = {complex::ReOp::create(b, loc, element),
                      complex::ImOp::create(b, loc, element)};
    for (Value &part : parts)
      part = arith::ExtUIOp::create(b, loc, integer,
                                    emitMemoryBits(b, loc, part, bits / 2));
    Value shift = arith::ConstantIntOp::create(b, loc, integer, bits / 2);
    Value high = arith::ShLIOp::create(b, loc, parts[1], shift);
    return arith::OrIOp::create(b, loc, parts[0], high);
  }
  IntegerType own = b.getIntegerType(type.getIntOrFloatBitWidth());
  if (isa<FloatType>(type))
    element = arith::BitcastOp::create(b, loc, own, element);
  else if (type != own)
    element =
        UnrealizedConversionCastOp::create(b, loc, own, element).getResult(0);
  if (own == integer)
    return element;
  return arith::ExtUIOp::create(b, loc, integer, element);
}

namespace {
/// A memref as one row of integers.
struct FlatView {
  FlatView(OpBuilder &b, Location loc, Value memref, IntegerType elementType) {
    auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, memref);
    offset = metadata.getConstifiedMixedOffset();
    strides = metadata.getConstifiedMixedStrides();
    IndexMath m{b, loc};
    Value last = m.value(offset);
    for (auto [size, stride] :
         llvm::zip_equal(metadata.getConstifiedMixedSizes(), strides))
      last = m.add(last,
                   m.mul(m.sub(m.value(size), m.constant(1)), m.value(stride)));
    OpFoldResult size = getAsOpFoldResult(m.add(last, m.constant(1)));
    auto type = cast<MemRefType>(memref.getType());
    auto flatType = [&](Type element) {
      return MemRefType::get({ShapedType::kDynamic}, element,
                             MemRefLayoutAttrInterface(),
                             type.getMemorySpace());
    };
    buffer = memref::ReinterpretCastOp::create(
        b, loc, flatType(type.getElementType()), metadata.getBaseBuffer(),
        b.getIndexAttr(0), ArrayRef<OpFoldResult>(m.value(size)),
        ArrayRef<OpFoldResult>(b.getIndexAttr(1)));
    // Both types become the same descriptor: the cast is no code.
    if (type.getElementType() != elementType)
      buffer = UnrealizedConversionCastOp::create(b, loc, flatType(elementType),
                                                  buffer)
                   .getResult(0);
  }

  FlatBuffer buffer;
  OpFoldResult offset;
  SmallVector<OpFoldResult> strides;
};

/// Emits the loops around tiles and rows, as planned.
class NestEmitter {
public:
  NestEmitter(OpBuilder &builder, PadIntoOp op, const PadPlan &plan,
              const PadToVectorOptions &options, Value paddingValue);
  void emit();

private:
  /// Axes `k` and inwards. With `bordersOnly` the data is there already.
  void emitAxis(int64_t k, Value sourceOffset, Value resultOffset,
                bool bordersOnly);
  void emitConstantAxis(int64_t k, Value sourceOffset, Value resultOffset,
                        bool bordersOnly);
  void emitExtendedAxis(int64_t k, Value sourceOffset, Value resultOffset,
                        bool bordersOnly);
  /// Padding values at indices `[first, last)` of axis `k`.
  void fillAxis(int64_t k, Value resultOffset, Value first, Value last);
  /// Whether the tile is the row and nothing more.
  bool isRowTile() const { return plan.tile && plan.tileBegin == plan.row; }
  /// Result indices `window` of the row to `toOffset` of `to`.
  void emitRowWindow(Value sourceOffset, FlatBuffer to, Value toOffset,
                     const RowWindow &window);
  void emitStreamedRow(Value sourceOffset, Value resultOffset);
  /// Whether the source starts where the data of the result does.
  Value emitIsInPlace();
  /// Whether the result is large enough to be streamed, and in which blocks;
  /// null for never.
  Value emitIsLarge(StreamWriter::Block &block);

  OpBuilder &b;
  Location loc;
  PadIntoOp op;
  const PadPlan &plan;
  const PadToVectorOptions &options;
  IntegerType elementType;
  IndexMath m;
  FlatView source, result;
  VectorMover mover;
  SmallVector<AxisValues> axes;
  std::optional<RowEmitter> row;
  /// Where the result is streamed: everything is written through it, in order.
  std::optional<StreamWriter> stream;
};
} // namespace

NestEmitter::NestEmitter(OpBuilder &builder, PadIntoOp op, const PadPlan &plan,
                         const PadToVectorOptions &options, Value paddingValue)
    : b(builder), loc(op.getLoc()), op(op), plan(plan), options(options),
      elementType(b.getIntegerType(plan.elementBits)), m{b, loc},
      source(b, loc, op.getSource(), elementType),
      result(b, loc, op.getInit(), elementType),
      mover(b, loc, elementType,
            std::max<int64_t>(2, options.vectorBits / plan.elementBits),
            plan.elementAlignment, paddingValue) {
  SmallVector<SymbolicPadAxis> numbers = getSymbolicAxes(b, loc, op);
  SmallVector<OpFoldResult> resultExtents =
      memref::getMixedSizes(b, loc, op.getInit());
  for (const PlannedAxis &planned : plan.axes) {
    AxisValues values(mover, plan.mode, numbers[planned.first],
                      m.value(resultExtents[planned.first]));
    for (int64_t axis = planned.first + 1; axis < planned.end; ++axis) {
      Value inner = m.value(resultExtents[axis]);
      for (Value *value : {&values.resultExtent, &values.begin, &values.end,
                           &values.low, &values.dilated})
        *value = m.mul(*value, inner);
    }
    values.sourceStride = m.value(source.strides[planned.end - 1]);
    values.resultStride = m.value(result.strides[planned.end - 1]);
    axes.push_back(values);
  }
}

void NestEmitter::fillAxis(int64_t k, Value resultOffset, Value first,
                           Value last) {
  const AxisValues &axis = axes[k];
  Value begin = m.add(resultOffset, m.mul(first, axis.resultStride));
  if (stream)
    return stream->fillPadding(begin,
                               m.mul(m.sub(last, first), axis.resultStride));
  if (plan.axes[k].isResultDense)
    return mover.fillPadding(result.buffer, begin,
                             m.mul(m.sub(last, first), axis.resultStride));
  mover.forLoop(first, last, 1, [&](Value i) {
    fillAxis(k + 1, m.add(resultOffset, m.mul(i, axis.resultStride)),
             m.constant(0), axes[k + 1].resultExtent);
  });
}

void NestEmitter::emitConstantAxis(int64_t k, Value sourceOffset,
                                   Value resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  // In the order of memory.
  fillAxis(k, resultOffset, m.constant(0), axis.begin);
  mover.forLoop(axis.begin, axis.end, 1, [&](Value i) {
    Value position = m.sub(i, axis.low);
    Value to = m.add(resultOffset, m.mul(i, axis.resultStride));
    auto emitInner = [&](Value index) {
      emitAxis(k + 1, m.add(sourceOffset, m.mul(index, axis.sourceStride)), to,
               bordersOnly);
    };
    if (!axis.step)
      return emitInner(position);
    Value rest = m.apply<arith::RemUIOp>(position, axis.step);
    mover.ifElse(
        m.cmp(CmpIPredicate::eq, rest, m.constant(0)),
        [&] { emitInner(m.apply<arith::DivUIOp>(position, axis.step)); },
        [&] { fillAxis(k + 1, to, m.constant(0), axes[k + 1].resultExtent); });
  });
  fillAxis(k, resultOffset, axis.end, axis.resultExtent);
}

void NestEmitter::emitExtendedAxis(int64_t k, Value sourceOffset,
                                   Value resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  mover.forLoop(m.constant(0), axis.resultExtent, 1, [&](Value i) {
    Value to = m.add(resultOffset, m.mul(i, axis.resultStride));
    auto emitInner = [&](Value index, bool bordersOnly) {
      emitAxis(k + 1, m.add(sourceOffset, m.mul(index, axis.sourceStride)), to,
               bordersOnly);
    };
    if (!plan.axes[k].isPadded)
      return emitInner(i, bordersOnly);
    // Few indices lie outside: only those divide.
    Value position = m.sub(i, axis.positions.getLow());
    Value isInside =
        m.cmp(CmpIPredicate::ult, position, axis.positions.getDilatedExtent());
    if (bordersOnly && !axis.step)
      return mover.ifElse(
          isInside, [&] { emitInner(position, true); },
          [&] { emitInner(axis.positions.emit(b, loc, i).index, false); });
    if (axis.step) {
      SymbolicRead read = axis.positions.emit(b, loc, i);
      return mover.ifElse(
          read.hasSource, [&] { emitInner(read.index, false); },
          [&] {
            fillAxis(k + 1, to, m.constant(0), axes[k + 1].resultExtent);
          });
    }
    auto index = scf::IfOp::create(
        b, loc, isInside,
        [&](OpBuilder &nested, Location) {
          scf::YieldOp::create(nested, loc, position);
        },
        [&](OpBuilder &nested, Location) {
          scf::YieldOp::create(nested, loc,
                               axis.positions.emit(nested, loc, i).index);
        });
    emitInner(index.getResult(0), false);
  });
}

void NestEmitter::emitRowWindow(Value sourceOffset, FlatBuffer to,
                                Value toOffset, const RowWindow &window) {
  std::optional<int64_t> begin = getConstantIntValue(window.first),
                         end = getConstantIntValue(window.last);
  if (isRowTile() && begin && end)
    return emitTile(mover, *plan.tile, source.buffer, sourceOffset, to,
                    toOffset, *begin * plan.chunk, *end * plan.chunk);
  row->emit(source.buffer, sourceOffset, to, toOffset, window,
            /*bordersOnly=*/false);
}

void NestEmitter::emitStreamedRow(Value sourceOffset, Value resultOffset) {
  const AxisValues &axis = axes[plan.row];
  Value zero = m.constant(0), chunk = m.constant(plan.chunk);
  auto at = [&](Value index) {
    return m.add(resultOffset, m.mul(index, chunk));
  };
  if (stream->streamsRows()) {
    // Positions are numbers of the data here: no interior pad.
    Value line = m.constant(llvm::divideCeil(stream->getLine(), plan.chunk));
    Value headEnd = m.add(axis.begin, line), tailBegin = m.sub(axis.end, line);
    Value firstElement = m.sub(axis.begin, axis.low);
    return stream->writeRow(
        resultOffset, at(axis.begin), at(axis.end), at(axis.resultExtent),
        source.buffer, m.add(sourceOffset, m.mul(firstElement, chunk)),
        [&](FlatBuffer stage, Value offset) {
          emitRowWindow(sourceOffset, stage, offset,
                        {zero, headEnd, /*hasLeft=*/true, /*hasRight=*/false});
        },
        at(tailBegin),
        [&](FlatBuffer stage, Value offset) {
          emitRowWindow(sourceOffset, stage, offset,
                        {tailBegin, axis.resultExtent, /*hasLeft=*/false,
                         /*hasRight=*/true});
        });
  }
  int64_t piece = stream->getMaxPiece() / plan.chunk;
  mover.forLoop(zero, axis.resultExtent, piece, [&](Value first) {
    Value last = m.min(m.add(first, m.constant(piece)), axis.resultExtent);
    stream->write(at(first), m.mul(m.sub(last, first), chunk),
                  [&](FlatBuffer stage, Value offset) {
                    emitRowWindow(sourceOffset, stage, offset, {first, last});
                  });
  });
}

void NestEmitter::emitAxis(int64_t k, Value sourceOffset, Value resultOffset,
                           bool bordersOnly) {
  if (plan.tile && k == plan.tileBegin && !bordersOnly && !isRowTile()) {
    int64_t size = plan.tile->getResultSize();
    auto emit = [&](FlatBuffer to, Value offset) {
      emitTile(mover, *plan.tile, source.buffer, sourceOffset, to, offset, 0,
               size);
    };
    return stream ? stream->write(resultOffset, m.constant(size), emit)
                  : emit(result.buffer, resultOffset);
  }
  if (k == plan.row) {
    if (stream)
      return emitStreamedRow(sourceOffset, resultOffset);
    RowWindow whole{m.constant(0), axes[k].resultExtent};
    if (!bordersOnly)
      return emitRowWindow(sourceOffset, result.buffer, resultOffset, whole);
    return row->emit(source.buffer, sourceOffset, result.buffer, resultOffset,
                     whole, bordersOnly);
  }
  if (plan.mode == PadMode::Constant)
    return emitConstantAxis(k, sourceOffset, resultOffset, bordersOnly);
  emitExtendedAxis(k, sourceOffset, resultOffset, bordersOnly);
}

Value NestEmitter::emitIsInPlace() {
  Value bytes = m.constant(plan.elementBits / 8);
  auto addressOf = [&](Value memref, Value offset) {
    Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref);
    return m.add(base, m.mul(offset, bytes));
  };
  Value data = m.value(result.offset);
  for (auto [low, stride] : llvm::zip_equal(op.getMixedLow(), result.strides))
    data = m.add(data, m.mul(m.value(low), m.value(stride)));
  return m.cmp(CmpIPredicate::eq,
               addressOf(op.getSource(), m.value(source.offset)),
               addressOf(op.getInit(), data));
}

Value NestEmitter::emitIsLarge(StreamWriter::Block &block) {
  if (!plan.canStream || options.nontemporalThreshold == INT64_MAX)
    return {};
  int64_t bytes = plan.elementBits / 8;
  Value size = m.mul(m.mul(axes[0].resultExtent, axes[0].resultStride),
                     m.constant(bytes));
  Value isLarge =
      m.cmp(CmpIPredicate::sge, size, m.constant(options.nontemporalThreshold));
  if (plan.elementAlignment != bytes) {
    // Lines hold whole elements only if they are aligned to their size.
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, op.getInit());
    Value rest = m.apply<arith::RemUIOp>(address, m.constant(bytes));
    isLarge = m.apply<arith::AndIOp>(
        isLarge, m.cmp(CmpIPredicate::eq, rest, m.constant(0)));
  }

  block = StreamWriter::Block::Page;
  const AxisValues &axis = axes[plan.row];
  if (axis.step || (plan.tile && !isRowTile()))
    return isLarge;
  // Long data between borders that fit the stage.
  auto bytesOf = [&](Value count) {
    return m.mul(count, m.constant(plan.chunk * bytes));
  };
  Value maxBorder = m.constant(StreamWriter::kMaxBorderBytes);
  Value isLong = m.cmp(CmpIPredicate::sge, bytesOf(m.sub(axis.end, axis.begin)),
                       m.constant(kMinStreamedRowBytes));
  for (Value border : {axis.begin, m.sub(axis.resultExtent, axis.end)})
    isLong = m.apply<arith::AndIOp>(
        isLong, m.cmp(CmpIPredicate::sle, bytesOf(border), maxBorder));
  std::optional<int64_t> known = getConstantIntValue(isLong);
  if (known && *known == 0)
    return isLarge;
  block = StreamWriter::Block::Line;
  return m.apply<arith::AndIOp>(isLarge, isLong);
}

void NestEmitter::emit() {
  Value sourceOffset = m.value(source.offset),
        resultOffset = m.value(result.offset);
  row.emplace(mover, plan.mode, axes[plan.row], plan.chunk);

  auto emitAll = [&] {
    StreamWriter::Block block;
    Value isLarge = emitIsLarge(block);
    auto cached = [&] { emitAxis(0, sourceOffset, resultOffset, false); };
    if (!isLarge)
      return cached();
    mover.ifElse(
        isLarge,
        [&] {
          stream.emplace(mover, op.getInit(), result.buffer, resultOffset,
                         block);
          emitAxis(0, sourceOffset, resultOffset, false);
          stream->finish(m.add(
              resultOffset, m.mul(axes[0].resultExtent, axes[0].resultStride)));
          stream.reset();
        },
        cached);
  };
  auto emitData = [&] {
    if (!plan.mayBeInPlace)
      return emitAll();
    mover.ifElse(
        emitIsInPlace(), [&] { emitAxis(0, sourceOffset, resultOffset, true); },
        emitAll);
  };
  if (plan.mode == PadMode::Constant)
    return emitData();
  // No mode extends an empty axis (C6).
  Value isEmpty;
  for (const AxisValues &axis : axes) {
    Value isThis = m.cmp(CmpIPredicate::sle, axis.dilated, m.constant(0));
    isEmpty = isEmpty ? m.apply<arith::OrIOp>(isEmpty, isThis) : isThis;
  }
  mover.ifElse(
      isEmpty,
      [&] { fillAxis(0, resultOffset, m.constant(0), axes[0].resultExtent); },
      emitData);
}

/// Marks the twin of an op that is left to scalar loops.
static constexpr StringLiteral kScalarAttr = "pad.scalar";

/// Whether the operands are as the plan assumes: the same extents of source and
/// destination on axes that are not padded, and innermost strides of 1; null if
/// that is known.
static Value emitIsAsPlanned(OpBuilder &b, PadIntoOp op, const PadPlan &plan) {
  Location loc = op.getLoc();
  IndexMath m{b, loc};
  Value isAsPlanned;
  auto require = [&](Value lhs, Value rhs) {
    Value isEqual = m.cmp(CmpIPredicate::eq, lhs, rhs);
    isAsPlanned =
        isAsPlanned ? m.apply<arith::AndIOp>(isAsPlanned, isEqual) : isEqual;
  };
  SmallVector<OpFoldResult> results =
      memref::getMixedSizes(b, loc, op.getInit());
  for (auto [axis, result] :
       llvm::zip_equal(getSymbolicAxes(b, loc, op), results)) {
    bool isPadded = !isZeroInteger(axis.low) || !isZeroInteger(axis.high) ||
                    !isZeroInteger(axis.interior);
    bool isKnown =
        getConstantIntValue(axis.extent) && getConstantIntValue(result);
    if (!isPadded && !isKnown)
      require(m.value(axis.extent), m.value(result));
  }
  if (!plan.assumesUnitStride)
    return isAsPlanned;
  for (Value memref : {op.getSource(), op.getInit()}) {
    OpFoldResult stride =
        memref::ExtractStridedMetadataOp::create(b, loc, memref)
            .getConstifiedMixedStrides()
            .back();
    if (!getConstantIntValue(stride))
      require(m.value(stride), m.constant(1));
  }
  return isAsPlanned;
}

namespace {
/// `pad.pad_into` on memrefs becomes loops around rows that are moved as
/// vectors.
struct LowerPadIntoToVectors : OpRewritePattern<PadIntoOp> {
  LowerPadIntoToVectors(MLIRContext *context, const PadToVectorOptions &options,
                        AliasAnalysis &aliases)
      : OpRewritePattern(context), options(options), aliases(aliases) {}

  LogicalResult matchAndRewrite(PadIntoOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(kScalarAttr))
      return rewriter.notifyMatchFailure(op, "left to scalar loops");
    std::string reason;
    bool mayAlias = !aliases.alias(op.getSource(), op.getInit()).isNo();
    std::optional<PadPlan> plan =
        planPad(op, options.vectorBits, mayAlias, reason);
    if (!plan) {
      if (options.remarks)
        op.emitRemark() << "not moved as vectors: " << reason;
      return rewriter.notifyMatchFailure(op, reason);
    }
    Type elementType = op.getSourceType().getElementType();
    bool needsValue = mayReadPaddingValue(op);
    if (needsValue && !op.getValue() && !hasDefaultPaddingValue(elementType))
      return rewriter.notifyMatchFailure(op, "no padding value");
    if (options.remarks) {
      std::string text;
      llvm::raw_string_ostream os(text);
      plan->print(os);
      op.emitRemark() << "moved as vectors: " << text;
    }

    Location loc = op.getLoc();
    Value paddingValue;
    if (needsValue)
      paddingValue =
          emitMemoryBits(rewriter, loc, emitPaddingValue(rewriter, loc, op),
                         plan->elementBits);
    auto emit = [&] {
      NestEmitter(rewriter, op, *plan, options, paddingValue).emit();
    };
    if (Value isAsPlanned = emitIsAsPlanned(rewriter, op, *plan)) {
      auto branch = scf::IfOp::create(rewriter, loc, isAsPlanned,
                                      /*withElseRegion=*/true);
      rewriter.setInsertionPointToStart(branch.elseBlock());
      Operation *scalar = rewriter.clone(*op);
      scalar->setAttr(kScalarAttr, rewriter.getUnitAttr());
      rewriter.setInsertionPointToStart(branch.thenBlock());
      emit();
    } else {
      emit();
    }
    rewriter.eraseOp(op);
    return success();
  }

  PadToVectorOptions options;
  AliasAnalysis &aliases;
};

struct ConvertPadToVector
    : pad::impl::ConvertPadToVectorBase<ConvertPadToVector> {
  using ConvertPadToVectorBase::ConvertPadToVectorBase;

  void runOnOperation() override {
    int64_t bits = vectorWidth == 0 ? getHostVectorBits() : vectorWidth;
    if (bits != 128 && bits != 256 && bits != 512) {
      getOperation()->emitError()
          << "vector-width is " << bits
          << ", but --convert-pad-to-vector has 128, 256 and 512 bits; 0 takes "
             "the host's";
      return signalPassFailure();
    }
    PadToVectorOptions options;
    options.vectorBits = bits;
    options.nontemporalThreshold = nontemporalThreshold < 0
                                       ? getHostNontemporalThreshold()
                                       : int64_t(nontemporalThreshold);
    options.remarks = remarks;
    RewritePatternSet patterns(&getContext());
    populatePadToVectorPatterns(patterns, options,
                                getAnalysis<AliasAnalysis>());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

int64_t mlir::pad::getHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return 512;
  return features.lookup("avx2") ? 256 : 128;
}

int64_t mlir::pad::getHostNontemporalThreshold() {
  // The kernel knows the slice that this host's cores share; the processor
  // reports all slices together.
  int64_t lastLevelCache = 32 << 20;
  auto size = llvm::MemoryBuffer::getFile(
      "/sys/devices/system/cpu/cpu0/cache/index3/size");
  int64_t kibibytes;
  if (size &&
      !(*size)->getBuffer().trim().rtrim('K').getAsInteger(10, kibibytes))
    lastLevelCache = kibibytes << 10;
  return lastLevelCache / 8;
}

void mlir::pad::populatePadToVectorPatterns(RewritePatternSet &patterns,
                                            const PadToVectorOptions &options,
                                            AliasAnalysis &aliases) {
  patterns.add<LowerPadIntoToVectors>(patterns.getContext(), options, aliases);
}
