// RUN: pad-opt %s --pad-mark-functions | FileCheck %s

// CHECK-LABEL: func.func @f32
// CHECK-SAME: attributes {pad.has_pads} {
// CHECK: memref.alloc(%{{.*}}) {pad.input_allocation} : memref<?xf32>
func.func @f32(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, memref<?xf32>) {
  %a = memref.alloc(%n) : memref<?xf32>
  %r = pad.pad edge %x low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r, %a : tensor<?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @complex_bf16
// CHECK-SAME: attributes {pad.has_bf16_pads, pad.has_pads} {
func.func @complex_bf16(%c: i1, %x: memref<4xcomplex<bf16>>, %y: memref<6xcomplex<bf16>>) {
  scf.if %c {
    pad.pad_into edge %x into %y low[1] high[1] : memref<4xcomplex<bf16>> into memref<6xcomplex<bf16>>
  }
  return
}

// A function without pads is left as it is.
// CHECK-LABEL: func.func @no_pads(%{{.*}}: bf16, %{{.*}}: index) -> memref<?xbf16> {
// CHECK-NEXT: memref.alloc(%{{.*}}) : memref<?xbf16>
func.func @no_pads(%v: bf16, %n: index) -> memref<?xbf16> {
  %a = memref.alloc(%n) : memref<?xbf16>
  return %a : memref<?xbf16>
}
