// Complex numbers of tf32, which LLVM does not have, become structs of null types, which end the printer. If
// this fails, they are refused or lowered, and `explainTypes` of VerifyPadLowerable.cpp may go.
// RUN: not --crash mlir-opt %s --convert-to-llvm

func.func @f(%x: memref<4xcomplex<tf32>>, %y: memref<4xcomplex<tf32>>, %i: index) {
  %v = memref.load %x[%i] : memref<4xcomplex<tf32>>
  memref.store %v, %y[%i] : memref<4xcomplex<tf32>>
  return
}
