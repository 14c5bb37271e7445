//===- Options.cpp - Command line of padc ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "../SameFile.h"
#include "Pad/Compiler/Compiler.h"
#include "Pad/Import/Import.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace mlir;
using namespace mlir::pad;
using llvm::opt::DefaultVis;

namespace {
enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr llvm::opt::OptTable::Info kInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

/// The options of Options.td.
class PadcTable : public llvm::opt::GenericOptTable {
public:
  PadcTable() : GenericOptTable(OptionStrTable, OptionPrefixesTable, kInfos) {}
};
} // namespace

/// The names of the options of `--lower-pad-to-llvm`, read from their printed
/// form.
static SmallVector<std::string> getLoweringOptions() {
  LowerPadToLLVMOptions options;
  std::string text;
  llvm::raw_string_ostream os(text);
  options.print(os);
  SmallVector<std::string> names;
  for (StringRef part : llvm::split(StringRef(text).trim(" {}\n"), ' '))
    names.push_back(part.split('=').first.str());
  return names;
}

/// Whether `--lower-pad-to-llvm` has an option `name`.
static bool hasLoweringOption(StringRef name) {
  return llvm::is_contained(getLoweringOptions(), name);
}

/// Options of `--lower-pad-to-llvm` that the C interface decides.
static bool isOwn(StringRef name) {
  return name == "results" || name == "emit-c-interface";
}

/// Options of `--lower-pad-to-llvm` that need no value.
static bool isFlag(StringRef name) {
  return llvm::is_contained(
      {"contract", "fuse", "import", "runtime-verification", "trace"}, name);
}

/// The error for an option that holds one value but is given two.
static llvm::Error makeTwiceError(const llvm::Twine &name, StringRef first,
                                  StringRef second) {
  return llvm::createStringError("'" + name + "' is given twice, as '" + first +
                                 "' and as '" + second +
                                 "', but holds one value; give it once");
}

/// Refuses options that are given more values than they hold.
static llvm::Error checkTwice(const llvm::opt::InputArgList &args) {
  llvm::SmallDenseMap<unsigned, const llvm::opt::Arg *> given;
  for (const llvm::opt::Arg *arg : args) {
    const llvm::opt::Option &option = arg->getOption();
    // Inputs and unknown arguments are told apart later, and flags add nothing.
    if (option.getKind() == llvm::opt::Option::InputClass ||
        option.getKind() == llvm::opt::Option::UnknownClass ||
        arg->getNumValues() == 0)
      continue;
    auto [first, isNew] = given.try_emplace(option.getID(), arg);
    if (!isNew)
      return makeTwiceError(option.getPrefixedName(), first->second->getValue(),
                            arg->getValue());
  }
  return llvm::Error::success();
}

/// Adds `argument`, which padc does not know itself, to the options of the
/// lowering.
static llvm::Error forward(const PadcTable &table, StringRef argument,
                           std::string &lowering) {
  auto [name, value] = argument.split('=');
  bool isLong = name.consume_front("--");
  if (isLong && hasLoweringOption(name)) {
    if (isOwn(name))
      return llvm::createStringError(
          "'--" + name +
          "' cannot be chosen: padc gives functions plain C "
          "signatures that write to pointers of the caller");
    if (isFlag(name) && argument == "--" + name.str())
      value = "true";
    if (value.empty() || value.contains(' '))
      return llvm::createStringError("'--" + name + "' needs a value: --" +
                                     name + "=VALUE; see --help");
    for (StringRef other : llvm::split(lowering, ' '))
      if (auto [otherName, first] = other.split('='); otherName == name)
        return makeTwiceError("--" + name, first, value);
    lowering += (" " + name + "=" + value).str();
    return llvm::Error::success();
  }
  std::string nearest;
  unsigned distance = table.findNearest(argument, nearest);
  for (StringRef known : getLoweringOptions())
    if (unsigned other = name.edit_distance(known);
        isLong && !isOwn(known) && other < distance) {
      distance = other;
      nearest = ("--" + known + "=").str();
    }
  return llvm::createStringError(
      "unknown option '" + argument + "'" +
      (distance <= 2 ? "; did you mean '" + nearest + "'?" : "; see --help"));
}

/// Checks the options of the lowering.
static llvm::Error checkLowering(StringRef options) {
  LowerPadToLLVMOptions parsed;
  if (llvm::Error error = readLowering(options, parsed))
    return llvm::createStringError(toString(std::move(error)) + "; see --help");
  return llvm::Error::success();
}

/// The text of a one-liner.
static KernelText getKernelText(const llvm::opt::InputArgList &args) {
  auto text = [&](OptionID id) -> std::optional<std::string> {
    if (const llvm::opt::Arg *arg = args.getLastArg(id))
      return std::string(arg->getValue());
    return std::nullopt;
  };
  KernelText kernel;
  kernel.mode = text(OPT_mode);
  kernel.type = text(OPT_type);
  kernel.shape = text(OPT_shape);
  kernel.low = text(OPT_low);
  kernel.high = text(OPT_high);
  kernel.interior = text(OPT_interior);
  kernel.value = text(OPT_value);
  kernel.name = text(OPT_name);
  kernel.periodic = args.hasArg(OPT_periodic);
  kernel.adjoint = args.hasArg(OPT_adjoint);
  kernel.dynamicPads = args.hasArg(OPT_dynamic_pads);
  return kernel;
}

/// Checks that the command line is complete and that its options fit together.
static llvm::Error check(const PadcOptions &options,
                         const llvm::opt::InputArgList &args) {
  for (const llvm::opt::Arg *arg : args.filtered(OPT_kernel_group))
    if (!options.input.empty() &&
        !(options.node && arg->getOption().matches(OPT_name)))
      return llvm::createStringError(
          "'" + arg->getSpelling() + "' describes one pad, and '" +
          options.input + "' already says what to compile; give one of them");
  bool isModel = findModelFormat(options.input) != nullptr;
  if (options.node && !isModel)
    return llvm::createStringError(
        "'--node' names a pad of a model, " +
        (options.input.empty() ? std::string("and there is none")
                               : "which '" + options.input + "' is not") +
        "; give a file whose name ends in .onnx, .xml "
        "(OpenVINO), .json (nGraph) or .tflite");
  if (options.maxResultBytes && !isModel)
    return llvm::createStringError(
        "'--max-result-bytes' limits the pad of a model, " +
        (options.input.empty() ? std::string("and there is none")
                               : "which '" + options.input + "' is not") +
        "; leave it out, or give a model and --node");
  if (options.input.empty()) {
    if (!args.hasArg(OPT_kernel_group))
      return llvm::createStringError(
          "nothing to compile: give a .mlir file, a model and "
          "--node, or --mode, --type, --shape, --low and --high; "
          "see --help");
    for (auto [name, text] : {std::pair("--mode", &options.kernel.mode),
                              {"--type", &options.kernel.type},
                              {"--shape", &options.kernel.shape},
                              {"--low", &options.kernel.low},
                              {"--high", &options.kernel.high}}) {
      bool isPad = StringRef(name) == "--low" || StringRef(name) == "--high";
      if (!*text && !(isPad && options.kernel.dynamicPads))
        return llvm::createStringError(llvm::Twine("one pad needs ") + name +
                                       (isPad ? " (or --dynamic-pads)" : "") +
                                       "; see --help");
    }
  }
  if (llvm::Error error =
          checkDifferentFiles({{"the input", options.input},
                               {"the output", options.output},
                               {"the header", options.header},
                               {"the certificate", options.certificate}}))
    return error;
  if (!options.grid)
    for (OptionID id : {OPT_plan, OPT_halo, OPT_in_place, OPT_mpi})
      if (const llvm::opt::Arg *arg = args.getLastArg(id))
        return llvm::createStringError(
            "'" + arg->getSpelling() +
            "' needs the ranks along each axis; add --grid, such "
            "as --grid 2x2");
  if (options.kernel.adjoint)
    for (OptionID id : {OPT_halo, OPT_in_place})
      if (const llvm::opt::Arg *arg = args.getLastArg(id))
        return llvm::createStringError(
            "'" + arg->getSpelling() +
            "' makes pieces of a pad that overlap, but those of a "
            "gradient are disjoint; leave out '--adjoint', or '" +
            arg->getSpelling() + "'");
  if (args.hasArg(OPT_certify)) {
    for (OptionID id : {OPT_output, OPT_header, OPT_emit_mlir, OPT_grid})
      if (const llvm::opt::Arg *arg = args.getLastArg(id))
        return llvm::createStringError(
            "'--certify' writes no code, and the certificate is not of ranks; "
            "leave out '" +
            arg->getSpelling() + "'");
    return options.certificate.empty()
               ? llvm::createStringError(
                     "'--certify' needs the name of a file, such as pad.smt2")
               : llvm::Error::success();
  }
  if (options.plan)
    return options.header.empty() && options.output.empty() && !options.emitMLIR
               ? llvm::Error::success()
               : llvm::createStringError(
                     "'--plan' prints to standard output; leave out "
                     "'-o', '--header' and '--emit-mlir'");
  if (options.emitMLIR)
    return options.header.empty()
               ? llvm::Error::success()
               : llvm::createStringError(
                     "'--header' needs compiled functions; leave out "
                     "'--emit-mlir'");
  if (options.output.empty())
    return llvm::createStringError(
        "no output: give -o FILE.o, .so, .s, .ll or .bc");
  if (!getNativeKind(options.output))
    return llvm::createStringError(
        "'" + options.output +
        "' does not end in .o, .so, .s, .ll or .bc, which say "
        "what to write");
  return llvm::Error::success();
}

llvm::Expected<PadcOptions> mlir::pad::parseCommandLine(int argc, char **argv) {
  PadcTable table;
  unsigned missingIndex, missingCount;
  llvm::opt::InputArgList args = table.ParseArgs(
      ArrayRef<const char *>(argv + 1, argc - 1), missingIndex, missingCount);
  PadcOptions options;
  options.help = args.hasArg(OPT_help);
  options.version = args.hasArg(OPT_version);
  if (options.help || options.version)
    return options;
  if (missingCount)
    return llvm::createStringError(
        "'" + llvm::Twine(args.getArgString(missingIndex)) +
        "' needs a value; see --help");
  if (llvm::Error error = checkTwice(args))
    return std::move(error);
  for (const llvm::opt::Arg *arg : args.filtered(OPT_UNKNOWN))
    if (llvm::Error error =
            forward(table, arg->getAsString(args), options.lowering))
      return std::move(error);
  if (llvm::Error error = checkLowering(options.lowering))
    return std::move(error);

  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() > 1)
    return llvm::createStringError("more than one input: '" + inputs[0] +
                                   "' and '" + inputs[1] + "'");
  if (!inputs.empty())
    options.input = inputs.front();
  options.output = args.getLastArgValue(OPT_output).str();
  options.header = args.getLastArgValue(OPT_header).str();
  options.certificate = args.getLastArgValue(OPT_certify).str();
  options.linker = args.getLastArgValue(OPT_linker).str();
  options.native.triple = args.getLastArgValue(OPT_target).str();
  options.native.cpu = args.getLastArgValue(OPT_cpu).str();
  options.emitMLIR = args.hasArg(OPT_emit_mlir);
  options.kernel = getKernelText(args);
  options.plan = args.hasArg(OPT_plan);
  options.inPlace = args.hasArg(OPT_in_place);
  options.halo = args.hasArg(OPT_halo) || options.inPlace;
  StringRef mpi = args.getLastArgValue(OPT_mpi, "mpich");
  if (mpi != "mpich" && mpi != "openmpi")
    return llvm::createStringError("unknown MPI library '" + mpi +
                                   "'; use --mpi=mpich or --mpi=openmpi");
  options.mpi = mpi == "mpich" ? MpiLibrary::Mpich : MpiLibrary::OpenMpi;
  if (const llvm::opt::Arg *arg = args.getLastArg(OPT_grid))
    options.grid = arg->getValue();
  if (const llvm::opt::Arg *arg = args.getLastArg(OPT_node))
    options.node = arg->getValue();
  if (const llvm::opt::Arg *arg = args.getLastArg(OPT_max_result_bytes)) {
    int64_t bytes;
    if (StringRef(arg->getValue()).getAsInteger(10, bytes) || bytes < 0)
      return llvm::createStringError(
          "'--max-result-bytes' is '" + llvm::Twine(arg->getValue()) +
          "', but must be a number of bytes from 0 to 2^63 - 1");
    options.maxResultBytes = bytes;
  }
  StringRef level = args.getLastArgValue(OPT_O, "3");
  if (level.getAsInteger(10, options.native.optLevel) ||
      options.native.optLevel > 3)
    return llvm::createStringError("unknown level '-O" + level +
                                   "'; use -O0 to -O3");
  if (llvm::Error error = check(options, args))
    return std::move(error);
  return options;
}

void mlir::pad::printHelp(llvm::raw_ostream &os) {
  PadcTable().printHelp(os,
                        "padc FILE.mlir -o OUTPUT [options]\n"
                        "       padc MODEL --node NAME -o OUTPUT [options]\n"
                        "       padc --mode MODE --type TYPE --shape EXTENTS "
                        "--low LIST --high LIST -o OUTPUT [options]\n"
                        "       padc --mode MODE --type TYPE --shape EXTENTS "
                        "--low LIST --high LIST --grid EXTENTS --plan\n"
                        "       padc FILE.mlir --certify FILE.smt2",
                        "Compiler of padding kernels to native code");
  os << "\nMODES: " << listPadModes()
     << "\n\nOPTIONS OF --lower-pad-to-llvm, of which padc decides "
        "--emit-c-interface and --results itself:\n";
  os.flush();
  LowerPadToLLVMOptions lowering;
  lowering.printHelp(/*indent=*/0, lowering.getOptionWidth());
  os << R"(
EXAMPLES:

  padc --mode reflect --type f32 --shape ?x? --low 1,1 --high 1,1 -o pad.o --header pad.h
      Compile one pad of matrices of any extents, to call from C.
  padc --mode edge --type bf16 --shape 1x64x112x112 --low 0,0,3,3 --high 0,0,3,3 -o pad.so
      Compile it for static extents, as a shared object.
  padc kernels.mlir -o kernels.o --header kernels.h --cpu x86-64-v3
      Compile the functions of a file for a class of processors.
  padc MODEL.onnx --node NAME -o pad.o
      Compile a pad of a model.
  padc --mode wrap --type f64 --shape 4096x4096 --low 1,1 --high 1,1 --grid 64x64 --halo --plan
      Print the messages and bytes of a halo exchange on 4,096 ranks.
  padc --mode reflect --type f32 --shape ?x? --low 1,1 --high 1,1 --certify pad.smt2 && z3 pad.smt2
      Check that a pad of any extents reads what it should.
)";
}
