// IR that names no target is for any processor.
// RUN: pad-opt %s --lower-pad-to-llvm | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: llc -mtriple=aarch64-linux-gnu %t.ll -o - | FileCheck %s
// RUN: llc -mtriple=riscv64-linux-gnu %t.ll -o - | FileCheck %s
// RUN: llc -mtriple=x86_64-linux-gnu %t.ll -o - | FileCheck %s

// CHECK-DAG: words:
// CHECK-DAG: bytes:
func.func @words(%x: tensor<?x?xf32>, %a: index) -> tensor<?x?xf32> {
  %r = pad.pad reflect %x low[%a, %a] high[%a, %a] : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @bytes(%x: tensor<?x?xi8>, %a: index) -> tensor<?x?xi8> {
  %r = pad.pad [edge, wrap] %x low[%a, %a] high[%a, %a] : tensor<?x?xi8> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

func.func @gradient(%g: tensor<?x20xf64>, %n: index) -> tensor<?x18xf64> {
  %r = pad.adjoint symmetric %g of[%n, 18] low[1, 1] high[1, 1] : tensor<?x20xf64> to tensor<?x18xf64>
  return %r : tensor<?x18xf64>
}
