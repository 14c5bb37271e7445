"""Under autograd, vmap, tracing and all else that PyTorch does with a pad, padkernels.torch_pad and
an installed padkernels give what PyTorch gives by itself."""

import warnings

import padkernels
import torch
import torch.nn.functional as F
import torch_common
from torch_common import MODES, outcome, same

warnings.filterwarnings("ignore")
torch.manual_seed(1)
IMAGE = torch.rand(2, 3, 4, 5)
DOUBLE = IMAGE[:1, :1].double()
COMPLEX = torch.rand(2, 3, 4, 5, dtype=torch.complex64)
PADS = (1, 2, 3, 0)

#: Of each name, a function of `pad` and a mode.
BEHAVIOURS = {}


def behaviour(function):
    BEHAVIOURS[function.__name__] = function
    return function


@behaviour
def gradients(pad, mode):
    x = IMAGE.clone().requires_grad_()
    y = pad(x, PADS, mode)
    weights = torch.arange(float(y.numel())).reshape(y.shape)
    first, = torch.autograd.grad((y * y * weights).sum(), x, create_graph=True)
    second, = torch.autograd.grad(first.square().sum(), x)
    return y, first, second


@behaviour
def checked_gradients(pad, mode):
    x = DOUBLE.clone().requires_grad_()
    return (torch.autograd.gradcheck(lambda t: pad(t, PADS, mode), (x,)),
            torch.autograd.gradgradcheck(lambda t: pad(t, PADS, mode), (x,)))


@behaviour
def parameters_without_gradients(pad, mode):
    with torch.no_grad():
        return pad(torch.nn.Parameter(IMAGE), PADS, mode), pad(IMAGE.clone().requires_grad_(), PADS, mode)


@behaviour
def forward_mode(pad, mode):
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(IMAGE, IMAGE + 1)
        return tuple(torch.autograd.forward_ad.unpack_dual(pad(dual, PADS, mode)))


@behaviour
def forward_mode_without_gradients(pad, mode):
    with torch.no_grad():
        return forward_mode(pad, mode)


@behaviour
def conjugate_view(pad, mode):
    result = pad(COMPLEX.conj(), PADS, mode)
    return result, result.is_conj()


@behaviour
def negative_view(pad, mode):
    result = pad(torch._neg_view(IMAGE), PADS, mode)
    return result, result.is_neg(), pad(COMPLEX.conj().imag, PADS, mode)


@behaviour
def zero_tensor(pad, mode):
    return pad(torch._efficientzerotensor(IMAGE.shape), PADS, mode)


@behaviour
def inference(pad, mode):
    with torch.inference_mode():
        result = pad(IMAGE, PADS, mode), pad(torch.ones_like(IMAGE), PADS, mode)
    return result, pad(result[1], PADS, mode)


@behaviour
def autocast(pad, mode):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return pad(IMAGE, PADS, mode), pad(IMAGE.bfloat16(), PADS, mode)


@behaviour
def trace(pad, mode):
    traced = torch.jit.trace(lambda t: pad(t, PADS, mode), (IMAGE,), check_trace=False)
    return traced(IMAGE + 1), [node.kind() for node in traced.graph.nodes()]


@behaviour
def meta(pad, mode):
    return pad(IMAGE.to("meta"), PADS, mode)


@behaviour
def fake(pad, mode):
    from torch._subclasses import FakeTensorMode
    with FakeTensorMode() as fakes:
        result = pad(fakes.from_tensor(IMAGE), PADS, mode)
        return type(result).__name__, result.shape, result.stride(), str(result.device)


@behaviour
def graph(pad, mode):
    from torch.fx.experimental.proxy_tensor import make_fx
    module = make_fx(lambda t: pad(t, PADS, mode))(IMAGE)
    return module.code, module(IMAGE + 1)


@behaviour
def fake_graph(pad, mode):
    from torch.fx.experimental.proxy_tensor import make_fx
    module = make_fx(lambda t: pad(t, PADS, mode), tracing_mode="fake")(IMAGE)
    return module.code, module(IMAGE + 1)


@behaviour
def symbols(pad, mode):
    return torch.fx.symbolic_trace(lambda t: pad(t, PADS, mode))(IMAGE)


def transforms():
    """torch.func, or functorch where it is a package of its own."""
    try:
        import torch.func as package
        return package, package.functionalize
    except ImportError:
        import functorch
        from functorch.experimental import functionalize
        return functorch, functionalize


@behaviour
def vmap(pad, mode):
    of, _ = transforms()
    return (of.vmap(lambda t: pad(t, PADS, mode))(torch.stack([IMAGE, IMAGE + 1])),
            of.vmap(lambda t: pad(t, PADS, mode), in_dims=3)(IMAGE[..., None].expand(2, 3, 4, 5, 6).movedim(4, 3)))


@behaviour
def jvp(pad, mode):
    of, _ = transforms()
    return of.jvp(lambda t: pad(t, PADS, mode), (IMAGE,), (IMAGE + 1,))


@behaviour
def vjp_and_hessian(pad, mode):
    of, _ = transforms()
    loss = lambda t: pad(t, (1, 1, 1, 0), mode).pow(3).sum()
    small = DOUBLE[:, :, :2, :2]
    return of.grad(loss)(IMAGE), of.jacrev(of.grad(loss))(small), of.jacfwd(of.grad(loss))(small)


@behaviour
def functionalized(pad, mode):
    from torch.fx.experimental.proxy_tensor import make_fx
    _, functionalize = transforms()
    function = functionalize(lambda t: pad(t, PADS, mode).add_(1))
    return function(IMAGE), make_fx(function)(IMAGE).code


class Named(torch.Tensor):
    """A subclass of which operations give the same."""


class Logged(torch.Tensor):
    """A subclass that sees each operation under autograd."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        log.append(str(function))
        return cls(function(*(arg.inner if isinstance(arg, cls) else arg for arg in args),
                            **(kwargs or {})))


log = []


@behaviour
def subclasses(pad, mode):
    named = pad(IMAGE.as_subclass(Named), PADS, mode)
    if mode == "circular":  # Copies into views, which Logged has not.
        return type(named), named.as_subclass(torch.Tensor)
    log.clear()
    logged = pad(Logged(IMAGE), PADS, mode)
    return type(named), named.as_subclass(torch.Tensor), type(logged), logged.inner, list(log)


@behaviour
def function_mode(pad, mode):
    from torch.overrides import TorchFunctionMode

    class Mode(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            seen.append(getattr(function, "__name__", "?"))
            return function(*args, **(kwargs or {}))

    seen = []
    with Mode():
        result = pad(IMAGE, PADS, mode)
    return result, seen.count("pad")


@behaviour
def dispatch_mode(pad, mode):
    from torch.utils._python_dispatch import TorchDispatchMode

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            seen.append(str(function))
            return function(*args, **(kwargs or {}))

    seen = []
    with Mode():
        result = pad(IMAGE, PADS, mode)
    return result, seen


if hasattr(torch, "compiler"):

    @behaviour
    def default_device(pad, mode):
        with torch.device("meta"):
            return pad(IMAGE, PADS, mode), pad(torch.zeros(IMAGE.shape), PADS, mode)

    @behaviour
    def exported(pad, mode):
        class Module(torch.nn.Module):
            def forward(self, t):
                return pad(t, PADS, mode)
        program = torch.export.export(Module(), (IMAGE,))
        return program.module()(IMAGE + 1), [str(node.target) for node in program.graph.nodes]

    @behaviour
    def compiled(pad, mode):
        torch._dynamo.reset()
        function = torch.compile(lambda t: pad(t, PADS, mode) + 1, backend="aot_eager", fullgraph=True)
        # Sums of integers do not depend on their order.
        x = (8 * IMAGE).round().requires_grad_()
        y = function(x)
        return y, torch.autograd.grad(y.square().sum(), x)[0]

    @behaviour
    def compiled_to_code(pad, mode):
        torch._dynamo.reset()
        return torch.compile(lambda t: pad(t, PADS, mode) + 1)(IMAGE)


def run(pad):
    """The outcomes of all behaviours, each of the third time."""
    results = {}
    for name, function in BEHAVIOURS.items():
        for mode in MODES:
            for _ in range(3):
                results[name, mode] = outcome(function, pad, mode)
    return results


theirs = run(F.pad)
failed = [key for key, result in theirs.items() if isinstance(result, tuple)
          and isinstance(result[0], str) and result[0].endswith("Error")]
print("refused by PyTorch:", *failed)
torch_common.use_kernels_for_small()
for text, pad, installed in (("torch_pad", padkernels.torch_pad, False), ("installed", F.pad, True),
                             ("torch_pad, installed", padkernels.torch_pad, True)):
    if installed:
        padkernels.install()
    ours = run(pad)
    padkernels.uninstall()
    for key, result in theirs.items():
        own = ours[key]
        if installed and key in (("gradients", "reflect"), ("gradients", "replicate")):
            # The order of sums is ours (A2), which differs where the borders of two axes meet.
            for mine, their in zip(own[1:], result[1:]):
                assert mine.stride() == their.stride() and torch.allclose(mine, their), (text, *key)
            own, result = own[0], result[0]
        same(own, result, (text, *key))
    # Kernels were under it all.
    assert torch_common.count_used() > 200 or not installed, torch_common.count_used()
print(len(theirs), "behaviours agree with PyTorch", torch.__version__)
