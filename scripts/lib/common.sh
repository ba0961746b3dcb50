# Functions every script shares. Source it; it runs nothing.
# shellcheck shell=bash

# Prints a line of progress on stderr.
say() {
  printf '%s\n' "$*" >&2
}

# die EXIT-CODE MESSAGE: ends the script with a three-part message (what, where, what to do).
die() {
  local code=$1
  shift
  say "${0##*/}: $*"
  exit "$code"
}

# Root of the clone.
quartet_home() {
  cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd
}
