"""Prints a function of COUNT stencils of rank 4, each of the result of the one before, with
every extent unknown: fused_chain.py COUNT."""

import sys

TYPE, LOOPS = "tensor<?x?x?x?xf32>", "a, b, c, d"
print(f"func.func @chain(%r0: {TYPE}, %e: {TYPE}) -> {TYPE} {{")
for n in range(int(sys.argv[1])):
    print(f"""\
  %p{n} = pad.pad edge %r{n} low[0, 1, 0, 1] high[0, 1, 0, 1] : {TYPE} to {TYPE}
  %r{n + 1} = linalg.generic {{indexing_maps = [affine_map<({LOOPS}) -> (a, b + 2, c, d + 2)>,
      affine_map<({LOOPS}) -> ({LOOPS})>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
      ins(%p{n} : {TYPE}) outs(%e : {TYPE}) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }} -> {TYPE}""")
print(f"  return %r{sys.argv[1]} : {TYPE}\n}}")
