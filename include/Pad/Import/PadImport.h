//===- PadImport.h - Pads of other dialects become pad.pad ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the conversions into the pad dialect share: the result of a conversion,
// which says that an op is none of its pads, that it was converted, or why it
// cannot be converted, and the driver that runs conversions and reports what
// they refuse.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_PADIMPORT_H
#define PAD_IMPORT_PADIMPORT_H

#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// What became of an op that a conversion was asked to convert.
class ImportResult {
public:
  /// The op is no pad of the dialect that is converted.
  static ImportResult notAPad() { return ImportResult(Kind::NotAPad, ""); }

  /// The op was replaced by ops of the same meaning.
  static ImportResult converted() { return ImportResult(Kind::Converted, ""); }

  /// The op is a pad that cannot be converted, and was not changed. `reason` is
  /// a clause that names the operand or attribute, the axis, the value and the
  /// limit.
  static ImportResult refused(const Twine &reason) {
    return ImportResult(Kind::Refused, reason.str());
  }

  /// `op` is refused, because it has not the numbers of operands, `expected`,
  /// and results, one, that `system` gives it.
  static ImportResult wrongCount(Operation *op, const Twine &system,
                                 const Twine &expected) {
    return refused("it has " + Twine(op->getNumOperands()) + " inputs and " +
                   Twine(op->getNumResults()) + " outputs, but " + system +
                   " gives it " + expected + " and 1");
  }

  /// The op is a pad of a tensor whose type is not known, and was not changed;
  /// `reason` is a clause that says which one. It may be valid.
  static ImportResult open(const Twine &reason) {
    return ImportResult(Kind::Open, reason.str());
  }

  bool isNotAPad() const { return kind == Kind::NotAPad; }
  bool isRefused() const { return kind == Kind::Refused || isOpen(); }
  bool isOpen() const { return kind == Kind::Open; }

  /// Why the op was refused.
  StringRef getReason() const { return reason; }

private:
  enum class Kind { NotAPad, Converted, Refused, Open };

  ImportResult(Kind kind, std::string reason)
      : kind(kind), reason(std::move(reason)) {}

  Kind kind;
  std::string reason;
};

/// Replaces `op` by pads of the same meaning. A conversion checks everything
/// before it creates anything: unless its result is `converted`, nothing has
/// changed.
using PadImporter = ImportResult (*)(Operation *op, RewriterBase &rewriter);

/// Converts every op under `root` that one of `importers` takes for a pad; the
/// first such importer decides. An op that is refused stays, with a remark that
/// says why; with `verify`, that is an error and the function fails. With
/// `remarks`, each pad that was created gets a remark on what it moves.
LogicalResult importPads(Operation *root, ArrayRef<PadImporter> importers,
                         bool verify, bool remarks);

/// The same with `explain` in the place of the remarks and errors: it gets each
/// op that is refused.
void importPads(
    Operation *root, ArrayRef<PadImporter> importers, bool remarks,
    function_ref<void(Operation *op, const ImportResult &result)> explain);

/// A pass that does so by `importer`. `BaseT` is the base that tablegen makes
/// for the pass, which has the option `verify`.
template <template <typename> class BaseT, PadImporter importer>
struct PadImportPass : BaseT<PadImportPass<BaseT, importer>> {
  using BaseT<PadImportPass>::BaseT;

  /// Where the dialect comes with the pads, so do its external models.
  void getDependentDialects(DialectRegistry &registry) const override {
    BaseT<PadImportPass>::getDependentDialects(registry);
    registerAllInterfaceExternalModels(registry);
  }

  void runOnOperation() override {
    if (failed(importPads(this->getOperation(), importer, this->verify,
                          this->remarks)))
      this->signalPassFailure();
  }
};

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_PADIMPORT_H
