// RUN: pad-opt %s --lower-pad-to-llvm=fuse=true | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=fuse=false | %run_main | FileCheck %s

// A complex number from which is subtracted what was added to it has been rounded, fused or not:
// 3 + 2^24 is 2^24 + 4.
// CHECK: 4
// CHECK: 4
// CHECK: 4
// CHECK: 4
#map = affine_map<(i) -> (i)>
func.func private @named(%x: tensor<?xcomplex<f32>>, %y: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %p = pad.pad edge %x low[1] high[1] : tensor<?xcomplex<f32>> to tensor<?xcomplex<f32>>
  %q = tensor.cast %p : tensor<?xcomplex<f32>> to tensor<3xcomplex<f32>>
  %e = tensor.empty() : tensor<3xcomplex<f32>>
  %s = linalg.add ins(%q, %y : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) outs(%e : tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %d = linalg.sub ins(%s, %y : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) outs(%e : tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %d : tensor<3xcomplex<f32>>
}

func.func private @body(%x: tensor<1xcomplex<f32>>, %y: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %p = pad.pad edge %x low[1] high[1] : tensor<1xcomplex<f32>> to tensor<3xcomplex<f32>>
  %e = tensor.empty() : tensor<3xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%p, %y : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) outs(%e : tensor<3xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %o: complex<f32>):
    %s = complex.add %a, %b : complex<f32>
    %d = complex.sub %s, %b : complex<f32>
    linalg.yield %d : complex<f32>
  } -> tensor<3xcomplex<f32>>
  return %r : tensor<3xcomplex<f32>>
}

func.func private @print(%r: tensor<3xcomplex<f32>>) {
  %i = arith.constant 2 : index
  %element = tensor.extract %r[%i] : tensor<3xcomplex<f32>>
  %re = complex.re %element : complex<f32>
  vector.print %re : f32
  %im = complex.im %element : complex<f32>
  vector.print %im : f32
  return
}

func.func @main() {
  %three = complex.constant [3.0 : f32, 3.0 : f32] : complex<f32>
  %large = complex.constant [16777216.0 : f32, 16777216.0 : f32] : complex<f32>
  %x = tensor.splat %three : tensor<1xcomplex<f32>>
  %y = tensor.splat %large : tensor<3xcomplex<f32>>
  %z = tensor.cast %x : tensor<1xcomplex<f32>> to tensor<?xcomplex<f32>>
  %a = call @named(%z, %y) : (tensor<?xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  call @print(%a) : (tensor<3xcomplex<f32>>) -> ()
  %b = call @body(%x, %y) : (tensor<1xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  call @print(%b) : (tensor<3xcomplex<f32>>) -> ()
  return
}
