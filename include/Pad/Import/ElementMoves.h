//===- ElementMoves.h - Ops that only move elements -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What slices, reversals, gathers and concatenations of any system do to the
// elements of their operands. A system says this of its own ops; the fitter of
// `--convert-idioms-to-pad` then finds the pads that several of them make.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_ELEMENTMOVES_H
#define PAD_IMPORT_ELEMENTMOVES_H

#include "Pad/IR/PadGeometry.h"
#include "Pad/Import/AxisReads.h"
#include "Pad/Import/IntegerTensors.h"
#include "Pad/Import/PadImport.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace mlir {
namespace pad {

/// A value that fills a tensor: a constant, or any other scalar or tensor of
/// rank 0. If it is none of them, there is no fill.
struct Fill {
  Value value;
  Attribute constant;

  explicit operator bool() const { return value || constant; }
  /// Whether both are the same, bit for bit.
  bool operator==(const Fill &other) const;
};

/// `value`, a scalar or a tensor of rank 0, as a fill.
Fill getFill(Value value);

/// The scalar that every element of `tensor` is, if it is a constant, or made
/// by an op of MLIR that fills.
Fill getUniformFill(Value tensor);

/// Modes of padding that a gather of a short axis agrees with.
using ModeSet = SmallVector<PadMode>;

/// An axis of unknown extent that a gather reads as a pad does. Where the axis
/// is shorter than the borders of that pad, the gather reads what each of
/// `modes`, which then repeat (`periodic`), reads there.
struct RepeatedAxis {
  int64_t axis;
  ModeSet modes;
};

/// What a gather does with an index that is out of bounds.
enum class IndexRule {
  /// It is an error.
  InBounds,
  /// A negative one counts from the end, any other one is an error.
  FromEnd,
  /// The nearest element is taken.
  Clamped
};

/// A slice of axis `axis`; a negative one counts from the last axis.
struct AxisSlice {
  int64_t axis, start, end, step = 1;
};

struct MoveSystem;

/// What an op does to make a result that only moves elements. Whoever reads an
/// op need not check element types, bounds, and extents of the result: a move
/// that does not suit them is not followed. None, which is false, stands for an
/// op that does something else, or that is not understood.
struct ElementMove {
  enum class Kind {
    None,
    /// Every element is `fill`.
    Fill,
    /// The elements of the one source at the product of `reads`, one for each
    /// axis; `fill` where an index reads the fill value.
    Take,
    /// The sources, one after the other along `axis`.
    Join,
    /// The elements of the one source, whose axis `a` is axis `axes[a]` of the
    /// result. A source axis of extent 1 may be none of them (-1), and further
    /// axes of the result repeat the elements.
    View,
    /// The elements of the one source in order, in the shape of the result.
    Reshape
  };

  explicit operator bool() const { return kind != Kind::None; }

  static ElementMove makeFill(Fill fill);
  static ElementMove makeTake(Value source, SmallVector<AxisReads> reads,
                              Fill fill = {});
  /// Takes `reads` of axis `axis` of `source`, which has `rank` axes, and the
  /// others as they are.
  static ElementMove makeTake(Value source, int64_t rank, int64_t axis,
                              AxisReads reads);
  /// Axis `a` of `source`, a tensor of `type`, `times[a]` times. None if
  /// that is not positive, or where the extent of a repeated axis is not known.
  static ElementMove makeTile(Value source, RankedTensorType type,
                              ArrayRef<int64_t> times);
  /// Takes axis `axis` of `source`, a tensor of `type`, at the elements of
  /// `indices`, a vector of `tensors`. They are constants, or computed from the
  /// extent of that axis. None for any others.
  static ElementMove makeGather(Value source, RankedTensorType type,
                                int64_t axis, const IntegerTensors &tensors,
                                const IntegerTensor &indices, IndexRule rule,
                                const MoveSystem &system);
  /// Takes Python's `[start:end:step]` of the axes of `slices`, and the others
  /// as they are. None where `AxisReads::makeSlice` has none, or an axis is
  /// none or is sliced twice.
  static ElementMove makeSlice(Value source, RankedTensorType type,
                               ArrayRef<AxisSlice> slices);
  /// Takes the axes that `axes` names backwards.
  static ElementMove makeReverse(Value source, int64_t rank,
                                 ArrayRef<int64_t> axes);
  /// Takes every `steps`-th index from `starts` to before `limits` of each axis
  /// of `source`, a tensor of `type`: vectors of `tensors`, constants or
  /// computed from the extent of the axis. What is out of bounds is an error.
  /// None for any others.
  static ElementMove
  makeSlice(Value source, RankedTensorType type, const IntegerTensors &tensors,
            const IntegerTensor &starts, const IntegerTensor &limits,
            const IntegerTensor &steps, const MoveSystem &system);
  static ElementMove makeJoin(ValueRange sources, int64_t axis);
  static ElementMove makeView(Value source, SmallVector<int64_t> axes);
  /// A reshape of `source`: a view if it adds and removes axes of extent 1
  /// only.
  static ElementMove makeReshape(Value source, RankedTensorType from,
                                 RankedTensorType to);

  /// `source` broadcast as numpy does it: axes are aligned at the last one, and
  /// those of extent 1 repeat. None for a source of unknown extents.
  static ElementMove makeBroadcast(Value source, RankedTensorType from,
                                   RankedTensorType to);

  Kind kind = Kind::None;
  SmallVector<Value> sources;
  SmallVector<AxisReads> reads;
  SmallVector<int64_t> axes;
  int64_t axis = 0;
  Fill fill;
  /// Of `Take`, the axes whose borders repeat where the axis is too short.
  SmallVector<RepeatedAxis> repeated;
  /// Of `Take`, whether all elements of `reads` are there, however short an
  /// axis of unknown extent is: else the op is an error, or the axis is in
  /// `repeated`.
  bool hasAll = false;
  /// Whether the op is one of those that a system has to repeat all of a
  /// tensor.
  bool isTile = false;
};

/// A system whose ops move elements.
struct MoveSystem {
  /// What the op of `result`, an op of the system, does to make it. The op may
  /// be malformed, unless its dialect is linked in.
  ElementMove (*read)(OpResult result);
  /// The builtin type of `value`, a tensor of the system or of MLIR; null if it
  /// is none of known rank.
  RankedTensorType (*getTensorType)(Value value);
  /// Whether `op`, an op of the system that is not registered, may be erased if
  /// nothing uses it.
  bool (*isPure)(Operation *op);
};

/// Each is defined in the room of its system.
extern const MoveSystem kOnnxMoves, kStablehloMoves, kTorchMoves, kTosaMoves;

/// The position `element`, of `tensors`, on axis `axis` of `source`, counted
/// from the end where it is negative and computed from an extent that is not
/// known; `INT64_MAX` for that extent. Nullopt for any other number.
std::optional<int64_t> getAxisPosition(const IntegerTensors &tensors,
                                       OpFoldResult element, Value source,
                                       int64_t axis, const MoveSystem &system);

/// Replaces `op`, a pad or an op of `system` that is no view, by the pad that
/// it makes of another tensor with all that is moved before. Crops, rotations
/// and tiles stay, and so does a slice of what no op of `system` has moved.
ImportResult convertMovesToPad(Operation *op, const MoveSystem &system,
                               RewriterBase &rewriter);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_ELEMENTMOVES_H
