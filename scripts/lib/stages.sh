# Runs the stages of the tests side by side. Source it after common.sh.
# shellcheck shell=bash

# Logs, JUnit reports and times of the last run of each stage. scripts/test --times reads them.
stage_results=build/tests
running=()
failed=()

stage_minutes=40

# start_stage NAME [ARGUMENT...]: scripts/tests/NAME in the background, in a process group that stop_stages can end. A stage that
# hangs is ended, so that its log is still printed.
start_stage() {
  local name=$1
  shift
  mkdir -p "$stage_results/$name"
  say "== $name begins; its log is $stage_results/$name/log"
  set -m
  (
    TIMEFORMAT="$name"$'\t%R\t%U\t%S'
    status=0
    { time timeout --foreground --kill-after=30s "${stage_minutes}m" scripts/tests/"$name" "$@" >"$stage_results/$name/log" 2>&1; } \
      2>"$stage_results/$name/time" || status=$?
    if ((status == 124 || status == 137)); then
      printf 'ended: it took more than %s minutes, or was killed\n' "$stage_minutes" >>"$stage_results/$name/log"
      trap '' TERM
      kill -- "-$BASHPID"
    fi
    exit "$status"
  ) &
  running+=("$name:$!")
  set +m
}

# run_stages_together OPTION STAGE...: in this order, two at a time: more would only slow each other down. OPTION goes to each of
# them unless it is empty.
run_stages_together() {
  local option=$1 name
  shift
  for name in "$@"; do
    ((${#running[@]} < 2)) || finish_next_stage
    start_stage "$name" ${option:+"$option"}
  done
  while ((${#running[@]})); do finish_next_stage; done
}

# finish_next_stage: waits until one of the stages ends, and prints its log. Adds to `failed`.
finish_next_stage() {
  local ended status=0 entry rest=()
  wait -n -p ended "${running[@]##*:}" || status=$?
  for entry in "${running[@]}"; do
    if [[ ${entry##*:} == "$ended" ]]; then finish_stage "${entry%%:*}" "$status"; else rest+=("$entry"); fi
  done
  running=(${rest[@]+"${rest[@]}"})
}

finish_stage() { # name, exit code
  local seconds
  seconds=$(cut -f 2 "$stage_results/$1/time")
  cat "$stage_results/$1/log"
  if (($2 == 0)); then
    say "== $1 passed in $seconds s"
  else
    failed+=("$1")
    say "== $1 FAILED after $seconds s"
  fi
}

# stage_reports STAGE: the files of its JUnit reports, a line each. Every process of Java tests writes one for all its classes.
stage_reports() {
  case $1 in
    java) find "$stage_results/java" -name '*.xml' ;;
    cpp) compgen -G 'build/release/reports/*.xml' ;;
    shell) compgen -G "$stage_results/shell/reports/*.xml" ;;
  esac || true
}

# A function for awk: an attribute of the line of a report; empty if there is none.
# shellcheck disable=SC2016,SC2034 # awk expands it, in the scripts that source this file.
attribute_function='function attribute(name) {
  return match($0, " " name "=\"[^\"]*") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : ""
}'

# stop_stages: for the end of a script that was interrupted. Waits, because what still runs writes where the caller cleans up.
stop_stages() {
  local entry
  for entry in ${running[@]+"${running[@]}"}; do
    kill -- "-${entry##*:}" 2>/dev/null || true
    wait "${entry##*:}" 2>/dev/null || true
  done
}

# Prints the folder in which tests put their databases: memory, where it has room for all of them, otherwise the disk.
fast_folder() {
  local free_kib
  free_kib=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
  if [[ -w /dev/shm ]] && ((${free_kib:-0} > 10000000)); then printf '/dev/shm'; else printf '%s' "${TMPDIR:-/tmp}"; fi
}

# use_fast_folder: a new folder there, in TMPDIR, removed when the script ends.
use_fast_folder() {
  TMPDIR=$(mktemp -d "$(fast_folder)/quartet-tests.XXXXXX")
  export TMPDIR
  chmod 711 "$TMPDIR" # the account of the servers goes through it
  trap 'stop_stages; rm -rf "$TMPDIR"' EXIT
}
