// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// The tables of OpenVINO Pad-1 and Pad-12, number for number.

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  // OpenVINO Pad-1 and Pad-12, positive pads: constant.
  // CHECK: {{\[\[}}0,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}5,{{ +}}6,{{ +}}7,{{ +}}8,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]\]}}
  %r1 = pad.pad constant %x low[0, 1] high[2, 3] : tensor<3x4xi32> to tensor<5x8xi32>
  %ur1 = tensor.cast %r1 : tensor<5x8xi32> to tensor<*xi32>
  call @printMemrefI32(%ur1) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-1 and Pad-12, positive pads: edge.
  // CHECK: {{\[\[}}1,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}4,{{ +}}4{{\]}}
  // CHECK-NEXT: {{\[}}5,{{ +}}5,{{ +}}6,{{ +}}7,{{ +}}8,{{ +}}8,{{ +}}8,{{ +}}8{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}12,{{ +}}12,{{ +}}12{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}12,{{ +}}12,{{ +}}12{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}12,{{ +}}12,{{ +}}12{{\]\]}}
  %r2 = pad.pad edge %x low[0, 1] high[2, 3] : tensor<3x4xi32> to tensor<5x8xi32>
  %ur2 = tensor.cast %r2 : tensor<5x8xi32> to tensor<*xi32>
  call @printMemrefI32(%ur2) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-1 and Pad-12, positive pads: reflect.
  // CHECK: {{\[\[}}2,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}3,{{ +}}2,{{ +}}1{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}5,{{ +}}6,{{ +}}7,{{ +}}8,{{ +}}7,{{ +}}6,{{ +}}5{{\]}}
  // CHECK-NEXT: {{\[}}10,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}11,{{ +}}10,{{ +}}9{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}5,{{ +}}6,{{ +}}7,{{ +}}8,{{ +}}7,{{ +}}6,{{ +}}5{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}3,{{ +}}2,{{ +}}1{{\]\]}}
  %r3 = pad.pad reflect %x low[0, 1] high[2, 3] : tensor<3x4xi32> to tensor<5x8xi32>
  %ur3 = tensor.cast %r3 : tensor<5x8xi32> to tensor<*xi32>
  call @printMemrefI32(%ur3) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-1 and Pad-12, positive pads: symmetric.
  // CHECK: {{\[\[}}1,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}3,{{ +}}2{{\]}}
  // CHECK-NEXT: {{\[}}5,{{ +}}5,{{ +}}6,{{ +}}7,{{ +}}8,{{ +}}8,{{ +}}7,{{ +}}6{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}12,{{ +}}11,{{ +}}10{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}11,{{ +}}12,{{ +}}12,{{ +}}11,{{ +}}10{{\]}}
  // CHECK-NEXT: {{\[}}5,{{ +}}5,{{ +}}6,{{ +}}7,{{ +}}8,{{ +}}8,{{ +}}7,{{ +}}6{{\]\]}}
  %r4 = pad.pad symmetric %x low[0, 1] high[2, 3] : tensor<3x4xi32> to tensor<5x8xi32>
  %ur4 = tensor.cast %r4 : tensor<5x8xi32> to tensor<*xi32>
  call @printMemrefI32(%ur4) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, negative pads: constant.
  // CHECK: {{\[\[}}6,{{ +}}7{{\]\]}}
  %r5 = pad.pad constant %x low[-1, -1] high[-1, -1] : tensor<3x4xi32> to tensor<1x2xi32>
  %ur5 = tensor.cast %r5 : tensor<1x2xi32> to tensor<*xi32>
  call @printMemrefI32(%ur5) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, negative pads: edge.
  // CHECK: {{\[\[}}6,{{ +}}7{{\]\]}}
  %r6 = pad.pad edge %x low[-1, -1] high[-1, -1] : tensor<3x4xi32> to tensor<1x2xi32>
  %ur6 = tensor.cast %r6 : tensor<1x2xi32> to tensor<*xi32>
  call @printMemrefI32(%ur6) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, negative pads: reflect.
  // CHECK: {{\[\[}}6,{{ +}}7{{\]\]}}
  %r7 = pad.pad reflect %x low[-1, -1] high[-1, -1] : tensor<3x4xi32> to tensor<1x2xi32>
  %ur7 = tensor.cast %r7 : tensor<1x2xi32> to tensor<*xi32>
  call @printMemrefI32(%ur7) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, negative pads: symmetric.
  // CHECK: {{\[\[}}6,{{ +}}7{{\]\]}}
  %r8 = pad.pad symmetric %x low[-1, -1] high[-1, -1] : tensor<3x4xi32> to tensor<1x2xi32>
  %ur8 = tensor.cast %r8 : tensor<1x2xi32> to tensor<*xi32>
  call @printMemrefI32(%ur8) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, mixed pads: constant.
  // CHECK: {{\[\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}7,{{ +}}8,{{ +}}0,{{ +}}0,{{ +}}0{{\]\]}}
  %r9 = pad.pad constant %x low[2, -1] high[-1, 3] : tensor<3x4xi32> to tensor<4x6xi32>
  %ur9 = tensor.cast %r9 : tensor<4x6xi32> to tensor<*xi32>
  call @printMemrefI32(%ur9) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, mixed pads: edge.
  // CHECK: {{\[\[}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}4,{{ +}}4{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}4,{{ +}}4{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}4,{{ +}}4{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}7,{{ +}}8,{{ +}}8,{{ +}}8,{{ +}}8{{\]\]}}
  %r10 = pad.pad edge %x low[2, -1] high[-1, 3] : tensor<3x4xi32> to tensor<4x6xi32>
  %ur10 = tensor.cast %r10 : tensor<4x6xi32> to tensor<*xi32>
  call @printMemrefI32(%ur10) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, mixed pads: reflect.
  // CHECK: {{\[\[}}10,{{ +}}11,{{ +}}12,{{ +}}11,{{ +}}10,{{ +}}9{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}7,{{ +}}8,{{ +}}7,{{ +}}6,{{ +}}5{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4,{{ +}}3,{{ +}}2,{{ +}}1{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}7,{{ +}}8,{{ +}}7,{{ +}}6,{{ +}}5{{\]\]}}
  %r11 = pad.pad reflect %x low[2, -1] high[-1, 3] : tensor<3x4xi32> to tensor<4x6xi32>
  %ur11 = tensor.cast %r11 : tensor<4x6xi32> to tensor<*xi32>
  call @printMemrefI32(%ur11) : (tensor<*xi32>) -> ()
  // OpenVINO Pad-12, mixed pads: symmetric.
  // CHECK: {{\[\[}}6,{{ +}}7,{{ +}}8,{{ +}}8,{{ +}}7,{{ +}}6{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}3,{{ +}}2{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4,{{ +}}4,{{ +}}3,{{ +}}2{{\]}}
  // CHECK-NEXT: {{\[}}6,{{ +}}7,{{ +}}8,{{ +}}8,{{ +}}7,{{ +}}6{{\]\]}}
  %r12 = pad.pad symmetric %x low[2, -1] high[-1, 3] : tensor<3x4xi32> to tensor<4x6xi32>
  %ur12 = tensor.cast %r12 : tensor<4x6xi32> to tensor<*xi32>
  call @printMemrefI32(%ur12) : (tensor<*xi32>) -> ()
  return
}
