"""ONNX Runtime on a model, by the bindings of the benchmark."""

import ctypes
import sys


class Opinion:
    """None of it where the library is absent; `version` is then None."""

    def __init__(self, source, folder):
        sys.path.insert(0, str(source / "benchmark"))
        from padbench.contenders import Absent, onnxruntime_peer as peer

        self.peer = peer
        try:
            self.runtime = peer.OnnxRuntime(None, 1, folder)
            self.version = self.runtime.version
        except Absent:
            self.runtime = self.version = None

    def run(self, model, inputs, output, result, code):
        """Runs `model`, bytes, on `inputs`: (name, array, number of the element
        type); fills `result`. The text of the error; empty without one."""
        runtime, peer = self.runtime, self.peer
        try:
            session = runtime._create("CreateSessionFromArray", runtime.environment,
                                      model, len(model), runtime.options)
            runtime.owned.append(("ReleaseSession", session))
            values = [runtime._tensor(array, element) for _, array, element in inputs]
            made = [runtime._tensor(result, code)]
            names = (ctypes.c_char_p * len(inputs))(*(n.encode() for n, _, _ in inputs))
            outputs = (ctypes.c_char_p * 1)(output.encode())
            runtime._check("Run", session, None, names,
                           (ctypes.c_void_p * len(values))(*(v.value for v in values)),
                           len(inputs), outputs, 1,
                           (ctypes.c_void_p * 1)(made[0].value))
        except peer._Error as error:
            return str(error) or "an error without text"
        finally:
            runtime._release()
        return ""
