#!/usr/bin/env bats
# Machines of one's own: twelve of them as network namespaces, with what `quartet package` and `quartet certificates` make.
bats_require_minimum_version 1.5.0

setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  # shellcheck source=scripts/lib/common.sh
  source scripts/lib/common.sh
  # shellcheck source=scripts/lib/build.sh
  source scripts/lib/build.sh
  build_driver checked
}

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  # shellcheck source=scripts/lib/verdicts.sh
  source scripts/lib/verdicts.sh
  export quartet=$PWD/scripts/quartet work=$BATS_TEST_TMPDIR
  login="{user: $(id -un), configuration: ssh/ssh_config}"
  export login
  # shellcheck source=scripts/lib/eventually.sh
  source scripts/lib/eventually.sh
  export -f benchmark_file on_every_set prepare start_tier_a awaits succeeds must_hold broken_rules serve_ssh vms
  export -f twelve_machines whole_way nothing_is_left load_alone without_ssh strangers gone eventually
}

# Prints the benchmark file for the twelve machines.
benchmark_file() {
  cat <<END
name: machines
profile: demo
phases: [[70, 10, 10, 10], [10, 20, 30, 40]]
timing: {rampUp: 1s, warmUp: 8s, phase: 15s, rampDown: 1s}
load: {mode: paced, rate: 10 etps, users: 8}
market: {flushAfter: 1s}
dataMaintenance: 2s
database: {loadUnits: {A: 1, B: 1, C: 1, D: 1}, tradeDays: 1, newsLength: 1000}
driver: {tls: {authority: tls/authority.pem, certificate: tls/driver.pem, key: tls/driver.key}}
provider:
  kind: hosts
  ssh: $login
  hosts:
END
  local group=0 set
  for set in a1 b1 c1 d1; do
    group=$((group + 1))
    printf '    - {set: %s, tierA: "10.77.%d.1:15432", dss: "10.77.%d.2:5432", oltp: "10.77.%d.3:5432"}\n' \
      "$set" "$group" "$group" "$group"
  done
}

# Names of all VMs.
vms() {
  printf '%s\n' {a,b,c,d}1-vm{1,2,3}
}

# An SSH server on every machine, and the configuration that leads to them.
serve_ssh() {
  # shellcheck source=scripts/lib/sshd.sh
  source scripts/lib/sshd.sh
  local vm group=0 number
  mkdir "$work/ssh"
  make_ssh "$work/ssh" 2222
  for vm in $(vms); do
    number=${vm: -1}
    ((number > 1)) || group=$((group + 1))
    on_machine=(nsenter --net="$MACHINES/net/$vm" --)
    start_sshd "$work/ssh" "10.77.$group.$number" 2222 2>>"$work/sshd.log"
  done
}

on_every_set() { # command
  local set
  for set in a1 b1 c1 d1; do
    "$@" "$set"
  done
}

# Certificates, packages, and a Tier A on every VM1.
prepare() {
  benchmark_file >"$work/machines.yaml"
  "$quartet" certificates "$work/machines.yaml" --output "$work/tls" >"$work/certificates.out"
  "$quartet" package "$work/machines.yaml" --output "$work/package" >"$work/package.out"
  on_every_set start_tier_a
  on_every_set awaits
}

# As INSTALL.md and the unit have it: the archive unpacked, beside it the files of this Set.
start_tier_a() { # set
  local folder=$MACHINES/$1-vm1
  mkdir "$folder"
  tar -xzf "$work"/package/quartet-[0-9]*.tar.gz --no-same-owner --strip-components=1 -C "$folder"
  mkdir "$folder/etc"
  cp "$work/package/$1.env" "$work/tls/authority.pem" "$work/tls/$1.pem" "$work/tls/$1.key" "$PGPASSFILE" "$folder/etc/"
  ((EUID != 0)) || chown -R quartet "$folder/etc"
  # shellcheck disable=SC2016 # the shell on the other machine expands it
  "$MACHINES/on" "$1-vm1" bash -c 'cd "$0/etc" && set -a && . "./$1.env" &&
    exec ../bin/quartet-tier-a $QUARTET_TIER_A_OPTIONS' "$folder" "$1" >"$work/$1-vm1.log" 2>&1 3>&- &
  printf '%s\n' $! >"$work/$1-vm1.pid"
}

awaits() { # set
  local deadline=$((SECONDS + 120))
  until grep -qs 'Tier A listens' "$work/$1-vm1.log"; do
    if ((SECONDS >= deadline)) || ! kill -0 "$(<"$work/$1-vm1.pid")"; then
      printf 'the Tier A of %s does not listen; its log:\n' "$1"
      cat "$work/$1-vm1.log"
      return 1
    fi
    sleep 0.1
  done
}

succeeds() { # verb, options
  local verb=$1
  shift
  "$quartet" "$verb" "$work/machines.yaml" "$@" 2>"$work/$verb.err" || {
    tail -n 20 "$work/$verb.err"
    return 1
  }
}

must_hold() { # jq filter, file
  jq -e "$1" "$2" >/dev/null || {
    printf 'does not hold: %s\n' "$1"
    jq . "$2" | head -n 200
    return 1
  }
}

# From the doctor to the report and the audit.
whole_way() {
  "$quartet" doctor "$work/machines.yaml" --json >"$work/doctor.json" || {
    jq '.[] | select(.verdict != "ok")' "$work/doctor.json"
    return 1
  }
  must_hold '[.[] | select(.verdict == "ok" and (.detail | test("at 10[.]77[.][1-4][.][1-3]:")))] | length == 24' "$work/doctor.json"
  must_hold '[.[] | select(.verdict == "ok" and (.check | startswith("statistics ")) and (.detail | test("Linux .*, Bash 5")))] | length == 12' "$work/doctor.json"
  must_hold '[.[] | select(.verdict == "ok" and (.check | startswith("clock of ")))] | length == 12' "$work/doctor.json"
  succeeds up
  load_alone
  succeeds check --only I07,I20 # the run does all of them
  local folder status=0
  "$quartet" run "$work/machines.yaml" --results "$work/results" 2>"$work/run.err" || status=$?
  ((status == 0 || status == 4)) || {
    tail -n 20 "$work/run.err"
    return 1
  }
  folder=$(find "$work/results" -mindepth 1 -maxdepth 1 -type d)
  local broken
  broken=$(broken_rules "$folder/audit.json")
  [[ -z $broken ]] || {
    printf 'broken rules: %s\n' "$broken"
    return 1
  }
  must_hold ".verdict.isValid == ($status == 0)" "$folder/report.json"
  must_hold '.conservation | length == 4 and all(.verdict == "pass")' "$folder/report.json"
  must_hold '[.bookkeeping[] | select(.committed > 0) | .transaction] | unique | length == 12' "$folder/report.json"
  diff <(printf '%s\n' 10.77.{1..4}.{1:15432,2:5432,3:5432}) <(jq -r '.virtualMachines[].address' "$folder/report.json")
  [[ $(find "$folder/settings" -name '*.json' | wc -l) == 8 ]]
  [[ -s $folder/stats/d1-vm3/pg_stat_database.csv ]]
  # The machines' own figures, from before the load to its end, and nothing of us left there.
  local vm
  for vm in $(vms); do
    (($(wc -l <"$folder/stats/$vm/cpu.csv") > 10))
    grep -q ",$([[ $vm == *vm1 ]] && printf quartet-tier-a || printf postgres)," "$folder/stats/$vm/processes.csv"
  done
  if grep collectorFailed "$folder/events.jsonl"; then return 1; fi
  eventually nothing_is_left
  must_hold '[.statistics.machines[].machine] | unique == ["a1-vm1","a1-vm2","a1-vm3","b1-vm1","b1-vm2","b1-vm3","c1-vm1","c1-vm2","c1-vm3","d1-vm1","d1-vm2","d1-vm3","host"]' "$folder/report.json"
  must_hold '[.statistics.disks[] | select(.machine == "c1-vm3" and .phase == "all" and .operationsPerTradeResult != null)] | length > 0' "$folder/report.json"
  must_hold '[.machineSettings[].machines[]] | length == 13' "$folder/report.json"
  grep -q 'd1-vm3' "$folder/report.html"
  # The rules about machines, which a busy one may give too few samples, are those of official runs: the same run, judged as if it were one.
  cp -r "$folder" "$work/official"
  jq '.plan.profile = "official"' "$folder/run.json" >"$work/official/run.json"
  status=0
  "$quartet" audit "$work/official" >"$work/audit.out" || status=$?
  ((status == 4))
  jq '[.checks[] | select(.id == "steal" or .id == "nothing-else-ran")]' "$work/official/audit.json" >"$work/rules.json"
  must_hold 'map(select((.verdict != "not judged" and (.actual | test("on the machine of [a-d]1-vm[1-3]")))
    or (.detail | test("^stats/[a-d]1-vm[1-3]/cpu.csv does not cover the interval")))) | length == 2' "$work/rules.json"
}

# Collectors remove their folder when they have noticed the end of the run.
nothing_is_left() {
  [[ -z $(ls "$work/ssh/tmp") ]]
}

# The load, and another driver that wants the same servers meanwhile.
load_alone() {
  local status=0 loading
  succeeds load &
  loading=$!
  eventually test -s "$work/load.err" # its progress: it has the servers
  sed 's/^name: .*/name: others/' "$work/machines.yaml" >"$work/others.yaml"
  "$quartet" check "$work/others.yaml" 2>"$work/others.err" || status=$?
  wait "$loading"
  ((status == 3))
  grep -E '10[.]77[.][1-4][.][23]:5432: quartet load \(process [0-9]+ on .*, since .*, benchmark machines\) is using this server[.].*\[SERVER_IN_USE\]' "$work/others.err"
}

# The benchmark file without SSH, for what has nothing to do with it.
without_ssh() {
  sed '/^  ssh: /d' "$work/machines.yaml"
}

# Another authority's certificate, none, and other options than the file's.
strangers() {
  local status=0
  mkdir "$work/strange"
  without_ssh >"$work/strange/machines.yaml"
  "$quartet" certificates "$work/machines.yaml" --output "$work/strange/tls" >/dev/null
  "$quartet" doctor "$work/strange/machines.yaml" --json >"$work/strange.json" || status=$?
  ((status == 3))
  must_hold '[.[] | select(.verdict == "FAILED") | .check] == ["Tier A a1-vm1", "Tier A b1-vm1", "Tier A c1-vm1", "Tier A d1-vm1"]' "$work/strange.json"
  jq -r '.[] | select(.check == "Tier A a1-vm1") | .detail' "$work/strange.json"
  status=0
  openssl s_client -connect 10.77.1.1:15432 -CAfile "$work/tls/authority.pem" -tls1_2 </dev/null >"$work/s_client.out" 2>&1 || status=$?
  ((status != 0))
  grep -i 'alert' "$work/s_client.out"
  grep 'Acceptable client certificate CA names' "$work/s_client.out"

  without_ssh | sed 's/users: 8/users: 9/' >"$work/other.yaml"
  "$quartet" doctor "$work/other.yaml" >"$work/other.out" || status=$?
  [[ $(tr -s '[:space:]' ' ' <"$work/other.out" | grep -o 'user sessions: 8, not 9' | wc -l) == 4 ]] || {
    cat "$work/other.out"
    return 1
  }
}

# A PostgreSQL and a Tier A that are stopped.
gone() {
  local status=0
  "$MACHINES/on" b1-vm3 "$(pg_config --bindir)/pg_ctl" -D "$MACHINES/servers/b1-vm3/data" -m fast -s stop
  kill "$(<"$work/c1-vm1.pid")"
  wait "$(<"$work/c1-vm1.pid")" || true
  without_ssh >"$work/gone.yaml"
  "$quartet" doctor "$work/gone.yaml" --json >"$work/gone.json" || status=$?
  ((status == 3))
  must_hold '[.[] | select(.verdict == "FAILED") | .check] == ["database b1-vm3", "Tier A c1-vm1"]' "$work/gone.json"
  must_hold '[.[] | select(.verdict == "FAILED") | .detail | test("at 10[.]77[.](2[.]3:5432|3[.]1:15432): .*refused")] | all' "$work/gone.json"
  status=0
  "$quartet" up "$work/gone.yaml" 2>"$work/up.err" || status=$?
  ((status == 3))
  grep -F 'b1-vm3 at 10.77.2.3:5432' "$work/up.err"
  grep -F 'c1-vm1 at 10.77.3.1:15432' "$work/up.err"
  grep -F '[MACHINES_NOT_READY]' "$work/up.err"
}

twelve_machines() {
  set -E
  trap 'printf "failed: %s\n" "$BASH_COMMAND"' ERR
  serve_ssh
  prepare
  whole_way
  strangers
  gone
  succeeds down | grep 'stay as they are'
  ! grep -rqF "$(cut -d: -f5 "$PGPASSFILE")" "$work"
}

# In one go: making the machines is much of the time.
@test "twelve machines go the whole way, strangers are refused, and the doctor names what is gone" {
  run scripts/lib/with-machines bash -euo pipefail -c twelve_machines
  echo "$output"
  ((status == 0))
}
