# Benchmarks on the machines of scripts/lib/with-bare-machines. Source it after common.sh; work is a folder of the test.
# shellcheck shell=bash disable=SC2154 # work is set by the test that sources this file

# benchmark_file NAME MACHINES [KEY: VALUE]...: three machines a Set, and further keys of provider.
benchmark_file() {
  local name=$1 number=$2 set i=0
  shift 2
  local sets=(a1 b1 c1 d1) phases='[[25, 25, 25, 25]]'
  ((number >= 12)) || { sets=(a1) && phases='[[100, 0, 0, 0]]'; }
  cat <<FILE
name: $name
profile: demo
phases: $phases
timing: {rampUp: 1s, warmUp: 10s, phase: 20s, rampDown: 1s}
load: {users: 8}
market: {flushAfter: 1s}
dataMaintenance: 2s
database: {loadUnits: {A: 2, B: 1, C: 1, D: 1}, tradeDays: 1, newsLength: 1000}
provider:
  kind: hosts
  prepare: true
  ssh: {configuration: $MACHINES/ssh_config}
  dataDirectory: /volumes/data
  tablespaces: {index: /volumes/index, wal: /volumes/wal}
$(printf '  %s\n' "$@")
  hosts:
FILE
  for set in "${sets[@]}"; do
    printf '    - {set: %s, tierA: "10.78.0.%d:15432", dss: "10.78.0.%d:5432", oltp: "10.78.0.%d:5432"}\n' \
      "$set" $((i + 11)) $((i + 12)) $((i + 13))
    i=$((i + 3))
  done
}

# databases_of MACHINES: names of their VMs with databases.
databases_of() {
  local set
  for set in a1 b1 c1 d1; do
    printf '%s\n' "$set-vm2" "$set-vm3"
  done | head -n $((2 * $1 / 3))
}

# quartet VERB [OPTION]...: with the benchmark file; its output is in $work/VERB.log.
quartet() {
  local verb=$1
  shift
  scripts/quartet "$verb" "$work/machines.yaml" "$@" >"$work/$verb.log" 2>&1 ||
    die 1 "quartet $verb failed: $(cat "$work/$verb.log")"
}

# refused VERB TEXT...: the verb fails because of the environment, and its message has all texts.
refused() {
  local verb=$1 text status=0
  shift
  scripts/quartet "$verb" "$work/machines.yaml" >"$work/$verb.log" 2>&1 || status=$?
  ((status == 3)) || die 1 "quartet $verb ended with exit code $status, not 3: $(cat "$work/$verb.log")"
  for text in "$@"; do
    grep -qF -- "$text" "$work/$verb.log" || die 1 "the message of quartet $verb does not say '$text': $(cat "$work/$verb.log")"
  done
}

# ask VM SQL: one value of a database, over TLS.
ask() {
  local folder address
  folder=/var/lib/quartet/$(sed -n 's/^name: //p' "$work/machines.yaml")
  address=$(grep -oE "set: ${1%-vm*},.*" "$work/machines.yaml" | grep -oE "$([[ $1 == *vm2 ]] && echo dss || echo oltp): \"[0-9.]+" | grep -oE '[0-9.]+$')
  PGPASSFILE=$folder/pgpass PGSSLMODE=${PGSSLMODE-verify-full} PGSSLROOTCERT=$folder/tls/authority.pem \
    psql --no-psqlrc -qAt -h "$address" -p 5432 -U quartet -d quartet -c "$2"
}

# must_be_nothing NAME LAST [FIRST]: no trace of the benchmark on machines FIRST (1) to LAST.
must_be_nothing() {
  local i found
  for ((i = ${3:-1}; i <= $2; i++)); do
    # shellcheck disable=SC2016 # the other machine expands it
    found=$("$MACHINES/on" "$i" bash -c '
      ls -d /etc/quartet /volumes/*/* /var/lib/quartet /etc/apt/*/*quartet* /etc/systemd/system/quartet* /etc/sysctl.d/*quartet* \
        /etc/postgresql-common/createcluster.d/quartet* /tmp/quartet* /home/admin/.*ansible* /root/.*ansible* 2>/dev/null
      getent passwd quartet
      systemctl list-units --all --no-legend "quartet*"
      pgrep -a "postgres|quart"
      true' </dev/null)
    [[ -z $found ]] || die 1 "on machine $i of $1 there is still: $found"
  done
}
