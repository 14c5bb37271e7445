"""Makes faults that the tests of a stand-in see in the first tier, in the long one and in none:
tiers.py FOLDER LIT. Each has a verdict from the first tier that sees it."""

import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mutate  # noqa: E402
from mutation.mutants import Mutant  # noqa: E402
from mutation.suite import Suite  # noqa: E402
from stand_in import Tree  # noqa: E402

folder = Path(sys.argv[1])
code = folder / "code"
tree = Tree(folder, f"! grep -q wrong {code} && {{ ! grep -q rare {code} || test $PAD_TEST_TIER = first; }} || exit 1",
            sys.argv[2])
code.write_text("right\n")
faults = [Mutant("", name, "code", "", [test], "right", name)
          for name, test in (("wrong", ("lit", "walks")), ("rare", ("gtest", "Code.*")),
                             ("rare", ("lit", "walks")), ("none", ("gtest", "Code.*")))]
for result in mutate.try_mutants(faults, tree, Suite(tree, 1, folder / "results"),
                                 SimpleNamespace(jobs=1, full=False), folder):
    print(result["name"], result["state"], result["by"])
