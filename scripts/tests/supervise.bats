#!/usr/bin/env bats
# What docs/contracts.md promises of scripts/lib/supervise.
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  supervise=$BATS_TEST_DIRNAME/../lib/supervise
  # Names this test's processes, so that leftovers can be told from anybody else's.
  mark=quartet-bats-$$-$BATS_TEST_NUMBER
  pipe=$BATS_TEST_TMPDIR/stdin
  mkfifo "$pipe"
  # A process that keeps the pipe open as the driver would; closing descriptor 9 is the driver's end.
  exec 9<>"$pipe"
}

teardown() {
  exec 9>&-
  pkill -KILL -f "$mark" || true
}

# Starts the supervisor on the pipe; sets supervisor. The sleeper carries the mark in its name.
supervise_in_background() { # arguments of supervise
  # INT is ignored in background commands, and in all tests when they run as one.
  env --default-signal=INT "$supervise" "$@" <"$pipe" >"$BATS_TEST_TMPDIR/out" 2>&1 9>&- 3>&- &
  supervisor=$!
}

# The marked command itself, not the shells whose arguments name it.
running() { pgrep -f "^$mark" >/dev/null; }

not_running() { ! running; }

ends_with() { # exit code of the supervisor
  local code=0
  wait "$supervisor" || code=$?
  [ "$code" -eq "$1" ]
}

# Opens the writing end only, so that closing it ends the file.
hold_pipe() {
  exec 8>"$pipe" 9>&-
}

@test "passes the exit code of the command through" {
  run -7 "$supervise" -- bash -c 'exit 7' <"$pipe"
}

@test "passes output through and needs no user" {
  run -0 "$supervise" -- echo hello <"$pipe"
  [ "$output" = hello ]
}

@test "ends as soon as the command ends although standard input stays open" {
  supervise_in_background -- true
  eventually bash -c "! kill -0 $supervisor 2>/dev/null"
  wait "$supervisor"
}

@test "stops the command at the end of standard input" {
  supervise_in_background -- bash -c "exec -a $mark sleep 100"
  hold_pipe
  eventually running
  exec 8>&-
  eventually not_running
  ends_with 143
}

@test "a child that the command leaves behind when it is stopped ends too" {
  # The shell ends at once, and does not stop what it has in the foreground.
  supervise_in_background -- bash -c "bash -c 'exec -a $mark sleep 100'; true"
  hold_pipe
  eventually running
  exec 8>&-
  ends_with 143
  eventually not_running
}

@test "with --whole a child that the command leaves behind when it ends by itself ends too" {
  supervise_in_background --whole -- bash -c "(exec -a $mark sleep 100) & sleep 1"
  hold_pipe
  eventually running
  ends_with 0
  eventually not_running
}

@test "sends the named signal" {
  # shellcheck disable=SC2016 # Perl's variables
  supervise_in_background --signal INT -- \
    perl -e '$| = 1; $SIG{INT} = sub { print "interrupted\n"; exit 5 }; print "ready\n"; sleep 100' "$mark"
  hold_pipe
  eventually grep -q ready "$BATS_TEST_TMPDIR/out"
  exec 8>&-
  ends_with 5
  grep -qx interrupted "$BATS_TEST_TMPDIR/out"
}

@test "kills a stubborn command and its children after the grace period" {
  supervise_in_background --grace 4 -- bash -c "trap '' TERM; : $mark; (exec -a $mark-child sleep 100) & while :; do sleep 1; done"
  hold_pipe
  eventually running
  sleep 0.3
  exec 8>&-
  sleep 0.5
  running
  eventually not_running
  ends_with 137
}

@test "forwards TERM and INT" {
  local name
  for name in TERM INT; do
    supervise_in_background -- bash -c "exec -a $mark sleep 100"
    eventually running
    kill -s "$name" "$supervisor"
    eventually not_running
    ends_with 143
  done
}

@test "kill -9 of the supervisor kills the command and its watcher" {
  supervise_in_background -- bash -c "exec -a $mark sleep 100"
  eventually running
  kill -KILL "$supervisor"
  eventually not_running
  eventually bash -c "! pgrep -f 'kill -USR1.* $supervisor\$'"
}

@test "leaves no process behind" {
  supervise_in_background -- bash -c "exec -a $mark sleep 100"
  hold_pipe
  eventually running
  exec 8>&-
  wait "$supervisor" || true
  not_running
  run ! pgrep -f "kill -USR1.* $supervisor\$"
}

@test "drops to the account as root" {
  [ "$EUID" -eq 0 ] || skip 'needs root'
  run -0 "$supervise" --user nobody -- id -un <"$pipe"
  [ "$output" = nobody ]
}

@test "kill -9 of the supervisor kills a command of another account too" {
  [ "$EUID" -eq 0 ] || skip 'needs root'
  supervise_in_background --user nobody -- bash -c "exec -a $mark sleep 100"
  eventually running
  kill -KILL "$supervisor"
  eventually not_running
}

@test "joins control groups first and removes them at the end" {
  local group
  for group in /sys/fs/cgroup/cpu /sys/fs/cgroup; do
    [ -w "$group/cgroup.procs" ] && mkdir "$group/$mark" 2>/dev/null && break
    group=
  done
  if [ -n "$group" ]; then
    run -0 "$supervise" --cgroup "$group/$mark" -- cat /proc/self/cgroup <"$pipe"
    [[ $output == *"/$mark"* ]]
    [ ! -e "$group/$mark" ]
  else # without control groups of our own, a plain folder shows at least who would have joined
    mkdir "$BATS_TEST_TMPDIR/group"
    # shellcheck disable=SC2016 # the command expands its own process id
    run -0 "$supervise" --cgroup "$BATS_TEST_TMPDIR/group" -- bash -c 'echo $$' <"$pipe"
    [ "$output" = "$(<"$BATS_TEST_TMPDIR/group/cgroup.procs")" ]
  fi
}

@test "refuses bad usage with exit code 2" {
  run -2 "$supervise" --grace soon -- true
  run -2 "$supervise" --signal NOSUCH -- true
  run -2 "$supervise" --color -- true
  run -2 "$supervise"
}

@test "an unknown account is an environment error" {
  [ "$EUID" -eq 0 ] || skip 'needs root'
  run -3 "$supervise" --user no-such-account -- true
}
