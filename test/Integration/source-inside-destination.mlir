// RUN: pad-opt %s --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=vector-width=128 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// The source may be exactly the interior view of the destination: then only the
// borders change.

memref.global "private" constant @data : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %data = memref.get_global @data : memref<2x3xi32>
  %out = memref.alloc() : memref<4x5xi32>
  %u = memref.cast %out : memref<4x5xi32> to memref<*xi32>
  %inside = memref.subview %out[1, 1] [2, 3] [1, 1]
      : memref<4x5xi32> to memref<2x3xi32, strided<[5, 1], offset: 6>>
  memref.copy %data, %inside
      : memref<2x3xi32> to memref<2x3xi32, strided<[5, 1], offset: 6>>

  // CHECK: {{\[\[}}5,{{ +}}4,{{ +}}5,{{ +}}6,{{ +}}5{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}2{{\]}}
  // CHECK-NEXT: {{\[}}5,{{ +}}4,{{ +}}5,{{ +}}6,{{ +}}5{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}2{{\]\]}}
  pad.pad_into reflect %inside into %out low[1, 1] high[1, 1]
      : memref<2x3xi32, strided<[5, 1], offset: 6>> into memref<4x5xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()

  // CHECK: {{\[\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}4,{{ +}}5,{{ +}}6,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]\]}}
  pad.pad_into constant %inside into %out low[1, 1] high[1, 1]
      : memref<2x3xi32, strided<[5, 1], offset: 6>> into memref<4x5xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %out : memref<4x5xi32>
  return
}
