// A border of as many copies as a number can say is one tile of the last element.
// RUN: pad-opt %s --convert-pad-to-tosa | FileCheck %s --check-prefix=TOSA
// RUN: pad-opt %s --convert-pad-to-stablehlo --allow-unregistered-dialect | FileCheck %s --check-prefix=HLO

// TOSA-LABEL: @far
// TOSA: tosa.tile {{.*}} -> tensor<9223372036854775806xf32>
// TOSA: tosa.concat
// HLO-LABEL: @far
// HLO: "stablehlo.broadcast_in_dim"{{.*}} -> tensor<9223372036854775806xf32>
// HLO: "stablehlo.concatenate"
func.func @far(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = pad.pad edge %x low[1] high[9223372036854775806] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
