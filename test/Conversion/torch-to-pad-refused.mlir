// RUN: pad-opt %s --allow-unregistered-dialect --convert-torch-to-pad=verify=true -split-input-file -verify-diagnostics

func.func @wide_reflection(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %c0 = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{'torch.aten.reflection_pad1d' is not converted to pad.pad: low of axis 1 is 3, but mode 'reflect' extends an axis of extent 3 by at most 2 (C5)}}
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.vtensor<[2,3],f32>, !torch.list<int>) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @wide_wrap(%x: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,7],f32> {
  %c0 = "torch.constant.int"() <{value = 4 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{low of axis 2 is 4, but circular padding wraps round at most once: 3 elements are left to copy}}
  %r = "torch.aten._pad_circular"(%x, %l) : (!torch.vtensor<[1,2,3],f32>, !torch.list<int>) -> !torch.vtensor<[1,2,7],f32>
  return %r : !torch.vtensor<[1,2,7],f32>
}

// -----

func.func @cropped_wrap(%x: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %c0 = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = -2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{low of axis 2 is 3, but circular padding wraps round at most once: 1 elements are left to copy}}
  %r = "torch.aten._pad_circular"(%x, %l) : (!torch.vtensor<[1,2,3],f32>, !torch.list<int>) -> !torch.vtensor<[1,2,4],f32>
  return %r : !torch.vtensor<[1,2,4],f32>
}

// -----

func.func @negative(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,0],f32> {
  %v = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %c0 = "torch.constant.int"() <{value = -2 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = -2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{axis 1 of extent 3 with low -2 and high -2 has a result extent of -1, which must not be negative; crop less}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.int) -> !torch.vtensor<[2,0],f32>
  return %r : !torch.vtensor<[2,0],f32>
}

// -----

func.func @entries(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c2 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c3 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1, %c2, %c3) : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'pad' has 4 entries, but the op pads 1 axis; give two entries per axis}}
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.vtensor<[2,3],f32>, !torch.list<int>) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @odd(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %v = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0) : (!torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'pad' has 1 entries, but must have two for each axis that is padded, and the input has rank 2}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.int) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @front(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[6],f32> {
  %m = "torch.constant.str"() <{value = "reflect"}> : () -> !torch.str
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{it pads 1 axes of rank 1 in mode reflect, but PyTorch pads the last 1, 2 or 3, and there are 1 or 2 more in front}}
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[6],f32>
  return %r : !torch.vtensor<[6],f32>
}

// -----

func.func @mode(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %m = "torch.constant.str"() <{value = "symmetric"}> : () -> !torch.str
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'mode' is "symmetric", but PyTorch has constant, reflect, replicate and circular}}
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @value(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %m = "torch.constant.str"() <{value = "reflect"}> : () -> !torch.str
  %v = "torch.constant.float"() <{value = 1.0 : f64}> : () -> !torch.float
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'value' is given in mode reflect, which reads none; pass none or 0 (C3)}}
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.float) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @range(%x: !torch.vtensor<[2,3],si8>) -> !torch.vtensor<[2,6],si8> {
  %v = "torch.constant.int"() <{value = 128 : i64}> : () -> !torch.int
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'value' is 128 : i64, which PyTorch does not convert to element type si8}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],si8>, !torch.list<int>, !torch.int) -> !torch.vtensor<[2,6],si8>
  return %r : !torch.vtensor<[2,6],si8>
}

// -----

func.func @range_below(%x: !torch.vtensor<[2,3],si8>) -> !torch.vtensor<[2,6],si8> {
  %v = "torch.constant.int"() <{value = -129 : i64}> : () -> !torch.int
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'value' is -129 : i64, which PyTorch does not convert to element type si8}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],si8>, !torch.list<int>, !torch.int) -> !torch.vtensor<[2,6],si8>
  return %r : !torch.vtensor<[2,6],si8>
}

// -----

func.func @range_fraction(%x: !torch.vtensor<[2,3],si8>) -> !torch.vtensor<[2,6],si8> {
  %v = "torch.constant.float"() <{value = 127.5 : f64}> : () -> !torch.float
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'value' is 1.275000e+02 : f64, which PyTorch does not convert to element type si8}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],si8>, !torch.list<int>, !torch.float) -> !torch.vtensor<[2,6],si8>
  return %r : !torch.vtensor<[2,6],si8>
}

// -----

func.func @range_float(%x: !torch.vtensor<[2,3],f16>) -> !torch.vtensor<[2,6],f16> {
  %v = "torch.constant.float"() <{value = 65505.0 : f64}> : () -> !torch.float
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'value' is 6.550500e+04 : f64, which PyTorch does not convert to element type f16}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],f16>, !torch.list<int>, !torch.float) -> !torch.vtensor<[2,6],f16>
  return %r : !torch.vtensor<[2,6],f16>
}

// -----

func.func @type(%x: !torch.vtensor<[2,3],!torch.qint8>) -> !torch.vtensor<[2,6],!torch.qint8> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{type !torch.vtensor<[2,3],!torch.qint8> is no !torch.vtensor<[...],TYPE> of integers, floats or complex numbers; infer shapes and maximize value semantics first}}
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.vtensor<[2,3],!torch.qint8>, !torch.list<int>) -> !torch.vtensor<[2,6],!torch.qint8>
  return %r : !torch.vtensor<[2,6],!torch.qint8>
}

// -----

func.func @shape(%x: !torch.vtensor<*,f32>) -> !torch.vtensor<*,f32> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{type !torch.vtensor<*,f32> is no !torch.vtensor<[...],TYPE>}}
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.vtensor<*,f32>, !torch.list<int>) -> !torch.vtensor<*,f32>
  return %r : !torch.vtensor<*,f32>
}

// -----

func.func @value_semantics(%x: !torch.tensor<[2,3],f32>) -> !torch.tensor<[2,6],f32> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{type !torch.tensor<[2,3],f32> is no !torch.vtensor<[...],TYPE>}}
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.tensor<[2,3],f32>, !torch.list<int>) -> !torch.tensor<[2,6],f32>
  return %r : !torch.tensor<[2,6],f32>
}

// -----

func.func @result(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,7],f32> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{result axis 1 has extent 7, but low 1, source extent 3 and high 2 give 6 (C4)}}
  %r = "torch.aten.replication_pad1d"(%x, %l) : (!torch.vtensor<[2,3],f32>, !torch.list<int>) -> !torch.vtensor<[2,7],f32>
  return %r : !torch.vtensor<[2,7],f32>
}

// -----

func.func @list(%x: !torch.vtensor<[2,3],f32>, %l: !torch.list<int>) -> !torch.vtensor<[2,6],f32> {
  // expected-error @below {{operand 'pad' must be made by torch.prim.ListConstruct}}
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.vtensor<[2,3],f32>, !torch.list<int>) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @operands(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  // expected-error @below {{it has 1 inputs and 1 outputs, but PyTorch gives it 2 and 1}}
  %r = "torch.aten.reflection_pad1d"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// -----

func.func @value_of_run_time(%x: !torch.vtensor<[2,3],f16>, %v: !torch.float) -> !torch.vtensor<[2,6],f16> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'value' has type !torch.float and is not constant: of element type f16 only a constant is taken}}
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[2,3],f16>, !torch.list<int>, !torch.float) -> !torch.vtensor<[2,6],f16>
  return %r : !torch.vtensor<[2,6],f16>
}

// -----

func.func @mode_of_run_time(%x: !torch.vtensor<[2,3],f32>, %m: !torch.str) -> !torch.vtensor<[2,6],f32> {
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{operand 'mode' must be a torch.constant.str, or of _pad_enum a torch.constant.int of 0 to 3}}
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}
