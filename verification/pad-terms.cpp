//===- pad-terms.cpp - Formulas of the compiler as SMT-LIB ----------------===//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   pad-terms PROGRAM...               writes programs of Programs.h as terms
//   pad-terms PROGRAM NAME=NUMBER...   runs it, and writes what it gives
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/MachineIndex.h"
#include "Programs.h"
#include "Term.h"
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Inputs are unknowns, and outputs definitions.
struct TermIo {
  Term input(const std::string &name) { return Term::input(name); }
  void output(const std::string &name, const Term &value) {
    define(name, "Int", value.get());
  }
  void output(const std::string &name, const Formula &value) {
    define(name, "Bool", value.get());
  }
  void define(const std::string &name, const std::string &sort,
              const std::string &value) {
    TermScript::get().line("(define-fun out." + name + " () " + sort + " " +
                           value + ")");
  }
};

/// Inputs are arguments, and outputs lines of text.
struct MachineIo {
  MachineIndex input(const std::string &name) {
    for (int i = 2; i < argc; ++i) {
      llvm::StringRef argument = argv[i];
      if (argument.consume_front(name) && argument.consume_front("="))
        return static_cast<int64_t>(std::strtoll(argument.data(), nullptr, 10));
    }
    std::fprintf(stderr, "error: give %s=NUMBER\n", name.c_str());
    std::exit(1);
  }
  void output(const std::string &name, MachineIndex value) {
    std::printf("%s=%lld\n", name.c_str(), static_cast<long long>(value.get()));
  }
  void output(const std::string &name, MachineCondition value) {
    std::printf("%s=%s\n", name.c_str(), value ? "true" : "false");
  }

  int argc;
  char **argv;
};
} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: pad-terms PROGRAM...\n"
                         "       pad-terms PROGRAM NAME=NUMBER...\n");
    return 1;
  }
  bool isKnown = true;
  int last = 1;
  if (argc > 2 && llvm::StringRef(argv[2]).contains('=')) {
    MachineIo io{argc, argv};
    isKnown = Programs<MachineIndex, MachineIo>(io).run(argv[1]);
  } else {
    for (int i = 1; isKnown && i < argc; ++i) {
      last = i;
      std::printf("; program %s\n", argv[i]);
      TermScript::restart();
      TermIo io;
      isKnown = Programs<Term, TermIo>(io).run(argv[i]);
      if (isKnown)
        TermScript::get().finish();
    }
  }
  if (!isKnown)
    std::fprintf(stderr, "error: there is no program '%s'\n", argv[last]);
  return !isKnown;
}
