// RUN: pad-opt %s --allow-unregistered-dialect --convert-stablehlo-to-pad=verify=true -split-input-file -verify-diagnostics

func.func @negative(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<0xf32> {
  // expected-error @below {{'stablehlo.pad' is not converted to pad.pad: axis 0 of extent 3 with low -2 and high -2 has a result extent of -1, which must not be negative; crop less}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: -2>, edge_padding_high = array<i64: -2>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

func.func @interior(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error @below {{interior of axis 0 is -1, but must not be negative (C2)}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: -1>}> : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @entries(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error @below {{low has 2 entries, but the source has rank 1; give one entry per axis (C1)}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// No number of 64 bits with a sign.
func.func @unsigned(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // expected-error @below {{attribute 'edge_padding_low' is dense<18446744073709551615> : tensor<1xui64>, but must be a list of signed integers of 64 bits}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = dense<18446744073709551615> : tensor<1xui64>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @missing(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error @below {{it has no attribute 'interior_padding'}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @kind(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // expected-error @below {{attribute 'edge_padding_low' is "none", but must be a list of signed integers of 64 bits}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = "none", edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @result(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  // expected-error @below {{result axis 0 has extent 5, but low 1, source extent 3 and high 0 give 4 (C4)}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @overflow(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // expected-error @below {{axis 0 of extent 3 with low 9223372036854775807 and high 1 exceeds 64-bit extents; reduce low or high (C7)}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 9223372036854775807>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @least(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // expected-error @below {{high of axis 0 is -2^63, which exceeds 64-bit extents (C7)}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: -9223372036854775808>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @value(%x: tensor<3xf32>, %v: tensor<1xf32>) -> tensor<3xf32> {
  // expected-error @below {{input 'padding_value' has type tensor<1xf32>, but must be a tensor of rank 0 of element type f32 (C3)}}
  %r = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @dynamic(%x: tensor<?xf32>, %v: tensor<f32>, %l: tensor<2xi64>, %z: tensor<1xi64>) -> tensor<?xf32> {
  // expected-error @below {{low has 2 entries, but the source has rank 1; give one entry per axis (C1)}}
  %r = "stablehlo.dynamic_pad"(%x, %v, %l, %z, %z) : (tensor<?xf32>, tensor<f32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @operands(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{it has 1 inputs and 1 outputs, but StableHLO gives it 2 and 1}}
  %r = "stablehlo.pad"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>, %v: tensor<f32>) -> tensor<*xf32> {
  // expected-error @below {{it has no attribute 'edge_padding_low'}}
  %r = "stablehlo.pad"(%x, %v) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
