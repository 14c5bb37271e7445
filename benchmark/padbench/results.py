"""The file of results: JSON with one record a line, so that each number can be
traced to a line. A name that ends in .gz is that of a compressed file.

  format      1
  date        of the run, UTC
  revision    the commit, -dirty if the tree is modified
  settings    rounds, lengths of samples, options
  machine     processor, caches, memory, system
  contenders  per number of threads: version and what to know, or why it is absent;
              of ours, the CPU and the bits of a vector that they were compiled for
  workloads   name -> what it is, bytes of source and result, bytes the floor copies
  records     one per (workload, contender, threads):
                status      right, refused (detail says why) or wrong
                variant     the fastest way of doing it, of those in `variants`
                samples_ns  nanoseconds per call, one per round
                ratios      the same as multiples of the floor of the same round
                            and process
                floor_ns    the median of that floor. With several threads every
                            contender has a process of its own, and the record of
                            the floor is that of the fastest. Not in the results
                            of older runs, whose contenders shared one process
                median_ns, ratio (median of ratios), quartiles (of ratios)
                drift       change of the ratio from the first half of the rounds to
                            the second
                noisy       drift or the distance between the quartiles is over 8 %
  compile     wall times of the tools and sizes of what they make. subject is a
              workload or says what else; kind is then
                single      one dynamic pad
                further     a module of `pads` dynamic pads of one mode and width
                module      a module of `pads` pads, all dynamic or all static
              lowering and cpu are those of our contender, if not the default

What is kept in the project has neither variants, samples_ns, ratios nor samples_ms.
"""

import gzip
import json
import zlib

from .builds import is_ours

FORMAT = 1
_LISTS = ("contenders", "records", "compile")
_SAMPLES = ("variants", "samples_ns", "ratios", "samples_ms")


class ResultsError(Exception):
    """A file is not a file of results."""


def dump(results):
    lines = ["{"]
    for key, value in results.items():
        comma = "" if key == list(results)[-1] else ","
        if key in _LISTS:
            rows = ",\n".join(json.dumps(row) for row in value)
            lines.append(f'"{key}": [\n{rows}\n]{comma}')
        elif key == "workloads":
            rows = ",\n".join(
                f"{json.dumps(name)}: {json.dumps(row)}" for name, row in value.items())
            lines.append(f'"{key}": {{\n{rows}\n}}{comma}')
        else:
            lines.append(f'"{key}": {json.dumps(value)}{comma}')
    return "\n".join([*lines, "}"]) + "\n"


def keep(results, path):
    """Writes what the tables need of `results`, compressed."""
    def strip(records):
        return [{key: value for key, value in record.items() if key not in _SAMPLES}
                for record in records]
    kept = {**results, "records": strip(results["records"]),
            "compile": strip(results.get("compile", []))}
    # The same bytes for the same results.
    path.write_bytes(gzip.compress(dump(kept).encode(), mtime=0))


def load(path, kind=None):
    """The results of `path`: of --fusion if `kind` is "fusion"."""
    try:
        with (gzip.open if str(path).endswith(".gz") else open)(path, "rt") as file:
            results = json.load(file)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise ResultsError(f"cannot read results from '{path}': {error}") from None
    if not isinstance(results, dict) or results.get("format") != FORMAT:
        raise ResultsError(f"'{path}' is not a file of benchmark results")
    if results.get("kind") != kind:
        raise ResultsError(f"'{path}' has the figures of --fusion alone; --report of "
                           "results beside it shows them" if kind is None else
                           f"'{path}' has no figures of --fusion")
    return results


def right(results, threads=None):
    """The records that have figures."""
    return [r for r in results["records"] if r["status"] == "right"
            and (threads is None or r["threads"] == threads)]


def contender_names(results):
    """In the order of the tables: ours first, the floor last."""
    names = list(dict.fromkeys(r["contender"] for r in results["records"]))
    names.sort(key=lambda name: (name == "floor", not is_ours(name)))
    return names
