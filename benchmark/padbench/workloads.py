"""Reads workloads.txt, whose header documents the columns."""

from dataclasses import dataclass, replace
from math import prod

from .modes import MODES

GROUPS = ("static", "interior", "mixed", "shapes", "pads", "sweep")
FORMS = ("shapes", "pads")
# What `dynamic=` is by default; the sweep has no dynamic forms but those it names.
DEFAULT_FORMS = "shapes,pads"
# Element type -> bytes.
TYPES = {"f32": 4, "f64": 8, "f16": 2, "i8": 1, "i64": 8}


class WorkloadError(Exception):
    """A line of the file is not a workload."""


@dataclass(frozen=True)
class Workload:
    name: str
    group: str
    mode: str
    type: str
    shape: tuple
    low: tuple
    high: tuple
    interior: tuple
    periodic: bool = False
    value: int = 0
    # What the kernel gets as arguments: "" (nothing), "shapes" or "pads".
    form: str = ""
    quick: bool = False

    @property
    def modes(self):
        """The mode of each axis."""
        modes = tuple(self.mode.split(","))
        return modes * self.rank if len(modes) == 1 else modes

    @property
    def is_constant(self):
        """Whether every axis is of constant mode."""
        return set(self.modes) <= {"constant"}

    @property
    def rank(self):
        return len(self.shape)

    @property
    def element_bytes(self):
        return TYPES[self.type]

    @property
    def source_bytes(self):
        return prod(self.shape) * self.element_bytes

    @property
    def base(self):
        """The name of the static form."""
        return self.name.split("/")[0]

    def describe(self):
        text = f"{self.mode} {self.type} {'x'.join(map(str, self.shape))}"
        text += f" low {join(self.low)} high {join(self.high)}"
        if any(self.interior):
            text += f" interior {join(self.interior)}"
        if self.periodic:
            text += " periodic"
        if self.value:
            text += f" value {self.value}"
        if self.form:
            text += f", dynamic {self.form}"
        return text


def join(numbers):
    return ",".join(map(str, numbers))


def _integers(text, separator, what):
    try:
        return tuple(int(part) for part in text.split(separator))
    except ValueError:
        raise WorkloadError(f"{what} '{text}' is not a list of integers") from None


def _parse_line(line):
    fields = line.split()
    if len(fields) < 7:
        raise WorkloadError(f"has {len(fields)} columns, needs at least 7")
    name, group, mode, type_, shape, low, high = fields[:7]
    modes = mode.split(",")
    for name_of_one in modes:
        if name_of_one not in MODES:
            raise WorkloadError(f"mode '{name_of_one}' is none of {', '.join(MODES)}")
    if type_ not in TYPES:
        raise WorkloadError(f"type '{type_}' is none of {', '.join(TYPES)}")
    if group not in GROUPS or group in FORMS:
        raise WorkloadError(
            f"group '{group}' is none of static, interior, mixed, sweep")
    shape = _integers(shape, "x", "shape")
    low, high = _integers(low, ",", "low"), _integers(high, ",", "high")
    options = {}
    for field in fields[7:]:
        key, equals, value = field.partition("=")
        if not equals or key not in (
            "interior", "periodic", "value", "dynamic", "quick"
        ):
            raise WorkloadError(f"unknown option '{field}'")
        options[key] = value
    interior = tuple([0] * len(shape))
    if "interior" in options:
        interior = _integers(options["interior"], ",", "interior")
    for what, amounts in (("low", low), ("high", high), ("interior", interior)):
        if len(amounts) != len(shape):
            raise WorkloadError(
                f"{what} has {len(amounts)} entries, the shape has {len(shape)} axes"
            )
    if len(modes) not in (1, len(shape)):
        raise WorkloadError(
            f"mode has {len(modes)} entries, the shape has {len(shape)} axes")
    if min(interior) < 0 or min(shape) < 0:
        raise WorkloadError("extents and interior cannot be negative")
    static = Workload(
        name=name, group=group, mode=mode, type=type_, shape=shape, low=low,
        high=high, interior=interior, periodic=options.get("periodic") == "1",
        value=int(options.get("value", "0")), quick="quick" in options,
    )
    yield static
    forms = options.get("dynamic", "none" if group == "sweep" else DEFAULT_FORMS)
    for form in () if forms == "none" else forms.split(","):
        if form not in FORMS:
            raise WorkloadError(
                f"dynamic form '{form}' is none of {', '.join(FORMS)}, none")
        yield replace(static, name=f"{name}/{form}", group=form, form=form,
                      quick=options.get("quick") == "forms")


def parse(text, path="workloads.txt"):
    """The workloads of a file, dynamic forms after their static form."""
    workloads, names = [], set()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        try:
            for workload in _parse_line(line):
                if workload.name in names:
                    raise WorkloadError(f"the name '{workload.name}' is taken")
                names.add(workload.name)
                workloads.append(workload)
        except WorkloadError as error:
            raise WorkloadError(f"{path}:{number}: {error}") from None
    return workloads
