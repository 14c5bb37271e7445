"""A build of which one command decides the tests."""

REPORT = '{"testsuites": [{"name": "Code", "testsuite": [{"name": "Walks", "status": "RUN", "time": "0.1s"}]}]}'


class Tree:
    """A build with one lit test and one unit test, which run `command`."""

    def __init__(self, folder, command, lit):
        self.build, self.source, self.program = folder, folder, lit
        unit = folder / "test/Unit"
        unit.mkdir(parents=True, exist_ok=True)
        (folder / "test/lit.cfg").write_text(
            "import lit.formats\nconfig.name, config.suffixes = 'Code', ['.test']\n"
            "config.test_format = lit.formats.ShTest()\n"
            "config.environment['PAD_TEST_TIER'] = lit_config.params['tier']\n")
        (folder / "test/walks.test").write_text(f"RUN: sh -c '{command}'\n")
        (unit / "PadUnitTests").write_text(
            f"#!/bin/sh\necho '[ RUN      ] Code.Walks'\n{command}\n"
            f"for argument; do case $argument in --gtest_output=json:*) echo '{REPORT}' >${{argument#*:}} ;; esac; done\n")
        (unit / "PadUnitTests").chmod(0o755)

    def lit(self):
        return self.program

    def make(self, jobs):
        """The tests read the sources."""

    def write(self, name, text):
        (self.source / name).write_text(text)
