"""The Python part of scripts/bench."""
