// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | mlir-translate --mlir-to-llvmir | llc -O0 -filetype=obj | llvm-nm -u - | FileCheck %s --check-prefix=NEEDS
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | mlir-translate --mlir-to-llvmir | llc -O2 -filetype=obj | llvm-nm -u - | FileCheck %s --check-prefix=NEEDS
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector | mlir-translate --mlir-to-llvmir | llc -O2 -filetype=obj | llvm-nm -u - | FileCheck %s --check-prefix=NEEDS

// complex<bf16> and vectors of bf16 are moved as bits: no call of a function that
// rounds, and the signaling NaN 0x7f81 = 32641 stays one.

// NEEDS-NOT: bf

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @pad_complex(%x: tensor<?xcomplex<bf16>>, %l: index) -> tensor<?xcomplex<bf16>> {
  %r = pad.pad constant %x low[%l] high[1] : tensor<?xcomplex<bf16>> to tensor<?xcomplex<bf16>>
  return %r : tensor<?xcomplex<bf16>>
}

func.func @pad_vector(%x: tensor<?xvector<3xbf16>>, %l: index, %v: vector<3xbf16>) -> tensor<?xvector<3xbf16>> {
  %r = pad.pad constant %x value(%v) low[%l] high[1] : tensor<?xvector<3xbf16>> to tensor<?xvector<3xbf16>>
  return %r : tensor<?xvector<3xbf16>>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %snan_bits = arith.constant 0x7f81 : i16
  %snan = arith.bitcast %snan_bits : i16 to bf16
  %one = arith.constant 1.0 : bf16

  %z = complex.create %snan, %one : complex<bf16>
  %x = tensor.from_elements %z : tensor<1xcomplex<bf16>>
  %dx = tensor.cast %x : tensor<1xcomplex<bf16>> to tensor<?xcomplex<bf16>>
  %p = call @pad_complex(%dx, %c1) : (tensor<?xcomplex<bf16>>, index) -> tensor<?xcomplex<bf16>>
  %parts = tensor.generate {
  ^bb0(%i: index, %part: index):
    %e = tensor.extract %p[%i] : tensor<?xcomplex<bf16>>
    %re = complex.re %e : complex<bf16>
    %im = complex.im %e : complex<bf16>
    %is_re = arith.cmpi eq, %part, %c0 : index
    %f = arith.select %is_re, %re, %im : bf16
    %b = arith.bitcast %f : bf16 to i16
    %w = arith.extui %b : i16 to i32
    tensor.yield %w : i32
  } : tensor<3x2xi32>
  // CHECK: {{\[}}0,{{ +}}0],
  // CHECK-NEXT: {{\[}}32641,{{ +}}16256],
  // CHECK-NEXT: {{\[}}0,{{ +}}0]
  %u = tensor.cast %parts : tensor<3x2xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()

  %v = vector.from_elements %snan, %one, %snan : vector<3xbf16>
  %ones = arith.constant dense<1.0> : vector<3xbf16>
  %e = tensor.empty() : tensor<1xvector<3xbf16>>
  %y = tensor.insert %v into %e[%c0] : tensor<1xvector<3xbf16>>
  %dy = tensor.cast %y : tensor<1xvector<3xbf16>> to tensor<?xvector<3xbf16>>
  %q = call @pad_vector(%dy, %c1, %ones) : (tensor<?xvector<3xbf16>>, index, vector<3xbf16>) -> tensor<?xvector<3xbf16>>
  %lanes = tensor.generate {
  ^bb0(%i: index, %lane: index):
    %g = tensor.extract %q[%i] : tensor<?xvector<3xbf16>>
    %f = vector.extract %g[%lane] : bf16 from vector<3xbf16>
    %b = arith.bitcast %f : bf16 to i16
    %w = arith.extui %b : i16 to i32
    tensor.yield %w : i32
  } : tensor<3x3xi32>
  // CHECK: {{\[}}16256,{{ +}}16256,{{ +}}16256],
  // CHECK-NEXT: {{\[}}32641,{{ +}}16256,{{ +}}32641],
  // CHECK-NEXT: {{\[}}16256,{{ +}}16256,{{ +}}16256]
  %t = tensor.cast %lanes : tensor<3x3xi32> to tensor<*xi32>
  call @printMemrefI32(%t) : (tensor<*xi32>) -> ()
  return
}
