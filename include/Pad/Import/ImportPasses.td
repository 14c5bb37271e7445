//===- ImportPasses.td - Conversions into the pad dialect --*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_IMPORTPASSES_TD
#define PAD_IMPORT_IMPORTPASSES_TD

include "mlir/Pass/PassBase.td"

/// A pass that turns the pads of another dialect into `pad.pad`.
class ImportPass<string mnemonic> : Pass<mnemonic> {
  let options = [
    Option<"verify", "verify", "bool", /*default=*/"false",
           "A pad that cannot be converted is an error instead of a remark">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Say of each pad that is converted what it moves, and what a fill "
           "and a copy move more">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "pad::PadDialect", "tensor::TensorDialect"
  ];
}

def ConvertTensorToPad : ImportPass<"convert-tensor-to-pad"> {
  let summary = "Convert tensor.pad to pad.pad";
  let description = [{
    A `tensor.pad` becomes a constant pad. The value that its body yields comes
    from outside of the body, or is computed in the body by ops without effects
    that do not depend on the indices of the body; such ops move in front of the
    pad. A value that depends on the indices is refused. `ub.poison` may stand
    for any value and is read as zero. Negative pads crop in both ops.

    `nofold` asks for a copy where every pad is zero, but a `pad.pad` by zero is
    its source. A pad with `nofold` is therefore refused, unless one of its pads
    is a static number other than zero; no pass folds such a pad to its source.

    Run this pass before the first `--canonicalize`: MLIR 22 folds
    `low[1] high[-1]` to the source, and merges a crop and the pad that follows
    it into one `tensor.pad` that does not crop.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %l: index) -> tensor<?xf32> {
      %v = arith.constant 1.0 : f32
      %r = tensor.pad %x low[%l] high[-1] {
      ^bb0(%i: index):
        tensor.yield %v : f32
      } : tensor<4xf32> to tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %l: index) -> tensor<?xf32> {
      %v = arith.constant 1.0 : f32
      %r = pad.pad constant %x value(%v) low[%l] high[-1]
          : tensor<4xf32> to tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```
  }];
}

def ConvertTosaToPad : ImportPass<"convert-tosa-to-pad"> {
  let summary = "Convert tosa.pad to pad.pad";
  let description = [{
    A `tosa.pad` becomes a constant pad. Its `padding` must be a
    `tosa.const_shape`, because an entry of `-1` means that the number is
    unknown, and only a constant can rule that out. Such an entry is refused,
    and so are all negative entries, which TOSA does not have. `pad_const`
    becomes the padding value without change, because it contains the zero
    point.

    TOSA has no op for other modes. A `tosa.concat` of what `slice`, `reverse`,
    `tile` and `reshape` take of one tensor becomes a pad if that is proven, as
    in `--convert-stablehlo-to-pad`, and so does a `tosa.gather` at constant
    indices, also between reshapes to its three axes.

    Before:

    ```mlir
    func.func @before(%x: tensor<3x4xi8>) -> tensor<6x4xi8> {
      %padding = tosa.const_shape {values = dense<[1, 2, 0, 0]> : tensor<4xindex>}
          : () -> !tosa.shape<4>
      %value = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}>
          : () -> tensor<1xi8>
      %r = tosa.pad %x, %padding, %value
          : (tensor<3x4xi8>, !tosa.shape<4>, tensor<1xi8>) -> tensor<6x4xi8>
      return %r : tensor<6x4xi8>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<3x4xi8>) -> tensor<6x4xi8> {
      %v = arith.constant -7 : i8
      %r = pad.pad constant %x value(%v) low[1, 0] high[2, 0]
          : tensor<3x4xi8> to tensor<6x4xi8>
      return %r : tensor<6x4xi8>
    }
    ```

    Before:

    ```mlir
    func.func @symmetric(%x: tensor<2x3xf32>) -> tensor<2x6xf32> {
      %m = tosa.reverse %x {axis = 1 : i32}
          : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %r = tosa.concat %x, %m {axis = 1 : i32}
          : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
      return %r : tensor<2x6xf32>
    }
    ```

    After:

    ```mlir
    func.func @symmetric(%x: tensor<2x3xf32>) -> tensor<2x6xf32> {
      %r = pad.pad symmetric %x low[0, 0] high[0, 3]
          : tensor<2x3xf32> to tensor<2x6xf32>
      return %r : tensor<2x6xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "pad::PadDialect", "quant::QuantDialect",
    "tensor::TensorDialect"
  ];
}

def ConvertStablehloToPad : ImportPass<"convert-stablehlo-to-pad"> {
  let summary = "Convert stablehlo.pad to pad.pad";
  let description = [{
    `stablehlo.pad` and `stablehlo.dynamic_pad` become constant pads, with low
    and high pads of any sign and with interior padding. They are read in
    generic form with `--allow-unregistered-dialect`; `--mlir-print-op-generic`
    prints that form. The lists of `stablehlo.pad` may be `array<i64: ...>` or
    `dense<...>`, and properties or attributes. Those of `stablehlo.dynamic_pad`
    are tensors: their constant elements become static pads, and what is
    computed of extents, by `get_dimension_size` and arithmetic, becomes `arith`
    ops on `tensor.dim`.

    A negative result extent is an error in StableHLO, so it is refused where it
    is known. Where it is known only at run time, StableHLO leaves the behaviour
    undefined; after this pass, the axis is then empty.

    JAX has no op for the other modes of `jnp.pad`. It writes them axis after
    axis by `stablehlo.concatenate` of what `slice`, `dynamic_slice` at constant
    indices, `real_dynamic_slice`, `reverse`, `broadcast_in_dim` and `reshape`
    take of one tensor, or by `gather` of one axis at indices that are constant
    or computed of its extent. A concatenation or gather becomes a pad, with a
    mode for each axis, if every index of every axis is proven to read the same
    element.

    Before:

    ```mlir
    func.func @before(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<7xf32> {
      %r = "stablehlo.pad"(%x, %v) <{
        edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>,
        interior_padding = array<i64: 1>
      }> : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
      return %r : tensor<7xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<7xf32> {
      %value = tensor.extract %v[] : tensor<f32>
      %r = pad.pad constant %x value(%value) low[1] high[1] interior[1]
          : tensor<3xf32> to tensor<7xf32>
      return %r : tensor<7xf32>
    }
    ```

    Before:

    ```mlir
    func.func @reflect(%x: tensor<3xf32>) -> tensor<5xf32> {
      %s = "stablehlo.slice"(%x) <{
        start_indices = array<i64: 1>, limit_indices = array<i64: 3>,
        strides = array<i64: 1>
      }> : (tensor<3xf32>) -> tensor<2xf32>
      %m = "stablehlo.reverse"(%s) <{dimensions = array<i64: 0>}>
          : (tensor<2xf32>) -> tensor<2xf32>
      %r = "stablehlo.concatenate"(%m, %x) <{dimension = 0 : i64}>
          : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
      return %r : tensor<5xf32>
    }
    ```

    After:

    ```mlir
    func.func @reflect(%x: tensor<3xf32>) -> tensor<5xf32> {
      %r = pad.pad reflect %x low[2] high[0] : tensor<3xf32> to tensor<5xf32>
      return %r : tensor<5xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "pad::PadDialect",
    "quant::QuantDialect", "tensor::TensorDialect"
  ];
}

def ConvertTorchToPad : ImportPass<"convert-torch-to-pad"> {
  let summary = "Convert the pads of torch.aten to pad.pad";
  let description = [{
    This pass converts the pads of torch-mlir's `torch` dialect, read in generic
    form with `--allow-unregistered-dialect`. They are
    `torch.aten.constant_pad_nd`, `pad` and `_pad_enum` with each mode,
    `reflection_pad1d` to `3d`, `replication_pad1d` to `3d` and `_pad_circular`,
    also as `torch.operator` of that name. Casts bridge the types:
    `!torch.vtensor<[...],TYPE>` to tensors of signless integers, floats or
    complex numbers, `!torch.int` to `i64`, and `!torch.float` to `f64`.

    The pads are a `torch.prim.ListConstruct`, which begins with the last axis.
    Negative pads crop as those of `pad.pad` do. Only circular padding crops
    first, so a slice goes before that pad. What PyTorch refuses is refused
    where it is known: reflections and circular padding of more elements than
    the axis has, a negative result extent, a value in a mode that reads none,
    and a value that does not fit the element type.

    A `torch.aten.cat` of what `slice.Tensor`, `flip`, `expand` and reshapes by
    axes of extent 1 take of one tensor becomes a pad if that is proven, as in
    `--convert-stablehlo-to-pad`. So do `index_select`, `index.Tensor` and
    `_unsafe_index.Tensor` at indices of one axis, which are constant or, as in
    PyTorch's decompositions of pads, computed by `arange`, `abs`, `clamp`,
    sums and differences, of `size.int` of that axis, too.

    Before:

    ```mlir
    func.func @before(%x: !torch.vtensor<[2,3],f32>)
        -> !torch.vtensor<[2,6],f32> {
      %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
      %2 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
      %pads = "torch.prim.ListConstruct"(%1, %2)
          : (!torch.int, !torch.int) -> !torch.list<int>
      %r = "torch.aten.reflection_pad1d"(%x, %pads)
          : (!torch.vtensor<[2,3],f32>, !torch.list<int>)
          -> !torch.vtensor<[2,6],f32>
      return %r : !torch.vtensor<[2,6],f32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: !torch.vtensor<[2,3],f32>)
        -> !torch.vtensor<[2,6],f32> {
      %t = builtin.unrealized_conversion_cast %x
          : !torch.vtensor<[2,3],f32> to tensor<2x3xf32>
      %p = pad.pad reflect %t low[0, 1] high[0, 2]
          : tensor<2x3xf32> to tensor<2x6xf32>
      %r = builtin.unrealized_conversion_cast %p
          : tensor<2x6xf32> to !torch.vtensor<[2,6],f32>
      return %r : !torch.vtensor<[2,6],f32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "pad::PadDialect",
    "tensor::TensorDialect"
  ];
}

def ConvertOnnxToPad : ImportPass<"convert-onnx-to-pad"> {
  let summary = "Convert the pads of ONNX to pad.pad";
  let description = [{
    This pass converts ONNX nodes, read in generic form with
    `--allow-unregistered-dialect`: `onnx.Pad` of every opset, onnx-mlir's
    `onnx.PadV2` to `onnx.PadV23`, and torch-mlir's `torch.operator` of that
    name, between casts of its types. Attributes may be properties. The opset is
    that of the name or of the attribute `onnx.opset_version` around the node;
    without one, the operands decide.

    `pads`, `axes` and `constant_value` may be computed: by `Constant`,
    `ConstantOfShape`, `Shape`, `Gather`, `Slice`, `Split`, `Concat`, `Reshape`,
    `ScatterElements`, `Transpose`, `Squeeze`, `Unsqueeze`, `Cast`, `Identity`,
    `Size`, `Range`, `Expand`, `Where`, comparisons, logic and integer
    arithmetic. Constant numbers become attributes, and the others become
    `arith` ops on `tensor.dim` and `tensor.extract`. Nodes that nothing uses
    any more are erased. A list that is computed otherwise is read at run time:
    where no type says how many numbers it has, the rank of `data` and the other
    list say it, and a `tensor.cast` states it.

    `axes` known only at run time become selects: each axis is padded by the
    last entry that names it, and entries out of range name none. In a model
    whose `axes` are known, both are errors.

    Reflection repeats for ever (`periodic`), as in ONNX's own example. In a
    mode other than constant, negative pads crop before the mode reads the data,
    so where an axis is cropped on one side and extended on the other, a
    `tensor.extract_slice` goes before the pad. An axis whose signs only run
    time knows is both cropped and padded.

    Circular padding, which exporters write as `Slice` and `Concat` of one axis
    after the other, becomes one pad of mode `wrap`. So do other modes: a
    `Concat` of what `Slice`, `Split`, `Expand`, `Tile` and reshapes take of one
    tensor becomes a pad if that is proven, as in `--convert-stablehlo-to-pad`,
    and so does a `Gather` at indices that are constant or computed of the
    extent, or a `Compress` by constants of a pad. Where an axis of unknown
    extent may be shorter than a slice of it, the numbers of the pad are limited
    by the extent.

    Before:

    ```mlir
    func.func @before(%x: tensor<?x4xf32>) -> tensor<?x5xf32> {
      %pads = "onnx.Constant"() {value = dense<[2, -1, 0, 2]> : tensor<4xi64>}
          : () -> tensor<4xi64>
      %r = "onnx.Pad"(%x, %pads) {mode = "edge"}
          : (tensor<?x4xf32>, tensor<4xi64>) -> tensor<?x5xf32>
      return %r : tensor<?x5xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<?x4xf32>) -> tensor<?x5xf32> {
      %c0 = arith.constant 0 : index
      %d = tensor.dim %x, %c0 : tensor<?x4xf32>
      %s = tensor.extract_slice %x[0, 1] [%d, 3] [1, 1]
          : tensor<?x4xf32> to tensor<?x3xf32>
      %r = pad.pad edge %s low[2, 0] high[0, 2]
          : tensor<?x3xf32> to tensor<?x5xf32>
      return %r : tensor<?x5xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "pad::PadDialect",
    "tensor::TensorDialect"
  ];
}

def ConvertOpenVINOToPad : ImportPass<"convert-openvino-to-pad"> {
  let summary = "Convert the Pad layers of OpenVINO to pad.pad";
  let description = [{
    `openvino.Pad`, as `pad-translate --import-openvino` reads it or in generic
    form with `--allow-unregistered-dialect`, becomes a pad of the same mode.
    Its attribute `version` says which Pad it is: in operation sets 1 to 11,
    pads must not be negative, and from set 12 on, negative pads crop. Reflect
    and symmetric never repeat. A pad of more elements than the axis has is
    refused where it is known; where it is known only at run time,
    `--generate-runtime-verification` checks it.

    `pads_begin` and `pads_end` are constants, or are computed from shapes by
    ShapeOf, Gather, Concat, Squeeze, Unsqueeze, Reshape, Transpose, Convert,
    Split, VariadicSplit, StridedSlice, Slice, Broadcast and arithmetic. Their
    constant elements become static pads. If the rank of the source is unknown,
    the number of pads gives it.

    Before:

    ```mlir
    func.func @before(%x: tensor<3x4xf32>) -> tensor<4x6xf32> {
      %begin = "openvino.Const"() {value = dense<[2, -1]> : tensor<2xi64>}
          : () -> tensor<2xi64>
      %end = "openvino.Const"() {value = dense<[-1, 3]> : tensor<2xi64>}
          : () -> tensor<2xi64>
      %r = "openvino.Pad"(%x, %begin, %end)
          {pad_mode = "reflect", version = "opset12"}
          : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x6xf32>
      return %r : tensor<4x6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<3x4xf32>) -> tensor<4x6xf32> {
      %r = pad.pad reflect %x low[2, -1] high[-1, 3]
          : tensor<3x4xf32> to tensor<4x6xf32>
      return %r : tensor<4x6xf32>
    }
    ```
  }];
}

def ConvertNGraphToPad : ImportPass<"convert-ngraph-to-pad"> {
  let summary = "Convert the Pad nodes of nGraph to pad.pad";
  let description = [{
    `ngraph.Pad`, as `pad-translate --import-ngraph` reads it or in generic form
    with `--allow-unregistered-dialect`, becomes a pad. Reflect and symmetric
    tile the background with the source and its mirror image, so they become
    `periodic`. The attribute `op_version` says which Pad it is:

    - 0, or absent: `padding_below`, `padding_above` and perhaps
      `padding_interior` are attributes, and the padding value is the second
      input. Only the constant mode may have interior padding.
    - 1: the inputs are the source, `pads_begin`, `pads_end` and perhaps the
      padding value; so are those of `ngraph.DynPad`. Pads may be computed, as in
      `--convert-openvino-to-pad`, by ops whose lists are inputs.

    `pad_mode` is absent (constant), the number of nGraph's enumeration (0
    constant, 1 edge, 2 reflect, 3 symmetric), or its name in either case. In
    other modes than constant, the padding value is ignored, as nGraph ignores
    it. A negative result extent is refused where it is known.

    Before:

    ```mlir
    func.func @before(%x: tensor<3x3xf32>, %v: tensor<f32>) -> tensor<7x9xf32> {
      %r = "ngraph.Pad"(%x, %v) {padding_above = [1, 0], padding_below = [1, 2],
                                 padding_interior = [1, 2], pad_mode = 0}
          : (tensor<3x3xf32>, tensor<f32>) -> tensor<7x9xf32>
      return %r : tensor<7x9xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<3x3xf32>, %v: tensor<f32>) -> tensor<7x9xf32> {
      %value = tensor.extract %v[] : tensor<f32>
      %r = pad.pad constant %x value(%value) low[1, 2] high[1, 0] interior[1, 2]
          : tensor<3x3xf32> to tensor<7x9xf32>
      return %r : tensor<7x9xf32>
    }
    ```
  }];
}

def ConvertTFLiteToPad : ImportPass<"convert-tflite-to-pad"> {
  let summary = "Convert the pads of TFLite to pad.pad";
  let description = [{
    `tflite.PAD`, `tflite.PADV2` and `tflite.MIRROR_PAD`, as
    `pad-translate --import-tflite` reads them or in generic form with
    `--allow-unregistered-dialect`, become pads. `paddings` has two numbers for
    each axis, which are constant, or are read at run time. Negative ones are
    refused where they are known; so are pads of MIRROR_PAD that exceed the axis
    (REFLECT: minus one).

    The elements of quantized tensors are the integers that are stored.
    Attributes `operand_quantization` and `result_quantization` say how operands
    and results are quantized. Without `constant_values`, PAD and PADV2 pad with
    the zero point of the result where TFLite does: elements of type `ui8`, and
    `i8` and `i16` whose input is quantized. If only the result of these is, and
    its zero point is not 0, versions of TFLite differ, and the pad is refused.
    With `constant_values`, these must be quantized like the result. Elements of
    other types are padded with zero.

    Before:

    ```mlir
    func.func @before(%x: tensor<3x4xi8>) -> tensor<4x6xi8> {
      %paddings = "tflite.Const"() {value = dense<[[1, 0], [0, 2]]> : tensor<2x2xi32>}
          : () -> tensor<2x2xi32>
      %r = "tflite.PAD"(%x, %paddings)
          {operand_quantization = [
             {scale = array<f32: 0.5>, zero_point = array<i64: -7>}, {} ],
           result_quantization = [
             {scale = array<f32: 0.5>, zero_point = array<i64: -7>} ]}
          : (tensor<3x4xi8>, tensor<2x2xi32>) -> tensor<4x6xi8>
      return %r : tensor<4x6xi8>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<3x4xi8>) -> tensor<4x6xi8> {
      %zero_point = arith.constant -7 : i8
      %r = pad.pad constant %x value(%zero_point) low[1, 0] high[0, 2]
          : tensor<3x4xi8> to tensor<4x6xi8>
      return %r : tensor<4x6xi8>
    }
    ```
  }];
}

def ConvertIdiomsToPad : ImportPass<"convert-idioms-to-pad"> {
  let summary = "Convert ops that together only pad to pad.pad";
  let description = [{
    People who have no op that pads write one of these:

    - a slice that is inserted into a fill (`linalg.fill`, `tensor.splat`, or a
      splat constant) is a constant pad, and has interior padding if the
      insertion has strides;
    - `tensor.concat` of a tensor and of fills, of its own first and last
      slices, or of its mirrored elements one by one is a pad of the mode that
      results.

    An op becomes a pad only where that is proven: what each axis reads is
    followed as segments, which must be the runs of a pad. A slice of an axis of
    unknown extent must begin at its front, or end at its back, which value
    bounds prove. The amounts of insertions into fills may be values. Everything
    else stays, because it may not be a pad.

    Before:

    ```mlir
    func.func @before(%x: tensor<2x5xf32>) -> tensor<2x8xf32> {
      %last = tensor.extract_slice %x[0, 3] [2, 2] [1, 1]
          : tensor<2x5xf32> to tensor<2x2xf32>
      %first = tensor.extract_slice %x[0, 0] [2, 1] [1, 1]
          : tensor<2x5xf32> to tensor<2x1xf32>
      %r = tensor.concat dim(1) %last, %x, %first
          : (tensor<2x2xf32>, tensor<2x5xf32>, tensor<2x1xf32>)
          -> tensor<2x8xf32>
      return %r : tensor<2x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<2x5xf32>) -> tensor<2x8xf32> {
      %r = pad.pad wrap %x low[0, 2] high[0, 1]
          : tensor<2x5xf32> to tensor<2x8xf32>
      return %r : tensor<2x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "pad::PadDialect",
    "tensor::TensorDialect"
  ];
}

def ImportPads : ImportPass<"pad-import"> {
  let summary = "Convert the pads of all other dialects to pad.pad";
  let description = [{
    This pass runs the conversions of all systems, beginning with
    `--convert-tensor-to-pad`. A pad that cannot be converted stays as it is,
    with a remark that says why; with `verify=true`, that is an error. Run it
    first: other passes may change what the pads of other dialects mean (see
    `--convert-tensor-to-pad`). With `remarks=true`, each pad that is converted
    gets a remark, too: the bytes that its lowering reads and writes, and those
    that MLIR's own lowering, a fill of the result and then a copy of the
    source, moves in addition.

    Before:

    ```mlir
    func.func @before(%x: tensor<2x3xf32>) -> tensor<2x8xf32> {
      %z = arith.constant 0.0 : f32
      %v = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}>
          : () -> tensor<f32>
      %a = tensor.pad %x low[0, 1] high[0, 0] {
      ^bb0(%i: index, %j: index):
        tensor.yield %z : f32
      } : tensor<2x3xf32> to tensor<2x4xf32>
      %b = "stablehlo.pad"(%a, %v) <{
        edge_padding_low = array<i64: 0, 4>, edge_padding_high = array<i64: 0, 0>,
        interior_padding = array<i64: 0, 0>
      }> : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
      return %b : tensor<2x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<2x3xf32>) -> tensor<2x8xf32> {
      %z = arith.constant 0.0 : f32
      %v = arith.constant 1.0 : f32
      %a = pad.pad constant %x value(%z) low[0, 1] high[0, 0]
          : tensor<2x3xf32> to tensor<2x4xf32>
      %b = pad.pad constant %a value(%v) low[0, 4] high[0, 0]
          : tensor<2x4xf32> to tensor<2x8xf32>
      return %b : tensor<2x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "pad::PadDialect",
    "quant::QuantDialect", "tensor::TensorDialect"
  ];
}

def PadFoldIntoConsumers : Pass<"pad-fold-into-consumers"> {
  let summary = "Turn pads into padding of the ops that read them";
  let description = [{
    Convolutions and pools have padding of their own, which hardware and
    libraries do for free. A constant pad becomes part of that padding where the
    result is the same, bit for bit and for all inputs:

    | op | padding value | which pads |
    | --- | --- | --- |
    | `tosa.conv2d`, `conv3d`, `depthwise_conv2d` | the zero point of the input; TOSA lets implementations skip the products of padding, so weights are taken to be finite | of spatial axes |
    | `tosa.transpose_conv2d` | the same, as `out_pad` times the stride; float weights must be finite constants | of spatial axes |
    | `tosa.max_pool2d` | the least integer, or minus infinity where NaNs propagate | of spatial axes, narrower than the kernel |
    | `tosa.avg_pool2d` | none: it divides by the number of elements without padding | none |
    | `stablehlo.convolution` | `+0.0`, or 0 | of spatial axes of the input; they may crop, and interior padding becomes `lhs_dilation` |
    | `stablehlo.reduce_window` of one tensor | the initial value, or the same bits | of any axis; they may crop, and interior padding becomes `base_dilations` |
    | `onnx.Conv`, `DeformConv`, `LpPool` | `+0.0` | of axes behind the channels; in `LpPool` narrower than the kernel |
    | `onnx.ConvInteger`, `QLinearConv` | the zero point of the input, if it is constant | of axes behind the channels |
    | `onnx.AveragePool` with `count_include_pad` | `+0.0` | of axes behind the channels, narrower than the kernel |
    | `onnx.MaxPool`, `MaxPoolSingleOut` | the least integer, or minus infinity, if nothing reads positions | of axes behind the channels, narrower than the kernel |

    | `torch.aten.convolution`, `conv1d` to `conv3d`, not transposed | `+0.0` | of spatial axes, the same at both ends |
    | `torch.aten.max_pool1d` to `max_pool3d` | the least integer, or minus infinity | the same, at most half of the kernel |
    | `torch.aten.avg_pool1d` to `avg_pool3d` that count padding, or have a divisor of their own | `+0.0` | the same, at most half of the kernel |

    Ops of ONNX whose padding follows from extents (`auto_pad`), or whose last
    window may end outside of the tensor (`ceil_mode`), take no pads over. Those
    of StableHLO and ONNX are read in generic form with
    `--allow-unregistered-dialect`, and so are those of torch-mlir, in which the
    padding is a list of values. StableHLO pads after it dilates: a pad of 2
    in front of `lhs_dilation = 3` is a padding of 6. The pad stays if an axis
    that is dilated or cropped may be empty, or if the padding of the op would
    bring back what the pad crops.

    Every reader of the pad must be able to take it; otherwise the padding would
    be done twice. With `remarks=true`, each pad that stays gets a remark that
    says why. The pass is opt-in, because a target without such padding only has
    to take it out again. Ops of linalg have no padding of their own. Fusion
    (`--pad-tile-and-fuse`, `--pad-fuse-into-loops`) computes pads inside of
    linalg's convolutions and pools, and `--pad-fold-into-reductions` leaves
    neutral values out of reductions of whole axes.

    Before:

    ```mlir
    func.func @before(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32> {
      %v = arith.constant 0xFF800000 : f32
      %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 1, 1, 0]
          : tensor<1x6x6x2xf32> to tensor<1x8x8x2xf32>
      %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>,
          pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
          : (tensor<1x8x8x2xf32>) -> tensor<1x4x4x2xf32>
      return %r : tensor<1x4x4x2xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32> {
      %r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>,
          pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>}
          : (tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32>
      return %r : tensor<1x4x4x2xf32>
    }
    ```

    Before:

    ```mlir
    func.func @transposed(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>)
        -> tensor<1x2x9xf32> {
      %p = pad.pad constant %x low[0, 0, 2] high[0, 0, 2] interior[0, 0, 1]
          : tensor<1x2x4xf32> to tensor<1x2x11xf32>
      %r = "stablehlo.convolution"(%p, %w) <{
        batch_group_count = 1 : i64,
        dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>,
        feature_group_count = 1 : i64, padding = dense<0> : tensor<1x2xi64>
      }> : (tensor<1x2x11xf32>, tensor<3x2x2xf32>) -> tensor<1x2x9xf32>
      return %r : tensor<1x2x9xf32>
    }
    ```

    After:

    ```mlir
    func.func @transposed(%x: tensor<1x2x4xf32>, %w: tensor<3x2x2xf32>)
        -> tensor<1x2x9xf32> {
      %r = "stablehlo.convolution"(%x, %w) <{
        batch_group_count = 1 : i64,
        dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>,
        feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>,
        padding = dense<2> : tensor<1x2xi64>
      }> : (tensor<1x2x4xf32>, tensor<3x2x2xf32>) -> tensor<1x2x9xf32>
      return %r : tensor<1x2x9xf32>
    }
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Say of each pad that stays why">
  ];
}

#endif // PAD_IMPORT_IMPORTPASSES_TD
