"""What a run has finished so far, one line of JSON a piece: an interrupted run goes
on where it was.

The first line is {"key": ..., "run": ...}: what has to agree for the run to go on,
and the fields of the results that are known at its start. A later line is one of

  {"threads": N, "contenders": [...]}
  {"threads": N, "process": NAME, "half": WORKLOAD, "state": [...]}, the first part of
      the rounds in the process that measures the contenders NAME,NAME,...
  {"threads": N, "process": NAME, "workload": WORKLOAD, "what": {...},
      "records": [...]}
  {"threads": N, "doing": [WORKLOAD, CONTENDER]}, CONTENDER null once all are checked
  {"threads": N, "crashed": [WORKLOAD, CONTENDER, HOW]}
  {"subject": NAME, "contender": NAME, "compile": [...]}
"""

import json
from pathlib import Path

from .results import ResultsError


class Journal:
    def __init__(self, path):
        self.path = Path(path)
        self.lines = []

    def start(self, key, run):
        """Begins anew."""
        self.lines = [{"key": key, "run": run}]
        self._write()

    def resume(self, key):
        """Goes on with what is there, if it was measured in the same way."""
        self.lines = list(self._read())
        if not self.lines or "key" not in self.lines[0]:
            raise ResultsError(f"there is no interrupted run in '{self.path}'")
        # As it comes back from JSON.
        key, old = json.loads(json.dumps(key)), self.lines[0]["key"]
        changed = [name for name in key if key[name] != old.get(name)]
        if changed:
            raise ResultsError(f"cannot resume '{self.path}': since it began, these "
                               f"have changed: {', '.join(changed)}; run without "
                               "--resume")
        # A line that was cut off is gone from the file too.
        self._write()

    def add(self, line):
        """Keeps a finished piece; a second process may call this."""
        self.lines.append(line)
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def reload(self):
        """Takes in what another process has added."""
        self.lines = list(self._read())

    def measured(self, threads, process):
        """Names of the workloads that are done."""
        return {line["workload"] for line in self._of(threads, process)
                if "workload" in line}

    def states(self, threads, process):
        """Workload -> state of its measurement after the first part."""
        return {line["half"]: line["state"] for line in self._of(threads, process)
                if "half" in line}

    def doing(self):
        """[workload, contender] of the check that was not finished, or None."""
        last = self.lines[-1].get("doing") or [None, None]
        return last if last[1] else None

    def crashed(self, threads):
        """workload -> contender -> how it crashed."""
        found = {}
        for line in self.lines:
            if "crashed" in line and line["threads"] == threads:
                workload, contender, how = line["crashed"]
                found.setdefault(workload, {})[contender] = how
        return found

    def compiled(self, contender):
        """Subjects whose compile time is known."""
        return {line["subject"] for line in self.lines
                if "subject" in line and line["contender"] == contender}

    def results(self):
        """The results so far."""
        made = {**self.lines[0]["run"], "contenders": [], "workloads": {},
                "records": [], "compile": []}
        contenders, records = {}, {}
        for line in self.lines[1:]:
            if "contenders" in line:
                # Of the last process that had them.
                contenders.setdefault(line["threads"], {}).update(
                    (row["name"], row) for row in line["contenders"])
            elif "workload" in line:
                made["workloads"][line["workload"]] = line["what"]
                rows = records.setdefault(line["threads"], {}).setdefault(
                    line["workload"], {})
                for record in line["records"]:
                    # Every process has the floor: the fastest is kept.
                    known = rows.setdefault(record["contender"], record)
                    if record.get("median_ns", 0) < known.get("median_ns", 0):
                        rows[record["contender"]] = record
            elif "compile" in line:
                made["compile"] += line["compile"]
        for threads in sorted(contenders):
            made["contenders"] += contenders[threads].values()
            for rows in records.get(threads, {}).values():
                made["records"] += rows.values()
        return made

    def remove(self):
        self.path.unlink()

    def _of(self, threads, process):
        return [line for line in self.lines if line.get("threads") == threads
                and line.get("process") == process]

    def _write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(line) + "\n" for line in self.lines)
        partial = self.path.with_name(self.path.name + ".new")
        partial.write_text(text)
        partial.replace(self.path)

    def _read(self):
        try:
            text = self.path.read_text()
        except OSError as error:
            raise ResultsError(
                f"there is no interrupted run in '{self.path}': {error}") from None
        for line in text.splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                # Cut off; what follows it cannot be.
                return
