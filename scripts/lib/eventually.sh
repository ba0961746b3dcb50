# Waiting, for tests. Source it.
# shellcheck shell=bash

# eventually COMMAND...: tries the command every tenth of a second for two minutes, which a busy machine needs; false if it
# never succeeded.
eventually() {
  local deadline=$((SECONDS + 120))
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.1
  done
}
