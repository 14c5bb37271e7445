"""Counts the results that lit wrote: the last line of scripts/check.

With --times, prints the slowest tests first.
"""

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
LISTED = 20

with open(sys.argv[-1]) as results:
    tests = json.load(results)["tests"]
if "--times" in sys.argv:
    print("the slowest tests:")
    for test in sorted(tests, key=lambda test: -(test["elapsed"] or 0))[:LISTED]:
        print(f"{test['elapsed'] or 0:8.1f} s  {test['name']}")
codes = [test["code"] for test in tests if test["code"] != "EXCLUDED"]
passed = sum(code in PASSED for code in codes)
skipped = sum(code in SKIPPED for code in codes)
failed = len(codes) - passed - skipped
tail = f", {skipped} skipped" if skipped else ""
print(f"{passed} passed, {failed} failed{tail}")
sys.exit(failed > 0 or passed == 0)
