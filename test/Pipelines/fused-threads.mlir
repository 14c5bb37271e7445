// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true threads=openmp parallel-threshold=0" | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="threads=openmp parallel-threshold=0 lowering=scf" | FileCheck %s --check-prefix=UNFUSED
// UNFUSED-NOT: omp.

// Sums of bf16 are carried by loops inside of a parallel region, where they are bits, too.
// CHECK-LABEL: llvm.func @sum
// CHECK: omp.parallel
// CHECK: llvm.br ^{{.+}}(%{{.+}} : i64, i16)
func.func @sum(%x: tensor<?x?xbf16>, %k: tensor<?xbf16>, %i: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<?x?xbf16> to tensor<?x?xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j + k)>, affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<?x?xbf16>, tensor<?xbf16>) outs(%i : tensor<?x?xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.mulf %a, %b : bf16
    %s = arith.addf %m, %o : bf16
    linalg.yield %s : bf16
  } -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
