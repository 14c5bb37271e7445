//===- Options.td - Command line of padc -------------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;
// --name VALUE and --name=VALUE.
multiclass Eq<string name, string help, string value> {
  def NAME : Separate<["--"], name>, HelpText<help>, MetaVarName<value>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

def help : F<"help", "Print this help">;
def h : Flag<["-"], "h">, Alias<help>;
def version : F<"version", "Print the version and what this host is">;

def output : JoinedOrSeparate<["-"], "o">,
  HelpText<"Write FILE, which is what its suffix says: .o, .so, .s, .ll, .bc">,
  MetaVarName<"FILE">;
defm header : Eq<"header", "Write a C and C++ header for it", "FILE">;
defm target : Eq<"target", "Make code for this target (default: this host)",
                 "TRIPLE">;
defm cpu : Eq<"cpu", "Make code for this CPU (default: the host's own, or the "
              "baseline of another target)", "NAME">;
def O : Joined<["-"], "O">, HelpText<"Optimize: 0 to 3 (default: 3)">,
  MetaVarName<"LEVEL">;
defm linker : Eq<"linker", "Link shared objects with this ld.lld", "PROGRAM">;
defm node : Eq<"node", "Compile the pad of this node of a model: FILE.onnx, "
               "FILE.xml (OpenVINO), FILE.json (nGraph) or FILE.tflite",
               "NAME">;
defm max_result_bytes : Eq<"max-result-bytes", "The largest result of the pad "
                           "of a model; a larger one is an error, or traps at "
                           "run time (default: none)", "BYTES">;
def emit_mlir : F<"emit-mlir", "Print the IR before the lowering, to -o or to "
                  "standard output, and stop">;

defm certify : Eq<"certify", "Write what the positions of its pads rest on as "
                  "SMT-LIB, which a solver checks, and stop", "FILE">;

def kernel_group : OptionGroup<"one pad">,
  HelpText<"OPTIONS FOR ONE PAD, without an input file">;
let Group = kernel_group in {
defm mode : Eq<"mode", "One of MODES for all axes, or one an axis: edge,wrap",
               "MODE">;
defm type : Eq<"type", "Element type, as MLIR writes it: f32, bf16, i8, "
               "complex<f32>", "TYPE">;
defm shape : Eq<"shape", "Extents of the source: ?x64x112x112, ? at run time; "
                "'' for a scalar", "EXTENTS">;
defm low : Eq<"low", "Pads before each axis: 0,0,3,?; negative ones crop",
              "LIST">;
defm high : Eq<"high", "Pads after each axis", "LIST">;
defm interior : Eq<"interior", "Pads between neighbours of each axis "
                   "(default: 0)", "LIST">;
defm value : Eq<"value", "Padding value (default: zero): 1.5, -0.0, inf, nan, "
                "-128, true, or RE,IM; ? for a parameter", "NUMBER">;
def adjoint : F<"adjoint", "Compile the gradient of the source of the pad: its "
                "argument is the gradient of the result">;
def periodic : F<"periodic", "Let reflect and symmetric repeat for ever">;
def dynamic_pads : F<"dynamic-pads", "Take every low, high and, where given, "
                     "interior pad as a parameter, whatever the lists say">;
defm grid : Eq<"grid", "Make functions for MPI: source and result lie in "
               "pieces on this many ranks along each axis: 64x64x64, ? at run "
               "time", "EXTENTS">;
def plan : F<"plan", "Print what the ranks of the grid send and receive if each "
             "has a piece of the source and of the result, and stop">;
def halo : F<"halo", "Let a rank's piece of the result be its piece of the "
             "source and the pads around it, which overlap; with --grid">;
def in_place : F<"in-place", "Let the source be inside of the result, which has "
                 "room for the halo; with --grid, for halos">;
defm mpi : Eq<"mpi", "The MPI library: mpich (default) or openmpi", "NAME">;
defm name : Eq<"name", "Name of the function (default: pad, or the name of the "
             "node)", "NAME">;
}
