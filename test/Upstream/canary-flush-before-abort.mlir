// What upstream makes of an assertion prints a message that abort may lose. If this
// fails, it does not any more, and --pad-relax-llvm can go.
// RUN: mlir-opt %s --convert-cf-to-llvm | FileCheck %s --implicit-check-not=flush

// CHECK: llvm.call @puts
// CHECK-NEXT: llvm.call @abort
func.func @assert(%condition: i1) {
  cf.assert %condition, "message"
  return
}
