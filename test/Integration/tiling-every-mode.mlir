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
// REDEFINE: %{mode} = [reflect, wrap]
// REDEFINE: %{name} = reflect_wrap
// RUN: %{add}
// REDEFINE: %{mode} = [symmetric periodic, edge]
// REDEFINE: %{name} = symmetric_periodic_edge
// RUN: %{add}
// REDEFINE: %{mode} = constant
// REDEFINE: %{name} = constant
// REDEFINE: %{value} = value(%%v)
// RUN: %{add}
// REDEFINE: %{mode} = [edge, constant]
// REDEFINE: %{name} = edge_constant
// RUN: %{add}

// RUN: pad-opt %t/all.mlir --lower-pad-to-llvm=lowering=scf | %run_main | grep -v Memref > %t/untiled
// RUN: FileCheck %s < %t/untiled
// DEFINE: %{tile} = pad-opt %t/all.mlir --transform-preload-library=transform-library-paths=%S/Inputs
// DEFINE: %{lowering} = scf
// DEFINE: %{compare} = pad-opt --lower-pad-to-llvm=lowering=%{lowering} | %run_main | grep -v Memref | diff - %t/untiled
// RUN: %{tile}/tile-pads.mlir --transform-interpreter=entry-point=for | %{compare}
// RUN: %{tile}/tile-pads.mlir --transform-interpreter=entry-point=forall | %{compare}
// RUN: %{tile}/tile-pads-by-operands.mlir --transform-interpreter=entry-point=for | %{compare}
// REDEFINE: %{lowering} = linalg
// RUN: %{tile}/tile-pads-by-operands.mlir --transform-interpreter=entry-point=each --pad-shrink-source | %{compare}
// RUN: %{tile}/tile-pads-by-operands.mlir --transform-interpreter=entry-point=threads | %{compare}

// Every mode in both forms, tiled by sizes of compile time and of run time: along
// one axis and two, in either order of the loops, by less than the result and by
// more, wholly in the padding and with both borders.

//--- all.mlir
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @print(%t: tensor<?x?xi32>) {
  %u = tensor.cast %t : tensor<?x?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %v = arith.constant 99 : i32
  %s = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]> : tensor<4x5xi32>
  %x = tensor.cast %s : tensor<4x5xi32> to tensor<?x?xi32>
  // CHECK: {{\[\[}}99,   99,   99,   99,   99,   99,   99,   99,   99,   99{{\]}}
  call @constant(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}1,   1,   1,   1,   2,   3,   4,   5,   5,   5{{\]}}
  call @edge(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}19,   18,   17,   16,   17,   18,   19,   20,   19,   18{{\]}}
  call @reflect(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}19,   18,   17,   16,   17,   18,   19,   20,   19,   18{{\]}}
  call @reflect_periodic(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}13,   12,   11,   11,   12,   13,   14,   15,   15,   14{{\]}}
  call @symmetric(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}13,   12,   11,   11,   12,   13,   14,   15,   15,   14{{\]}}
  call @symmetric_periodic(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}8,   9,   10,   6,   7,   8,   9,   10,   6,   7{{\]}}
  call @wrap(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}18,   19,   20,   16,   17,   18,   19,   20,   16,   17{{\]}}
  call @reflect_wrap(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}11,   11,   11,   11,   12,   13,   14,   15,   15,   15{{\]}}
  call @symmetric_periodic_edge(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  // CHECK: {{\[\[}}99,   99,   99,   1,   2,   3,   4,   5,   99,   99{{\]}}
  call @edge_constant(%x, %s, %v) : (tensor<?x?xi32>, tensor<4x5xi32>, i32) -> ()
  return
}

//--- mode.mlir
func.func @NAME_value(%x: tensor<?x?xi32>, %v: i32, %l: index, %h: index, %size: index) -> tensor<?x?xi32> {
  %c1 = arith.constant 1 : index
  %s = arith.maxsi %size, %c1 {tile} : index
  %r = pad.pad MODE %x VALUE low[%l, 3] high[2, %h] : tensor<?x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @NAME_destination(%x: tensor<?x?xi32>, %v: i32, %l: index, %h: index, %size: index, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c1 = arith.constant 1 : index
  %s = arith.maxsi %size, %c1 {tile} : index
  %r = pad.pad_into MODE %x into %o VALUE low[3, %l] high[%h, 2] : tensor<?x?xi32> into tensor<?x?xi32> -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @NAME_statics(%x: tensor<4x5xi32>, %v: i32, %size: index) -> tensor<9x5xi32> {
  %c1 = arith.constant 1 : index
  %s = arith.maxsi %size, %c1 {tile} : index
  %r = pad.pad MODE %x VALUE low[3, 0] high[2, 0] : tensor<4x5xi32> to tensor<9x5xi32>
  return %r : tensor<9x5xi32>
}

func.func @NAME(%x: tensor<?x?xi32>, %s: tensor<4x5xi32>, %v: i32) {
  %m1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c11 = arith.constant 11 : index
  %c40 = arith.constant 40 : index
  %a = call @NAME_value(%x, %v, %c3, %c2, %c3) : (tensor<?x?xi32>, i32, index, index, index) -> tensor<?x?xi32>
  call @print(%a) : (tensor<?x?xi32>) -> ()
  %b = call @NAME_value(%x, %v, %m1, %m1, %c40) : (tensor<?x?xi32>, i32, index, index, index) -> tensor<?x?xi32>
  call @print(%b) : (tensor<?x?xi32>) -> ()
  %c = call @NAME_value(%x, %v, %c11, %c9, %c2) : (tensor<?x?xi32>, i32, index, index, index) -> tensor<?x?xi32>
  call @print(%c) : (tensor<?x?xi32>) -> ()
  %o = tensor.empty(%c9, %c9) : tensor<?x?xi32>
  %d = call @NAME_destination(%x, %v, %c2, %c2, %c2, %o) : (tensor<?x?xi32>, i32, index, index, index, tensor<?x?xi32>) -> tensor<?x?xi32>
  call @print(%d) : (tensor<?x?xi32>) -> ()
  %q = tensor.empty(%c6, %c6) : tensor<?x?xi32>
  %e = call @NAME_destination(%x, %v, %m1, %m1, %c40, %q) : (tensor<?x?xi32>, i32, index, index, index, tensor<?x?xi32>) -> tensor<?x?xi32>
  call @print(%e) : (tensor<?x?xi32>) -> ()
  %f = call @NAME_statics(%s, %v, %c1) : (tensor<4x5xi32>, i32, index) -> tensor<9x5xi32>
  %g = tensor.cast %f : tensor<9x5xi32> to tensor<?x?xi32>
  call @print(%g) : (tensor<?x?xi32>) -> ()
  return
}
