"""Rewrites ONNX models by pad-translate --rewrite-onnx and compares what they compute,
bit for bit, and what else they have.

rewrite_onnx.py SOURCE PAD-TOOLS FOLDER TESTDATA

FOLDER/peer.txt is for scripts/front-ends. Everything outside of the nodes that are rewritten has to be the same, as protobuf writes it.
Where ONNX Runtime is installed, it computes the rewritten models, too.
"""

import difflib
import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper

import onnx_computed_pads
import onnx_pad_models
from onnx_evaluator import evaluate
from onnxruntime_opinion import Opinion
from rewrite_onnx_models import OPSETS, every_fold, shadowed
from wire import field, fields, varint

GRAPH, NODE, ATTRIBUTE = 7, 1, 5
GONE = ("Pad", "QuantizeLinear", "DequantizeLinear")


def same(a, b):
    """Whether all bits are equal."""
    return (a.shape == b.shape and a.dtype == b.dtype
            and numpy.ascontiguousarray(a).tobytes() == numpy.ascontiguousarray(b).tobytes())


class Rewriter:
    def __init__(self, tools, folder):
        self.tools, self.folder = Path(tools), folder

    def run(self, name, model, target):
        """`model`, bytes, after the rewrite; what became of each pad, and the last line
        of the report."""
        path, result = self.folder / f"{name}.onnx", self.folder / f"{name}-{target}.onnx"
        path.write_bytes(model)
        done = subprocess.run([self.tools / "pad-translate", "--rewrite-onnx", f"--for={target}",
                               path, "-o", result], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{path}: {done.stderr}")
        *lines, last = done.stderr.splitlines()
        return result.read_bytes(), dict(line.split(": ", 1) for line in lines), last


#===-------------------------------------------------------------------------------------===
# Bytes
#===-------------------------------------------------------------------------------------===


def compare_node(before, after):
    """Fails unless only inputs and padding attributes differ, or graphs in attributes."""
    def is_edited(number, payload):
        return number == 1 or number == ATTRIBUTE and attribute_name(payload) in (
            b"pads", b"auto_pad")

    kept = [[part for part in fields(node) if not is_edited(part[0], part[2])]
            for node in (before, after)]
    assert len(kept[0]) == len(kept[1]), (before, after)
    for (number, old, old_payload), (_, new, new_payload) in zip(*kept):
        if old != new:
            assert number == ATTRIBUTE and old_payload != new_payload, (old, new)
            compare_message(old_payload, new_payload, {6: compare_graph, 11: compare_graph})


def attribute_name(payload):
    return next(text for number, _, text in fields(payload) if number == 1)


def compare_message(before, after, inner):
    """Fails unless only the messages in fields `inner` differ."""
    old, new = fields(before), fields(after)
    assert len(old) == len(new)
    for (number, a, a_payload), (_, b, b_payload) in zip(old, new):
        if a != b:
            assert a_payload != b_payload
            inner[number](a_payload, b_payload)


def compare_graph(before, after):
    """Fails unless pads, and what quantizes them, alone have gone, nodes alone have come, and
    others have new inputs and padding attributes at most."""
    old, new = fields(before), fields(after)
    matcher = difflib.SequenceMatcher(None, [f[1] for f in old], [f[1] for f in new],
                                      autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        assert all(number == NODE for number, _, _ in old[i1:i2] + new[j1:j2])
        added = {tuple(NodeProto.FromString(payload).output): payload
                 for _, _, payload in new[j1:j2]}
        for _, _, payload in old[i1:i2]:
            node = NodeProto.FromString(payload)
            if tuple(node.output) not in added:
                assert node.op_type in GONE, node
            elif node.op_type != "Pad":
                assert payload != added[tuple(node.output)]
                compare_node(payload, added[tuple(node.output)])


def compare_bytes(before, after):
    """Fails if more than pads differs, whatever the order of fields in `before` is."""
    before, after = (ModelProto.FromString(model).SerializeToString() for model in (before, after))
    compare_message(before, after, {GRAPH: compare_graph})


#===-------------------------------------------------------------------------------------===
# Models of many pads
#===-------------------------------------------------------------------------------------===


def rename(graph, prefix):
    """Begins the names of all values and nodes with `prefix`; the Pad is called y."""
    for value in [*graph.input, *graph.output, *graph.value_info, *graph.initializer]:
        value.name = prefix + value.name
    for node in graph.node:
        if node.op_type == "Pad":
            node.name = prefix + "y"
        for names in (node.input, node.output):
            names[:] = [prefix + name if name else "" for name in names]


def merge(models):
    """One model that has the nodes of all; their names begin with m0/, m1/, ..."""
    first = ModelProto.FromString(models[0].bytes)
    graph = helper.make_graph([], "merged", [], [])
    for number, model in enumerate(models):
        part = ModelProto.FromString(model.bytes).graph
        rename(part, f"m{number}/")
        for name in ("node", "input", "output", "initializer", "value_info"):
            getattr(graph, name).extend(getattr(part, name))
    del first.graph.node[:]
    first.graph.CopyFrom(graph)
    return first


def pad_models():
    """The models of the importer's tests, by opset."""
    by_opset = {}
    for model in [*onnx_pad_models.every_opset(), *onnx_pad_models.every_type(),
                  *onnx_pad_models.every_axes(), *onnx_pad_models.every_axes_at_run_time(),
                  *onnx_pad_models.every_crop(), *onnx_computed_pads.every_chain(),
                  *onnx_computed_pads.every_open_list()]:
        by_opset.setdefault(model.opset, []).append(model)
    return by_opset


def count(outcomes, pattern):
    return sum(bool(re.match(pattern, outcome)) for outcome in outcomes)


def part_of(model, output):
    """What of `model` the output `output` needs."""
    part = ModelProto()
    part.CopyFrom(model)
    needed = {output}
    for node in reversed(model.graph.node):
        if needed.intersection(node.output):
            needed.update(node.input)
            needed.update(name for attribute in node.attribute for inner in attribute.g.node
                          for name in inner.input)
    for values in (part.graph.input, part.graph.output, part.graph.initializer):
        kept = [value for value in values if value.name in needed]
        del values[:]
        values.extend(kept)
    del part.graph.output[:]
    part.graph.output.extend(value for value in model.graph.output if value.name == output)
    kept = [node for node in part.graph.node if needed.intersection(node.output)]
    del part.graph.node[:]
    part.graph.node.extend(kept)
    return part


class Peer:
    """ONNX Runtime, where it is installed, on outputs of models."""

    def __init__(self, opinion):
        self.opinion, self.equal, self.refused, self.wrong = opinion, 0, 0, 0

    def run(self, model, output, arrays, expected):
        """Its result, and its error."""
        part = part_of(model, output)
        codes = {value.name: value.type.tensor_type.elem_type for value in part.graph.input}
        inputs = [(name, array, codes[name]) for name, array in arrays.items() if name in codes]
        result = numpy.zeros_like(numpy.ascontiguousarray(expected))
        error = self.opinion.run(part.SerializeToString(), inputs, output, result,
                                 part.graph.output[0].type.tensor_type.elem_type)
        return result, error

    def ask(self, before, after, output, arrays, expected):
        """Fails if its result is not `expected` after the rewrite. It does not have some
        nodes, and computes others wrongly: those count where they do before, too."""
        if not self.opinion.version:
            return
        result, error = self.run(after, output, arrays, expected)
        if not error and same(result, expected):
            self.equal += 1
            return
        old, old_error = self.run(before, output, arrays, expected)
        if error and (old_error or "Could not find an implementation" in error):
            self.refused += 1
        elif not error and not old_error and same(result, old):
            self.wrong += 1
        else:
            sys.exit(f"ONNX Runtime: {output} is {error}\n{result}\nnot\n{expected}; it was "
                     f"{old_error}\n{old}")


    def describe(self):
        """What docs/FrontEnds.md says of it."""
        return "\n".join([
            f"ONNX Runtime {self.opinion.version} computes the same bits for {self.equal} of "
            f"{self.equal + self.refused + self.wrong} results of",
            "models that the tests rewrite, those of ONNX's own test data among them. For the others:",
            "", f"- it has no kernel for a node of the type and version ({self.refused} results)",
            "- its result is another one before the rewrite, and the same one after it "
            f"({self.wrong} results)"]) + "\n"


# Why a pad may stay that is rewritten for a back end with constant pads only.
STAYS = ("its pads are known only at run time", "it is a constant pad", "it is in function 'Block'",
         "its elements are of type ", "the extent of axis ", "axis 1 would be more than 1024")


def constant_only(rewriter, peer):
    """Rewrites all of `pad_models`."""
    total = rewritten = 0
    for opset, models in pad_models().items():
        before = merge(models)
        data = before.SerializeToString()
        result, outcomes, last = rewriter.run(f"opset{opset}", data, "constant-only")
        compare_bytes(data, result)
        after = ModelProto.FromString(result)
        if opset <= 17:
            checker.check_model(after)
        arrays = {f"m{number}/{name}": array for number, model in enumerate(models)
                  for name, array, _ in model.arrays}
        graph = evaluate(after, arrays)
        left = {node.output[0] for node in after.graph.node if node.op_type == "Pad"}
        for number, model in enumerate(models):
            outcome = outcomes[f"'m{number}/y'"]
            stays = f"m{number}/y" in left
            total += 1
            assert stays == outcome.startswith("stays: ") and (
                not stays or outcome[7:].startswith(STAYS)), (model.name, outcome)
            assert stays or model.mode != "constant"
            if stays:
                continue
            rewritten += 1
            found = graph.get(f"m{number}/y")
            assert same(found, model.expected), (
                f"{model.name}: {model.mode} {model.numbers} of {model.shape}:\n{found}\nnot\n"
                f"{model.expected}")
            peer.ask(before, after, f"m{number}/y", arrays, model.expected)
        becomes = count(outcomes.values(), "becomes")
        nodes = len(after.graph.node) - len(before.graph.node) + becomes
        assert last == f"{len(models)} pads: {becomes} rewritten as {nodes} nodes", last
    print(f"constant-only: {total} pads, {rewritten} rewritten and equal")


def open_extents(rewriter):
    """Pads of two axes whose extents only run time knows, of every extent from 1 on: how many
    nodes they become, and that these compute what numpy does."""
    for opset, (mode, low, high), nodes in (
            (17, ("reflect", 1, 1), 16), (11, ("reflect", 1, 1), 16), (17, ("reflect", 0, 1), 11),
            (17, ("reflect", 3, 3), 32), (11, ("reflect", 3, 2), 52), (17, ("wrap", 2, 3), 17)):
        pads = [0, low, low, 0, high, high]
        value = helper.make_tensor_value_info
        model = helper.make_model(helper.make_graph(
            [helper.make_node("Pad", ["x", "p"], ["y"], mode=mode)], "g",
            [value("x", TensorProto.FLOAT, [2, "h", "w"])], [value("y", TensorProto.FLOAT, None)],
            [helper.make_tensor("p", TensorProto.INT64, [6], pads)]),
            opset_imports=[helper.make_opsetid("", 19 if mode == "wrap" else opset)])
        model.ir_version = 6
        name = f"{mode}-{low}-{high}-{opset}"
        result, outcomes, _ = rewriter.run(name, model.SerializeToString(), "constant-only")
        assert outcomes["'y'"] == f"becomes {nodes} nodes", (name, outcomes)
        after = ModelProto.FromString(result)
        for shape in itertools.product((2,), range(1, 7), range(1, 7)):
            x = numpy.arange(numpy.prod(shape), dtype=numpy.float32).reshape(shape)
            found = evaluate(after, {"x": x}).get("y")
            wanted = numpy.pad(x, [(0, 0), (low, high), (low, high)], mode)
            assert same(found, wanted), (name, shape, found, wanted)


#===-------------------------------------------------------------------------------------===
# Pads before other nodes
#===-------------------------------------------------------------------------------------===

# By the beginning of the name of the pad.
OUTCOMES = {"folds": "becomes the padding of ", "gone": "is removed, ",
            "stays": "stays: "}


def decorate(data, inner, tag=1000):
    """The message `data` with fields that ONNX does not have, a number and a group in front
    and behind, and lengths that are longer than they need be. `inner` are the fields whose
    messages are decorated, too."""
    unknown = varint(tag << 3) + varint(7) + varint(tag + 1 << 3 | 3) + varint(1 << 3) + \
        varint(5) + varint(tag + 1 << 3 | 4)
    parts = [unknown]
    for number, part, payload in fields(data):
        if number in inner:
            part = field(number, decorate(payload, inner[number]), 3)
        parts.append(part)
    return b"".join(parts + [unknown])


ATTRIBUTE_FIELDS = {}
GRAPH_FIELDS = {NODE: {ATTRIBUTE: ATTRIBUTE_FIELDS}}
ATTRIBUTE_FIELDS[6] = GRAPH_FIELDS


def fold(rewriter, peer):
    """Rewrites all of `every_fold` for both targets."""
    total = compared = 0
    nets = [(net, net.opset <= 17) for net in map(every_fold, OPSETS)] + [(shadowed(), False)]
    for number, (net, is_checked) in enumerate(nets):
        opset, model = net.opset, net.model()
        if is_checked:
            checker.check_model(model)
        data = decorate(model.SerializeToString(), {GRAPH: GRAPH_FIELDS})
        expected = evaluate(model, net.arrays)
        for target in ("fold", "constant-only"):
            result, outcomes, last = rewriter.run(f"folds{number}", data, target)
            compare_bytes(data, result)
            after = ModelProto.FromString(result)
            if is_checked:
                checker.check_model(after)
            if target == "fold":
                for name, outcome in outcomes.items():
                    assert outcome.startswith(OUTCOMES[
                        re.search("folds|gone|stays", name)[0]]), (
                        opset, name, outcome)
                total += len(outcomes)
            else:
                assert all(outcome.startswith("becomes ") or outcome[7:].startswith(STAYS)
                           for outcome in outcomes.values()), outcomes
            graph = evaluate(after, net.arrays)
            for output in model.graph.output:
                found, wanted = graph.get(output.name), expected.get(output.name)
                assert same(found, wanted), (
                    f"opset {opset}, {target}: {output.name} is\n{found}\nnot\n{wanted}")
                compared += 1
                peer.ask(model, after, output.name, net.arrays, wanted)
    print(f"fold: {total} pads, {compared} results equal")


def testdata(rewriter, peer, data):
    """Rewrites the models of ONNX's own test data that pad, for both targets."""
    names, compared = set(), 0
    for path in sorted(Path(data).glob("*/*/model.onnx")):
        model = ModelProto.FromString(path.read_bytes())
        if all(node.op_type != "Pad" for node in model.graph.node):
            continue
        names.add(path.parent.name)
        for target, inputs in itertools.product(("fold", "constant-only"),
                                                path.parent.glob("test_data_set_*")):
            result, _, _ = rewriter.run(path.parent.name, path.read_bytes(), target)
            compare_bytes(path.read_bytes(), result)
            after = ModelProto.FromString(result)
            arrays = [numpy_helper.to_array(TensorProto.FromString(
                (inputs / f"input_{number}.pb").read_bytes()))
                for number in range(len(list(inputs.glob("input_*.pb"))))]
            given = [value.name for value in model.graph.input
                     if value.name not in {tensor.name for tensor in model.graph.initializer}]
            wanted = numpy_helper.to_array(TensorProto.FromString(
                (inputs / "output_0.pb").read_bytes()))
            output, arrays = model.graph.output[0].name, dict(zip(given, arrays))
            found = evaluate(after, arrays).get(output)
            assert same(found, wanted), (path, target, found, wanted)
            compared += 1
            peer.ask(model, after, output, arrays, wanted)
    print(f"test data: {len(names)} models, {compared} results equal")


def main(source, tools, folder, data):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rewriter = Rewriter(tools, folder)
    peer = Peer(Opinion(Path(source), os.environ.get("PAD_PEERS", Path(source) / "build/bench")))
    constant_only(rewriter, peer)
    open_extents(rewriter)
    fold(rewriter, peer)
    testdata(rewriter, peer, data)
    if peer.opinion.version:
        (folder / "peer.txt").write_text(peer.describe())


main(*sys.argv[1:])
