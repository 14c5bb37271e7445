"""Counts the results that lit wrote: the last line of scripts/check."""

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}

with open(sys.argv[1]) as results:
    codes = [test["code"] for test in json.load(results)["tests"]]
passed = sum(code in PASSED for code in codes)
skipped = sum(code in SKIPPED for code in codes)
failed = len(codes) - passed - skipped
tail = f", {skipped} skipped" if skipped else ""
print(f"{passed} passed, {failed} failed{tail}")
sys.exit(failed > 0 or passed == 0)
