// RUN: pad-opt %s --convert-pad-to-vector="vector-width=128 remarks" -verify-diagnostics

func.func @images(%x: memref<8x64x112x112xf32>, %y: memref<8x64x118x118xf32>) {
  // expected-remark @below {{moved as vectors: reflect, i32: axes 512->512 112->118 112->118}}
  // expected-note @below {{if result streamable, elements aligned: static tile of axis 2, runs reverse 3 forward 112 reverse 3, in 2 loops; streamed by rows; serial}}
  // expected-note @below {{static tile of axis 2, runs reverse 3 forward 112 reverse 3, copies in groups, borders last, in 1 loop; stored; serial}}
  pad.pad_into reflect %x into %y low[0, 0, 3, 3] high[0, 0, 3, 3]
      : memref<8x64x112x112xf32> into memref<8x64x118x118xf32>
  return
}

func.func @pixels(%x: memref<?x?x?x?xi8>, %y: memref<?x?x?x?xi8>) {
  // expected-remark @below {{moved as vectors: edge, i8: axes ?->? ?->? ?->? ?->?}}
  // expected-note @below {{if operands as planned, source not empty, inner block small, source in place: borders along axis 2, inner blocks of ?, in 1 loop; stored; serial}}
  // expected-note @below {{if operands as planned, source not empty, inner block small, result streamable, rows streamable: rows along axis 2, inner blocks of ?; streamed by rows; serial}}
  // expected-note @below {{if operands as planned, source not empty, inner block small: blended rows of 16 else long blended rows of 16 else blended rows of 8 else short borders else rows along axis 2, inner blocks of ?; stored; serial}}
  // expected-note @below {{if operands as planned, source not empty, source in place: borders along axis 3, in 2 loops; stored; serial}}
  // expected-note @below {{if operands as planned, source not empty, result streamable, rows streamable: rows along axis 3, in 1 loop; streamed by rows; serial}}
  // expected-note @below {{if operands as planned, source not empty: rows along axis 3, in 1 loop; stored; serial}}
  // expected-note @below {{if operands as planned: fill}}
  // expected-note @below {{scalar loops}}
  pad.pad_into edge %x into %y low[0, 1, 1, 0] high[0, 1, 1, 0]
      : memref<?x?x?x?xi8> into memref<?x?x?x?xi8>
  return
}

func.func @odd(%x: memref<4xi24>, %y: memref<6xi24>) {
  // expected-remark @below {{not moved as vectors: elements that are no whole integers in memory}}
  pad.pad_into edge %x into %y low[1] high[1] : memref<4xi24> into memref<6xi24>
  return
}
