func.func @grid(%x: tensor<4x6xf32>) -> tensor<6x8xf32> {
  %r = pad.pad [edge, wrap] %x low[1, 1] high[1, 1] : tensor<4x6xf32> to tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}
func.func @large(%x: memref<3xi77>, %r: memref<5xi77>) {
  pad.pad_into edge %x into %r low[1] high[1] : memref<3xi77> into memref<5xi77>
  return
}

// -----

func.func @foreign(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %r = tensor.pad %x low[1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @indexed(%x: tensor<4xf32>) -> tensor<5xf32> {
  %r = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}
