#!/usr/bin/env bats
# What docs/contracts.md promises of scripts/collect/guests: a virsh of this test, processes named like QEMU, and control groups. Needs root.
# shellcheck disable=SC2030,SC2031 # each test is a subshell
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  # shellcheck source=scripts/lib/collected.sh
  source "$BATS_TEST_DIRNAME/../lib/collected.sh"
  collect=$BATS_TEST_DIRNAME/../collect
  out=$BATS_TEST_TMPDIR/out
  programs=$BATS_TEST_TMPDIR/programs
  answers=$BATS_TEST_TMPDIR/answers
  mkdir "$out" "$programs" "$answers"
  # The kernel knows it by the name of its file; the rest of its command line means nothing to it.
  cp "$(command -v bash)" "$programs/qemu-quartet"
  guest=quartet-$$-$BATS_TEST_NUMBER
  groups=()
  started=()
}

teardown() {
  local pid group
  for pid in ${started[@]+"${started[@]}"}; do
    kill -KILL "$pid" 2>/dev/null || true
  done
  for group in ${groups[@]+"${groups[@]}"}; do
    eventually rmdir "$group"
  done
}

# fake_virsh: a virsh that repeats commands as the real one does. It answers the I-th domstats with answers/I, the last one again and again.
fake_virsh() {
  cat >"$programs/virsh" <<EOF
#!/usr/bin/env bash
i=0
while IFS= read -r line; do
  printf 'virsh > %s\n' "\$line"
  case \$line in
    domstats*)
      [[ ! -e "$answers/\$((i + 1))" ]] || i=\$((i + 1))
      cat "$answers/\$i"
      echo
      ;;
    domiflist*) printf ' vnet0  bridge  br0  virtio  52:54:00:AA:00:01\n\n' ;;
    domifaddr*) printf ' vnet0  52:54:00:aa:00:01  ipv4  10.9.8.7/24\n\n' ;;
    echo*) printf '%s' "\${line#echo }" ;;
  esac
done
EOF
  chmod +x "$programs/virsh"
}

# domain NAME CPU-MILLISECONDS [WAIT-MILLISECONDS]: as virsh prints it.
domain() {
  printf "Domain: '%s'\n  state.state=1\n  cpu.time=%s000000\n  balloon.current=786432\n  balloon.maximum=1048576\n  balloon.rss=500000\n" "$1" "$2"
  printf '  vcpu.current=2\n  vcpu.maximum=2\n'
  [ -z "${3-}" ] || printf '  vcpu.0.delay=%s000000\n  vcpu.1.delay=1000000\n  vcpu.1.halt_exits.sum=5\n' "$3"
  printf '  net.count=1\n  net.0.rx.bytes=%s000\n  net.0.tx.bytes=7\n  block.count=2\n  block.0.rd.bytes=5\n  block.0.wr.bytes=%s000\n  block.1.wr.bytes=5\n\n' "$2" "$2"
}

# start COMMAND...: in the background, with the programs of this test; sets pid.
start() {
  (PATH=$programs:$PATH exec "$@" >"$BATS_TEST_TMPDIR/output" 2>&1 3>&-) &
  pid=$!
  started+=("$pid")
}

ends_on_term() {
  local code=0
  kill -TERM "$pid"
  wait "$pid" || code=$?
  echo "exit code $code: $(<"$BATS_TEST_TMPDIR/output")" # shown when it fails
  [ "$code" -eq 0 ]
}

# vm NAME MEMORY: a process like that of a virtual machine, busy all the time.
vm() {
  "$programs/qemu-quartet" -c 'while :; do :; done' qemu -name "guest=$1,debug-threads=on" -smp 3,sockets=3 -m "$2" \
    -device virtio-net,mac=52:54:00:bb:00:01 -device '{"driver":"virtio-net-pci","id":"net1","mac":"52:54:00:BB:00:02"}' 3>&- &
  started+=("$!")
}

# busy_container NAME: a control group of LXC with one busy loop, pinned to one processor.
busy_container() {
  local top group made=()
  for top in /sys/fs/cgroup/cpuacct /sys/fs/cgroup/memory /sys/fs/cgroup/blkio /sys/fs/cgroup; do
    [ -e "$top/cgroup.procs" ] || continue
    group=$top/lxc.payload.$1
    mkdir "$group"
    made+=("$group")
  done
  groups+=("${made[@]}")
  (
    for group in "${made[@]}"; do echo "$BASHPID" >"$group/cgroup.procs"; done
    exec taskset -c 0 bash -c 'while :; do :; done' 3>&-
  ) &
  started+=("$!")
  loop=$!
}

@test "virtual machines of libvirt: processor time, wait, memory, disks, network and addresses" {
  domain a1-vm2 1000 100 >"$answers/1"
  domain a1-vm2 2000 400 >"$answers/2"
  fake_virsh
  vm a1-vm2 4096 # the process of the same guest
  start "$collect/guests" --out "$out"
  eventually has_rows_of_guest a1-vm2 3
  ends_on_term
  run ! pgrep -f "$programs/virsh"
  rows_of_guest a1-vm2 >"$BATS_TEST_TMPDIR/rows"
  # What the first look counts says nothing yet. Then a second or two have passed, in which 1000 ms were used and 300 waited.
  [ "$(sed -n 1p "$BATS_TEST_TMPDIR/rows")" = a1-vm2,libvirt,2,,,1048576,500000,262144,0,,,, ]
  awk -F, 'NR == 2 {
    seconds = 1000 / $4
    if (seconds < 0.4 || seconds > 30 || $5 * seconds < 299 || $5 * seconds > 301) exit 1
    if ($10 != "0.00" || $11 * seconds < 0.99e6 || $11 * seconds > 1.01e6 || $12 < $11 - 1 || $12 > $11 + 1 || $13 != "0.00") exit 1
  }' "$BATS_TEST_TMPDIR/rows"
  [ "$(sed -n 3p "$BATS_TEST_TMPDIR/rows")" = a1-vm2,libvirt,2,0.00,0.00,1048576,500000,262144,0,0.00,0.00,0.00,0.00 ]
  # Other tests have processes of QEMU too.
  run ! grep -q ,a1-vm2,qemu, "$out/guests.csv"
  [ "$(grep -o 'a1-vm2,.*' "$out/addresses.csv" | sort -u)" = "$(printf 'a1-vm2,%s\n' 10.9.8.7 52:54:00:aa:00:01 52:54:00:bb:00:01 52:54:00:bb:00:02)" ]
}

@test "a guest that vanishes and comes back begins again, without a negative figure" {
  # A name of its own: another test may have a process for a1-vm2 at this time.
  domain "$guest" 9000 900 >"$answers/1"
  domain "$guest" 9500 950 >"$answers/2"
  domain b1-vm2 1 1 >"$answers/3"
  domain "$guest" 10 1 >"$answers/4"
  domain "$guest" 20 2 >"$answers/5"
  # Without a wait, as older versions of libvirt. No process tells it either.
  domain "$guest" 30 >"$answers/6"
  fake_virsh
  start "$collect/guests" --out "$out" --interval 0.5
  eventually has_rows_of_guest "$guest" 6
  ends_on_term
  rows_of_guest "$guest" >"$BATS_TEST_TMPDIR/rows"
  [ "$(rows_of_guest b1-vm2 | wc -l)" -eq 1 ]
  run ! grep -q ,- "$BATS_TEST_TMPDIR/rows"
  # Known: between the first two looks, and between those after its return.
  [ "$(awk -F, '{ printf "%s", $4 == "" ? "-" : "+" }' "$BATS_TEST_TMPDIR/rows" | cut -c 1-5)" = -+-++ ]
  [ "$(awk -F, '{ printf "%s", $5 == "" ? "-" : "+" }' "$BATS_TEST_TMPDIR/rows" | cut -c 1-5)" = -+-+- ]
  [ "$(rows_of_guest "$guest" | sed -n 3p)" = "$guest,libvirt,2,,,1048576,500000,262144,,,,," ]
}

@test "virsh that is refused is noted once, and the processes of QEMU are read" {
  printf '#!/bin/sh\necho "error: authentication failed: no polkit." >&2\nexit 1\n' >"$programs/virsh"
  chmod +x "$programs/virsh"
  vm "$guest" size=2g,slots=2
  start "$collect/guests" --out "$out"
  eventually has_rows_of_guest "$guest" 6
  ends_on_term
  [ "$(tail -n +2 "$out/notes.csv" | wc -l)" -eq 1 ]
  grep -q 'guests,virsh gives no guests (authentication failed: no polkit); guests of libvirt are read as QEMU processes' "$out/notes.csv"
  # A busy loop uses a processor or waits for one. A busy machine may read late, at either end.
  rows_of_guest "$guest" | awk -F, '
    $2 != "qemu" || $3 != 3 || $6 != 2097152 || $7 < 500 || $8 != "" || $9 != 0 { exit 1 }
    NR > 1 { sum += $4 + $5 }
    END { mean = sum / (NR - 1); if (mean < 500 || mean > 1500) exit 1 }'
  grep -q ",$guest,52:54:00:bb:00:01" "$out/addresses.csv"
  grep -q ",$guest,52:54:00:bb:00:02" "$out/addresses.csv"
}

@test "without virsh there is no note, and a machine without guests has no rows" {
  mkdir "$BATS_TEST_TMPDIR/empty"
  QUARTET_ROOT=$BATS_TEST_TMPDIR/empty "$collect/guests" --out "$out" --count 2
  [ "$(wc -l <"$out/guests.csv")" -eq 1 ]
  [ "$(wc -l <"$out/notes.csv")" -eq 1 ]
}

@test "containers: two on one processor wait for each other, and a group used what its processes used" {
  busy_container "$guest-a"
  local used last
  busy_container "$guest-b"
  start "$collect/guests" --out "$out"
  eventually has_rows_of_guest "$guest-a" 6
  eventually has_rows_of_guest "$guest-b" 6
  ends_on_term
  for name in "$guest-a" "$guest-b"; do
    # Each is always ready to run; both together get one processor at most.
    rows_of_guest "$name" | awk -F, '
      $2 != "lxc" { exit 1 }
      NR > 1 { used += $4; waited += $5 }
      END { used /= NR - 1; waited /= NR - 1; if (used + waited < 500 || used + waited > 1500 || waited < 0.4 * (used + waited)) exit 1 }'
  done
  # The groups against the scheduler's own count of the loop, over the whole life of it.
  used=$(cat "/sys/fs/cgroup/cpuacct/lxc.payload.$guest-b/cpuacct.usage" 2>/dev/null ||
    awk '$1 == "usage_usec" { print $2 * 1000 }' "/sys/fs/cgroup/lxc.payload.$guest-b/cpu.stat")
  read -r last _ <"/proc/$loop/schedstat"
  awk -v group="$used" -v process="$last" 'BEGIN { exit !(group > 0.95 * process && group < 1.05 * process) }'
}

# put FILE TEXT: in the machine of this test.
put() {
  mkdir -p "$BATS_TEST_TMPDIR/machine/${1%/*}"
  printf '%s\n' "$2" >"$BATS_TEST_TMPDIR/machine/$1"
}

# look MICROSECONDS [BEFORE]: what guests.awk prints of the machine of this test.
look() {
  # shellcheck disable=SC2016 # the other Bash expands it
  bash -euo pipefail -c '
    lib=$1 proc= sys=
    for part in common collect addresses guests; do source "$lib/$part.sh"; done
    write_addresses() { :; }
    proc=$2/proc sys=$2/sys
    find_guests
    describe_processes
    printf "%s" "$3" "$described" "$groups" | awk -v proc="$proc" -v ticks=100 -v utc_ms=1 -f "$lib/guests.awk"' \
    look "$BATS_TEST_DIRNAME/../lib" "$BATS_TEST_TMPDIR/machine" "time"$'\t'"$1"$'\n'"${2-}"$'\n'
}

@test "a container in a pod of podman: disks above others do not count" {
  local top=sys/fs/cgroup group before
  group=$top/machine.slice/machine-libpod_pod_0f.slice/libpod-0123456789abcdef.scope
  put $top/cgroup.controllers 'cpu io memory'
  put $group/cgroup.threads ''
  put sys/dev/block/8:0/size 1
  put sys/dev/block/253:0/slaves/sda/size 1
  put proc/net/dev ''
  put $group/cpu.stat 'usage_usec 5'
  put $group/io.stat $'8:0 rbytes=10 wbytes=20\n253:0 rbytes=10 wbytes=20'
  before=$(look 0)
  put $group/io.stat $'8:0 rbytes=110 wbytes=320\n253:0 rbytes=110 wbytes=320'
  [ "$(look 1000000 "$before" | head -n 1)" = 1,0123456789ab,podman,,0.00,,,,,,100.00,300.00,, ]

  # Control groups of version 1.
  rm -r "${BATS_TEST_TMPDIR:?}/machine/$top"
  put "$top/cpuacct/${group#"$top/"}/cpuacct.usage" 5000
  put "$top/blkio/${group#"$top/"}/blkio.throttle.io_service_bytes_recursive" $'8:0 Read 10\n8:0 Write 20\n253:0 Read 10\n253:0 Write 20'
  before=$(look 0)
  put "$top/blkio/${group#"$top/"}/blkio.throttle.io_service_bytes_recursive" $'8:0 Read 110\n8:0 Write 320\n253:0 Read 110\n253:0 Write 320'
  [ "$(look 1000000 "$before" | head -n 1)" = 1,0123456789ab,podman,,0.00,,,,,,100.00,300.00,, ]
}

# thread PID NAME TICKS WAIT-NANOSECONDS: its state.
thread() {
  put "proc/$1/comm" "$2"
  put "proc/$1/stat" "$1 ($2) S 2 0 0 0 -1 0 0 0 0 0 $3 1 0 0"
  put "proc/$1/schedstat" "1 $4 1"
}

@test "a QEMU process has the time of the kernel's threads for its network" {
  local before
  thread 4242 qemu-system-x86 100 1000000
  printf 'qemu\0-name\0guest=a1-vm2\0' >"$BATS_TEST_TMPDIR/machine/proc/4242/cmdline"
  put proc/4242/task/4242/comm qemu
  thread 4300 vhost-4242 50 1000000
  thread 4301 vhost-7 50 1000000
  before=$(look 0)
  thread 4242 qemu-system-x86 110 2000000
  thread 4300 vhost-4242 70 4000000
  thread 4301 vhost-7 999 9000000
  # Of 100 ticks a second.
  [ "$(look 1000000 "$before" | head -n 1 | cut -d , -f 2-6)" = a1-vm2,qemu,1,300.00,4.00 ]
}
