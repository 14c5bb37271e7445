//===- PlaneKernel.cpp - Functions that move planes -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaneKernel.h"
#include "Pad/Upstream/Versions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;

/// The features of x86 that code of `isa` needs, as LLVM writes them: kernels
/// can then be compiled for any processor, and run by those that have them.
static StringRef getTargetFeatures(VectorISA isa) {
  switch (isa) {
  case VectorISA::Host:
    llvm_unreachable("a driver has replaced it");
  case VectorISA::None:
    return "";
  case VectorISA::AVX2:
    return "+avx2,+bmi,+bmi2";
  case VectorISA::AVX512:
    return "+avx512f,+avx512vl,+avx512bw,+bmi,+bmi2";
  case VectorISA::AVX512VBMI:
    return "+avx512f,+avx512vl,+avx512bw,+avx512vbmi,+bmi,+bmi2";
  }
  llvm_unreachable("unknown instructions");
}

ArithValue mlir::pad::loadPlaneNumber(ArithContext m, Value numbers,
                                      PlaneNumber number) {
  return m(memref::LoadOp::create(m.b, m.loc, numbers,
                                  m.constant(static_cast<int64_t>(number))));
}

void mlir::pad::storePlaneNumber(ArithContext m, Value numbers,
                                 PlaneNumber number, ArithValue value) {
  memref::StoreOp::create(m.b, m.loc, value, numbers,
                          m.constant(static_cast<int64_t>(number)));
}

static SmallVector<Value> getOperandList(const PlaneOperands &operands,
                                         ValueRange extraOperands) {
  SmallVector<Value> list = {operands.source,       operands.sourceOffset,
                             operands.result,       operands.resultOffset,
                             operands.rows.first,   operands.rows.last,
                             operands.window.first, operands.window.last,
                             operands.numbers,      operands.padding};
  llvm::append_range(list, extraOperands);
  return list;
}

/// An axis with the numbers that are `extent` and those after it.
static AxisValues loadAxis(ArithContext m, Value numbers, PadMode mode,
                           bool hasInterior, PlaneNumber extent) {
  auto load = [&](int64_t behind) {
    return loadPlaneNumber(
        m, numbers,
        static_cast<PlaneNumber>(static_cast<int64_t>(extent) + behind));
  };
  SymbolicPadAxis axis{load(0), load(1), m.b.getIndexAttr(0),
                       m.b.getIndexAttr(0), mode};
  if (hasInterior)
    axis.interior = load(2);
  AxisValues values(m.b, m.loc, axis, load(3));
  values.isResultDense = m.condition(true);
  return values;
}

PlaneKernel::PlaneKernel(OpBuilder &b, Location loc, const KernelTraits &traits,
                         const PlaneOperands &operands,
                         ValueRange extraOperands)
    : traits(traits),
      mover(b, loc, traits.elementType, traits.vectors, traits.alignment,
            traits.readsPadding() ? operands.padding : ArithValue(),
            traits.traces),
      operands(operands),
      planes(loadAxis(mover.math(), operands.numbers, traits.planesMode,
                      traits.hasOuterInterior, PlaneNumber::PlanesExtent)),
      outer(loadAxis(mover.math(), operands.numbers, traits.outerMode,
                     traits.hasOuterInterior, PlaneNumber::OuterExtent)),
      row(loadAxis(mover.math(), operands.numbers, traits.rowMode,
                   traits.hasRowInterior, PlaneNumber::RowExtent)),
      extraOperands(extraOperands) {
  ArithContext m = mover.math();
  innerBlock =
      traits.hasInnerBlocks ? load(PlaneNumber::InnerBlock) : m.constant(1);
  row.sourceStride = row.resultStride = innerBlock;
  planes.sourceStride = load(PlaneNumber::PlaneSourceStride);
  planes.resultStride = load(PlaneNumber::PlaneResultStride);
  outer.sourceStride = load(PlaneNumber::OuterSourceStride);
  outer.resultStride = load(PlaneNumber::OuterResultStride);
  outer.isResultDense = eq(outer.resultStride, row.resultExtent * innerBlock);
}

void PlaneKernel::forPlanes(RowWindow rows, ArithValue isOnePlane, Body body) {
  constexpr int64_t kUnlimitedRows = int64_t(1) << 62;
  ArithValue rowsPerPlane =
      select(isOnePlane, kUnlimitedRows, max(outer.resultExtent, 1));
  mover.forLoop(udiv(rows.first, rowsPerPlane),
                ceilDiv(rows.last, rowsPerPlane), 1, [&](ArithValue plane) {
                  ArithValue begin = plane * rowsPerPlane;
                  RowWindow window{max(rows.first - begin, 0),
                                   min(rows.last - begin, rowsPerPlane)};
                  SourceRead<ArithValue> read = planes.emitRead(plane);
                  ArithValue index = select(isOnePlane, 0, read.index);
                  ArithValue hasSource;
                  if (planes.isFilled() || planes.step)
                    hasSource = *read.hasSource | isOnePlane;
                  body(operands.sourceOffset + index * planes.sourceStride,
                       operands.resultOffset + plane * planes.resultStride,
                       window, hasSource);
                });
}

func::FuncOp mlir::pad::getPlaneKernel(
    OpBuilder &b, StringRef kind, const KernelTraits &traits,
    const PlaneOperands &operands, ValueRange extraOperands, TypeRange results,
    function_ref<SmallVector<Value>(PlaneKernel &)> build) {
  SmallVector<Value> list = getOperandList(operands, extraOperands);
  FunctionType type =
      b.getFunctionType(ValueRange(ArrayRef<Value>(list)).getTypes(), results);
  std::string name, key;
  llvm::raw_string_ostream nameStream(name), keyStream(key);
  nameStream << "pad_" << kind;
  PadMode modes[] = {traits.planesMode, traits.outerMode, traits.rowMode};
  for (PadMode mode :
       llvm::all_equal(modes) ? ArrayRef(modes).take_back() : ArrayRef(modes))
    nameStream << '_' << stringifyPadMode(mode);
  nameStream << "_b" << traits.elementType.getWidth() << "_v"
             << traits.vectors.bits;
  if (traits.hasRowInterior)
    nameStream << "_interior";
  if (traits.hasOuterInterior)
    nameStream << "_gaps";
  if (traits.hasInnerBlocks)
    nameStream << "_blocks";
  keyStream << name << ' ' << traits.vectors.isScalable << ' '
            << static_cast<int>(traits.vectors.isa) << ' ' << traits.alignment
            << ' ' << traits.traces << ' ' << type;

  Operation *symbolTable =
      SymbolTable::getNearestSymbolTable(b.getInsertionBlock()->getParentOp());
  PadDialect::KernelAttrHelper attribute(b.getContext());
  std::string unique = name;
  for (int64_t number = 1;; ++number) {
    Operation *symbol = SymbolTable::lookupSymbolIn(symbolTable, unique);
    if (!symbol)
      break;
    if (attribute.isAttrPresent(symbol) &&
        attribute.getAttr(symbol).getValue() == key)
      return cast<func::FuncOp>(symbol);
    unique = name + "_" + std::to_string(number);
  }

  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(&symbolTable->getRegion(0).front());
  Location loc = b.getUnknownLoc();
  auto function = func::FuncOp::create(b, loc, unique, type);
  function.setPrivate();
  attribute.setAttr(function, b.getStringAttr(key));
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(b.getContext(), LLVM::linkage::Linkage::Internal));
  // A call of memset or memcpy for each row takes longer than the row. LLVM
  // inlines no function that has `no-builtins` into one that does not.
  SmallVector<Attribute> attributes;
  if (!traits.mayBeInlined)
    attributes = {b.getStringAttr("noinline"), b.getStringAttr("no-builtins")};
  if (traits.isForSize)
    attributes.push_back(b.getStringAttr("optsize"));
  StringRef features = getTargetFeatures(traits.vectors.isa);
  if (!features.empty())
    attributes.push_back(b.getStrArrayAttr({"target-features", features}));
  function->setAttr(getPassthroughAttrName(), b.getArrayAttr(attributes));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  ValueRange arguments = body->getArguments();
  ArithContext m{b, loc};
  PlaneOperands inside{arguments[0],
                       m(arguments[1]),
                       arguments[2],
                       m(arguments[3]),
                       {m(arguments[4]), m(arguments[5])},
                       {m(arguments[6]), m(arguments[7])},
                       arguments[8],
                       m(arguments[9])};
  PlaneKernel kernel(b, loc, traits, inside, arguments.drop_front(10));
  func::ReturnOp::create(b, loc, build(kernel));
  return function;
}

ValueRange mlir::pad::callPlaneKernel(OpBuilder &b, Location loc,
                                      func::FuncOp kernel,
                                      const PlaneOperands &operands,
                                      ValueRange extraOperands) {
  return func::CallOp::create(b, loc, kernel,
                              getOperandList(operands, extraOperands))
      .getResults();
}
