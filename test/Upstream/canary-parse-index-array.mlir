// The parser ends the process at an array of a type without bits. If this fails, it gives an error, and
// the fuzzer may change the types of arrays (isTrusted in fuzz/TextMutator.cpp).
// RUN: not --crash mlir-opt %s

func.func private @f() attributes {numbers = array<index: 1>}
