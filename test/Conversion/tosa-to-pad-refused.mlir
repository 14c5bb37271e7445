// RUN: pad-opt %s --convert-tosa-to-pad=verify=true -split-input-file -verify-diagnostics

func.func @unknown(%x: tensor<1x2xf32>, %v: tensor<1xf32>) -> tensor<?x9xf32> {
  %s = tosa.const_shape {values = dense<[1, -1, 3, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  // expected-error @below {{'tosa.pad' is not converted to pad.pad: high of axis 0 is -1, which means unknown in TOSA, not a crop; give a number that is not negative}}
  %r = tosa.pad %x, %s, %v : (tensor<1x2xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x9xf32>
  return %r : tensor<?x9xf32>
}

// -----

func.func @unranked_value(%x: tensor<1x2xf32>, %v: tensor<*xf32>) -> tensor<4x9xf32> {
  %s = tosa.const_shape {values = dense<[1, 2, 3, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  // expected-error @below {{its pad_const has no rank; infer shapes first (--tosa-infer-shapes)}}
  %r = tosa.pad %x, %s, %v : (tensor<1x2xf32>, !tosa.shape<4>, tensor<*xf32>) -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>, %v: tensor<1xf32>) -> tensor<*xf32> {
  %s = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @below {{its input has no rank; infer shapes first (--tosa-infer-shapes)}}
  %r = tosa.pad %x, %s, %v : (tensor<*xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
