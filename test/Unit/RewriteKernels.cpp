//===- RewriteKernels.cpp - Compiled functions of rewrites ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteKernels.h"
#include "FailingCase.h"
#include "HostMachine.h"
#include "PadKernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::refines(ArrayRef<RuntimeValue> expected,
                        ArrayRef<RuntimeValue> actual) {
  if (expected.size() != actual.size())
    return false;
  for (auto [before, after] : llvm::zip_equal(expected, actual)) {
    if (before.shape != after.shape)
      return false;
    for (auto [wanted, bits] : llvm::zip_equal(before.elements, after.elements))
      if (wanted && wanted != bits)
        return false;
  }
  return true;
}

std::string mlir::pad::describe(ArrayRef<RuntimeValue> values) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const RuntimeValue &value : values) {
    stream << "\n    [";
    llvm::interleaveComma(value.shape, stream);
    stream << "]:";
    for (Bits bits : value.elements) {
      stream << ' ';
      if (bits)
        stream << llvm::format_hex_no_prefix(*bits, 1);
      else
        stream << '?';
    }
  }
  return text;
}

static unsigned getBytes(Type type) {
  return (getBitWidth(getElementTypeOrSelf(type)) + 7) / 8;
}

bool mlir::pad::canCompile(func::FuncOp function) {
  auto isKnown = [](Type type) {
    unsigned width = getBitWidth(getElementTypeOrSelf(type));
    return width > 0 && (width % 8 == 0 || width == 1) &&
           (isa<RankedTensorType>(type) || !isa<ShapedType>(type));
  };
  return llvm::all_of(function.getArgumentTypes(), isKnown) &&
         llvm::all_of(function.getResultTypes(), [&](Type type) {
           return isKnown(type) && isa<RankedTensorType>(type);
         });
}

namespace {
/// A memref or a scalar in memory, as compiled code sees it.
struct Storage {
  Storage(Type type, const RuntimeValue &value) : bytes(getBytes(type)) {
    // One more, so that an empty tensor has an address.
    data.resize((value.elements.size() + 1) * bytes, 0xA5);
    for (auto [i, bits] : llvm::enumerate(value.elements)) {
      uint64_t element = bits.value_or(0);
      memcpy(data.data() + i * bytes, &element, bytes);
    }
    if (!isa<ShapedType>(type)) {
      packed = data.data();
      return;
    }
    Layout layout = getContiguousLayout(value.shape);
    int64_t address = reinterpret_cast<int64_t>(data.data());
    descriptor = {address, address, 0};
    llvm::append_range(descriptor, value.shape);
    llvm::append_range(descriptor, layout.strides);
    pointer = descriptor.data();
    packed = &pointer;
  }
  Storage(const Storage &) = delete;

  RuntimeValue load(ArrayRef<int64_t> shape) const {
    size_t next = 0;
    return RuntimeValue::generate(shape, [&](ArrayRef<int64_t>) {
      uint64_t bits = 0;
      memcpy(&bits, data.data() + next++ * bytes, bytes);
      return bits;
    });
  }

  unsigned bytes;
  std::vector<uint8_t> data;
  SmallVector<int64_t> descriptor;
  void *pointer = nullptr;
  void *packed = nullptr;
};
} // namespace

static std::string getName(size_t i) { return "case" + std::to_string(i); }

/// The module of `cases`, lowered by `lowering`; null if that failed. `command`
/// becomes what lowers a file so.
static OwningOpRef<ModuleOp> lower(MutableArrayRef<CompiledCase> cases,
                                   PadLowering lowering, std::string &command) {
  MLIRContext *context = cases.front().function->getContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  for (auto [i, test] : llvm::enumerate(cases)) {
    func::FuncOp clone = test.function->clone();
    clone.setName(getName(i));
    module->push_back(clone);
  }
  PassManager passes(context);
  passes.enableVerifier(false);
  LowerPadToLLVMOptions options;
  options.lowering = lowering;
  options.results = ResultStyle::OutParams;
  options.emitCInterface = true;
  command = getLoweringCommand(options);
  buildLowerPadToLLVMPipeline(passes, options);
  if (failed(passes.run(*module)) || failed(verify(*module)))
    return {};
  return module;
}

std::optional<SmallVector<RuntimeValue>>
mlir::pad::runFunction(ExecutionEngine &engine, StringRef name,
                       FunctionType type, ArrayRef<RuntimeValue> arguments,
                       ArrayRef<RuntimeValue> expected) {
  std::vector<std::unique_ptr<Storage>> storage;
  SmallVector<void *> packed;
  auto add = [&](Type type, const RuntimeValue &value) {
    storage.push_back(std::make_unique<Storage>(type, value));
    packed.push_back(storage.back()->packed);
  };
  for (auto [type, value] : llvm::zip_equal(type.getInputs(), arguments))
    add(type, value);
  for (auto [type, value] : llvm::zip_equal(type.getResults(), expected)) {
    RuntimeValue unwritten = value;
    for (Bits &bits : unwritten.elements)
      bits = 0x5A5A5A5A5A5A5A5A;
    add(type, unwritten);
  }
  if (llvm::Error error =
          engine.invokePacked("_mlir_ciface_" + name.str(), packed)) {
    llvm::errs() << toString(std::move(error)) << "\n";
    return std::nullopt;
  }
  SmallVector<RuntimeValue> actual;
  for (auto [k, value] : llvm::enumerate(expected))
    actual.push_back(storage[arguments.size() + k]->load(value.shape));
  return actual;
}

static void run(ExecutionEngine &engine, size_t i, CompiledCase &test,
                StringRef command) {
  std::optional<SmallVector<RuntimeValue>> actual =
      runFunction(engine, getName(i), test.function->getFunctionType(),
                  test.arguments, test.results);
  ASSERT_TRUE(actual);
  if (refines(test.results, *actual))
    return;
  std::string text;
  llvm::raw_string_ostream stream(text);
  test.function->print(stream);
  std::string notes = "compiled code differs\n  arguments" +
                      describe(test.arguments) + "\n  expected" +
                      describe(test.results) + "\n  result" + describe(*actual);
  ADD_FAILURE() << notes << "\n"
                << text << keepFailingCase(command, notes, text);
}

void mlir::pad::runCompiled(MutableArrayRef<CompiledCase> cases) {
  if (cases.empty())
    return;
  const std::pair<const char *, PadLowering> kWays[] = {
      {"scf", PadLowering::SCF},
      {"linalg", PadLowering::Linalg},
      {"vector", PadLowering::Vector}};
  for (auto [name, lowering] : kWays) {
    SCOPED_TRACE(name);
    std::string command;
    OwningOpRef<ModuleOp> module = lower(cases, lowering, command);
    ASSERT_TRUE(module) << "cannot lower";
    auto machine = createHostMachine(llvm::CodeGenOptLevel::None);
    ASSERT_TRUE(machine);
    auto engine = ExecutionEngine::create(*module, {}, std::move(machine));
    ASSERT_TRUE(static_cast<bool>(engine)) << toString(engine.takeError());
    for (auto [i, test] : llvm::enumerate(cases))
      run(**engine, i, test, command);
  }
}
