//===- ExchangeBuilder.cpp - Emits code on plans of exchanges -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeBuilder.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

ExchangeBuilder::ExchangeBuilder(ModuleOp module, const ExchangeSpec &spec)
    : spec(spec), mpi(spec.mpi, module),
      b(OpBuilder::atBlockEnd(module.getBody())), loc(module.getLoc()),
      m{b, loc}, index(b.getIndexType()), i8(b.getI8Type()),
      i32(b.getI32Type()), i64(b.getI64Type()),
      pointer(LLVM::LLVMPointerType::get(module.getContext())), module(module) {
}

SmallVector<Value> ExchangeBuilder::beginFunction(StringRef name,
                                                  TypeRange arguments,
                                                  TypeRange results,
                                                  bool isPublic) {
  b.setInsertionPointToEnd(module.getBody());
  auto function =
      func::FuncOp::create(b, loc, name, b.getFunctionType(arguments, results));
  if (!isPublic || spec.isInternal) {
    function.setPrivate();
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(b.getContext(), LLVM::Linkage::Internal));
  }
  Block *entry = function.addEntryBlock();
  b.setInsertionPointToStart(entry);
  return llvm::to_vector_of<Value>(entry->getArguments());
}

void ExchangeBuilder::endFunction(ValueRange results) {
  func::ReturnOp::create(b, loc, results);
}

Value ExchangeBuilder::call(StringRef name, TypeRange results,
                            ValueRange arguments) {
  Operation *callee = module.lookupSymbol(name);
  if (isa_and_nonnull<func::FuncOp>(callee)) {
    auto call = func::CallOp::create(b, loc, name, results, arguments);
    return results.empty() ? Value() : call.getResult(0);
  }
  // As lowerings to LLVM declare the functions of C, which may share them.
  if (!callee) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    Type result = results.empty() ? LLVM::LLVMVoidType::get(b.getContext())
                                  : results.front();
    LLVM::LLVMFuncOp::create(
        b, loc, name,
        LLVM::LLVMFunctionType::get(
            result, llvm::to_vector(ValueRange(arguments).getTypes())));
  }
  auto call = LLVM::CallOp::create(b, loc, results, name, arguments);
  return results.empty() ? Value() : call.getResult();
}

void ExchangeBuilder::clearError() { error = makeVariable(m.constant(0)); }

Value ExchangeBuilder::loadError() { return loadVariable(error).castTo(i32); }

void ExchangeBuilder::callMpi(StringRef name, ValueRange arguments) {
  ArithValue code = getIndex(call(name, i32, arguments));
  ArithValue before = loadVariable(error);
  storeVariable(error, select(eq(before, 0), code, before));
}

ArithValue ExchangeBuilder::getIndex(Value integer) {
  return m(integer).castTo(index);
}

Value ExchangeBuilder::getAddress(Value base, ArithValue bytes) {
  return LLVM::GEPOp::create(b, loc, pointer, i8, base,
                             ValueRange{bytes.castTo(i64)});
}

ArithValue ExchangeBuilder::loadWord(Value base, ArithValue word) {
  return getIndex(
      LLVM::LoadOp::create(b, loc, i64, getAddress(base, word * 8)));
}

void ExchangeBuilder::storeWord(Value base, ArithValue word,
                                ArithValue number) {
  LLVM::StoreOp::create(b, loc, number.castTo(i64), getAddress(base, word * 8));
}

Value ExchangeBuilder::loadPointer(Value plan, int64_t word) {
  return LLVM::LoadOp::create(b, loc, pointer,
                              getAddress(plan, m.constant(word * 8)));
}

void ExchangeBuilder::storePointer(Value plan, int64_t word, Value value) {
  LLVM::StoreOp::create(b, loc, value, getAddress(plan, m.constant(word * 8)));
}

ArithValue ExchangeBuilder::isNull(Value address) {
  return eq(getIndex(LLVM::PtrToIntOp::create(b, loc, i64, address)), 0);
}

void ExchangeBuilder::forLoop(ArithValue low, ArithValue high,
                              function_ref<void(ArithValue)> body) {
  auto loop = scf::ForOp::create(b, loc, low, high, m.constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(m(loop.getInductionVar()));
}

void ExchangeBuilder::ifThen(ArithValue condition, function_ref<void()> body) {
  emitIf(m, condition, body);
}

void ExchangeBuilder::walk(ArithValue begin, ArithValue end,
                           function_ref<ArithValue(ArithValue)> body) {
  auto loop = scf::WhileOp::create(b, loc, TypeRange{index}, ValueRange{begin});
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, {index}, {loc});
  ArithValue place = m(before->getArgument(0));
  scf::ConditionOp::create(b, loc, place < end, ValueRange{place});
  Block *after = b.createBlock(&loop.getAfter(), {}, {index}, {loc});
  Value next = body(m(after->getArgument(0)));
  scf::YieldOp::create(b, loc, next);
}

Value ExchangeBuilder::makeWords(int64_t count) {
  Value size =
      LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(count));
  return LLVM::AllocaOp::create(b, loc, pointer, i64, size);
}

void ExchangeBuilder::printError(StringRef name, StringRef format,
                                 ValueRange values) {
  auto type =
      LLVM::LLVMFunctionType::get(i32, {i32, pointer}, /*isVarArg=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    std::string bytes = format.str() + '\0';
    LLVM::GlobalOp::create(b, loc, LLVM::LLVMArrayType::get(i8, bytes.size()),
                           /*isConstant=*/true, LLVM::Linkage::Internal, name,
                           b.getStringAttr(bytes));
    if (!module.lookupSymbol("dprintf"))
      LLVM::LLVMFuncOp::create(b, loc, "dprintf", type);
  }
  SmallVector<Value> operands = {
      m.constant(2).castTo(i32),
      LLVM::AddressOfOp::create(b, loc, pointer, name)};
  llvm::append_range(operands, values);
  LLVM::CallOp::create(b, loc, type, "dprintf", operands);
}

Value ExchangeBuilder::makeVariable(ArithValue value) {
  Value variable = makeWords(1);
  storeVariable(variable, value);
  return variable;
}

Value ExchangeBuilder::getOffsets(StringRef suffix, size_t axis,
                                  ArrayRef<SmallVector<int64_t>> offsets,
                                  Value words, int64_t &word) {
  if (offsets.empty() || offsets[axis].empty())
    return Value();
  ArrayRef<int64_t> numbers = offsets[axis];
  if (ShapedType::isDynamicShape(numbers)) {
    Value address = getAddress(words, m.constant(8 * word));
    word += static_cast<int64_t>(numbers.size());
    return address;
  }
  std::string name = (spec.name + "_" + suffix + Twine(axis)).str();
  auto type = LLVM::LLVMArrayType::get(i64, numbers.size());
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    LLVM::GlobalOp::create(b, loc, type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, name,
                           b.getI64TensorAttr(numbers));
  }
  return LLVM::AddressOfOp::create(b, loc, pointer, name);
}

Piece<ArithValue> ExchangeBuilder::getPiece(ArithValue extent, ArithValue parts,
                                            Value offsets, ArithValue part) {
  if (!offsets)
    return getEvenPiece(extent, parts, part);
  ArithValue begin = loadWord(offsets, part);
  return {begin, loadWord(offsets, part + 1) - begin};
}

Piece<ArithValue> ExchangeBuilder::getSourcePiece(const ExchangeAxis &axis,
                                                  ArithValue part) {
  return getPiece(axis.extent, axis.parts, axis.sourceOffsets, part);
}

ArithValue ExchangeBuilder::getOwner(const ExchangeAxis &axis,
                                     ArithValue element) {
  if (!axis.sourceOffsets)
    return getEvenOwner(axis.extent, axis.parts, element);
  // The number of parts that end in front of it.
  auto loop = scf::ForOp::create(b, loc, m.constant(1), axis.parts,
                                 m.constant(1), ValueRange(m.constant(0)));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ArithValue begin = loadWord(axis.sourceOffsets, m(loop.getInductionVar()));
  ArithValue count = m(loop.getRegionIterArg(0));
  ArithValue next = select(begin <= element, count + 1, count);
  scf::YieldOp::create(b, loc, ValueRange(next));
  return m(loop.getResult(0));
}

Piece<ArithValue> ExchangeBuilder::getResultPiece(const ExchangeAxis &axis,
                                                  ArithValue part) {
  if (spec.results == ResultPieces::Halo)
    return getHaloPiece(getSourcePiece(axis, part), axis.low, axis.high);
  if (isGradient()) {
    const SourceIndexMap<ArithValue> &pad = axis.padPositions;
    ReadWindow<ArithValue> window =
        getReaderWindow(pad.extension, pad.low, pad.dilated, pad.step,
                        axis.padded, getMadePiece(axis, part));
    return {window.begin, window.size};
  }
  Piece<ArithValue> piece = getMadePiece(axis, part);
  if (spec.results == ResultPieces::Disjoint)
    return piece;
  ReadWindow<ArithValue> window =
      getReadWindow(axis.padPositions, axis.extent, piece);
  return {window.begin, window.size};
}

Piece<ArithValue> ExchangeBuilder::getMadePiece(const ExchangeAxis &axis,
                                                ArithValue part) {
  return isGradient()
             ? getEvenPiece(axis.unpadded, axis.parts, part)
             : getPiece(axis.padded, axis.parts, axis.resultOffsets, part);
}

void ExchangeBuilder::forEachNumber(
    function_ref<void(const AxisNumber &)> body) {
  auto each = [&](StringRef name, plan::AxisWord word, auto get) {
    for (size_t k = 0; k < getRank(); ++k)
      body({k, name, getWord(k, word), get(k)});
  };
  each("extent", plan::Extent, [&](size_t k) { return spec.axes[k].extent; });
  each("low pad", plan::Low, [&](size_t k) { return spec.axes[k].low; });
  each("high pad", plan::High, [&](size_t k) { return spec.axes[k].high; });
  each("interior pad", plan::Interior,
       [&](size_t k) { return spec.axes[k].interior; });
  each("number of ranks", plan::Parts, [&](size_t k) { return spec.grid[k]; });
  int64_t word = static_cast<int64_t>(getRank()) * plan::NumAxisWords;
  for (const auto *offsets : {&spec.sourceOffsets, &spec.resultOffsets})
    for (auto [k, numbers] : llvm::enumerate(*offsets))
      if (ShapedType::isDynamicShape(numbers))
        for (int64_t number : numbers)
          body({k, "first index of a piece", word++, number});
}

size_t ExchangeBuilder::getNumDynamic() {
  size_t count = 0;
  forEachNumber([&](const AxisNumber &number) {
    count += ShapedType::isDynamic(number.known);
  });
  return count;
}

int64_t ExchangeBuilder::getNumAxisWords() {
  int64_t count = static_cast<int64_t>(getRank()) * plan::NumAxisWords;
  forEachNumber([&](const AxisNumber &number) {
    count = std::max(count, number.word + 1);
  });
  return count;
}

SmallVector<ArithValue>
ExchangeBuilder::takeNumbers(ArrayRef<Value> &arguments) {
  SmallVector<ArithValue> numbers(static_cast<size_t>(getNumAxisWords()));
  forEachNumber([&](const AxisNumber &number) {
    if (ShapedType::isStatic(number.known)) {
      numbers[number.word] = m.constant(number.known);
      return;
    }
    numbers[number.word] = getIndex(arguments.front());
    arguments = arguments.drop_front();
  });
  return numbers;
}

void ExchangeBuilder::addCoordinates(SmallVectorImpl<ArithValue> &numbers,
                                     ArithValue rank) {
  for (size_t k = getRank(); k-- > 0;) {
    ArithValue parts = numbers[getWord(k, plan::Parts)];
    numbers[getWord(k, plan::Coordinate)] = urem(rank, parts);
    rank = udiv(rank, parts);
  }
}

void ExchangeBuilder::storeNumbers(Value words, ArrayRef<ArithValue> numbers) {
  for (auto [word, number] : llvm::enumerate(numbers))
    storeWord(words, static_cast<int64_t>(word), number);
}

std::vector<ExchangeAxis> ExchangeBuilder::makeAxes(Value words) {
  std::vector<ExchangeAxis> axes;
  int64_t word = static_cast<int64_t>(getRank()) * plan::NumAxisWords;
  SmallVector<Value> sourceOffsets, resultOffsets;
  for (size_t k = 0; k < getRank(); ++k)
    sourceOffsets.push_back(
        getOffsets("source_offsets", k, spec.sourceOffsets, words, word));
  for (size_t k = 0; k < getRank(); ++k)
    resultOffsets.push_back(
        getOffsets("result_offsets", k, spec.resultOffsets, words, word));
  for (size_t k = 0; k < getRank(); ++k) {
    auto load = [&](plan::AxisWord word, int64_t known) {
      return ShapedType::isStatic(known) ? m.constant(known)
                                         : loadWord(words, getWord(k, word));
    };
    const PadAxis &numbers = spec.axes[k];
    ArithValue extent = load(plan::Extent, numbers.extent),
               low = load(plan::Low, numbers.low),
               high = load(plan::High, numbers.high);
    SymbolicPadAxis symbolic{getAsOpFoldResult(extent), getAsOpFoldResult(low),
                             getAsOpFoldResult(high), b.getIndexAttr(0),
                             numbers.mode};
    if (numbers.interior != 0)
      symbolic.interior =
          getAsOpFoldResult(load(plan::Interior, numbers.interior));
    SourceIndexMap<ArithValue> positions = emitSourceIndexMap(b, loc, symbolic);
    ExchangeAxis axis{extent,
                      low,
                      high,
                      load(plan::Parts, spec.grid[k]),
                      load(plan::Coordinate, ShapedType::kDynamic),
                      sourceOffsets[k],
                      resultOffsets[k],
                      positions,
                      m.value(emitPaddedExtent(b, loc, symbolic)),
                      positions,
                      {},
                      {},
                      {}};
    axis.unpadded = extent;
    if (isGradient())
      axis.extent = axis.padded;
    if (isGradient() || spec.results == ResultPieces::Windows) {
      // Elements in order; in a ring, the first one comes behind the last one.
      bool isRing =
          isGradient() || positions.extension.kind == PadRunKind::Forward;
      SymbolicPadAxis unpadded{
          getAsOpFoldResult(axis.extent), b.getIndexAttr(0), b.getIndexAttr(0),
          b.getIndexAttr(0), isRing ? PadMode::Wrap : PadMode::Constant};
      axis.positions = emitSourceIndexMap(b, loc, unpadded);
    }
    axis.source = getSourcePiece(axis, axis.coordinate);
    axis.result = getResultPiece(axis, axis.coordinate);
    axis.window = getReadWindow(axis.positions, axis.extent, axis.result);
    axes.push_back(axis);
  }
  return axes;
}

SmallVector<ArithValue>
mlir::pad::getDenseStrides(ArithContext m, ArrayRef<ArithValue> extents) {
  SmallVector<ArithValue> strides(extents.size(), m.constant(1));
  for (size_t k = extents.size(); k-- > 1;)
    strides[k - 1] = strides[k] * extents[k];
  return strides;
}
