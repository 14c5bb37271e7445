// RUN: pad-opt -split-input-file -verify-diagnostics %s

func.func @c1_low(%g: tensor<5xf32>) {
  // expected-error @below {{low has 2 entries, but the source has rank 1; give one entry per axis (C1)}}
  %r = pad.adjoint reflect %g of[3] low[1, 1] high[1]
      : tensor<5xf32> to tensor<3xf32>
  return
}

// -----

func.func @c1_extents(%g: tensor<5xf32>) {
  // expected-error @below {{of has 2 entries, but the source has rank 1; give one entry per axis (C1)}}
  %r = pad.adjoint reflect %g of[3, 3] low[1] high[1]
      : tensor<5xf32> to tensor<3xf32>
  return
}

// -----

func.func @c1_rank(%g: tensor<5xf32>) {
  // expected-error @below {{gradient has rank 1, but result has rank 2 (C1)}}
  %r = pad.adjoint reflect %g of[3] low[1] high[1]
      : tensor<5xf32> to tensor<3x1xf32>
  return
}

// -----

func.func @c1_modes(%g: memref<5xf32>, %x: memref<3xf32>) {
  // expected-error @below {{modes has 2 entries, but the source has rank 1}}
  pad.adjoint_into [edge, wrap] %g into %x low[1] high[1]
      : memref<5xf32> into memref<3xf32>
  return
}

// -----

func.func @c2(%g: tensor<5xf32>) {
  // expected-error @below {{interior of axis 0 is -1, but must not be negative (C2)}}
  %r = pad.adjoint constant %g of[3] low[1] high[1] interior[-1]
      : tensor<5xf32> to tensor<3xf32>
  return
}

// -----

func.func @a1_gradient(%g: tensor<6xf32>) {
  // expected-error @below {{gradient axis 0 has extent 6, but low 1, source extent 3 and high 1 give 5 (A1)}}
  %r = pad.adjoint edge %g of[3] low[1] high[1]
      : tensor<6xf32> to tensor<3xf32>
  return
}

// -----

func.func @c4_element_type(%g: memref<5xf32>, %x: memref<3xf64>) {
  // expected-error @below {{gradient has element type 'f32', but init has 'f64' (C4)}}
  pad.adjoint_into edge %g into %x low[1] high[1]
      : memref<5xf32> into memref<3xf64>
  return
}

// -----

func.func @c5(%g: tensor<7xf32>) {
  // expected-error @below {{low of axis 0 is 3, but reflect extends an axis of extent 3 by at most 2; add 'periodic' to repeat it (C5)}}
  %r = pad.adjoint reflect %g of[3] low[3] high[1]
      : tensor<7xf32> to tensor<3xf32>
  return
}

// -----

func.func @c6(%g: memref<2xf32>, %x: memref<0xf32>) {
  // expected-error @below {{axis 0 is empty, and edge has nothing to extend it to 2 with; use the constant mode (C6)}}
  pad.adjoint_into edge %g into %x low[1] high[1]
      : memref<2xf32> into memref<0xf32>
  return
}

// -----

func.func @c7(%g: tensor<?xf32>) {
  // expected-error @below {{axis 0 of extent 3 with low 9223372036854775807 and high 1 exceeds 64-bit extents; reduce low or high (C7)}}
  %r = pad.adjoint edge %g of[3] low[9223372036854775807] high[1]
      : tensor<?xf32> to tensor<3xf32>
  return
}

// -----

func.func @a1_extent(%g: tensor<5xf32>) {
  // expected-error @below {{result axis 0 has extent 4, but of has 3; give the same (A1)}}
  %r = pad.adjoint edge %g of[3] low[1] high[1]
      : tensor<5xf32> to tensor<4xf32>
  return
}

// -----

func.func @a1_dynamic_extent(%g: tensor<5xf32>) {
  // expected-error @below {{result axis 0 has extent ?, but of has 3; give the same (A1)}}
  %r = pad.adjoint edge %g of[3] low[1] high[1]
      : tensor<5xf32> to tensor<?xf32>
  return
}

// -----

func.func @a1_negative_extent(%g: tensor<5xf32>) {
  // expected-error @below {{extent of axis 0 is -3, but must not be negative (A1)}}
  %r = pad.adjoint_value constant %g of[-3] low[1] high[7] : tensor<5xf32>
  return
}

// -----

func.func @a3_i1(%g: tensor<5xi1>) {
  // expected-error @below {{element type 'i1' has no addition; convert the gradient to integers of 2 bits or more, floating-point or complex numbers (A3)}}
  %r = pad.adjoint edge %g of[3] low[1] high[1]
      : tensor<5xi1> to tensor<3xi1>
  return
}

// -----

func.func @a3_complex_integers(%g: tensor<5xcomplex<i32>>) {
  // expected-error @below {{element type 'complex<i32>' has no addition}}
  %r = pad.adjoint_value constant %g of[3] low[1] high[1]
      : tensor<5xcomplex<i32>>
  return
}

// -----

func.func @kinds(%g: memref<5xf32>, %x: tensor<3xf32>) {
  // expected-error @below {{gradient is 'memref<5xf32>' and init is 'tensor<3xf32>'; give two tensors or two memrefs}}
  %r = pad.adjoint_into edge %g into %x low[1] high[1]
      : memref<5xf32> into tensor<3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @overlap(%g: memref<3xf32>) {
  // expected-error @below {{gradient and init are one memref: elements would be overwritten before they are read; write into another memref}}
  pad.adjoint_into edge %g into %g low[1] high[-1]
      : memref<3xf32> into memref<3xf32>
  return
}

// -----

func.func @no_shape(%g: f32) {
  // expected-error @below {{gradient must be a tensor or memref, but is 'f32'}}
  %r = pad.adjoint_value constant %g of[] low[] high[] : f32
  return
}

// -----

func.func @c4_encoding(%g: tensor<5xf32, "a">, %x: tensor<3xf32, "b">) {
  // expected-error @below {{gradient type 'tensor<5xf32, "a">' and init type 'tensor<3xf32, "b">' differ in their encoding (C4)}}
  %r = pad.adjoint_into reflect %g into %x low[1] high[1] : tensor<5xf32, "a"> into tensor<3xf32, "b"> -> tensor<3xf32, "b">
  return
}
