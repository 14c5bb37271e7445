// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{mode} =
// DEFINE: %{name} = %{mode}
// DEFINE: %{value} =
// DEFINE: %{add} = sed 's/NAME/%{name}/; s/MODE/%{mode}/; s/VALUE/%{value}/' %t/mode.mlir >> %t/all.mlir
// REDEFINE: %{mode} = edge
// RUN: %{add}
// REDEFINE: %{mode} = reflect
// RUN: %{add}
// REDEFINE: %{mode} = symmetric
// RUN: %{add}
// REDEFINE: %{mode} = wrap
// RUN: %{add}
// REDEFINE: %{mode} = reflect periodic
// REDEFINE: %{name} = reflect_periodic
// RUN: %{add}
// REDEFINE: %{mode} = symmetric periodic
// REDEFINE: %{name} = symmetric_periodic
// RUN: %{add}
// REDEFINE: %{mode} = constant
// REDEFINE: %{name} = constant
// REDEFINE: %{value} = value(%%v)
// RUN: %{add}

// RUN: pad-opt %t/all.mlir --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | grep -v Memref > %t/unfused
// RUN: FileCheck %t/all.mlir < %t/unfused
// DEFINE: %{fuse} = pad-opt %t/all.mlir --transform-preload-library=transform-library-paths=%S/Inputs
// DEFINE: %{lowering} = scf
// DEFINE: %{compare} = pad-opt %t/fused.mlir --lower-pad-to-llvm="fuse=false lowering=%{lowering}" | %run_main | grep -v Memref | diff - %t/unfused
// Into the tiles of what reads the pads.
// RUN: %{fuse}/fuse-pads.mlir --transform-interpreter=entry-point=fuse --resolve-ranked-shaped-type-result-dims --cse --canonicalize -o %t/fused.mlir
// RUN: FileCheck %t/all.mlir --check-prefix=PRODUCER --implicit-check-not=scf.if --input-file=%t/fused.mlir
// RUN: %{compare}
// RUN: %{fuse}/fuse-pads.mlir --transform-interpreter=entry-point=containing --resolve-ranked-shaped-type-result-dims --cse --canonicalize -o %t/fused.mlir
// RUN: FileCheck %t/all.mlir --check-prefix=PRODUCER --implicit-check-not=scf.if --input-file=%t/fused.mlir
// RUN: %{compare}
// RUN: %{fuse}/fuse-pads.mlir --transform-interpreter=entry-point=containing --pad-shrink-source -o %t/fused.mlir
// RUN: %{compare}
// What they read, into their tiles.
// RUN: %{fuse}/fuse-into-pads.mlir --transform-interpreter=entry-point=fuse --resolve-ranked-shaped-type-result-dims --cse --canonicalize -o %t/fused.mlir
// RUN: FileCheck %t/all.mlir --check-prefix=CONSUMER --implicit-check-not=scf.if --input-file=%t/fused.mlir
// RUN: %{compare}
// REDEFINE: %{lowering} = linalg
// RUN: %{fuse}/fuse-into-pads.mlir --transform-interpreter=entry-point=containing --resolve-ranked-shaped-type-result-dims --cse --canonicalize -o %t/fused.mlir
// RUN: FileCheck %t/all.mlir --check-prefix=CONSUMER --implicit-check-not=scf.if --input-file=%t/fused.mlir
// RUN: %{compare}

// Every mode in both forms, between a producer and a consumer, whose axes are
// tiled by sizes that do not divide them. A pad is fused with its consumer along
// every axis; a producer with the pad along the axes without pads.

//--- all.mlir
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @print(%t: tensor<?x?xf32>) {
  %u = tensor.cast %t : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  %v = arith.constant 99.0 : f32
  %x = arith.constant dense<[[1., 2., 3., 4., 5., 6., 7.], [11., 12., 13., 14., 15., 16., 17.], [21., 22., 23., 24., 25., 26., 27.], [31., 32., 33., 34., 35., 36., 37.], [41., 42., 43., 44., 45., 46., 47.]]> : tensor<5x7xf32>
  // CHECK: {{\[\[}}198,   198,   198,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   198,   198{{\]}}
  call @constant(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  // CHECK: {{\[\[}}-2,   -2,   -2,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   -14,   -14{{\]}}
  call @edge(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  // CHECK: {{\[\[}}-8,   -6,   -4,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   -12,   -10{{\]}}
  call @reflect(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  // CHECK: {{\[\[}}-8,   -6,   -4,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   -12,   -10{{\]}}
  call @reflect_periodic(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  // CHECK: {{\[\[}}-6,   -4,   -2,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   -14,   -12{{\]}}
  call @symmetric(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  // CHECK: {{\[\[}}-6,   -4,   -2,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   -14,   -12{{\]}}
  call @symmetric_periodic(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  // CHECK: {{\[\[}}-10,   -12,   -14,   -2,   -4,   -6,   -8,   -10,   -12,   -14,   -2,   -4{{\]}}
  call @wrap(%x, %v) : (tensor<5x7xf32>, f32) -> ()
  return
}

//--- mode.mlir
// PRODUCER-LABEL: func @NAME_value
// PRODUCER-NOT: pad.pad
// PRODUCER: scf.for
// PRODUCER: pad.pad MODE
// PRODUCER: linalg.generic
// PRODUCER-NOT: pad.pad
// PRODUCER: return
// CONSUMER-LABEL: func @NAME_value
// CONSUMER-NOT: linalg.negf
// CONSUMER: scf.for
// CONSUMER: linalg.negf
// CONSUMER: pad.pad MODE
// CONSUMER-NOT: linalg.negf
// CONSUMER: return
func.func @NAME_value(%x: tensor<?x?xf32>, %v: f32, %l: index, %h: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %n = linalg.negf ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = pad.pad MODE %n VALUE low[0, %l] high[0, %h] : tensor<?x?xf32> to tensor<?x?xf32>
  %l1 = arith.addi %d1, %l : index
  %n1 = arith.addi %l1, %h : index
  %f = tensor.empty(%d0, %n1) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// PRODUCER-LABEL: func @NAME_destination
// PRODUCER-NOT: pad.pad_into
// PRODUCER: scf.for
// PRODUCER: pad.pad_into MODE
// PRODUCER: linalg.generic
// PRODUCER-NOT: pad.pad_into
// PRODUCER: return
// CONSUMER-LABEL: func @NAME_destination
// CONSUMER-NOT: linalg.negf
// CONSUMER: scf.for
// CONSUMER: linalg.negf
// CONSUMER: pad.pad_into MODE
// CONSUMER-NOT: linalg.negf
// CONSUMER: return
func.func @NAME_destination(%x: tensor<5x7xf32>, %v: f32) -> tensor<5x10xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %n = linalg.negf ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %q = tensor.empty() : tensor<5x10xf32>
  %p = pad.pad_into MODE %n into %q VALUE low[0, -1] high[0, 4] : tensor<5x7xf32> into tensor<5x10xf32> -> tensor<5x10xf32>
  %f = tensor.empty() : tensor<5x10xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<5x10xf32>) outs(%f : tensor<5x10xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x10xf32>
  return %r : tensor<5x10xf32>
}

func.func @NAME(%x: tensor<5x7xf32>, %v: f32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = tensor.cast %x : tensor<5x7xf32> to tensor<?x?xf32>
  %a = call @NAME_value(%d, %v, %c3, %c2) : (tensor<?x?xf32>, f32, index, index) -> tensor<?x?xf32>
  call @print(%a) : (tensor<?x?xf32>) -> ()
  %b = call @NAME_destination(%x, %v) : (tensor<5x7xf32>, f32) -> tensor<5x10xf32>
  %c = tensor.cast %b : tensor<5x10xf32> to tensor<?x?xf32>
  call @print(%c) : (tensor<?x?xf32>) -> ()
  return
}
