// RUN: pad-opt %s -split-input-file -verify-diagnostics

// What passes note for others is checked as PadDialect.td describes it.
func.func @loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
    } {pad.fixed_vectors, pad.fused_row}
  } {pad.fused_nest}
  return
}

// -----

// expected-error @below {{has 'pad.fused_nest', which only a loop may have}}
func.func @nest() attributes {pad.fused_nest} {
  return
}

// -----

func.func @vectors_of_no_row(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{has 'pad.fixed_vectors', which only a loop with 'pad.fused_row' may have}}
  scf.for %i = %c0 to %n step %c1 {
  } {pad.fixed_vectors}
  return
}

// -----

func.func @number_for_a_row(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{has 'pad.fused_row' with 4 : i64, but it must be unit}}
  scf.for %i = %c0 to %n step %c1 {
  } {pad.fused_row = 4}
  return
}

// -----

// expected-error @below {{has 'pad.kernel' with unit, but it must be a string}}
func.func @kernel() attributes {pad.kernel} {
  return
}

// -----

func.func @scalar(%x: index) {
  // expected-error @below {{'arith.addi' op has 'pad.scalar', which only a pad or a gradient of one may have}}
  %y = arith.addi %x, %x {pad.scalar} : index
  return
}

// -----

func.func @alloc() {
  // expected-error @below {{'memref.alloca' op has 'pad.input_allocation', which only a 'memref.alloc' may have}}
  %y = memref.alloca() {pad.input_allocation} : memref<4xf32>
  return
}
