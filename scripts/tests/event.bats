#!/usr/bin/env bats
# What scripts/machines/event says of itself: commands with what they leave behind, files of the kernel, signals, neighbours.
# shellcheck disable=SC2030,SC2031 # each test is a subshell
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  event=$BATS_TEST_DIRNAME/../machines/event
  started=()
}

teardown() {
  local pid
  for pid in ${started[@]+"${started[@]}"}; do kill -KILL "$pid" 2>/dev/null || true; done
}

@test "a command: its output and exit code; what it leaves in the background is not waited for" {
  run -3 "$event" run 20 bash -c "echo out; sleep 300 & echo \$! >$BATS_TEST_TMPDIR/left; echo error >&2; exit 3"
  [ "$output" = $'out\nerror' ]
  started+=("$(<"$BATS_TEST_TMPDIR/left")")
  # Not ended and unburied, as it would be if it had been waited for.
  [[ $(ps -o stat= -p "${started[0]}") == S* ]]
}

@test "a command that takes too long or prints without end is cut" {
  run -124 "$event" run 1 yes
  [ "${#output}" -le 8000 ]
  [ "${#output}" -gt 7000 ]
}

@test "files and disks that are gone are left out, and all others written although one refuses" {
  echo 1 >"$BATS_TEST_TMPDIR/one"
  run -0 "$event" write "$BATS_TEST_TMPDIR/gone" 2 "$BATS_TEST_TMPDIR/one" '9999:1 5'
  [ "$(<"$BATS_TEST_TMPDIR/one")" = 1 ]
  run -1 "$event" write /dev/full x "$BATS_TEST_TMPDIR/one" 2
  [ "$output" = 'the kernel refuses x in /dev/full' ]
  [ "$(<"$BATS_TEST_TMPDIR/one")" = 2 ]
}

@test "caches that this account may not drop are kept, with the reason" {
  local as=()
  ((EUID)) || as=(setpriv --reuid=65534 --clear-groups --bounding-set=-all --inh-caps=-all)
  run -1 "${as[@]}" bash -s caches <"$event"
  [ "$output" = '/proc/sys/vm/drop_caches cannot be written by this account, or not in this container' ]
}

@test "what cannot be done is said before" {
  run -0 "$event" can run 20 bash -c false
  [ "$output" = '' ]
  run -1 "$event" can run 20 no-such-program x
  [ "$output" = "there is no program 'no-such-program'" ]
  run -1 "$event" can run 20 cd /
  [ "$output" = "there is no program 'cd'" ]
  run -0 "$event" can hog memory 4096
  run -1 "$event" can hog memory 9000000000000000
  [[ $output == 'only '*' MiB of memory are available' ]]
  run -0 "$event" can hog processors 2
}

state_is() { [[ $(ps -o stat= "$1") == $2* ]]; }

@test "a process and its children stand still and go on; another with its number is left alone" {
  cd "$BATS_TEST_TMPDIR"
  bash -c 'sleep 300 & wait' 3>&- &
  started+=("$!")
  eventually pgrep --parent "${started[0]}"
  started+=("$(pgrep --parent "${started[0]}")")
  run -0 "$event" signal STOP "${started[0]}" /
  run ! state_is "${started[0]}" T
  run -0 "$event" signal STOP "${started[0]}" "$BATS_TEST_TMPDIR"
  eventually state_is "${started[0]}" T
  eventually state_is "${started[1]}" T
  run -0 "$event" signal CONT "${started[0]}" "$BATS_TEST_TMPDIR"
  eventually state_is "${started[0]}" S
  eventually state_is "${started[1]}" S
}

none_of() { ! pgrep --full "$1"; }

@test "neighbours say that they are there, and end with their reader" {
  local kind
  for kind in 'processors 1' 'memory 41943041'; do
    # shellcheck disable=SC2086 # two words
    run -0 bash -c "'$event' hog $kind | head -n 1"
    [ "$output" = busy ]
    eventually none_of "event hog $kind"
  done
}
