"""Speaks with pad-lsp-server over stdio as an editor does, and prints what it answers.

lsp_session.py SERVER FILE.mlir
"""

import json
import subprocess
import sys
from pathlib import Path


class Server:
    """The server, and the messages that nobody has asked for yet."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, method, params, **fields):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **fields}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            name, value = line.split(b": ")
            if name == b"Content-Length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def read_until(self, holds):
        while not holds(message := self.read()):
            pass
        return message

    def ask(self, method, params):
        self.number += 1
        self.send(method, params, id=self.number)
        return self.read_until(lambda message: message.get("id") == self.number)["result"]


def main(command, path):
    text = Path(path).read_text()
    lines = text.splitlines()
    uri = Path(path).resolve().as_uri()

    def place(needle, line_of):
        line = next(k for k, line in enumerate(lines) if line_of in line)
        return {"textDocument": {"uri": uri},
                "position": {"line": line, "character": lines[line].index(needle)}}

    server = Server([command])
    server.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    server.send("initialized", {})
    server.send("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "mlir", "version": 1, "text": text}})
    found = server.read_until(
        lambda message: message.get("method") == "textDocument/publishDiagnostics")
    for diagnostic in found["params"]["diagnostics"]:
        print("diagnostic:", diagnostic["range"]["start"]["line"] + 1, diagnostic["message"])

    # The line that is wrong, mended: a file that does not verify has no definitions.
    server.send("textDocument/didChange", {
        "textDocument": {"uri": uri, "version": 2},
        "contentChanges": [{"text": text.replace("low[9]", "low[2]")}]})
    found = server.read_until(
        lambda message: message.get("method") == "textDocument/publishDiagnostics")
    print("mended:", len(found["params"]["diagnostics"]))

    hover = server.ask("textDocument/hover", place("pad.pad", "pad.pad edge"))
    print("hover:", hover["contents"]["value"].replace("\n", " | "))
    definition = server.ask("textDocument/definition", place("%r", "return %r"))
    print("definition:", definition[0]["range"]["start"]["line"] + 1)
    server.ask("shutdown", None)
    server.send("exit", None)
    print("exit:", server.process.wait(60))


main(*sys.argv[1:])
