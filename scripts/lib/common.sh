# Functions every script shares. Source it; it runs nothing.
# shellcheck shell=bash

# Prints a line of progress on stderr.
say() {
  printf '%s\n' "$*" >&2
}

# pulse NAME: copies lines from stdin to stderr. When none has come for 5 seconds, prints how long NAME has lasted; the next such
# lines follow after 10, 20, 40 and then every 60 seconds of silence.
pulse() {
  local name=$1 begin=$SECONDS silence=5 line part='' status
  while true; do
    if IFS= read -r -t "$silence" line; then
      say "$part$line"
      part='' silence=5
    else
      status=$?
      part+=$line # what has come of a line
      ((status > 128)) || break
      say "  still $name: $(clock $((SECONDS - begin)))"
      silence=$((silence < 30 ? 2 * silence : 60))
    fi
  done
  [[ -z $part ]] || say "$part"
}

# clock SECONDS: as 0:32 or, from an hour on, 1:05:09.
clock() {
  if (($1 < 3600)); then
    printf '%d:%02d\n' $(($1 / 60)) $(($1 % 60))
  else
    printf '%d:%02d:%02d\n' $(($1 / 3600)) $(($1 / 60 % 60)) $(($1 % 60))
  fi
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
