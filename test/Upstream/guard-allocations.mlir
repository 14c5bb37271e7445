// RUN: pad-opt %s --pad-guard-allocations --canonicalize | FileCheck %s

// The product of the extents times 4 bytes must stay below 2^63 - 4095.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
// CHECK-DAG: %[[MOST:.*]] = arith.constant 768614336404564309 : index
// CHECK: %[[LARGE_N:.*]] = arith.cmpi ugt, %[[N]], %[[MOST]]
// CHECK: %[[LEFT:.*]] = arith.divui %[[MOST]]
// CHECK: %[[LARGE_M:.*]] = arith.cmpi ugt, %[[M]], %[[LEFT]]
// CHECK: %[[LARGE:.*]] = arith.ori %[[LARGE_N]], %[[LARGE_M]]
// CHECK: scf.if %[[LARGE]]
// CHECK-NEXT: llvm.intr.trap
// CHECK: memref.alloc(%[[N]], %[[M]])
func.func @dynamic(%n: index, %m: index) -> memref<?x3x?xf32> attributes {pad.has_pads} {
  %a = memref.alloc(%n, %m) : memref<?x3x?xf32>
  return %a : memref<?x3x?xf32>
}

// Of a static size only the result is checked.
// CHECK-LABEL: func @static
// CHECK-NOT: scf.if
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[P]], %{{.*}} : index
// CHECK: scf.if %[[NONE]]
// CHECK-NEXT: llvm.intr.trap
// CHECK: return %[[A]]
func.func @static() -> memref<3xf32> attributes {pad.has_pads} {
  %a = memref.alloc() : memref<3xf32>
  return %a : memref<3xf32>
}

// The bytes of an element may not even have a number.
// CHECK-LABEL: func @huge_element
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : index
// CHECK: arith.cmpi ugt, %{{.*}}, %[[NONE]]
func.func @huge_element(%n: index) -> memref<?xvector<1099511627776x1099511627776xf32>> attributes {pad.has_pads} {
  %a = memref.alloc(%n) : memref<?xvector<1099511627776x1099511627776xf32>>
  return %a : memref<?xvector<1099511627776x1099511627776xf32>>
}

// What the input allocates itself is left alone.
// CHECK-LABEL: func @input_allocation
// CHECK-SAME: (%[[N:.*]]: index) -> (memref<?xf32>, memref<?xf32>) attributes {pad.has_pads} {
// CHECK: scf.if
// CHECK: %[[A:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK: scf.if
// CHECK: %[[B:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @input_allocation(%n: index) -> (memref<?xf32>, memref<?xf32>) attributes {pad.has_pads} {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) {pad.input_allocation} : memref<?xf32>
  return %a, %b : memref<?xf32>, memref<?xf32>
}

// So is a function without pads.
// CHECK-LABEL: func @no_pads
// CHECK-NEXT: %[[A:.*]] = memref.alloc(
// CHECK-NEXT: return %[[A]]
func.func @no_pads(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  return %a : memref<?xf32>
}
