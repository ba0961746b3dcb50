# Runs that are killed or stopped on purpose, and what must hold of them. Source it after common.sh, eventually.sh and, for finish_run,
# verdicts.sh; set work to a folder.
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
  pgrep -af "(io\.quartet\.cli\.Main|quartet-tier-a).*(:$2( |\$)|$work/)|/$1/[a-d][0-9]+-vm|/scripts/collect/.*$work/" || true
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
  begin_run_until '"phaseInEffect".*"phase":"4"' "$1/*/events.jsonl" "$@"
}

# begin_run_until PATTERN FILE LABEL VERB [ARGUMENT...]: starts a run and waits until a file below $work, which may be a glob, has that text.
begin_run_until() {
  local pattern=$1 file=$2 label=$3 deadline=$((SECONDS + 600))
  shift 3
  # A process group of its own, as a terminal gives it. Bash lets what it starts in the background ignore Ctrl-C.
  env --default-signal=INT setsid scripts/quartet "$@" --results "$work/$label" >"$work/$label.out" 2>"$work/$label.err" &
  driver=$!
  # shellcheck disable=SC2086 # a glob
  until grep -qs "$pattern" "$work"/$file; do
    kill -0 "$driver" 2>/dev/null || {
      # It may have written the text and ended since.
      if grep -qs "$pattern" "$work"/$file; then break; fi
      tail -n 40 "$work/$label.err" >&2
      die 1 "the run ended before $file had $pattern."
    }
    ((SECONDS < deadline)) || {
      kill "$driver"
      wait "$driver" || true
      die 1 "$file did not have $pattern within ten minutes."
    }
    sleep 0.2
  done
}

# kill_run LABEL VERB [ARGUMENT...]: starts a run and kills its driver in phase 4. What it leaves is readable, and INVALID.
kill_run() {
  begin_run "$@"
  kill -KILL "$driver"
  wait "$driver" || true
  report_unfinished "$1"
  unfinished "$1"
}

# stop_run LABEL VERB [ARGUMENT...]: the same with Ctrl-C, after which the run is aborted and its report whole.
stop_run() {
  begin_run "$@"
  stop_driver "$1" aborted
  unfinished "$1"
}

# stop_driver LABEL STATE: Ctrl-C for the run, and TERM while it ends. The exit code is 130, its report whole, its state that one.
stop_driver() {
  interrupt_driver "$@"
  ((driver_status == 130)) || die 1 "the driver ended with exit code $driver_status after Ctrl-C, not with 130."
  stopped_whole "$@"
}

# interrupt_driver LABEL STATE: Ctrl-C for the run, and TERM once it has that state; $driver_status is its exit code then.
interrupt_driver() {
  driver_status=0
  kill -INT -- "-$driver" 2>/dev/null || true # it may have ended
  eventually grep -q "\"$2\"" "$work/$1"/*/state.json || die 1 "the state of the $1 run does not become $2."
  kill -TERM -- "-$driver" 2>/dev/null || true
  wait "$driver" || driver_status=$?
}

# stopped_whole LABEL STATE: the run has that state and a whole report.
stopped_whole() {
  local run
  run=$(find "$work/$1" -mindepth 1 -maxdepth 1 -type d)
  must_hold "its state is $2" ".state == \"$2\"" "$run/state.json"
  must_hold "the $1 run has a report" '.run.state == "'"$2"'"' "$run/report.json"
  grep -q '</html>' "$run/report.html" || die 1 "report.html of the $1 run is not whole."
  pdfinfo "$run/report.pdf" >"$work/pdfinfo.out" || {
    tail -n 15 "$work/$1.err" >&2
    die 1 "report.pdf of the $1 run is not whole."
  }
}

# finish_run LABEL VERB [ARGUMENT...]: stops a run in the checks after it, and completes it.
finish_run() {
  local attempt label run status=0 broken
  # Ctrl-C can come after the last check: such a run ends as if there had been none, and another one is tried.
  for attempt in 1 2 3 4 5; do
    label=$1-$attempt
    # What the driver prints, because the stage may be over before its first rows are seen.
    begin_run_until '==> checking the databases after the run' "$label.err" "$label" "${@:2}"
    interrupt_driver "$label" '\(measured\|finished\)'
    run=$(find "$work/$label" -mindepth 1 -maxdepth 1 -type d)
    grep -q '"finished"' "$run/state.json" || break
  done
  ((driver_status == 130)) || die 1 "the driver ended with exit code $driver_status after Ctrl-C, not with 130."
  stopped_whole "$label" measured
  grep -qF "quartet check --finish $run" "$work/$label.err" || die 1 "the $label run does not say how it is completed."
  must_hold "a $label run is INVALID" '.verdict.isValid | not' "$run/report.json"
  scripts/quartet check --finish "$run" >"$work/finish.out" 2>&1 || status=$?
  ((status == 0 || status == 4)) || {
    cat "$work/finish.out" >&2
    die 1 "the $label run could not be completed: exit code $status."
  }
  must_hold 'its state is finished' '.state == "finished"' "$run/state.json"
  must_hold 'exit code and verdict agree' ".verdict.isValid == ($status == 0)" "$run/report.json"
  broken=$(broken_rules "$run/audit.json")
  [[ -z $broken ]] || die 1 "the completed $label run broke rules: $broken"
}

# report_unfinished LABEL: writes the report of that run, which says that it is not valid.
report_unfinished() {
  local run status=0
  run=$(find "$work/$1" -mindepth 1 -maxdepth 1 -type d)
  scripts/quartet report "$run" >"$work/report.out" 2>&1 || status=$?
  ((status == 4)) || {
    cat "$work/report.out" >&2
    die 1 "the report of the $1 run ended with exit code $status, not with 4."
  }
}

# unfinished LABEL: the report of that run must be readable, and INVALID.
unfinished() {
  local run
  run=$(find "$work/$1" -mindepth 1 -maxdepth 1 -type d)
  must_hold "a $1 run is INVALID" '.verdict.isValid | not' "$run/report.json"
  grep -q INVALID "$run/report.html" || die 1 "the report of the $1 run does not say INVALID."
  must_hold "a $1 run keeps the phases it ran" '.phases | length >= 3' "$run/report.json"
}
