//===- PadKernel.cpp - Compiled pads --------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadKernel.h"
#include "FailingCase.h"
#include "HostMachine.h"
#include "Pad/Conversion/EmittedWays.h"
#include "Pad/IR/PadOps.h"
#include "Pad/InitAll.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "llvm/Support/TargetSelect.h"
#include <atomic>

using namespace mlir;
using namespace mlir::pad;

/// Threads report as well.
static std::atomic<uint64_t> tracedWays;

/// Called by traced kernels.
static void traceWay(int64_t way) { tracedWays |= uint64_t(1) << way; }

uint64_t mlir::pad::takeTracedWays() { return tracedWays.exchange(0); }

/// Whether the case says how the numbers are given.
static bool isMixedForm(KernelForm form) {
  return form == KernelForm::MixedTensor || form == KernelForm::MixedMemRef ||
         form == KernelForm::MixedStrided || form == KernelForm::MixedRows;
}

bool mlir::pad::isDynamicForm(KernelForm form) {
  return form == KernelForm::DynamicTensor ||
         form == KernelForm::StridedMemRef || form == KernelForm::StridedRows;
}

AxisGiven mlir::pad::getGiven(const DifferentialCase &test, KernelForm form,
                              size_t axis) {
  if (isMixedForm(form))
    return test.given[axis];
  if (isDynamicForm(form))
    return {Given::Argument, Given::Argument, Given::Argument, false, false};
  return {};
}

/// Whether memrefs of `form` may have other strides than those of dense memory.
static bool takesStrides(KernelForm form) {
  return form == KernelForm::StridedMemRef ||
         form == KernelForm::MixedStrided || form == KernelForm::StridedRows ||
         form == KernelForm::MixedRows;
}

/// Whether the innermost stride of memrefs of `form` is known to be 1.
static bool hasDenseRows(KernelForm form) {
  return form == KernelForm::StridedRows || form == KernelForm::MixedRows;
}

Layouts mlir::pad::getLayouts(Random &random, const DifferentialCase &test,
                              KernelForm form, ArrayRef<int64_t> resultShape) {
  if (isMixedForm(form) && takesStrides(form) && test.layouts)
    return *test.layouts;
  auto get = [&](ArrayRef<int64_t> shape, bool isSource) {
    return takesStrides(form)
               ? drawLayout(random, shape, hasDenseRows(form), isSource)
               : getContiguousLayout(shape);
  };
  return {get(test.sourceShape(), /*isSource=*/true),
          get(resultShape, /*isSource=*/false)};
}

std::unique_ptr<MLIRContext> mlir::pad::createKernelContext() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::pad::registerAllDialects(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerOpenMPDialectTranslation(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadDialect<PadDialect, func::FuncDialect, LLVM::LLVMDialect>();
  return context;
}

KernelModule::KernelModule(MLIRContext &context)
    : source(ModuleOp::create(UnknownLoc::get(&context))) {}

KernelModule::~KernelModule() = default;

static bool isTensorForm(KernelForm form) {
  return form == KernelForm::StaticTensor ||
         form == KernelForm::DynamicTensor || form == KernelForm::MixedTensor;
}

/// Type of the source or the destination of a kernel; `shape` has the extents
/// that the type states, and `layout`, if the case has one, the strides that it
/// may state.
static ShapedType getShapedType(Type elementType, ArrayRef<int64_t> shape,
                                const DifferentialCase &test, KernelForm form,
                                const Layout *layout) {
  if (isTensorForm(form))
    return RankedTensorType::get(shape, elementType);
  if (!takesStrides(form))
    return MemRefType::get(shape, elementType);
  SmallVector<int64_t> strides(shape.size(), ShapedType::kDynamic);
  bool areStated = layout != nullptr;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (layout && getGiven(test, form, axis).areStridesStatic)
      strides[axis] = layout->strides[axis];
    else
      areStated = false;
  }
  if (hasDenseRows(form) && !strides.empty())
    strides.back() = 1;
  int64_t offset = areStated && layout->getOwnOffset() >= 0
                       ? layout->getOwnOffset()
                       : ShapedType::kDynamic;
  return MemRefType::get(
      shape, elementType,
      StridedLayoutAttr::get(elementType.getContext(), offset, strides));
}

/// The pads of `test`, lows, highs, and interiors, with how they are given.
static SmallVector<std::pair<int64_t, Given>>
listPads(const DifferentialCase &test, KernelForm form) {
  SmallVector<std::pair<int64_t, Given>> pads;
  auto append = [&](int64_t PadAxis::*amount, Given AxisGiven::*how) {
    for (auto [axis, numbers] : llvm::enumerate(test.axes))
      pads.emplace_back(numbers.*amount, getGiven(test, form, axis).*how);
  };
  append(&PadAxis::low, &AxisGiven::low);
  append(&PadAxis::high, &AxisGiven::high);
  append(&PadAxis::interior, &AxisGiven::interior);
  return pads;
}

void KernelModule::add(StringRef name, const DifferentialCase &test,
                       KernelForm form) {
  add(name, test, form, test.resultShape());
}

void KernelModule::add(StringRef name, const DifferentialCase &test,
                       KernelForm form, SmallVector<int64_t> resultShape) {
  OpBuilder builder = OpBuilder::atBlockEnd(source->getBody());
  Location loc = builder.getUnknownLoc();
  Type elementType = parseType(test.type.name, builder.getContext());
  SmallVector<int64_t> sourceShape = test.sourceShape();
  for (size_t axis = 0; axis < test.axes.size(); ++axis) {
    AxisGiven given = getGiven(test, form, axis);
    if (!given.isSourceStatic)
      sourceShape[axis] = ShapedType::kDynamic;
    if (!given.isResultStatic)
      resultShape[axis] = ShapedType::kDynamic;
  }
  const Layouts *layouts =
      isMixedForm(form) && test.layouts ? &*test.layouts : nullptr;
  ShapedType sourceType = getShapedType(elementType, sourceShape, test, form,
                                        layouts ? &layouts->source : nullptr);
  ShapedType resultType = getShapedType(elementType, resultShape, test, form,
                                        layouts ? &layouts->result : nullptr);
  SmallVector<std::pair<int64_t, Given>> pads = listPads(test, form);

  SmallVector<Type> inputs = {sourceType};
  if (!isTensorForm(form))
    inputs.push_back(resultType);
  if (test.hasValue)
    inputs.push_back(elementType);
  unsigned numOthers = inputs.size();
  for (auto [amount, given] : pads)
    if (given == Given::Argument)
      inputs.push_back(builder.getIndexType());
  auto function = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(inputs, isTensorForm(form) ? TypeRange(resultType)
                                                         : TypeRange()));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);

  Value value =
      test.hasValue ? Value(block->getArgument(numOthers - 1)) : Value();
  SmallVector<OpFoldResult> amounts;
  auto argument = block->args_begin() + numOthers;
  for (auto [amount, given] : pads) {
    if (given == Given::Argument)
      amounts.push_back(*argument++);
    else if (given == Given::Constant)
      amounts.push_back(
          arith::ConstantIndexOp::create(builder, loc, amount).getResult());
    else
      amounts.push_back(builder.getIndexAttr(amount));
  }
  ArrayRef<OpFoldResult> all = amounts;
  size_t rank = test.axes.size();
  ArrayRef<OpFoldResult> low = all.take_front(rank),
                         high = all.slice(rank, rank),
                         interior = all.take_back(rank);
  SmallVector<AxisMode> modes;
  for (const PadAxis &axis : test.axes)
    modes.push_back({axis.mode, axis.periodic});
  if (isTensorForm(form)) {
    Value result =
        PadOp::create(builder, loc, cast<RankedTensorType>(resultType),
                      block->getArgument(0), modes, low, high, interior, value);
    func::ReturnOp::create(builder, loc, result);
    return;
  }
  PadIntoOp::create(builder, loc, block->getArgument(0), block->getArgument(1),
                    modes, low, high, interior, value);
  func::ReturnOp::create(builder, loc);
}

void KernelModule::addFunctions(StringRef text) {
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(text, source->getContext());
  if (!parsed)
    llvm::report_fatal_error("cannot parse:\n" + text);
  source->getBody()->getOperations().splice(source->getBody()->end(),
                                            parsed->getBody()->getOperations());
}

std::string KernelModule::print(StringRef name) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  source->lookupSymbol(name)->print(stream);
  return text;
}

bool KernelModule::compile(const Way &way, bool optimize) {
  lowered = source->clone();
  PassManager passes(source->getContext());
  // Verifying after each pass takes almost half of the pipeline's time.
  passes.enableVerifier(false);
  LowerPadToLLVMOptions options;
  options.lowering = way.lowering;
  if (way.vectors) {
    options.vectorWidth = way.vectors->width;
    options.vectorISA = way.vectors->isa;
  }
  options.nontemporalThreshold = way.nontemporalThreshold;
  options.threads = way.threads;
  options.parallelThreshold = way.parallelThreshold;
  options.results = ResultStyle::OutParams;
  options.emitCInterface = true;
  options.trace = way.traces;
  command = getLoweringCommand(options);
  buildLowerPadToLLVMPipeline(passes, options);
  if (failed(passes.run(*lowered)) || failed(verify(*lowered)))
    return false;
  auto machine = createHostMachine(optimize ? llvm::CodeGenOptLevel::Default
                                            : llvm::CodeGenOptLevel::None);
  if (!machine)
    return false;
  ExecutionEngineOptions engineOptions;
  auto optimizer = makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0,
                                             /*targetMachine=*/nullptr);
  if (optimize)
    engineOptions.transformer = optimizer;
  StringRef openMP[] = {PAD_OPENMP_LIBRARY};
  if (way.threads == PadThreads::OpenMP)
    engineOptions.sharedLibPaths = openMP;
  auto created =
      ExecutionEngine::create(*lowered, engineOptions, std::move(machine));
  if (!created) {
    llvm::errs() << "cannot compile: " << toString(created.takeError()) << "\n";
    return false;
  }
  engine = std::move(*created);
  engine->registerSymbols([](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap symbols;
    symbols[interner(kTraceFunction)] = {
        llvm::orc::ExecutorAddr::fromPtr(&traceWay),
        llvm::JITSymbolFlags::Exported};
    return symbols;
  });
  return true;
}

SmallVector<int64_t> mlir::pad::makeDescriptor(void *data, int64_t bytes,
                                               const Layout &layout,
                                               ArrayRef<int64_t> shape) {
  int64_t address = reinterpret_cast<int64_t>(data) + layout.base * bytes;
  SmallVector<int64_t> descriptor = {address, address, layout.getOwnOffset()};
  llvm::append_range(descriptor, shape);
  llvm::append_range(descriptor, layout.strides);
  return descriptor;
}

void KernelModule::run(StringRef name, const DifferentialCase &test,
                       KernelForm form, void *sourceData,
                       const Layout &sourceLayout,
                       ArrayRef<int64_t> sourceShape, void *destinationData,
                       const Layout &destinationLayout,
                       ArrayRef<int64_t> destinationShape) {
  SmallVector<int64_t> sourceDescriptor =
      makeDescriptor(sourceData, test.type.bytes, sourceLayout, sourceShape);
  SmallVector<int64_t> destinationDescriptor = makeDescriptor(
      destinationData, test.type.bytes, destinationLayout, destinationShape);
  void *sourcePointer = sourceDescriptor.data();
  void *destinationPointer = destinationDescriptor.data();
  // Large enough to be read as any element type.
  alignas(16) uint8_t value[16] = {};
  llvm::copy(test.value, value);
  SmallVector<std::pair<int64_t, Given>> pads = listPads(test, form);

  SmallVector<void *> arguments = {&sourcePointer};
  if (!isTensorForm(form))
    arguments.push_back(&destinationPointer);
  if (test.hasValue)
    arguments.push_back(value);
  for (auto &[amount, given] : pads)
    if (given == Given::Argument)
      arguments.push_back(&amount);
  if (isTensorForm(form))
    arguments.push_back(&destinationPointer);
  run(name, arguments);
}

void KernelModule::run(StringRef name, MutableArrayRef<void *> arguments) {
  if (llvm::Error error =
          engine->invokePacked(("_mlir_ciface_" + name).str(), arguments))
    llvm::report_fatal_error(std::move(error));
}
