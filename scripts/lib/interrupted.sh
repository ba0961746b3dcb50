# Runs that are killed or stopped on purpose, and what must hold of them. Source it after common.sh; set work to a folder.
# shellcheck shell=bash disable=SC2154 # the script that sources this sets work

# must_hold DESCRIPTION JQ-FILTER FILE: the filter has to yield true.
must_hold() {
  jq -e "$2" "$3" >/dev/null || {
    jq "${2%%|*}" "$3" >&2 || true
    die 1 "$1 does not hold in $3."
  }
  say "  holds: $1"
}

# leftovers NAME PORT: processes, listeners and control groups of a benchmark; nothing when all is gone.
leftovers() {
  # Tier As carry the port, the driver and its collectors the folder of the results; a demo's data folder has its name.
  pgrep -af "io\.quartet\.cli\.Main.*(:$2( |\$)|$work/)|/$1/[a-d][0-9]+-vm|/scripts/collect/.*$work/" || true
  ss -Hltn "sport = :$2"
  find /sys/fs/cgroup -maxdepth 4 -type d -path "*/quartet/$1/*" 2>/dev/null || true
}

# nothing_left NAME PORT: waits for the last of it to go.
nothing_left() {
  local deadline=$((SECONDS + 60))
  while [[ -n $(leftovers "$@") ]]; do
    if ((SECONDS >= deadline)); then
      leftovers "$@" >&2
      die 1 'the above is left a minute after the driver ended.'
    fi
    sleep 0.5
  done
}

# begin_run LABEL VERB [ARGUMENT...]: starts a run and waits for its phase 4; $driver is its process then.
begin_run() {
  local label=$1 deadline=$((SECONDS + 600))
  shift
  # A process group of its own, as a terminal gives it. Bash lets what it starts in the background ignore Ctrl-C.
  env --default-signal=INT setsid scripts/quartet "$@" --results "$work/$label" >"$work/$label.out" 2>"$work/$label.err" &
  driver=$!
  until grep -qs '"phaseInEffect".*"phase":"4"' "$work/$label"/*/events.jsonl; do
    kill -0 "$driver" 2>/dev/null || {
      tail -n 40 "$work/$label.err" >&2
      die 1 'the run ended before phase 4.'
    }
    ((SECONDS < deadline)) || {
      kill "$driver"
      wait "$driver" || true
      die 1 'phase 4 did not begin within ten minutes.'
    }
    sleep 0.2
  done
}

# kill_run LABEL VERB [ARGUMENT...]: starts a run and kills its driver in phase 4. What it leaves is readable, and INVALID.
kill_run() {
  begin_run "$@"
  kill -KILL "$driver"
  wait "$driver" || true
  unfinished "$1"
}

# stop_run LABEL VERB [ARGUMENT...]: the same with Ctrl-C, after which the run is aborted and the exit code is 130.
stop_run() {
  local status=0
  begin_run "$@"
  kill -INT -- "-$driver"
  wait "$driver" || status=$?
  ((status == 130)) || die 1 "the driver ended with exit code $status after Ctrl-C, not with 130."
  must_hold 'its state is aborted' '.state == "aborted"' "$(find "$work/$1" -name state.json)"
  unfinished "$1"
}

# unfinished LABEL: what is left of that run must be readable, and INVALID.
unfinished() {
  local run status=0
  run=$(find "$work/$1" -mindepth 1 -maxdepth 1 -type d)
  scripts/quartet report "$run" >"$work/report.out" 2>&1 || status=$?
  ((status == 4)) || {
    cat "$work/report.out" >&2
    die 1 "the report of the $1 run ended with exit code $status, not with 4."
  }
  must_hold "a $1 run is INVALID" '.verdict.isValid | not' "$run/report.json"
  grep -q INVALID "$run/report.html" || die 1 "the report of the $1 run does not say INVALID."
  must_hold "a $1 run keeps the phases it ran" '.phases | length >= 3' "$run/report.json"
}
