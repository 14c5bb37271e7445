//===- Passes.td - Conversions out of the pad dialect ------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PASSES_TD
#define PAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPadToLinalg : Pass<"convert-pad-to-linalg"> {
  let summary = "Lower pad ops to linalg";
  let description = [{
    Use this pass if pads are to be fused with their neighbours: upstream's
    elementwise fusion accepts the resulting ops as producers. A constant pad of
    a tensor with static pads that crop nothing becomes `linalg.fill` and
    `tensor.insert_slice`; every other pad becomes one `linalg.generic` whose
    body computes the position to read. The pass works on tensors and on
    memrefs. `pad.adjoint` becomes one `linalg.generic`, too, whose body sums
    what reads an element.

    A pad in the body of another linalg op, or of `tensor.generate`, is only
    made destination style and left for `--convert-pad-to-scf`, because
    upstream's CSE and `--control-flow-sink` confuse the indices of nested
    linalg ops.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
      %r = pad.pad constant %x value(%v) low[1] high[1]
          : tensor<4xf32> to tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
      %e = tensor.empty() : tensor<6xf32>
      %f = linalg.fill ins(%v : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
      %r = tensor.insert_slice %x into %f[1] [4] [1]
          : tensor<4xf32> into tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "linalg::LinalgDialect",
    "LLVM::LLVMDialect", "memref::MemRefDialect", "scf::SCFDialect",
    "tensor::TensorDialect"
  ];
}

/// A pass that turns pads into ops of another system.
class PadToBackEnd<string system> : Pass<"convert-pad-to-" # system> {
  list<Option> backEndOptions = [
    Option<"partial", "partial", "bool", /*default=*/"false",
           "Leave the pads that have no such form">,
    Option<"maxPieces", "max-pieces", "int64_t", /*default=*/"16",
           "The most operands of a concatenation, at least 3; what repeats more "
           "often is tiled">
  ];
  list<string> backEndDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "LLVM::LLVMDialect",
    "tensor::TensorDialect"
  ];
  let options = backEndOptions;
  let dependentDialects = backEndDialects;
}

def ConvertPadToOnnx : PadToBackEnd<"onnx"> {
  let summary = "Turn pad.pad into nodes of ONNX";
  let description = [{
    This pass serves tools that continue with ONNX. The nodes are named as
    `--import-onnx` names them, in generic form, and need
    `--allow-unregistered-dialect`. A constant pad becomes an `onnx.Pad`, whose
    negative pads crop. So do the modes that Pad has, where no border is longer
    than the source, because not every runtime repeats it; what they crop
    becomes an `onnx.Slice` behind them, because Pad's own crops come before
    the mode reads the data. Everything else becomes the fewest `Slice`, some of
    them backwards, and `Concat`, one axis after the other, or `Gather` at
    computed positions where only run time knows what a border repeats. The page
    "Back ends" lists them for each mode.

    The opset says which modes Pad has: `wrap` from 19 on. It is that of the
    option `opset`, or else the least `onnx.opset_version` that an op around the
    pads or inside of the module states. With `pad-modes=false`, Pad has no mode
    but `constant`. Extents may be dynamic. So may be the pads of
    constant mode, and those of another mode that are known not to be negative.
    A pad that has no such form is an error that says why; with `partial`, it is
    left alone.

    Before:

    ```mlir
    func.func @before(%x: tensor<?x4xf32>) -> tensor<?x6xf32> {
      %r = pad.pad reflect %x low[0, 3] high[0, -1]
          : tensor<?x4xf32> to tensor<?x6xf32>
      return %r : tensor<?x6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<?x4xf32>) -> tensor<?x6xf32> {
      %pads = "onnx.Constant"() {value = dense<[0, 3, 0, 0]> : tensor<4xi64>}
          : () -> tensor<4xi64>
      %p = "onnx.Pad"(%x, %pads) {mode = "reflect"}
          : (tensor<?x4xf32>, tensor<4xi64>) -> tensor<?x7xf32>
      %starts = "onnx.Constant"() {value = dense<0> : tensor<1xi64>}
          : () -> tensor<1xi64>
      %ends = "onnx.Constant"() {value = dense<6> : tensor<1xi64>}
          : () -> tensor<1xi64>
      %axes = "onnx.Constant"() {value = dense<1> : tensor<1xi64>}
          : () -> tensor<1xi64>
      %r = "onnx.Slice"(%p, %starts, %ends, %axes)
          : (tensor<?x7xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
          -> tensor<?x6xf32>
      return %r : tensor<?x6xf32>
    }
    ```
  }];
  let options = backEndOptions # [
    Option<"opset", "opset", "int64_t", /*default=*/"0",
           "Version of the operators, 13 to 25; by default what "
           "onnx.opset_version says, or else 19">,
    Option<"padModes", "pad-modes", "bool", /*default=*/"true",
           "Use the modes of Pad other than constant">
  ];
}

def ConvertPadToSCF : Pass<"convert-pad-to-scf"> {
  let summary = "Lower pad.pad_into on memrefs to scalar loops";
  let description = [{
    This is the shortest way from a bufferized pad to loops. Each axis of the
    destination becomes one `scf.for`, which computes the position that the axis
    reads. The pass needs nothing but memrefs, so it also lowers pads that other
    dialects bufferized. Pads on tensors are left alone. `pad.adjoint_into`
    becomes the same loops around the sum of the gradients of what reads an
    element, and `pad.adjoint_value` loops over the positions that read the
    padding value.

    Before:

    ```mlir
    func.func @before(%x: memref<4xf32>, %out: memref<6xf32>) {
      pad.pad_into edge %x into %out low[1] high[1]
          : memref<4xf32> into memref<6xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @before(%x: memref<4xf32>, %out: memref<6xf32>) {
      %c0 = arith.constant 0 : index
      %c6 = arith.constant 6 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      scf.for %i = %c0 to %c6 step %c1 {
        %j = arith.subi %i, %c1 : index
        %m = arith.minsi %j, %c3 : index
        %k = arith.maxsi %m, %c0 : index
        %e = memref.load %x[%k] : memref<4xf32>
        memref.store %e, %out[%i] : memref<6xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "LLVM::LLVMDialect",
    "memref::MemRefDialect", "scf::SCFDialect"
  ];
}

def ConvertPadToStablehlo : PadToBackEnd<"stablehlo"> {
  let summary = "Turn pad.pad into ops of StableHLO";
  let description = [{
    This pass serves compilers that continue with StableHLO, which is not linked
    in: it creates its ops by their names, in generic form, and needs
    `--allow-unregistered-dialect`. A pad of constant mode, with pads of any
    sign and interior padding, becomes a `stablehlo.pad`. In the other modes, an
    axis becomes the fewest `slice`, `reverse` and `concatenate` that make it,
    one axis after the other, and interior padding is a `stablehlo.pad` before
    them. The page "Back ends" lists them for each mode.

    Extents may be dynamic where these ops can have them. The end of a dynamic
    axis is the beginning of the reversed axis. A dynamic axis must be as long
    as C5 and C6 demand; `--generate-runtime-verification` checks that. Pads
    that only run time knows become operands of a `stablehlo.dynamic_pad`, in
    constant mode. A pad that has no such form is an error that says why; with
    `partial`, it is left alone.

    Before:

    ```mlir
    func.func @before(%x: tensor<2x4xf32>) -> tensor<2x7xf32> {
      %r = pad.pad reflect %x low[0, 2] high[0, 1]
          : tensor<2x4xf32> to tensor<2x7xf32>
      return %r : tensor<2x7xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<2x4xf32>) -> tensor<2x7xf32> {
      %s = "stablehlo.slice"(%x) {
        limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 1>,
        strides = array<i64: 1, 1>
      } : (tensor<2x4xf32>) -> tensor<2x2xf32>
      %low = "stablehlo.reverse"(%s) {dimensions = array<i64: 1>}
          : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %high = "stablehlo.slice"(%x) {
        limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 2>,
        strides = array<i64: 1, 1>
      } : (tensor<2x4xf32>) -> tensor<2x1xf32>
      %r = "stablehlo.concatenate"(%low, %x, %high) {dimension = 1 : i64}
          : (tensor<2x2xf32>, tensor<2x4xf32>, tensor<2x1xf32>)
          -> tensor<2x7xf32>
      return %r : tensor<2x7xf32>
    }
    ```
  }];
}

def ConvertPadToTensor : Pass<"convert-pad-to-tensor"> {
  let summary = "Turn pad.pad into ops of the tensor dialect";
  let description = [{
    This pass serves pipelines that continue without this dialect. A constant
    pad becomes a `tensor.pad`; its crops become slices (`--pad-split-crop`),
    and its interior padding becomes a strided insertion
    (`--pad-decompose-interior`). A pad of another mode becomes slices and
    `tensor.concat` (`--pad-decompose-borders`). A pad of a source that is known
    to be empty becomes a `tensor.splat`. A pad that has no such form is an
    error; with `partial`, it is left alone.

    The resulting `tensor.pad` has no negative pads, static or dynamic, because
    MLIR 22 folds a `tensor.pad` whose pads add up to zero to its source, and
    merges a crop with the pad after it. The value that it yields comes from
    outside of its region. Do not vectorize it by `structured.vectorize` with
    vector sizes: MLIR 22 drops the low pads of a `tensor.pad` there.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %v: f32) -> tensor<5xf32> {
      %r = pad.pad constant %x value(%v) low[-1] high[2]
          : tensor<4xf32> to tensor<5xf32>
      return %r : tensor<5xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %v: f32) -> tensor<5xf32> {
      %s = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
      %r = tensor.pad %s low[0] high[2] {
      ^bb0(%i: index):
        tensor.yield %v : f32
      } : tensor<3xf32> to tensor<5xf32>
      return %r : tensor<5xf32>
    }
    ```
  }];
  let options = [
    Option<"partial", "partial", "bool", /*default=*/"false",
           "Leave the pads that have no such form">,
    Option<"maxPieces", "max-pieces", "int64_t", /*default=*/"16",
           "The most slices that an axis is decomposed into">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "linalg::LinalgDialect",
    "LLVM::LLVMDialect", "tensor::TensorDialect"
  ];
}

def ConvertPadToTosa : PadToBackEnd<"tosa"> {
  let summary = "Turn pad.pad into ops of TOSA";
  let description = [{
    This pass serves compilers that continue with TOSA. A pad of constant mode
    becomes a `tosa.pad`. TOSA has no crops, which become a `tosa.slice`, and no
    interior padding, for which a `tosa.reshape` gives each element an axis of
    its own, which is padded, and then merged. In the other modes, an axis
    becomes the fewest `slice`, `reverse`, `concat` and `tile` that make it, one
    axis after the other. The page "Back ends" lists them for each mode.

    Extents may be dynamic. The end of a dynamic axis is the beginning of the
    reversed axis. A dynamic axis must be as long as C5 and C6 demand, and
    longer than its crops; `--generate-runtime-verification` checks the former.
    Pads must be static. TOSA has no empty tensors. A pad that has no such form
    is an error that says why; with `partial`, it is left alone.

    Before:

    ```mlir
    func.func @before(%x: tensor<2x4xf32>) -> tensor<2x7xf32> {
      %r = pad.pad [constant, edge] %x low[-1, 2] high[1, 1]
          : tensor<2x4xf32> to tensor<2x7xf32>
      return %r : tensor<2x7xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<2x4xf32>) -> tensor<2x7xf32> {
      %start = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>}
          : () -> !tosa.shape<2>
      %size = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>}
          : () -> !tosa.shape<2>
      %row = tosa.slice %x, %start, %size
          : (tensor<2x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4xf32>
      %padding = tosa.const_shape
          {values = dense<[0, 1, 0, 0]> : tensor<4xindex>}
          : () -> !tosa.shape<4>
      %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}>
          : () -> tensor<1xf32>
      %p = tosa.pad %row, %padding, %zero
          : (tensor<1x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<2x4xf32>
      %begin = tosa.const_shape {values = dense<0> : tensor<2xindex>}
          : () -> !tosa.shape<2>
      %one = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>}
          : () -> !tosa.shape<2>
      %first = tosa.slice %p, %begin, %one
          : (tensor<2x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x1xf32>
      %end = tosa.const_shape {values = dense<[0, 3]> : tensor<2xindex>}
          : () -> !tosa.shape<2>
      %one2 = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>}
          : () -> !tosa.shape<2>
      %last = tosa.slice %p, %end, %one2
          : (tensor<2x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x1xf32>
      %r = tosa.concat %first, %first, %p, %last {axis = 1 : i32}
          : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x4xf32>, tensor<2x1xf32>)
          -> tensor<2x7xf32>
      return %r : tensor<2x7xf32>
    }
    ```
  }];
  let dependentDialects = backEndDialects # ["tosa::TosaDialect"];
}

def ConvertPadToVector : Pass<"convert-pad-to-vector", "ModuleOp"> {
  let summary = "Lower pad.pad_into on memrefs to vectors of rows";
  let description = [{
    This is the fast path. Padding only moves data, so a pad becomes loops
    around rows, and rows are moved as whole vectors. Neighbouring axes without
    pads are first merged into one. Rows that are known at compile time are
    composed by constant shuffles, including their borders. Rows and planes of
    run-time extents and pads are moved by private functions (kernels); all pads
    of the module with the same mode, element width and form share one. Elements
    move as integers of their width in memory. A large dense result is written
    in whole cache lines past the caches. Scalable vectors use masked accesses;
    composed rows and streaming are not supported for them. By default the
    result does not depend on the host that the pass runs on.

    `vector-isa` says which masks and permutations of lanes the kernels may use.
    They then have LLVM's `target-features`, and only processors with those
    instructions can run them.

    The pass needs memrefs whose innermost stride may be 1, and elements of 8,
    16, 32, 64 or 128 bits in memory. Other pads are left to
    `--convert-pad-to-scf`. If the innermost stride turns out not to be
    1, or that an extent of the destination on an axis without pads differs from
    that of the source, the code takes the loops of `--convert-pad-to-scf`, too.

    `pad.adjoint_into` becomes rows of vectors as well. Rows that are read once
    are moved, except for their ends; the others are sums of rows. Complex
    numbers, interior padding in rows, and rows that are not dense are left to
    `--convert-pad-to-scf`.

    Before:

    ```mlir
    func.func @before(%x: memref<8xi32>, %out: memref<8xi32>) {
      pad.pad_into reflect %x into %out low[1] high[-1]
          : memref<8xi32> into memref<8xi32>
      return
    }
    ```

    After, in essence:

    ```mlir
    func.func @before(%x: memref<8xi32>, %out: memref<8xi32>) {
      %c0 = arith.constant 0 : index
      %v = vector.load %x[%c0] : memref<8xi32>, vector<8xi32>
      %r = vector.shuffle %v, %v [1, 0, 1, 2, 3, 4, 5, 6]
          : vector<8xi32>, vector<8xi32>
      vector.store %r, %out[%c0] : memref<8xi32>, vector<8xi32>
      return
    }
    ```
  }];
  let options = [
    Option<"vectorWidth", "vector-width", "::mlir::pad::VectorWidth",
           /*default=*/"::mlir::pad::VectorWidth::Bits128",
           "Bits of a vector: 128 (default), 256, 512, host or scalable (SVE, RVV)",
           [{::llvm::cl::values(
             clEnumValN(::mlir::pad::VectorWidth::Bits128, "128", ""),
             clEnumValN(::mlir::pad::VectorWidth::Bits256, "256", ""),
             clEnumValN(::mlir::pad::VectorWidth::Bits512, "512", ""),
             clEnumValN(::mlir::pad::VectorWidth::Scalable, "scalable",
                        "a multiple of 128 known at run time: SVE, RVV"),
             clEnumValN(::mlir::pad::getHostVectorWidth(), "host",
                        "those of this host"))}]>,
    Option<"vectorISA", "vector-isa", "::mlir::pad::VectorISA",
           /*default=*/"::mlir::pad::VectorISA::None",
           "Masks and permutations of lanes that the target has: none (default), "
           "avx2, avx512, avx512vbmi or host",
           [{::llvm::cl::values(
             clEnumValN(::mlir::pad::VectorISA::None, "none", ""),
             clEnumValN(::mlir::pad::VectorISA::AVX2, "avx2", ""),
             clEnumValN(::mlir::pad::VectorISA::AVX512, "avx512",
                        "F, VL and BW"),
             clEnumValN(::mlir::pad::VectorISA::AVX512VBMI, "avx512vbmi",
                        "and VBMI"),
             clEnumValN(::mlir::pad::getHostVectorISA(), "host",
                        "those of this host"))}]>,
    Option<"nontemporalThreshold", "nontemporal-threshold", "int64_t",
           /*default=*/"::mlir::pad::cost::getStreamedBytes("
                       "::mlir::pad::cost::kAssumedCacheBytes)",
           "Bytes of a result from which on it is written past the caches; 12 "
           "MiB by default, and -1 takes three eighths of the last-level cache "
           "that the module states (dlti.target_system_spec)">,
    Option<"parallel", "parallel", "bool", /*default=*/"false",
           "Share large results out among the iterations of scf.forall">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"::mlir::pad::cost::kParallelBytes",
           "Bytes of a result from which on it is shared out; by default 2 MiB">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Report how each pad is moved, or why it is left, as a remark">,
    Option<"trace", "trace", "bool", /*default=*/"false",
           "Make the code call pad_trace_way(int64_t), which the program has to "
           "define, with the number of each way (EmittedWays.h) that it takes">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "func::FuncDialect",
    "LLVM::LLVMDialect",
    "memref::MemRefDialect", "scf::SCFDialect", "vector::VectorDialect"
  ];
}

def ConvertShardedPadToMPI
    : Pass<"convert-sharded-pad-to-mpi", "::mlir::ModuleOp"> {
  let summary = "Lower pad.sharded_pad and pad.exchange to calls of MPI";
  let description = [{
    Each `pad.sharded_pad` and `pad.exchange` becomes calls of functions that
    this pass adds to the module. The first one makes a plan of the messages,
    with their buffers, in front of the loops right around the op that do not
    change its numbers. The second one exchanges and pads. The third one frees
    the plan behind these loops. Pads of the same static numbers share them.

    The ranks of MPI_COMM_WORLD are those of the grid, and all of them run the
    program; `main` calls MPI_Init before it and MPI_Finalize behind it.
    `shard.process_linear_index` and `shard.process_multi_index` become calls of
    MPI_Comm_rank, `pad.piece_offsets` becomes one of MPI_Allgather, and grids
    that nothing uses any more are erased. If a call of MPI fails, or if ranks
    disagree, the program ends with a message.

    The MPI library is MPICH, or what the module says as for upstream's mpi
    dialect: `dlti.map<"MPI:Implementation" = "OpenMPI">`.

    For example, of this function it makes one that calls `@pad_exchange_open`,
    `@pad_exchange_run` and `@pad_exchange_free`:

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @ring(%x: tensor<8xf64>) -> tensor<9xf64> {
      %r = pad.sharded_pad wrap %x of[16] low[1] high[1]
          on @grid split_axes = [[0]] : tensor<8xf64> to tensor<9xf64>
      return %r : tensor<9xf64>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "bufferization::BufferizationDialect",
    "cf::ControlFlowDialect", "func::FuncDialect", "LLVM::LLVMDialect",
    "memref::MemRefDialect", "scf::SCFDialect", "tensor::TensorDialect"
  ];
}

#endif // PAD_CONVERSION_PASSES_TD
