// Pads a matrix by torch.aten.pad, as torch-mlir prints it generically.
//   scripts/demo examples/torch.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %t = builtin.unrealized_conversion_cast %x : tensor<3x4xf32> to !torch.vtensor<[3,4],f32>
  %c1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c2 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %pads = "torch.prim.ListConstruct"(%c1, %c2) : (!torch.int, !torch.int) -> !torch.list<int>
  %mode = "torch.constant.str"() <{value = "reflect"}> : () -> !torch.str
  %none = "torch.constant.none"() : () -> !torch.none
  %p = "torch.aten.pad"(%t, %pads, %mode, %none)
      : (!torch.vtensor<[3,4],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[3,7],f32>
  %r = builtin.unrealized_conversion_cast %p : !torch.vtensor<[3,7],f32> to tensor<3x7xf32>
  %u = tensor.cast %r : tensor<3x7xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
