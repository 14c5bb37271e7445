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

# Configures and builds preset $1, targets $2....
build() {
  local preset=$1
  shift
  step "build ($preset)"
  mkdir -p build
  cmake --preset "$preset" >"build/configure-$preset.log" 2>&1 || {
    cat "build/configure-$preset.log" >&2
    rm -f "build/configure-$preset.log"
    fail "cmake could not configure preset '$preset'"
  }
  rm -f "build/configure-$preset.log"
  cmake --build --preset "$preset" --target "$@"
}
