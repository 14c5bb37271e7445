// RUN: pad-opt %s --pad-relax-llvm --split-input-file | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="nontemporal-threshold=0 results=out-params" --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PIPELINE --implicit-check-not="{{[0-9]}} {alignment = {{[248]}} "
// RUN: pad-opt %s --lower-pad-to-llvm="lowering=scf results=out-params" --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PIPELINE --implicit-check-not="{{[0-9]}} {alignment = {{[248]}} "
// RUN: pad-opt %s --lower-pad-to-llvm="lowering=linalg fuse=false results=out-params" --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PIPELINE --implicit-check-not="{{[0-9]}} {alignment = {{[248]}} "

// What says that its address was tested stays, as do atomic accesses and descriptors.
// CHECK-LABEL: llvm.func @accesses
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> f32
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : f32
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal} : vector<8xf64>
// CHECK: llvm.intr.masked.load {{.*}}alignment = 1 : i32
// CHECK: llvm.intr.masked.store {{.*}}alignment = 1 : i32
// CHECK: llvm.intr.masked.gather {{.*}}alignment = 1 : i32
// CHECK: llvm.intr.masked.scatter {{.*}}alignment = 1 : i32
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> !llvm.struct<(f32, f32)>
// CHECK: llvm.load %{{[a-z0-9]+}} : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64)>
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
llvm.func @accesses(%x: !llvm.ptr, %m: vector<8xi1>, %p: vector<8x!llvm.ptr>) {
  %a = llvm.load %x : !llvm.ptr -> f32
  llvm.store %a, %x {alignment = 4 : i64} : f32, !llvm.ptr
  %b = llvm.load %x {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
  llvm.store %b, %x {alignment = 64 : i64, nontemporal} : vector<8xf64>, !llvm.ptr
  %c = llvm.intr.masked.load %x, %m, %b {alignment = 8 : i32}
      : (!llvm.ptr, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.intr.masked.store %c, %x, %m {alignment = 8 : i32} : vector<8xf64>, vector<8xi1> into !llvm.ptr
  %d = llvm.intr.masked.gather %p, %m, %c {alignment = 8 : i32}
      : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf64>) -> vector<8xf64>
  llvm.intr.masked.scatter %d, %p, %m {alignment = 8 : i32} : vector<8xf64>, vector<8xi1> into vector<8x!llvm.ptr>
  %e = llvm.load %x : !llvm.ptr -> !llvm.struct<(f32, f32)>
  %f = llvm.load %x : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64)>
  %g = llvm.load %x atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.return
}

// -----

// PIPELINE-LABEL: llvm.func @accesses
// PIPELINE-LABEL: llvm.func @sum
// PIPELINE-NOT: llvm.{{load|store}} %{{[^{]*}} : {{.*}}f64
// PIPELINE: alignment = 1 : i64
// PIPELINE-NOT: llvm.{{load|store}} %{{[^{]*}} : {{.*}}f64
func.func @sum(%x: tensor<?x300xf64>, %low: index, %n: index) -> tensor<?x300xf64> {
  %p = pad.pad [edge, reflect] %x low[%low, 1] high[1, 0] : tensor<?x300xf64> to tensor<?x301xf64>
  %e = tensor.empty(%n) : tensor<?x300xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j + 1)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<?x301xf64>, tensor<?x301xf64>) outs(%e : tensor<?x300xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x300xf64>
  return %r : tensor<?x300xf64>
}

// -----

// Other processors may need an instruction for each byte.
// CHECK-LABEL: llvm.func @elsewhere
// CHECK: llvm.load %{{[a-z0-9]+}} : !llvm.ptr -> f32
module attributes {llvm.target_triple = "riscv64-unknown-linux-gnu"} {
  llvm.func @elsewhere(%x: !llvm.ptr) -> f32 {
    %a = llvm.load %x : !llvm.ptr -> f32
    llvm.return %a : f32
  }
}

// -----

// CHECK-LABEL: llvm.func @here
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> f32
module attributes {llvm.target_triple = "aarch64-unknown-linux-gnu"} {
  llvm.func @here(%x: !llvm.ptr) -> f32 {
    %a = llvm.load %x : !llvm.ptr -> f32
    llvm.return %a : f32
  }
}
