//===- CNames.cpp - Names that a C and C++ header may use -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/CInterface/CNames.h"
#include "CNameLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::pad;
using llvm::StringRef;

/// The words of one of the lists.
static llvm::SmallVector<StringRef> getWords(StringRef list) {
  llvm::SmallVector<StringRef> words;
  list.split(words, ' ');
  return words;
}

static llvm::StringSet<> makeSet(StringRef list) {
  llvm::StringSet<> set;
  set.insert_range(getWords(list));
  return set;
}

/// Whether `name` starts with a word of `list`.
static bool startsWithAny(StringRef name, StringRef list) {
  return llvm::any_of(getWords(list),
                      [&](StringRef word) { return name.starts_with(word); });
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Whether `name` is reserved by C17 7.1.3 and C++23 [lex.name]. A name that
/// begins with an underscore is reserved for every use if another underscore or
/// a capital follows, and always for a function.
static bool isReserved(StringRef name, CNameUse use) {
  return name.consume_front("_") &&
         (use == CNameUse::Function || name.starts_with("_") ||
          (!name.empty() && llvm::isUpper(name.front())));
}

/// Whether a limit or the macro for a constant of a type is called `name`: C17
/// 7.31.10, and POSIX 2.2.2 for <limits.h>.
static bool isLimit(StringRef name) {
  bool isInteger = name.starts_with("INT") || name.starts_with("UINT");
  return llvm::none_of(name, llvm::isLower) &&
         (name.ends_with("_MAX") || name.ends_with("_MIN") ||
          name.ends_with("_WIDTH") || (isInteger && name.ends_with("_C")));
}

/// Whether `name` has the form of macros of the standard library.
static bool hasMacroForm(StringRef name) {
  if (isLimit(name) || startsWithAny(name, kMacroPrefixes))
    return true;
  auto precedes = [&](StringRef prefix, auto &&isNext) {
    StringRef rest = name;
    return rest.consume_front(prefix) && !rest.empty() && isNext(rest.front());
  };
  auto isFormat = [](char c) {
    return llvm::isLower(c) || c == 'B' || c == 'X';
  };
  // C17 7.31.3, 7.31.7, and 7.31.5 with the B of C23.
  return precedes("E", llvm::isDigit) || precedes("E", llvm::isUpper) ||
         precedes("SIG", llvm::isUpper) || precedes("PRI", isFormat) ||
         precedes("SCN", isFormat);
}

/// Whether `name` is a type of <stdint.h>: C17 7.31.10.
static bool isIntegerType(StringRef name) {
  return name.ends_with("_t") &&
         (name.starts_with("int") || name.starts_with("uint"));
}

/// Whether `functions` has `name`, or a function that `name` is a twin of.
static bool hasFunction(const llvm::StringSet<> &functions, StringRef name) {
  return functions.contains(name) ||
         llvm::any_of(getWords(kTwinSuffixes), [&](StringRef suffix) {
           StringRef base = name;
           return base.consume_back(suffix) && hasFunction(functions, base);
         });
}

/// Whether LLVM treats a function `name` as one of the library.
static bool isKnownToLLVM(StringRef name) {
  static const llvm::Triple host(llvm::sys::getDefaultTargetTriple());
  static const llvm::TargetLibraryInfoImpl library(host);
  llvm::LibFunc known;
  return library.getLibFunc(name, known);
}

/// Why `name` cannot be a function although it can be a parameter.
static StringRef getFunctionClash(StringRef name) {
  static const llvm::StringSet<> types = makeSet(kTypes);
  static const llvm::StringSet<> ofC = makeSet(kCFunctions);
  static const llvm::StringSet<> ofPosix = makeSet(kPosixFunctions);
  static const llvm::StringSet<> ofLibrary = makeSet(kLibraryFunctions);
  if (name == "main")
    return "is where a program of C starts";
  if (name == "std")
    return "is the namespace of C++'s library";
  if (types.contains(name))
    return "is a type of the C library";
  if (name.ends_with("_t"))
    return "has the form of the types of POSIX";
  if (hasFunction(ofC, name))
    return "is a function of the C library";
  if (startsWithAny(name, kFunctionPrefixes))
    return "has the form of the functions of the C library and POSIX";
  if (hasFunction(ofPosix, name))
    return "is a function or variable of POSIX";
  if (hasFunction(ofLibrary, name) || isKnownToLLVM(name))
    return "is a function that libraries of C add to those of the standard";
  return "";
}

StringRef mlir::pad::getCNameClash(StringRef name, CNameUse use) {
  static const llvm::StringSet<> keywords = makeSet(kKeywords);
  static const llvm::StringSet<> compilerMacros = makeSet(kCompilerMacros);
  static const llvm::StringSet<> macros = makeSet(kMacros);
  if (!isIdentifier(name))
    return "is not a C identifier";
  if (keywords.contains(name))
    return "is a keyword of C or C++";
  if (isReserved(name, use))
    return "is reserved for compilers and libraries: it starts with an "
           "underscore";
  if (compilerMacros.contains(name))
    return "is a macro that compilers define";
  if (macros.contains(name))
    return "is a macro of the headers of C";
  if (hasMacroForm(name))
    return "has the form of the macros of the headers of C";
  if (name.starts_with("PADC_"))
    return "has the form of the include guards of padc's headers";
  if (isIntegerType(name))
    return "has the form of the types of <stdint.h>";
  return use == CNameUse::Function ? getFunctionClash(name) : "";
}
