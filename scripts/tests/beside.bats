#!/usr/bin/env bats
# What scripts/machines/beside and tool promise, with this machine in place of another: ssh and systemctl are stand-ins. Needs root.
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  beside=$BATS_TEST_DIRNAME/../machines/beside
  programs=$BATS_TEST_TMPDIR/programs
  mkdir "$programs"
  # shellcheck disable=SC2016 # the stand-in expands it
  # What an account prints when it logs in comes first. Another machine knows nothing of signals that are ignored here.
  printf '#!/usr/bin/env bash\necho "welcome"\nexec env --default-signal bash -c "${@: -1}"\n' >"$programs/ssh"
  printf '#!/usr/bin/env bash\n[[ $* != *ExecStart* ]] || echo "{ path=/opt/pg/bin/postgres ; argv[]=postgres }"\n' >"$programs/systemctl"
  chmod +x "$programs"/*
  PATH=$programs:$PATH
  place=$(mktemp -d /tmp/quartet-beside.XXXXXX) # an account has to get there
  chmod 755 "$place"
  pipes=$BATS_TEST_TMPDIR/pipes
  mkdir "$pipes"
}

teardown() {
  rm -rf "$place"
}

# start COMMAND: starts it with one log, and reads that into $BATS_TEST_TMPDIR/log. Its text finds the name of its log in $log.
start() {
  # shellcheck disable=SC2016 # the command expands it
  "$beside" --pipes "$pipes" 1 host "$place" a.service daemon SAID=hello -- \
    bash -c 'for word; do log=${word#--log-prefix=}.$$; done; '"$1" command >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  started=$!
  eventually grep -q '^pipes ' "$BATS_TEST_TMPDIR/out"
  cat "$pipes/$(sed -n 's/^pipes //p' "$BATS_TEST_TMPDIR/out")" >"$BATS_TEST_TMPDIR/log" 3>&- &
  echo >"$pipes/go"
}

has_ended() { ! kill -0 "$started" 2>/dev/null; }

ends_with() { # exit code
  local code=0
  eventually has_ended || pkill -KILL -f "$place"
  wait "$started" || code=$?
  [ "$code" -eq "$1" ] || {
    echo "exit code $code: $(<"$BATS_TEST_TMPDIR/out")"
    return 1
  }
  [ -z "$(ls "$place")" ]
}

@test "the log, the output and the exit code of a command come back" {
  # shellcheck disable=SC2016
  start 'printf "one\ntwo\n" >"$log"; echo "$SAID as $(id -un) in ${PATH%%:*}"; exit 7'
  ends_with 7
  [ "$(<"$BATS_TEST_TMPDIR/log")" = $'one\ntwo' ]
  grep -qx 'hello as daemon in /opt/pg/bin' "$BATS_TEST_TMPDIR/out"
}

@test "TERM lets the command end in order, with the end of its log" {
  # shellcheck disable=SC2016
  start 'exec 5>"$log"; trap "echo last >&5; exit 9" TERM; echo first >&5; sleep 1000 & wait'
  eventually grep -qx first "$BATS_TEST_TMPDIR/log"
  kill -TERM "$started"
  ends_with 9
  [ "$(<"$BATS_TEST_TMPDIR/log")" = $'first\nlast' ]
}

@test "a command that never opens its log ends, and so does its reader" {
  start 'echo "no log"; exit 3'
  ends_with 3
  wait
  [ ! -s "$BATS_TEST_TMPDIR/log" ]
}

@test "scripts go along, a link as the file that it names" {
  mkdir "$BATS_TEST_TMPDIR/with space"
  echo 'SELECT 1;' >"$BATS_TEST_TMPDIR/one.sql"
  ln -s "$BATS_TEST_TMPDIR/one.sql" "$BATS_TEST_TMPDIR/with space/my.sql"
  # shellcheck disable=SC2016
  run --separate-stderr "$beside" host "$place" a.service daemon -- bash -c 'file=${1#--file=}; cat "${file%@*}"' x \
    "--file=$BATS_TEST_TMPDIR/with space/my.sql@3"
  [ "$status" -eq 0 ]
  [[ $output == *'SELECT 1;' ]]
  [ -z "$(ls "$place")" ]
}
