// RUN: pad-opt %s --convert-pad-to-vector="vector-width=128 remarks" -verify-diagnostics

func.func @images(%x: memref<8x64x112x112xf32>, %y: memref<8x64x118x118xf32>) {
  // expected-remark @below {{moved as vectors: reflect, i32: loop 512->512 loop 112->118 tile 112->118; runs reverse 3 forward 112 reverse 3}}
  pad.pad_into reflect %x into %y low[0, 0, 3, 3] high[0, 0, 3, 3]
      : memref<8x64x112x112xf32> into memref<8x64x118x118xf32>
  return
}

func.func @odd(%x: memref<4xi24>, %y: memref<6xi24>) {
  // expected-remark @below {{not moved as vectors: elements that are no whole integers in memory}}
  pad.pad_into edge %x into %y low[1] high[1] : memref<4xi24> into memref<6xi24>
  return
}
