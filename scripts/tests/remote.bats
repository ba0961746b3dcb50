#!/usr/bin/env bats
# What docs/contracts.md promises of scripts/collect/remote, through a real SSH server on this machine.
# shellcheck disable=SC2030,SC2031 # each test is a subshell
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  # shellcheck source=scripts/lib/collected.sh
  source "$BATS_TEST_DIRNAME/../lib/collected.sh"
  # shellcheck source=scripts/lib/common.sh
  source "$BATS_TEST_DIRNAME/../lib/common.sh"
  # shellcheck source=scripts/lib/sshd.sh
  source "$BATS_TEST_DIRNAME/../lib/sshd.sh"
  remote=$BATS_TEST_DIRNAME/../collect/remote
  out=$BATS_TEST_TMPDIR/out
  ssh=$BATS_TEST_TMPDIR/ssh
  said=$BATS_TEST_TMPDIR/said
  mkdir "$out" "$ssh"
  started=()
}

teardown() {
  local pid
  for pid in ${started[@]+"${started[@]}"}; do
    kill -KILL "$pid" 2>/dev/null || true
  done
}

listens() {
  [ -n "$(ss -Hltn "sport = :$port")" ]
}

# serve [SETTING...]: an SSH server for this test; sets port, sshd, and options, which lead there.
serve() {
  for _ in 1 2 3 4 5; do
    port=$((30000 + RANDOM % 2000))
    [ -z "$(ss -Hltn "sport = :$port")" ] || continue
    rm -rf "$ssh" && mkdir "$ssh"
    make_ssh "$ssh" "$port"
    start_sshd "$ssh" 127.0.0.1 "$port" "$@" 2>"$BATS_TEST_TMPDIR/sshd.log"
    started+=("$sshd")
    disown "$sshd" # or Bash tells of its end
    options=(--configuration "$ssh/ssh_config" --user "$(id -un)")
    if eventually listens; then return 0; fi
  done
  cat "$BATS_TEST_TMPDIR/sshd.log"
  return 1
}

# collect OPTION...: from 127.0.0.1, in the background; sets pid.
collect() {
  (exec "$remote" --out "$out" "${options[@]}" "$@" 127.0.0.1 >"$said" 2>&1 3>&-) &
  pid=$!
  started+=("$pid")
}

# ends CODE: of collect, and leaves nothing behind on the other machine.
ends() {
  local code=0
  wait "$pid" || code=$?
  echo "exit code $code: $(<"$said")" # shown when it fails
  [ "$code" -eq "$1" ]
  nothing_is_left
}

is_clean() {
  [ -z "$(ls "$ssh/tmp")" ] && ! pgrep -f "$ssh/tmp/quartet-collect" >/dev/null
}

nothing_is_left() {
  eventually is_clean || {
    ls -R "$ssh/tmp"
    pgrep -af "$ssh/tmp/quartet-collect"
    return 1
  }
}

# A folder of programs for the other machine's PATH: those it needs, but for the given ones.
path_without() {
  local program
  mkdir "$BATS_TEST_TMPDIR/bin"
  for program in bash base64 df dirname gzip mkdir mktemp mv rm sed sleep tail tar timeout uname; do
    [[ " $* " == *" $program "* ]] || ln -s "$(command -v "$program")" "$BATS_TEST_TMPDIR/bin/$program"
  done
}

@test "rows come as they are written, and all of them before it ends on TERM" {
  serve
  # shellcheck disable=SC2016 # no variable: a name for the shells on the way
  collect --processes '^(bash|it'\''s "odd" \$x)$' --guests
  local file
  for file in cpu memory network disk processes; do
    eventually has_rows $file.csv 3
  done
  eventually has_rows space.csv 1
  eventually iostat_has_reports 3
  kill -0 "$pid"
  kill -TERM "$pid"
  ends 0
  jq -e .kernel "$out/facts.json"
  jq -e '.sysstat.hosts[0].statistics | length >= 3' "$out/iostat.json"
  # Every line is whole, and rows are at least half an interval apart.
  local columns
  for file in cpu memory; do
    columns=$(head -n 1 "$out/$file.csv" | tr -cd , | wc -c)
    awk -F, -v columns="$columns" 'NF != columns + 1 { exit 1 } NR > 2 && $1 - last < 500 { exit 1 } { last = $1 }' "$out/$file.csv"
  done
  # What is in one file by then is in all.
  [ "$(ls "$out")" = "$(printf '%s\n' addresses.csv cpu.csv disk.csv facts.json gaps.csv guests.csv iostat.json memory.csv network.csv notes.csv processes.csv space.csv)" ]
}

@test "facts alone: printed, and nothing is left there" {
  serve
  run -0 --separate-stderr "$remote" --facts "${options[@]}" 127.0.0.1
  jq -e '.schemaVersion == 2 and .processors.threads > 0' <<<"$output"
  nothing_is_left
}

@test "ends with its standard input, and with the process of --while-pid" {
  serve
  mkfifo "$BATS_TEST_TMPDIR/stdin"
  "$remote" --out "$out" "${options[@]}" --while-stdin 127.0.0.1 <"$BATS_TEST_TMPDIR/stdin" >"$said" 2>&1 3>&- &
  pid=$!
  started+=("$pid")
  exec 8>"$BATS_TEST_TMPDIR/stdin"
  eventually has_rows cpu.csv 1
  exec 8>&-
  ends 0
  sleep 100 3>&- &
  local owner=$!
  started+=("$owner")
  collect --while-pid "$owner" --interval 0.5
  eventually has_rows cpu.csv 4
  kill "$owner"
  ends 0
  [ "$(grep -c '^utc_ms' "$out/cpu.csv")" -eq 1 ] # the second went on in the files of the first
}

@test "kill -9 of it leaves nothing on the other machine" {
  serve
  collect
  eventually has_rows cpu.csv 2
  [ -n "$(ls "$ssh/tmp")" ]
  kill -KILL "$pid"
  nothing_is_left
}

@test "a sender that says nothing any more, though the connection is there, leaves nothing there" {
  serve
  collect
  eventually has_rows cpu.csv 1
  pkill -STOP -P "$pid" # ssh, as if somebody had pulled the plug of this machine
  kill -STOP "$pid"
  eventually is_clean
  pkill -CONT -P "$pid"
  kill -CONT "$pid"
  ends 3
}

@test "a connection that breaks is exit code 3, and the rows so far stay" {
  serve
  collect
  eventually has_rows cpu.csv 2
  pkill -KILL -P "$sshd"
  ends 3
  has_rows cpu.csv 2
  grep "the connection to 127.0.0.1 is lost; the message of ssh is above. The rows so far are in $out." "$said"
}

@test "collectors that are stopped on the other machine are exit code 3" {
  serve
  collect
  eventually has_rows cpu.csv 1
  pkill -TERM -f "$ssh/tmp/quartet-collect.*/collect/all"
  ends 3
  grep 'the collectors on 127.0.0.1 were stopped there' "$said"
}

@test "a host key that is not known is refused, with a sentence" {
  serve
  ssh-keygen -q -t ed25519 -N '' -f "$ssh/other"
  printf '* %s\n' "$(<"$ssh/other.pub")" >"$ssh/known_hosts"
  run -3 "$remote" --check "${options[@]}" 127.0.0.1
  [[ $output == 'remote: 127.0.0.1: its host key is missing from known_hosts or differs'*"ssh -F $ssh/ssh_config -l "*' 127.0.0.1 true' ]]
  : >"$ssh/known_hosts"
  run -3 "$remote" --check "${options[@]}" 127.0.0.1
  [[ $output == *'is missing from known_hosts'* ]]
  run -3 "$remote" --out "$out" "${options[@]}" 127.0.0.1
  [[ $output == *'Host key verification failed.'*'no connection to 127.0.0.1'*'--check 127.0.0.1' ]]
  [ -z "$(ls "$out")" ]
}

@test "no password is asked for, and a machine where nobody listens is named" {
  serve
  ssh-keygen -q -t ed25519 -N '' -f "$ssh/stranger"
  sed "s,$ssh/client,$ssh/stranger," "$ssh/ssh_config" >"$ssh/stranger_config"
  run -3 "$remote" --check --configuration "$ssh/stranger_config" 127.0.0.1
  [[ $output == *'ssh could not connect ('*'Permission denied (publickey)'*'Fix that until this command works without a prompt'* ]]
  kill "$sshd"
  has_gone() { ! listens; }
  eventually has_gone
  run -3 "$remote" --check "${options[@]}" 127.0.0.1
  [[ $output == *'Connection refused'* ]]
}

# says TEXT: a machine that prints this, whatever it is asked, until its standard input ends.
says() {
  mkdir -p "$BATS_TEST_TMPDIR/bin" "$ssh/tmp"
  printf '%s' "$1" >"$BATS_TEST_TMPDIR/text"
  printf '#!/usr/bin/env bash\ncat %q\ncat >/dev/null\n' "$BATS_TEST_TMPDIR/text" >"$BATS_TEST_TMPDIR/bin/ssh"
  chmod +x "$BATS_TEST_TMPDIR/bin/ssh"
  options=()
  PATH=$BATS_TEST_TMPDIR/bin:$PATH collect
}

@test "names of files that the other side makes up are written nowhere" {
  says "$(printf '%s\n' '==> ../x <==' a '' "==> /$out/y.csv <==" b '' '==> z.csv <==' c '' '==> cpu.csv <==' utc_ms,user_pct 1,2 '' \
    '==> cpu.csv.bak <==' d '' '==> memory.csv <==' utc_ms,b 3,4 .)"
  eventually has_rows memory.csv 1
  kill "$pid"
  ends 0
  [ "$(<"$out/cpu.csv")" = $'utc_ms,user_pct\n1,2' ]
  run ! grep -qxE '[abcd]' "$out"/*
  [ -z "$(find "$BATS_TEST_TMPDIR" -name x -o -name 'y.csv' -o -name 'z.csv' -o -name '*.bak')" ]
}

@test "a row that was torn on its way is put together again" {
  says $'==> cpu.csv <==\nutc_ms,a\n1,2\n3\n==> memory.csv <==\nutc_ms,b\n4,\n==> cpu.csv <==\n,5\n6,7\n\n==> memory.csv <==\n8\n9,'
  eventually has_rows memory.csv 1
  kill "$pid"
  ends 0
  [ "$(<"$out/cpu.csv")" = $'utc_ms,a\n1,2\n3,5\n6,7' ]
  [ "$(<"$out/memory.csv")" = $'utc_ms,b\n4,8' ]
}

@test "the check says what the other machine is, or lacks" {
  serve
  run -0 "$remote" --check "${options[@]}" 127.0.0.1
  [[ $output == "127.0.0.1: Linux "*", Bash 5."*", with iostat" ]]
  kill "$sshd"
  path_without
  # shellcheck disable=SC2016 # this virsh expands it
  printf '#!/bin/sh\n[ "$4" = test:///default ]\n' >"$BATS_TEST_TMPDIR/bin/virsh"
  chmod +x "$BATS_TEST_TMPDIR/bin/virsh"
  serve SetEnv="PATH=$BATS_TEST_TMPDIR/bin TMPDIR=$ssh/tmp"
  run -0 "$remote" --check --guests "${options[@]}" 127.0.0.1
  [[ $output == *' iostat, virsh is refused, no awk' ]]
  kill "$sshd"
  serve SetEnv="PATH=$BATS_TEST_TMPDIR/bin TMPDIR=$ssh/tmp LIBVIRT_DEFAULT_URI=test:///default"
  run -0 "$remote" --check --guests "${options[@]}" 127.0.0.1
  [[ $output == *' iostat, virsh, no awk' ]]
  run -0 "$remote" --check "${options[@]}" 127.0.0.1
  [[ $output == *' iostat' ]]
  kill "$sshd"
  rm -r "${BATS_TEST_TMPDIR:?}/bin"
  path_without tar df
  serve SetEnv="PATH=$BATS_TEST_TMPDIR/bin TMPDIR=$ssh/tmp"
  run -3 "$remote" --check "${options[@]}" 127.0.0.1
  [ "$output" = 'remote: 127.0.0.1: it lacks df tar. Install it there. The collectors need only Bash 5, GNU coreutils, tar and gzip.' ]
  kill "$sshd"
  serve ForceCommand='echo no shell for you; false'
  run -3 "$remote" --check "${options[@]}" 127.0.0.1
  [[ $output == *'Bash does not run there (no shell for you)'* ]]
  nothing_is_left
}

@test "bad arguments are refused with exit code 2, and a missing folder or client with 3" {
  local arguments
  for arguments in '' "--out $out" "--out $out a b" "--out $out -oProxyCommand=x" "--out $out db1;ls" "--out $out --color db1" "--out $out --user" \
    "--out $out --user -x db1" "--out $out --configuration /no/such/file db1" "--out $out --processes ( db1" "--out $out --processes /tmp/pids db1" \
    "--out $out --interval soon db1" "--out $out --count 3 db1" 'db1'; do
    # shellcheck disable=SC2086 # words
    run -2 "$remote" $arguments
  done
  run -3 "$remote" --out "$out/nowhere" db1
  [[ $output == *'does not exist'* ]]
  path_without
  PATH=$BATS_TEST_TMPDIR/bin run -3 "$remote" --out "$out" db1
  [ "$output" = 'remote: there is no ssh on this machine. Install the OpenSSH client (package openssh-client).' ]
  [ -z "$(ls "$out")" ]
  run -0 "$remote" --help
  [[ $output == *'Exit codes: 0'*'scripts/collect/remote'* ]]
}
