# shellcheck shell=bash
# Shared by the scripts: where things are, progress lines, and the build.
# Source it; it sets `root` and changes there.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# The prefix of the MLIR that MLIR_DIR names (.../lib/cmake/mlir), or Debian's.
mlir_prefix() {
  if [ -n "${MLIR_DIR:-}" ]; then
    (cd "$MLIR_DIR/../../.." && pwd)
  else
    echo /usr/lib/llvm-22
  fi
}

step() { printf '== %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Configures and builds preset $1, targets $2.... What has no tests yet gets them if `tests` is
# set; they need what `scripts/setup --tests` installs.
build() {
  local preset=$1 options=()
  shift
  step "build ($preset)"
  mkdir -p build
  if [ -n "${tests:-}" ]; then
    options=(-DPAD_INCLUDE_TESTS=ON)
  elif [ ! -e "build/$preset/CMakeCache.txt" ]; then
    options=(-DPAD_INCLUDE_TESTS=OFF)
  fi
  cmake --preset "$preset" "${options[@]}" >"build/configure-$preset.log" 2>&1 || {
    cat "build/configure-$preset.log" >&2
    rm -f "build/configure-$preset.log"
    fail "cmake could not configure preset '$preset'"
  }
  rm -f "build/configure-$preset.log"
  cmake --build --preset "$preset" --target "$@"
}
