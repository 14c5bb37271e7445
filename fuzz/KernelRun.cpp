//===- KernelRun.cpp - Kernels that run on chosen arrays ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "pad-c/Geometry.h"
#include "pad-c/Kernel.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

void fail(const std::string &reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  std::abort();
}

//===----------------------------------------------------------------------===//
// Kernels of any description
//===----------------------------------------------------------------------===//

void createKernel(FuzzInput &input) {
  std::string type = input.takeText({"f32",
                                     "f16",
                                     "bf16",
                                     "f64",
                                     "f128",
                                     "f80",
                                     "tf32",
                                     "f8E4M3FN",
                                     "f8E8M0FNU",
                                     "f4E2M1FN",
                                     "i1",
                                     "i4",
                                     "i8",
                                     "i33",
                                     "i64",
                                     "i128",
                                     "si8",
                                     "ui16",
                                     "index",
                                     "complex<f32>",
                                     "complex<i8>",
                                     "complex<f64>",
                                     "!llvm.ptr",
                                     "!quant.uniform<i8:f32, 2.0:3>",
                                     "vector<2xf32>",
                                     "tensor<2xf32>",
                                     "memref<2xf32>",
                                     "none",
                                     "tuple<>",
                                     "!pad"});
  std::string value =
      input.takeText({"", "", "1", "-0.0", "nan", "inf", "0x1p-3", "true",
                      "1,2", "-128", "1e400", "99999999999999999999"});
  std::string lowering = input.takeText(
      {"", "", "lowering=scf", "lowering=linalg", "vector-width=128",
       "vector-width=scalable", "vector-isa=avx512vbmi", "vector-isa=none",
       "threads=openmp parallel-threshold=0", "nontemporal-threshold=0",
       "trace=true", "runtime-verification=true", "import=true", "fuse=true",
       "results=return", "emit-c-interface=true"});
  int64_t numAxes = input.take(0, 4);
  std::vector<MlirPadAxisMode> modes;
  std::array<std::vector<int64_t>, 4> lists;
  for (int64_t axis = 0; axis < numAxes; ++axis) {
    auto mode = static_cast<unsigned>(input.take(0, 5));
    modes.emplace_back();
    std::memcpy(&modes.back().mode, &mode, sizeof(mode));
    modes.back().periodic = input.takeBool();
    for (std::vector<int64_t> &list : lists)
      list.push_back(input.takeNumber());
  }
  // A rank that is right, or one that no list has to be as long as.
  auto list = [&](const std::vector<int64_t> &numbers) {
    return input.takeByte() == 255 ? nullptr : numbers.data();
  };
  MlirPadKernelSpec spec = {};
  spec.rank = input.takeByte() == 255 ? -1 - input.takeByte() : numAxes;
  spec.numModes = input.takeBool() ? numAxes : numAxes != 0;
  spec.modes = input.takeByte() == 255 ? nullptr : modes.data();
  spec.elementType = toC(type);
  spec.shape = list(lists[0]);
  spec.low = list(lists[1]);
  spec.high = list(lists[2]);
  spec.interior = input.takeBool() ? list(lists[3]) : nullptr;
  spec.value = toC(value);
  std::string reason;
  auto add = [](MlirStringRef text, void *to) {
    static_cast<std::string *>(to)->append(text.data, text.length);
  };
  MlirPadKernel kernel =
      mlirPadKernelCreate(&spec, toC(lowering), add, &reason);
  if (mlirPadKernelIsNull(kernel) == reason.empty())
    fail("a kernel and a reason: " + reason);
  bool isThere = mlirPadKernelLookup(kernel, toC("pad"));
  if (isThere == mlirPadKernelIsNull(kernel))
    fail("a kernel without its function");
  mlirPadKernelLookup(kernel, toC(input.takeText(20)));
  mlirPadKernelDestroy(kernel);
}

//===----------------------------------------------------------------------===//
// The rule, step by step
//===----------------------------------------------------------------------===//

namespace {
struct Axis {
  MlirPadAxisMode mode;
  int64_t extent, low, high, interior;

  int64_t getDilated() const {
    return extent == 0 ? 0 : (extent - 1) * (interior + 1) + 1;
  }
};

/// Elements that are compared: the text of the type, its bytes, a padding value
/// and its bits, and those bits of a byte that arrays may have.
struct Element {
  const char *type;
  size_t bytes;
  const char *value;
  uint64_t bits;
  uint8_t mask = 0xff;
};
} // namespace

static constexpr Element kElements[] = {
    {"i8", 1, "-3", 0xfd},
    {"i1", 1, "true", 1, 1},
    {"f8E5M2", 1, "1.0", 0x3c},
    {"ui16", 2, "515", 0x203},
    {"bf16", 2, "-0.0", 0x8000},
    {"f32", 4, "1.5", 0x3fc00000},
    {"si32", 4, "-2", 0xfffffffe},
    {"f64", 8, "-2.0", 0xc000000000000000},
    {"complex<f32>", 8, "1.5,-2.0", 0xc00000003fc00000},
    {"complex<f64>", 16, "", 0},
};

/// The position of the source that position `j` of the axis reads, -1 for
/// none: from the first element one step after the other, as the mode turns.
static int64_t readPosition(const Axis &axis, int64_t j) {
  int64_t dilated = axis.getDilated(), place = 0, step = j < 0 ? -1 : 1;
  bool isInside = j >= 0 && j < dilated;
  if (dilated == 0 || (!isInside && axis.mode.mode == MlirPadModeConstant))
    return -1;
  for (int64_t left = j < 0 ? -j : j; left > 0; --left) {
    int64_t next = place + step;
    bool isEnd = next < 0 || next >= dilated;
    switch (axis.mode.mode) {
    case MlirPadModeConstant:
    case MlirPadModeEdge:
      place = isEnd ? place : next;
      break;
    case MlirPadModeWrap:
      place = isEnd ? (next < 0 ? dilated - 1 : 0) : next;
      break;
    case MlirPadModeSymmetric:
      step = isEnd ? -step : step;
      place = isEnd ? place : next;
      break;
    case MlirPadModeReflect:
      step = isEnd ? -step : step;
      place = dilated == 1 ? 0 : isEnd ? place + step : next;
      break;
    }
  }
  return place % (axis.interior + 1) == 0 ? place / (axis.interior + 1) : -1;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// Memory between two pages that cannot be accessed.
class Fence {
public:
  static constexpr size_t kBytes = 1 << 16;

  Fence() {
    auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    void *base = mmap(nullptr, kBytes + 2 * page, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
      fail("no memory");
    begin = static_cast<uint8_t *>(base) + page;
    if (mprotect(begin, kBytes, PROT_READ | PROT_WRITE) != 0)
      fail("no memory");
  }

  /// `bytes` bytes in front of the last page, or behind the first and `shift`
  /// more; all others have the value `poison`.
  uint8_t *take(size_t bytes, bool isAtEnd, size_t shift, uint8_t poison) {
    std::memset(begin, poison, kBytes);
    data = isAtEnd ? begin + kBytes - bytes : begin + shift;
    return data;
  }
  /// Whether all before and behind the `bytes` that were taken is `poison`.
  bool isUntouched(size_t bytes, uint8_t poison) const {
    for (const uint8_t *byte = begin; byte != begin + kBytes; ++byte)
      if ((byte < data || byte >= data + bytes) && *byte != poison)
        return false;
    return true;
  }

private:
  uint8_t *begin, *data = nullptr;
};
} // namespace

/// The kernel of that text, compiled once; a description without an answer is a
/// failure.
static void *getKernel(const MlirPadKernelSpec &spec, const std::string &key,
                       const char *lowering) {
  static std::map<std::string, MlirPadKernel> kernels;
  // Code of many kernels takes much memory.
  if (kernels.size() == 256) {
    for (const auto &[text, kernel] : kernels)
      mlirPadKernelDestroy(kernel);
    kernels.clear();
  }
  MlirPadKernel &kernel = kernels[key];
  if (mlirPadKernelIsNull(kernel))
    kernel = mlirPadKernelCreate(
        &spec, toC(lowering),
        [](MlirStringRef reason, void *) {
          fail("refused: " + std::string(reason.data, reason.length));
        },
        nullptr);
  return mlirPadKernelLookup(kernel, toC("pad"));
}

/// The type of each number that a kernel takes.
template <size_t>
using Number = int64_t;

/// Calls a kernel with `numbers` between its source and its result.
template <size_t... Index>
static void call(void *kernel, const uint8_t *source,
                 const std::array<int64_t, sizeof...(Index)> &numbers,
                 uint8_t *result, std::index_sequence<Index...>) {
  using Function = void (*)(const uint8_t *, Number<Index>..., uint8_t *);
  reinterpret_cast<Function>(kernel)(source, numbers[Index]..., result);
}

/// The kernel `key` and the numbers that it was called with.
static std::string describe(std::string key, const std::vector<Axis> &axes) {
  for (const Axis &axis : axes)
    for (int64_t number : {axis.extent, axis.low, axis.high, axis.interior})
      key += " " + std::to_string(number);
  return key;
}

void runKernel(FuzzInput &input) {
  static constexpr const char *kLowerings[] = {
      "",
      "lowering=scf",
      "lowering=linalg",
      "vector-isa=none vector-width=128",
      "nontemporal-threshold=0",
      "nontemporal-threshold=0 vector-isa=none"};
  // Few kernels are used over and over, as they take long to compile.
  uint8_t kind = input.takeByte();
  kind = kind < 240 ? kind % 16 : kind;
  const Element &element = kElements[kind % std::size(kElements)];
  const char *lowering = kLowerings[kind % std::size(kLowerings)];
  int64_t rank = 1 + kind % 2;
  bool isStatic = input.takeByte() > 253, hasValue = *element.value != 0;
  std::vector<Axis> axes;
  std::vector<MlirPadAxisMode> modes;
  std::array<std::vector<int64_t>, 4> lists;
  std::string key = std::string(element.type) + " " + lowering;
  bool hasConstant = false;
  for (int64_t index = 0; index < rank; ++index) {
    Axis axis;
    axis.mode.mode = static_cast<MlirPadMode>((kind / 2 + 2 * index) % 5);
    axis.mode.periodic = kind & 4;
    axis.extent = input.takeByte() % (rank == 1 ? 200 : 40);
    axis.low = input.take(-20, 20);
    axis.high = input.take(-20, 20);
    axis.interior = input.takeByte() < 200 ? 0 : input.take(1, 3);
    hasConstant |= axis.mode.mode == MlirPadModeConstant;
    axes.push_back(axis);
    modes.push_back(axis.mode);
    key += " " + std::to_string(axis.mode.mode) +
           std::to_string(axis.mode.periodic);
    int64_t numbers[] = {axis.extent, axis.low, axis.high, axis.interior};
    for (size_t list = 0; list < lists.size(); ++list) {
      lists[list].push_back(numbers[list]);
      if (isStatic)
        key += "," + std::to_string(numbers[list]);
    }
  }

  std::vector<int64_t> extents(rank);
  if (mlirLogicalResultIsFailure(mlirPadInferExtents(
          rank, rank, modes.data(), lists[0].data(), lists[1].data(),
          lists[2].data(), lists[3].data(), extents.data(), nullptr, nullptr)))
    return;
  int64_t numElements = 1, numSources = 1;
  for (int64_t index = 0; index < rank; ++index) {
    const Axis &axis = axes[index];
    if (extents[index] !=
        std::max<int64_t>(0, axis.low + axis.getDilated() + axis.high))
      fail("extents");
    numElements *= extents[index];
    numSources *= axis.extent;
  }
  size_t bytes = numElements * element.bytes,
         sourceBytes = numSources * element.bytes;
  if (bytes > Fence::kBytes / 2 || sourceBytes > Fence::kBytes / 2)
    return;

  std::vector<int64_t> unknown(rank, MLIR_PAD_DYNAMIC);
  auto list = [&](size_t which) {
    return isStatic ? lists[which].data() : unknown.data();
  };
  MlirPadKernelSpec spec = {rank,
                            rank,
                            modes.data(),
                            toC(element.type),
                            list(0),
                            list(1),
                            list(2),
                            list(3),
                            toC(hasConstant ? element.value : ""),
                            /*adjoint=*/false};
  void *kernel = getKernel(spec, key, lowering);

  static Fence sourceFence, resultFence;
  static constexpr uint8_t kPoison = 0xa5;
  uint8_t *source = sourceFence.take(sourceBytes, input.takeBool(),
                                     input.take(0, 16), kPoison);
  uint32_t state = input.takeByte() + 1;
  for (size_t i = 0; i < sourceBytes; ++i) {
    state = state * 1664525 + 1013904223;
    source[i] = state >> 24 & element.mask;
  }
  uint8_t *result =
      resultFence.take(bytes, input.takeBool(), input.take(0, 16), kPoison);
  if (isStatic) {
    call<>(kernel, source, {}, result, std::index_sequence<>());
  } else if (rank == 1) {
    call(kernel, source,
         std::array<int64_t, 4>{axes[0].extent, axes[0].low, axes[0].high,
                                axes[0].interior},
         result, std::make_index_sequence<4>());
  } else {
    call(kernel, source,
         std::array<int64_t, 8>{axes[0].extent, axes[1].extent, axes[0].low,
                                axes[1].low, axes[0].high, axes[1].high,
                                axes[0].interior, axes[1].interior},
         result, std::make_index_sequence<8>());
  }

  if (!resultFence.isUntouched(bytes, kPoison))
    fail("bytes around the result of " + describe(key, axes));
  uint64_t padding[2] = {hasConstant && hasValue ? element.bits : 0, 0};
  for (int64_t i = 0; i < numElements; ++i) {
    int64_t from = 0;
    for (int64_t index = 0, rest = numElements, left = i; index < rank;
         ++index) {
      rest /= extents[index];
      int64_t place = readPosition(axes[index], left / rest - axes[index].low);
      left %= rest;
      from = from < 0 || place < 0 ? -1 : from * axes[index].extent + place;
    }
    const void *expected =
        from < 0 ? static_cast<const void *>(padding)
                 : static_cast<const void *>(source + from * element.bytes);
    if (std::memcmp(result + i * element.bytes, expected, element.bytes) != 0)
      fail("element " + std::to_string(i) + " of " + describe(key, axes));
  }
}
