"""What the code of our kernels costs: bytes, and time of padc."""

from .builds import Build
from .summary import geometric_mean


def build_name(record):
    """The contender that a record of the tools belongs to."""
    return Build(record.get("lowering", ""), record.get("cpu", "")).name


def padc_records(results, ours, kind=None):
    """Those of padc that have figures."""
    return [c for c in results["compile"] if c["tool"] == "padc"
            and c["status"] == "right" and c.get("kind") == kind
            and build_name(c) == ours]


def kernels(results, ours):
    """Workload -> record of its kernel."""
    return {c["subject"]: c for c in padc_records(results, ours)
            if c["subject"] in results["workloads"]}


def dynamic_kernels(results, ours):
    """[(bytes, subject)] of every dynamic kernel that is alone in its module, the most
    first."""
    chosen = [c for name, c in kernels(results, ours).items() if "/" in name]
    chosen += padc_records(results, ours, "single")
    return sorted(((c["code_bytes"], c["subject"]) for c in chosen), reverse=True)


def further_pads(results, ours):
    """Mode -> bytes of the modules of one, two, ... dynamic pads."""
    found = {}
    for c in padc_records(results, ours, "further"):
        found.setdefault(c["mode"], {})[c["pads"]] = c["code_bytes"]
    return {mode: [sizes[n] for n in sorted(sizes)] for mode, sizes in found.items()
            # A module that failed leaves no sizes to compare.
            if sorted(sizes) == list(range(1, len(sizes) + 1))}


def increments(results, ours):
    """[(bytes that a further pad adds, number of it, mode)], the most first."""
    return sorted(((sizes[n] - sizes[n - 1], n + 1, mode)
                   for mode, sizes in further_pads(results, ours).items()
                   for n in range(1, len(sizes))), reverse=True)


def dynamic_compile_time(results, ours):
    """[(time of padc for a dynamic form over that for its static form, workload)],
    the most first."""
    times = {name: c["ms"] for name, c in kernels(results, ours).items()}
    return sorted(((ms / times[name.split("/")[0]], name)
                   for name, ms in times.items()
                   if "/" in name and name.split("/")[0] in times), reverse=True)


def many_pads(results, ours):
    """[(pads, milliseconds, bytes)] of the modules of many dynamic pads."""
    return sorted((c["pads"], c["ms"], c["code_bytes"])
                  for c in padc_records(results, ours, "module") if c["dynamic"])


def failed_modules(results, ours):
    """[(pads, why)] of those that padc could not compile."""
    return [(c["pads"], c["detail"]) for c in results["compile"]
            if c["tool"] == "padc" and c["status"] != "right" and c.get("dynamic")
            and build_name(c) == ours]


def slopes(modules):
    """Milliseconds that a further pad takes from each module of `many_pads` to the
    next."""
    return [(after[1] - before[1]) / (after[0] - before[0])
            for before, after in zip(modules, modules[1:])]


def lines(results, ours):
    """The facts, a sentence each."""
    found = []
    largest = dynamic_kernels(results, ours)
    if largest:
        size, subject = largest[0]
        found.append(f"{ours}: the largest dynamic kernel has {size} bytes of code "
                     f"({subject}).")
    added = increments(results, ours)
    if added:
        size, number, mode = added[0]
        found.append(f"{ours}: a further dynamic pad of the same mode and element "
                     f"width in a module adds at most {size} bytes of code ({mode}, "
                     f"pad {number}).")
    ratios = dynamic_compile_time(results, ours)
    if ratios:
        mean, (most, workload) = geometric_mean([r for r, _ in ratios]), ratios[0]
        found.append(f"{ours}: padc takes {mean:.2f} times as long for a dynamic form "
                     f"as for its static form (geometric mean of {len(ratios)}); most "
                     f"{most:.2f}, {workload}.")
    modules = many_pads(results, ours)
    if len(modules) > 1:
        times = ", ".join(f"{pads} in {ms / 1000:.3g} s" for pads, ms, _ in modules)
        each = ", then ".join(f"{ms:.3g} ms" for ms in slopes(modules))
        pads, _, size = modules[-1]
        found.append(f"{ours}: padc compiles a module of dynamic pads, {times}: a "
                     f"further pad takes {each}, and {size / pads:.0f} bytes of code "
                     "a pad.")
    return found
