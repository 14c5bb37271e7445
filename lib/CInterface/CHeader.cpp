//===- CHeader.cpp - Headers for C and C++ --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CHeaderText.h"
#include "Pad/CInterface/CInterface.h"
#include "Pad/CInterface/CTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// `base` followed by `name`, without a space after a star.
static std::string declare(StringRef base, StringRef name) {
  return (base + (base.ends_with("*") ? "" : " ") + name).str();
}

std::string mlir::pad::getIncludeGuard(StringRef name) {
  std::string guard = "PADC_";
  for (char c : name)
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  return guard;
}

/// The declaration of `parameter`.
static std::string declare(const CParameter &parameter) {
  CType type = *getCType(parameter.type);
  switch (parameter.role) {
  case CParameterRole::Extent:
  case CParameterRole::Stride:
    return declare("int64_t", parameter.name);
  case CParameterRole::Scalar:
    if (type.count == 1)
      return declare(type.name, parameter.name);
    return ("const " + type.name + " *" + parameter.name).str();
  case CParameterRole::Data:
  case CParameterRole::Result:
    break;
  }
  // For pointers const is on the right.
  bool isPointer = type.name.ends_with("*");
  std::string element = type.name.str();
  if (parameter.readOnly)
    element = isPointer ? element + "const" : "const " + element;
  return element + (isPointer && !parameter.readOnly ? "*" : " *") +
         parameter.name;
}

void mlir::pad::writePrototype(raw_ostream &os, StringRef result,
                               StringRef name,
                               ArrayRef<std::string> parameters) {
  std::string line = (result + " " + name + "(").str();
  size_t indent = line.size();
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    std::string text = parameter + (i + 1 == parameters.size() ? ");" : ",");
    if (i > 0 && line.size() + 1 + text.size() > 80) {
      os << line << "\n";
      line = std::string(indent, ' ');
    } else if (i > 0) {
      line += " ";
    }
    line += text;
  }
  if (parameters.empty())
    line += "void);";
  os << line << "\n";
}

void mlir::pad::writeComment(raw_ostream &os, ArrayRef<std::string> lines) {
  if (lines.empty())
    return;
  os << "/*";
  for (auto [i, line] : llvm::enumerate(lines)) {
    if (i > 0)
      os << (line.empty() ? "\n *" : "\n * ");
    else
      os << " ";
    os << line;
  }
  os << " */\n";
}

void mlir::pad::writeCHeader(raw_ostream &os, StringRef name,
                             ArrayRef<CFunction> functions) {
  std::string guard = getIncludeGuard(name);
  os << "/* Made by padc. Arrays are dense and row-major unless strides are "
        "passed;\n * extents are at least 0 and at most 2^56. */\n\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const CFunction &function : functions) {
    std::vector<std::string> parameters, shapeParameters;
    for (const CParameter &parameter : function.parameters) {
      parameters.push_back(declare(parameter));
      if (parameter.isInShape())
        shapeParameters.push_back(parameters.back());
    }
    os << "\n";
    writeComment(os, function.comment);
    writePrototype(os, "void", function.name, parameters);
    if (!function.hasShapeFunction)
      continue;
    shapeParameters.push_back("int64_t *result_shape");
    os << "\n";
    writeComment(os, {"Writes every extent of each array that " +
                          function.name + " writes as its result,",
                      "  or -1 where a number exceeds 64 bits (C7)."});
    writePrototype(os, "void", getShapeFunctionName(function.name),
                   shapeParameters);
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
}
