//===- ExchangeHeader.cpp - C declarations of exchanges -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/CInterface/ExchangeHeader.h"
#include "CHeaderText.h"
#include "Pad/CInterface/CTypes.h"

using namespace mlir;
using namespace mlir::pad;

/// The parameters of the dynamic numbers of `spec`.
static std::vector<std::string> getNumbers(const ExchangeSpec &spec) {
  std::vector<std::string> parameters;
  auto add = [&](StringRef name, auto get) {
    for (size_t axis = 0; axis < spec.axes.size(); ++axis)
      if (ShapedType::isDynamic(get(axis)))
        parameters.push_back(("int64_t " + name + Twine(axis)).str());
  };
  add("source_d", [&](size_t axis) { return spec.axes[axis].extent; });
  add("low", [&](size_t axis) { return spec.axes[axis].low; });
  add("high", [&](size_t axis) { return spec.axes[axis].high; });
  add("interior", [&](size_t axis) { return spec.axes[axis].interior; });
  add("grid", [&](size_t axis) { return spec.grid[axis]; });
  return parameters;
}

void mlir::pad::writeExchangeHeader(raw_ostream &os, StringRef name,
                                    const ExchangeSpec &spec,
                                    Type elementType) {
  std::string guard = getIncludeGuard(name), plan = spec.name + "_plan",
              type = getCType(elementType)->name.str();
  auto write = [&](ArrayRef<std::string> comment, StringRef result,
                   StringRef function, std::vector<std::string> first,
                   ArrayRef<std::string> numbers,
                   std::vector<std::string> last) {
    llvm::append_range(first, numbers);
    llvm::append_range(first, last);
    os << "\n";
    writeComment(os, comment);
    writePrototype(os, result, spec.name + "_" + function.str(), first);
  };
  std::vector<std::string> numbers = getNumbers(spec);
  bool isGradient = spec.results == ResultPieces::Gradients;
  std::string source = isGradient ? "gradient" : "source";
  std::string rank = std::to_string(spec.axes.size());
  os << "/* Made by padc. Arrays are dense and row-major. */\n\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <mpi.h>\n#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "/* The messages of " << (isGradient ? "the gradient of " : "")
     << "one pad on the ranks of a communicator. */\n"
     << "typedef struct " << plan << " " << plan << ";\n";
  write({"Writes where the pieces of a rank of the grid begin, and their",
         "extents: in the " + source + " and in the result, " + rank +
             " numbers each.",
         "Zeros if the grid has no such rank. A list may be NULL."},
        "void", "local_shape", {"int rank"}, numbers,
        {"int64_t *" + source + "_offset", "int64_t *" + source + "_shape",
         "int64_t *result_offset", "int64_t *result_shape"});
  write(
      {"Makes a plan. All ranks of comm call it, with the same numbers; comm",
       "has as many ranks as the grid. Returns an error code of MPI, and then",
       "no plan."},
      "int", "create", {"MPI_Comm comm"}, numbers, {plan + " **plan"});
  std::vector<std::string> run = {
      plan + " *plan", "const " + type + " *" + source, type + " *result"};
  if (spec.isValueDynamic)
    run.push_back("const " + type + " *value");
  write({"Writes this rank's piece of the result. All ranks call it, as often",
         "as they like. Returns an error code of MPI."},
        "int", "run", run, {}, {});
  write({"Frees a plan, unless it is NULL. All ranks call it. Returns an error",
         "code of MPI."},
        "int", "free", {plan + " *plan"}, {}, {});
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
}
