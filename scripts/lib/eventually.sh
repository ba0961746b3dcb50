# Waiting, for tests. Source it.
# shellcheck shell=bash

# eventually TENTHS COMMAND...: tries the command every tenth of a second; false if it never was true.
eventually() {
  local tenths=$1
  shift
  while ((tenths-- > 0)); do
    if "$@"; then return 0; fi
    sleep 0.1
  done
  return 1
}
