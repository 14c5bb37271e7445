// CPU kernels of PyTorch's pads, and of their gradients, that do large ones by
// kernels of padkernels. `_shim.py` compiles this file with the headers of the
// PyTorch in use, and `_install.py` registers the kernels.
//
// The dispatcher calls them below autograd, vmap, tracing and the like, in the
// place of PyTorch's own kernels, which they call for small tensors and for
// everything that padkernels does not take.

#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_pad_circular_compositeimplicitautograd_dispatch.h>
#include <ATen/ops/constant_pad_nd_compositeexplicitautograd_dispatch.h>
#include <ATen/ops/reflection_pad1d_backward_cpu_dispatch.h>
#include <ATen/ops/reflection_pad1d_cpu_dispatch.h>
#include <ATen/ops/reflection_pad2d_backward_cpu_dispatch.h>
#include <ATen/ops/reflection_pad2d_cpu_dispatch.h>
#include <ATen/ops/reflection_pad3d_backward_cpu_dispatch.h>
#include <ATen/ops/reflection_pad3d_cpu_dispatch.h>
#include <ATen/ops/replication_pad1d_backward_cpu_dispatch.h>
#include <ATen/ops/replication_pad1d_cpu_dispatch.h>
#include <ATen/ops/replication_pad2d_backward_cpu_dispatch.h>
#include <ATen/ops/replication_pad2d_cpu_dispatch.h>
#include <ATen/ops/replication_pad3d_backward_cpu_dispatch.h>
#include <ATen/ops/replication_pad3d_cpu_dispatch.h>
#include <torch/library.h>

#include "torch_plans.h"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>

using at::IntArrayRef;
using at::MemoryFormat;
using at::Tensor;

namespace {

/// The ops, in the order of `OPS` in `_install.py`.
enum Op : int64_t {
  Constant,
  Reflection1,
  Reflection2,
  Reflection3,
  Replication1,
  Replication2,
  Replication3,
  Circular,
  NumOps
};

/// How many elements a tensor has at least, and how many bytes its pad has at
/// most, for a kernel of padkernels; the latter where PyTorch has one thread,
/// and where it has several.
std::array<int64_t, NumOps> leastElements, mostBytes, mostBytesOfThreads;
/// Whether PyTorch keeps the channels-last format of four axes and of five.
std::array<std::array<bool, 2>, NumOps> keepsChannelsLast;
/// How many pads kernels of padkernels have done.
std::atomic<int64_t> numDone;

/// A pad of a dense array, in the order of its memory.
struct Request {
  MemoryFormat format = MemoryFormat::Contiguous;
  /// The extents of the result, and how many elements it has.
  c10::SmallVector<int64_t, padkernels::maxRank> extents;
  double elements = 1;
  padkernels::Key key;
  /// How many pairs of pads were given.
  int64_t padded;
};

/// The axis of `x` that is number `position` in the memory of `format`.
int64_t axisAt(MemoryFormat format, int64_t position, int64_t rank) {
  if (format == MemoryFormat::Contiguous || position == 0)
    return position;
  return position == rank - 1 ? 1 : position + 1;
}

/// Fills in a request for what padkernels does and PyTorch has no special case
/// for; false for the rest.
bool prepare(Op op, const Tensor &x, IntArrayRef pads, Request &request) {
  const int64_t rank = x.dim(), padded = static_cast<int64_t>(pads.size()) / 2;
  if (pads.size() % 2 || padded > rank || rank > padkernels::maxRank)
    return false;
  bool extends = false;
  request.extents.resize(rank);
  for (int64_t axis = 0; axis < rank; ++axis) {
    const int64_t pair = 2 * (rank - 1 - axis);
    const int64_t low = axis < rank - padded ? 0 : pads[pair];
    const int64_t high = axis < rank - padded ? 0 : pads[pair + 1];
    if (low < 0 || high < 0)
      return false;
    request.elements *= static_cast<double>(x.size(axis)) +
                        static_cast<double>(low) + static_cast<double>(high);
    extends |= low || high;
    request.extents[axis] =
        static_cast<int64_t>(static_cast<uint64_t>(x.size(axis)) + low + high);
  }
  // An empty source is PyTorch's, and so is the error where there is no such
  // memory.
  if (request.elements > 0x1p58 || !extends || !x.numel())
    return false;

  if (rank == 4 || rank == 5)
    if (keepsChannelsLast[op][rank - 4])
      request.format = x.suggest_memory_format();
  request.padded = padded;
  auto put = [&](int64_t number) { request.key.put(number); };
  put(op);
  put(static_cast<int64_t>(x.scalar_type()));
  put(x.element_size());
  put(rank);
  for (int64_t position = 0; position < rank; ++position)
    put(x.size(axisAt(request.format, position, rank)));
  for (int side : {0, 1}) {
    for (int64_t position = 0; position < rank; ++position) {
      const int64_t pair = rank - 1 - axisAt(request.format, position, rank);
      put(pair < padded ? pads[2 * pair + side] : 0);
    }
  }
  return true;
}

/// The bytes of `value` as an element of type `type`; an error of PyTorch where
/// it has none.
padkernels::Element encode(const at::Scalar &value, at::ScalarType type) {
  padkernels::Element bytes{};
  const double zero = 0;
  if (value.isFloatingPoint()) {
    const double number = value.toDouble();
    if (!std::memcmp(&number, &zero, sizeof zero))
      return bytes;
    if (type == at::kFloat || type == at::kDouble) {
      const float narrow = type == at::kFloat ? value.to<float>() : 0;
      if (type == at::kFloat)
        std::memcpy(bytes.data(), &narrow, sizeof narrow);
      else
        std::memcpy(bytes.data(), &number, sizeof number);
      return bytes;
    }
  }
  // A tensor of one element has another conversion than all others.
  Tensor elements = at::detail::empty_cpu({2}, type);
  elements.fill_(value);
  std::memcpy(bytes.data(), elements.data_ptr(), elements.element_size());
  return bytes;
}

/// The memory of `x`, which is only read: what is copied on write stays shared,
/// where PyTorch has that.
template <typename T>
const void *getSource(const T &x) {
  if constexpr (requires { x.const_data_ptr(); })
    return x.const_data_ptr();
  else
    return x.data_ptr();
}

/// What padkernels makes of `x`, of extents `extents`, for a request of which
/// `value` gives the padding value; where it has to be PyTorch, what `original`
/// gives.
template <typename Value, typename Original>
Tensor serve(const Request &request, const Tensor &x, IntArrayRef extents,
             Value value, Original original) {
  const padkernels::Plans::Found found = padkernels::plans.get(request.key);
  Tensor result;
  if (!found.isKnown) {
    // PyTorch does the first one of its kind, and says what is wrong with it.
    padkernels::Key kind;
    for (int64_t place = 0; place < 4; ++place)
      kind.put(request.key.numbers[place]);
    kind.put(request.padded);
    kind.put(static_cast<int64_t>(request.format));
    if (!padkernels::plans.accepts(kind)) {
      result = original();
      if (result.sizes() != extents)
        return result;
      padkernels::plans.accept(kind);
    }
  }
  const int64_t chosen = *padkernels::chosenThreads;
  const padkernels::PlanPointer plan = padkernels::find(
      request.key, found, chosen ? chosen : at::get_num_threads());
  if (!plan)
    return result.defined() ? result : original();
  result = Tensor();
  const padkernels::Element element = value();
  const Tensor source = x.contiguous(request.format);
  result =
      at::detail::empty_cpu(extents, x.scalar_type(), false, request.format);
  plan->run(getSource(source), result.data_ptr(), element);
  numDone.fetch_add(1, std::memory_order_relaxed);
  return result;
}

template <typename Original>
Tensor pad(Op op, const Tensor &x, IntArrayRef pads, const at::Scalar &value,
           Original original) {
  if (x.numel() < leastElements[op])
    return original();
  const bool hasThreads = at::get_num_threads() > 1;
  Request request;
  if (!prepare(op, x, pads, request) ||
      request.elements * static_cast<double>(x.element_size()) >
          static_cast<double>(
              (hasThreads ? mostBytesOfThreads : mostBytes)[op]))
    return original();
  // PyTorch copies a view just once for such a pad, before all others, or by
  // several threads.
  if (!x.is_contiguous(request.format) &&
      (op == Constant || op == Circular || hasThreads))
    return original();
  return serve(
      request, x, request.extents,
      [&] { return encode(value, x.scalar_type()); }, original);
}

Tensor constantPad(const Tensor &x, IntArrayRef pads, const at::Scalar &value) {
  return pad(Constant, x, pads, value, [&] {
    return at::compositeexplicitautograd::constant_pad_nd(x, pads, value);
  });
}

using Kernel = Tensor (*)(const Tensor &, IntArrayRef);

/// PyTorch's own kernels.
constexpr std::array<Kernel, NumOps> originals = {
    nullptr,
    at::cpu::reflection_pad1d,
    at::cpu::reflection_pad2d,
    at::cpu::reflection_pad3d,
    at::cpu::replication_pad1d,
    at::cpu::replication_pad2d,
    at::cpu::replication_pad3d,
    at::compositeimplicitautograd::_pad_circular};

template <Op op>
Tensor extendingPad(const Tensor &x, IntArrayRef pads) {
  return pad(op, x, pads, 0.0, [&] { return originals[op](x, pads); });
}

using BackwardKernel = Tensor (*)(const Tensor &, const Tensor &, IntArrayRef);

constexpr std::array<BackwardKernel, NumOps> backwardOriginals = {
    nullptr,
    at::cpu::reflection_pad1d_backward,
    at::cpu::reflection_pad2d_backward,
    at::cpu::reflection_pad3d_backward,
    at::cpu::replication_pad1d_backward,
    at::cpu::replication_pad2d_backward,
    at::cpu::replication_pad3d_backward,
    nullptr};

/// The gradient of `x`, of which only the extents are read, from that of its
/// pad. The number of its op is `NumOps` more.
template <Op op>
Tensor extendingPadBackward(const Tensor &gradient, const Tensor &x,
                            IntArrayRef pads) {
  auto original = [&] { return backwardOriginals[op](gradient, x, pads); };
  Request request;
  if (x.numel() < leastElements[op] || !prepare(op, x, pads, request) ||
      request.format != MemoryFormat::Contiguous ||
      gradient.scalar_type() != x.scalar_type() ||
      gradient.sizes() != IntArrayRef(request.extents))
    return original();
  request.key.numbers[0] += NumOps;
  return serve(
      request, gradient, x.sizes(), [] { return padkernels::Element{}; },
      original);
}

/// Circular pads have no kernel of PyTorch's under autograd: they are made of
/// other ops, of which each has its gradient. They stay so where anything but
/// the CPU's kernels looks on.
Tensor circularPad(c10::DispatchKeySet keys, const Tensor &x,
                   IntArrayRef pads) {
  const bool plain =
      (keys & c10::after_autograd_keyset).highestPriorityTypeId() ==
          c10::DispatchKey::CPU &&
      !(at::GradMode::is_enabled() && x.requires_grad()) &&
      !x._fw_grad(0).defined();
  return plain ? extendingPad<Circular>(x, pads) : originals[Circular](x, pads);
}

/// Whether PyTorch's kernel gives a result in the channels-last format of so
/// many axes. They may be those of one element, or of a batch.
bool keeps(Op op, int64_t rank) {
  const MemoryFormat format =
      rank == 4 ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d;
  const int64_t batch = rank - 2;
  const int64_t padded[] = {batch, 1, 2, 3, 1, 2, 3, batch};
  if (padded[op] != batch && padded[op] != rank - 1)
    return false;
  const std::vector<int64_t> extents(rank, 2), pads(2 * padded[op], 1);
  Tensor x = at::detail::empty_cpu(extents, at::kFloat, false, format);
  x.zero_();
  Tensor result =
      op == Constant
          ? at::compositeexplicitautograd::constant_pad_nd(x, pads, 0.0)
          : originals[op](x, pads);
  return result.is_contiguous(format);
}

/// Takes no notice of warnings: one is that a kernel takes the place of
/// another.
template <typename Process>
struct QuietHandler;
template <typename... Arguments>
struct QuietHandler<void (c10::WarningHandler::*)(Arguments...)>
    : c10::WarningHandler {
  void process(Arguments...) override {}
};

std::unique_ptr<torch::Library> cpu, autograd;

} // namespace

/// Takes the kernels away. Harmless where there are none.
extern "C" void padkernels_uninstall() {
  autograd.reset();
  cpu.reset();
}

/// Forgets kernels, which may make room for others.
extern "C" void padkernels_forget() { padkernels::plans.clear(); }

/// How many pads kernels of padkernels have done.
extern "C" int64_t padkernels_num_done() { return numDone; }

/// Registers the kernels; the limits have an entry for each op. Gives the text
/// of an error, or null.
extern "C" const char *padkernels_install(PyObject *find,
                                          const int64_t *chosenThreads,
                                          const int64_t *least,
                                          const int64_t *most,
                                          const int64_t *mostOfThreads) {
  static std::string error;
  static const bool watches = (padkernels::Plans::watchForks(), true);
  (void)watches;
  padkernels::plans.clear();
  padkernels::plans.clearFailures();
  padkernels::findInPython = find;
  padkernels::chosenThreads = chosenThreads;
  std::copy(least, least + NumOps, leastElements.begin());
  std::copy(most, most + NumOps, mostBytes.begin());
  std::copy(mostOfThreads, mostOfThreads + NumOps, mostBytesOfThreads.begin());
  try {
    QuietHandler<decltype(&c10::WarningHandler::process)> quiet;
    c10::PADKERNELS_WARNINGS::WarningHandlerGuard guard(&quiet);
    at::NoGradGuard noGrad;
    for (int64_t op = 0; op < NumOps; ++op)
      for (int64_t rank : {4, 5})
        keepsChannelsLast[op][rank - 4] = keeps(static_cast<Op>(op), rank);
    auto make = [](c10::DispatchKey key) {
      return std::make_unique<torch::Library>(torch::Library::IMPL, "aten", key,
                                              __FILE__, __LINE__);
    };
    cpu = make(c10::DispatchKey::CPU);
    cpu->impl("constant_pad_nd", TORCH_FN(constantPad));
    cpu->impl("reflection_pad1d", TORCH_FN(extendingPad<Reflection1>));
    cpu->impl("reflection_pad1d_backward",
              TORCH_FN(extendingPadBackward<Reflection1>));
    cpu->impl("reflection_pad2d", TORCH_FN(extendingPad<Reflection2>));
    cpu->impl("reflection_pad2d_backward",
              TORCH_FN(extendingPadBackward<Reflection2>));
    cpu->impl("reflection_pad3d", TORCH_FN(extendingPad<Reflection3>));
    cpu->impl("reflection_pad3d_backward",
              TORCH_FN(extendingPadBackward<Reflection3>));
    cpu->impl("replication_pad1d", TORCH_FN(extendingPad<Replication1>));
    cpu->impl("replication_pad1d_backward",
              TORCH_FN(extendingPadBackward<Replication1>));
    cpu->impl("replication_pad2d", TORCH_FN(extendingPad<Replication2>));
    cpu->impl("replication_pad2d_backward",
              TORCH_FN(extendingPadBackward<Replication2>));
    cpu->impl("replication_pad3d", TORCH_FN(extendingPad<Replication3>));
    cpu->impl("replication_pad3d_backward",
              TORCH_FN(extendingPadBackward<Replication3>));
    cpu->impl("_pad_circular", TORCH_FN(extendingPad<Circular>));
    autograd = make(c10::DispatchKey::AutogradCPU);
    autograd->impl("_pad_circular", TORCH_FN(circularPad));
    return nullptr;
  } catch (const std::exception &caught) {
    padkernels_uninstall();
    error = caught.what();
    return error.c_str();
  }
}
