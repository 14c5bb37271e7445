"""Pads written as slices, reversals, gathers and concatenations of a system:

  import_moves.py print SYSTEM           a module of pads of every mode
  import_moves.py check PREFIX SYSTEM    compares what the lowerings printed
  import_moves.py near SYSTEM            functions that are mostly no pads: one piece of
                                         them is another one
  import_moves.py keep FILE SYSTEM       those of FILE, where pads were imported, that
                                         became pads, with a main; the others are no pads
  import_moves.py kept FILE OUTPUT SYSTEM  compares what these printed
"""

import random
import re
import sys
from pathlib import Path

from import_cases import Case, check, count, function_text, pad, numbers, print_module, run, tensor
from moved_elements import (FILL, decompose, extend_computed, extend_in_loops, extend_open,
                            get_reads, is_pad, join_pieces, make_piece, read_axes, runs)
from moves_of_systems import SYSTEMS

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
SYSTEM = SYSTEMS[sys.argv[-1]]
VALUE = 5


def modes_of(form):
    if form == SYSTEM.loops:
        return ["reflect", "symmetric"]
    if form == SYSTEM.decomposed:
        return ["edge", "reflect"]
    if form == SYSTEM.compressed:
        return ["symmetric"]
    if form == SYSTEM.computed:
        return SYSTEM.computed_modes
    return MODES[1:] if form in (SYSTEM.gathers, SYSTEM.opens) else MODES


def draw_amounts(rng, mode, extent, form=None):
    """Pads of an axis, also wider than the axis."""
    most = 2 * extent + 2 if rng.random() < 0.3 else extent
    if form and form in (SYSTEM.decomposed, SYSTEM.compressed):
        most = extent - (form == SYSTEM.decomposed)
    if mode == "reflect" and extent == 1:
        return 0, 0
    return rng.randint(0, most), rng.randint(0, most)


def draw_open(rng, form, mode):
    """Slices of axes of unknown extents, which may be too short for the pads, or gathers at
    indices that are computed of these extents, for which no axis is."""
    program = SYSTEM(rng.choice(SYSTEM.elements), rng)
    shape = [rng.randint(1, 5) for _ in range(rng.randint(1, 2))]
    if SYSTEM.strict if form == SYSTEM.opens else SYSTEM.is_narrow:
        shape[0] = rng.randint(5, 7)
    seen = [None] + shape[1:]
    low, high = rng.choice([(2, 0), (0, 3), (1, 1), (3, 2), (1, 4)])
    # Two axes, one after the other.
    axes = [0]
    if len(shape) > 1 and (rng.random() < 0.5 if SYSTEM.strict or form == SYSTEM.computed
                           else shape[1] % 2):
        axes, seen = [1, 0], [None, None]
        shape[1] = max(shape[1], 3)
    moved = program.begin("%x", shape, seen)
    for axis in axes:
        pads = (low, high) if axis == 0 else (1, 2)
        if form == SYSTEM.opens:
            moved = extend_open(program, moved, axis, mode, *pads)
        else:
            moved = extend_computed(rng, program, moved, axis, mode, *pads)
    return Case(shape, seen, program.stored, program.end(moved),
                tensor(moved.seen, program.stored), moved.data, moved.shape, (), form, mode,
                "", program.element)


def draw(rng, form, mode):
    """A pad in `form`, of which at least one axis is padded in `mode`."""
    element = rng.choice(SYSTEM.elements)
    is_mixed = len(modes_of(form)) > 1 and rng.random() < 0.4
    while True:
        rank = rng.randint(2 if is_mixed else 1, 3)
        shape = [rng.randint(1, 4) for _ in range(rank)]
        modes = [rng.choice(modes_of(form)) if is_mixed else mode for _ in shape]
        low, high = [0] * rank, [0] * rank
        for axis in range(rank):
            if rng.random() < 0.8:
                low[axis], high[axis] = draw_amounts(rng, modes[axis], shape[axis], form)
        padded = [axis for axis in range(rank) if low[axis] + high[axis] > 0]
        expected, extents = pad(numbers(shape), shape, modes, low, high, VALUE)
        if (mode in (read := {modes[axis] for axis in padded}) and
                is_mixed == (len(read) > 1) and count(extents) <= 400):
            break
    seen = [None if axis not in padded and SYSTEM.dynamic and rng.random() < 0.25 else n
            for axis, n in enumerate(shape)]
    program = SYSTEM(element, rng)
    program.form = form
    moved = program.begin("%x", shape, seen)
    for axis in padded:
        moved = extend(rng, program, moved, axis, form, modes[axis], low[axis], high[axis])
    assert moved.shape == extents
    assert [VALUE if n is FILL else n for n in moved.data] == expected
    return Case(shape, seen, program.stored, program.end(moved),
                tensor(moved.seen, program.stored), expected, extents, (), form, mode,
                "m" if is_mixed else "", element)


def extend(rng, program, moved, axis, form, mode, low, high):
    reads = get_reads(mode, moved.shape[axis], low, high)
    if form == SYSTEM.gathers:
        return program.gather(moved, axis, reads)
    if form == SYSTEM.compressed:
        return program.mirror(moved, axis, low, high)
    if form == SYSTEM.loops:
        return extend_in_loops(program, moved, axis, mode, low, high)
    if form == SYSTEM.decomposed:
        return decompose(program, moved, axis, mode, low, high)
    if mode == "constant" and (None in moved.seen or rng.random() < 0.3):
        return program.pad(moved, axis, low, high, VALUE)
    parts = [make_piece(program, moved, axis, piece, VALUE) for piece in runs(rng, reads)]
    return join_pieces(program, axis, parts)


def draw_near(rng):
    """Pieces of which one is another one."""
    element = rng.choice(SYSTEM.elements)
    while True:
        rank = rng.randint(1, 3)
        shape = [rng.randint(1, 4) for _ in range(rank)]
        mode = rng.choice(MODES[1:])
        axis = rng.randrange(rank)
        low, high = draw_amounts(rng, mode, shape[axis])
        extents = [low + n + high if a == axis else n for a, n in enumerate(shape)]
        if low + high > 0 and count(extents) <= 120:
            break
    program = SYSTEM(element, rng)
    source, other = program.begin("%x", shape, shape), None
    arguments = []
    reads = get_reads(mode, shape[axis], low, high)
    kinds = ["shift", "swap", "straight", "overlap", "gather"]
    kind = rng.choice(kinds if rng.random() < 0.95 else ["source"])
    pieces, sources = runs(rng, reads), {}
    at = rng.randrange(len(pieces))
    first, size, step = pieces[at]
    if kind == "shift":
        moved_first = first + rng.choice([-1, 1])
        last = moved_first + (size - 1) * step
        if 0 <= min(moved_first, last) and max(moved_first, last) < shape[axis]:
            pieces[at] = (moved_first, size, step)
    elif kind == "swap":
        to = rng.randrange(len(pieces))
        pieces[at], pieces[to] = pieces[to], pieces[at]
    elif kind == "straight" and step == -1:
        pieces[at] = (first - size + 1, size, 1)
    elif kind == "overlap" and at + 1 < len(pieces):
        after, after_size, after_step = pieces[at + 1]
        last = first + size * step
        if after_size > 1 and 0 <= last < shape[axis]:
            pieces[at] = (first, size + 1, step)
            pieces[at + 1] = (after + after_step, after_size - 1, after_step)
    elif kind == "source":
        sources[at] = True
        type = tensor(shape, program.stored)
        arguments.append(("%y", type, f"dense<{program.number(99)}>"))
        other = program.begin("%y", shape, shape, 1000)
    if kind == "gather" and SYSTEM.gathers:
        reads[rng.randrange(len(reads))] = rng.randrange(shape[axis])
        moved = program.gather(source, axis, reads)
    else:
        parts = [make_piece(program, other if k in sources else source, axis, piece, VALUE)
                 for k, piece in enumerate(pieces)]
        moved = join_pieces(program, axis, parts)
    case = Case(shape, shape, program.stored, program.end(moved),
                tensor(moved.seen, program.stored), moved.data, moved.shape, arguments)
    case.reads = read_axes(moved, shape)
    case.is_pad = is_pad(case.reads, shape)
    return case


def near_cases():
    """Those that are no pads, and a few that are pads all the same."""
    rng, others, pads = random.Random(11), [], []
    while len(others) < 120:
        case = draw_near(rng)
        (pads if case.is_pad else others).append(case)
    return others + pads[:30]


def read_functions(path):
    text = Path(path).read_text()
    return dict((int(k), body) for body, k in
                re.findall(r"^  (func\.func private @case(\d+)\(.*?^  \})", text, re.M | re.S))


def get_kept(cases, path):
    """The functions that became pads; exits if a function is a pad and did not."""
    functions = read_functions(path)
    kept = {k: text for k, text in functions.items() if not SYSTEM.prefix in text}
    if set(functions) != set(range(len(cases))):
        sys.exit(f"{len(functions)} functions of {len(cases)}")
    for k, case in enumerate(cases):
        if case.is_pad and k not in kept:
            sys.exit(f"case{k} is a pad and was not converted:\n" + functions[k])
        if k in kept and "pad.pad" in kept[k] and not case.is_pad:
            sys.exit(f"case{k} is no pad, but became one:\n" + function_text(k, case) +
                     "\n" + kept[k])
    return kept


def cases():
    rng, made = random.Random(7), []
    for form, amount in SYSTEM.counts.items():
        modes = modes_of(form)
        for mode in modes:
            drawn = draw_open if form in (SYSTEM.opens, SYSTEM.computed) else draw
            made += [drawn(rng, form, mode) for _ in range(amount // len(modes))]
    return made


if sys.argv[1] in ("print", "check"):
    run(list(SYSTEM.counts), cases())
elif sys.argv[1] == "near":
    print("\n".join(function_text(k, case) for k, case in enumerate(near_cases())))
else:
    near = near_cases()
    kept = get_kept(near, sys.argv[2])
    if sys.argv[1] == "keep":
        print_module(near, kept)
    else:
        check([near[k] for k in kept], Path(sys.argv[3]).read_text())
        print(f"{len(kept)} of {len(near)} functions are pads")
