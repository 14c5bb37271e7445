"""The list of mutants: blocks of text in the .txt files of a folder.

A block ends at an empty line, and `#` starts a line of comment:

    mutant: name-of-the-fault
    file: lib/IR/PadGeometry.cpp
    fault: what goes wrong for a user, in one line or more
    test: gtest PadGeometry.*
    test: lit ^Pad :: IR/invalid.mlir$
    - the code that is replaced, which occurs once in the file
    + the code that replaces it; none deletes it

Code is found by its tokens: blanks and line breaks do not count, nor does the place
in the file. `test:` names the tests that are expected to fail: a filter of GoogleTest,
or a regular expression that lit searches for in the names of its tests.
"""

import fnmatch
import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

KEYS = ("mutant", "file", "fault", "test")
KINDS = ("lit", "gtest")
# A test of GoogleTest: the macro, the suite and the name.
TEST_MACRO = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)


class ListError(Exception):
    """What is wrong with the list, with the place in it."""


@dataclass
class Mutant:
    place: str
    name: str = ""
    file: str = ""
    fault: str = ""
    tests: list = field(default_factory=list)  # (kind, pattern)
    old: str = ""
    new: str = ""

    def digest(self):
        """Changes where the fault or its tests do."""
        text = repr((self.file, self.tests, self.old, self.new))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def patterns(self, kind):
        return [pattern for own, pattern in self.tests if own == kind]

    def apply(self, text):
        """The text of the file with the fault in it."""
        spans = [match.span() for match in _code(self.old).finditer(text)]
        if len(spans) != 1:
            raise ListError(
                f"{self.place}: {self.name}: the code to be replaced occurs "
                f"{len(spans) or 'no'} time{'' if len(spans) == 1 else 's'} in "
                f"{self.file}; it has to occur once")
        begin, end = spans[0]
        changed = text[:begin] + self.new + text[end:]
        if _tokens(changed) == _tokens(text):
            raise ListError(f"{self.place}: {self.name}: changes nothing")
        return changed


def _tokens(code):
    return re.findall(r"\w+|[^\w\s]", code)


def _code(code):
    """Matches `code` however it is broken into lines."""
    pattern, before = "", ""
    for token in _tokens(code):
        is_word = bool(re.match(r"\w", token))
        if before:
            pattern += r"\s+" if is_word and re.match(r"\w", before) else r"\s*"
        elif is_word:
            pattern = r"(?<!\w)"
        pattern += re.escape(token)
        before = token
    return re.compile(pattern + (r"(?!\w)" if re.match(r"\w", before) else ""))


def _add_line(mutant, line, place):
    if line[:1] in "-+" and line[1:2] in ("", " "):
        if line[0] == "-" and mutant.new:
            raise ListError(f"{place}: '-' after '+'")
        part = "old" if line[0] == "-" else "new"
        setattr(mutant, part, getattr(mutant, part) + line[2:] + "\n")
        return
    key, colon, value = line.partition(":")
    value = value.strip()
    if not colon or key not in KEYS or not value:
        raise ListError(f"{place}: expected {', '.join(k + ':' for k in KEYS)}, "
                        f"'- ' or '+ ', but found '{line}'")
    if key == "test":
        kind, _, pattern = value.partition(" ")
        if kind not in KINDS or not pattern:
            raise ListError(f"{place}: expected 'test: lit REGEX' or "
                            f"'test: gtest FILTER', but found '{line}'")
        mutant.tests.append((kind, pattern.strip()))
    elif key == "fault":
        mutant.fault = f"{mutant.fault} {value}".strip()
    else:
        attribute = "name" if key == "mutant" else key
        if getattr(mutant, attribute):
            raise ListError(f"{place}: a second '{key}:' in one block")
        setattr(mutant, attribute, value)


def _read(path):
    mutants, current = [], None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        place = f"{path.name}:{number}"
        if line.startswith("#"):
            continue
        if not line.strip():
            current = None
            continue
        if current is None:
            current = Mutant(place)
            mutants.append(current)
        _add_line(current, line, place)
    return mutants


def read(folder):
    """All mutants of the folder, its files in the order of their names."""
    mutants = [m for path in sorted(Path(folder).glob("*.txt")) for m in _read(path)]
    names = set()
    for mutant in mutants:
        for what in ("name", "file", "fault", "tests", "old"):
            if not getattr(mutant, what):
                raise ListError(f"{mutant.place}: the block has no {what}")
        if mutant.name in names:
            raise ListError(f"{mutant.place}: a second mutant {mutant.name}")
        names.add(mutant.name)
    if not mutants:
        raise ListError(f"{folder}: no mutants")
    return mutants


def _gtest_names(source):
    """Suite.Name of every test, without the prefixes of instantiations."""
    return {f"{suite}.{name}"
            for path in sorted((source / "test/Unit").glob("*.cpp"))
            for suite, name in TEST_MACRO.findall(path.read_text())}


def _lit_names(source):
    folder = source / "test"
    return {f"Pad :: {path.relative_to(folder)}"
            for path in folder.rglob("*") if path.suffix in (".mlir", ".test")
            and "Inputs" not in path.relative_to(folder).parts}


def _names_a_test(kind, pattern, gtests, lits):
    if kind == "lit":
        return any(re.search(pattern, name) for name in lits)
    for part in pattern.split(":"):
        suite, dot, name = part.partition(".")
        bare = suite.rpartition("/")[2] + dot + name.partition("/")[0]
        if not any(fnmatch.fnmatchcase(test, bare) for test in gtests):
            return False
    return True


def check(mutants, source):
    """What is wrong with the list for these sources: a list of messages."""
    source, problems = Path(source), []
    gtests, lits = _gtest_names(source), _lit_names(source)
    for mutant in mutants:
        try:
            mutant.apply((source / mutant.file).read_text())
        except OSError as error:
            problems.append(f"{mutant.place}: {mutant.name}: {error}")
        except ListError as error:
            problems.append(str(error))
        for kind, pattern in mutant.tests:
            if not _names_a_test(kind, pattern, gtests, lits):
                problems.append(f"{mutant.place}: {mutant.name}: there is no test "
                                f"'{kind} {pattern}'")
    return problems
