"""A headless Chromium that shows one page, driven through a pair of pipes by the
DevTools protocol."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile


class Browser:
    def __init__(self):
        self.home = tempfile.mkdtemp()
        read_end, self.to_browser = os.pipe()
        self.from_browser, write_end = os.pipe()

        def give_pipes():
            # Chromium reads from descriptor 3 and writes to 4. Moved out of the way
            # first: the pipes may have those numbers, and are not inherited then.
            read, write = os.dup(read_end), os.dup(write_end)
            while read < 5:
                read = os.dup(read)
            while write < 5:
                write = os.dup(write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu"]
            + ["--disable-dev-shm-usage", "--disable-background-networking"]
            + ["--remote-debugging-pipe", "--user-data-dir=" + self.home],
            preexec_fn=give_pipes,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.home},
        )
        os.close(read_end)
        os.close(write_end)
        self.received = b""
        self.count = 0
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True
        )["sessionId"]
        self.call("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.received:
            if not select.select([self.from_browser], [], [], 60)[0]:
                raise SystemExit("chromium does not answer")
            part = os.read(self.from_browser, 1 << 20)
            if not part:
                raise SystemExit("chromium has ended")
            self.received += part
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data) :]
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, url, width, height=1000, phone=False):
        """Loads the page in a window of that size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )
        # By an empty page: an address that differs in its fragment loads nothing.
        for address in ("about:blank", url):
            self.call("Page.navigate", url=address)
            while self.receive().get("method") != "Page.loadEventFired":
                pass

    def evaluate(self, expression):
        """The value of a JavaScript expression."""
        answer = self.call(
            "Runtime.evaluate",
            expression=expression,
            returnByValue=True,
            awaitPromise=True,
        )
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def screenshot(self, path):
        """The whole page as a picture."""
        picture = self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True
        )
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
