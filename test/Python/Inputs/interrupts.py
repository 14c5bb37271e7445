"""Signals at random moments of a call."""

import signal


class Alarm(Exception):
    """What the signal raises."""


def _raise(*_):
    raise Alarm


def interrupt(call, calls):
    """Calls `call` so many times, each with a signal after another delay, so that about half of the
    calls end before it. Returns how many ended, and how many were interrupted."""
    counts, delay = [0, 0], 1e-4
    previous = signal.signal(signal.SIGALRM, _raise)
    for step in range(calls):
        is_interrupted = True
        try:
            signal.setitimer(signal.ITIMER_REAL, delay)
            call()
            signal.setitimer(signal.ITIMER_REAL, 0)
            is_interrupted = False
        except Alarm:
            pass
        counts[is_interrupted] += 1
        delay *= (1.5 if is_interrupted else 0.6) + step % 7 / 50
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, previous)
    return counts
