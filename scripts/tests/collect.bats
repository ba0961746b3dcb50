#!/usr/bin/env bats
# What docs/contracts.md promises of scripts/collect: recorded counters with figures computed by hand, and short live runs.
# shellcheck disable=SC2030,SC2031 # each test is a subshell
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  # shellcheck source=scripts/lib/collected.sh
  source "$BATS_TEST_DIRNAME/../lib/collected.sh"
  collect=$BATS_TEST_DIRNAME/../collect
  out=$BATS_TEST_TMPDIR/out
  recording=$BATS_TEST_TMPDIR/recording
  mkdir "$out" "$recording"
  started=()
}

teardown() {
  local pid
  for pid in ${started[@]+"${started[@]}"}; do
    kill -CONT "$pid" 2>/dev/null || true
    kill -KILL "$pid" 2>/dev/null || true
  done
}

# moment MILLISECONDS FILE: records standard input as a file below proc or sys at a moment of the recording.
moment() {
  local file=$recording/$((1700000000000000 + $1 * 1000))/$2
  mkdir -p "${file%/*}"
  cat >"$file"
}

# start COMMAND...: in the background; sets pid.
start() {
  rm -f "$BATS_TEST_TMPDIR/output" # or the words of an earlier one could be taken for those of this one
  (exec "$@" >"$BATS_TEST_TMPDIR/output" 2>&1 3>&-) &
  pid=$!
  started+=("$pid")
}

is_gone() { # pid
  [ ! -e "/proc/$1" ] || grep -q ') Z' "/proc/$1/stat"
}

# ends SIGNAL: of the process of start, with exit code 0. How soon it ends is measured by scripts/bench/collect.
ends() {
  local signal=$1 code=0
  kill -s "$signal" "$pid"
  wait "$pid" || code=$?
  echo "$signal: exit code $code; $(<"$BATS_TEST_TMPDIR/output")" # shown when it fails
  [ "$code" -eq 0 ]
}

# rows_near_the_second FILE NUMBER: true when that many rows came within 0.3 s of a whole second.
rows_near_the_second() {
  [ -s "$out/$1" ] && awk -F, -v wanted="$2" 'NR > 1 && $1 % 1000 < 300 { near++ } END { exit near < wanted }' "$out/$1"
}

rows_of() { # file: without the header
  tail -n +2 "$out/$1"
}

# A folder of programs for PATH: those the collectors call, but for the given one.
path_without() {
  local program
  mkdir "$BATS_TEST_TMPDIR/bin"
  for program in bash env dirname tail id getconf timeout df sed mv systemd-detect-virt iostat; do
    [ "$program" = "$1" ] || ! command -v "$program" >/dev/null || ln -s "$(command -v "$program")" "$BATS_TEST_TMPDIR/bin/$program"
  done
  printf '%s' "$BATS_TEST_TMPDIR/bin"
}

# A command that cannot write to what it opens.
fill_disk() { # file in out
  ln -s /dev/full "$out/$1"
}

@test "cpu: shares of a recording, with steal" {
  # Deltas: user 20 + nice 10, system 25 + irq 3 + softirq 2, iowait 40, steal 60, idle 240: 400 jiffies.
  moment 0 proc/stat <<<'cpu  1000 50 300 5000 100 7 8 40 0 0'
  moment 2000 proc/stat <<<'cpu  1020 60 325 5240 140 10 10 100 0 0'
  # No time passed for anybody but iowait, which went back: a row of idle alone.
  moment 3000 proc/stat <<<'cpu  1020 60 325 5340 130 10 10 100 0 0'
  "$collect/cpu" --out "$out" --replay "$recording"
  [ "$(<"$out/cpu.csv")" = "utc_ms,user_pct,system_pct,iowait_pct,steal_pct,idle_pct,throttled_ms_per_s
1700000002000,7.50,7.50,10.00,15.00,60.00,
1700000003000,0.00,0.00,0.00,0.00,100.00," ]
}

@test "cpu: says how long the control group was held back" {
  local at
  for at in 0 2000; do
    moment $at proc/stat <<<"cpu  $at 0 0 $at 0 0 0 0 0 0"
    moment $at proc/self/cgroup <<<'0::/db.slice'
  done
  moment 0 sys/fs/cgroup/db.slice/cpu.stat <<<$'usage_usec 5\nnr_throttled 1\nthrottled_usec 1000000'
  moment 2000 sys/fs/cgroup/db.slice/cpu.stat <<<$'usage_usec 5\nnr_throttled 9\nthrottled_usec 1500000'
  "$collect/cpu" --out "$out" --replay "$recording"
  # 0.5 s of the 2 s
  [ "$(rows_of cpu.csv)" = 1700000002000,50.00,0.00,0.00,0.00,50.00,250.00 ]
}

@test "memory: sizes and swapping of a recording" {
  local at
  for at in 0 2000; do
    moment $at proc/meminfo <<END
MemTotal:       16000 kB
MemFree:         4000 kB
MemAvailable:    9000 kB
Buffers:          100 kB
Cached:          3000 kB
SwapCached:        10 kB
Dirty:             70 kB
Writeback:          8 kB
AnonPages:       6000 kB
Shmem:           2000 kB
PageTables:        50 kB
SwapTotal:       1000 kB
SwapFree:         600 kB
END
  done
  moment 0 proc/vmstat <<<$'nr_free_pages 1000\npgmajfault 5\npswpin 100\npswpout 200\noom_kill 1'
  moment 2000 proc/vmstat <<<$'nr_free_pages 1000\npgmajfault 10\npswpin 110\npswpout 250\noom_kill 2'
  "$collect/memory" --out "$out" --replay "$recording"
  # 10 and 50 pages of the machine in 2 s
  local page=$(($(getconf PAGESIZE) / 1024))
  [ "$(rows_of memory.csv)" = "1700000002000,16000,4000,9000,100,3000,6000,2000,50,70,8,1000,600,$((5 * page)).00,$((25 * page)).00,2.50,2" ]
}

@test "memory: without /proc/vmstat the rest is collected and a note says so" {
  local at
  for at in 0 1000; do moment $at proc/meminfo <<<$'MemTotal: 16000 kB\nMemFree: 4000 kB'; done
  "$collect/memory" --out "$out" --replay "$recording"
  [ "$(rows_of memory.csv)" = 1700000001000,16000,4000,,,,,,,,,,,,,, ]
  [[ $(rows_of notes.csv) == *,memory,*/proc/vmstat\ cannot\ be\ read* ]]
}

# net_dev MILLISECONDS LINE...
net_dev() {
  local at=$1
  shift
  printf '%s\n' 'Inter-|   Receive                |  Transmit' ' face |bytes ... |bytes ...' "$@" | moment "$at" proc/net/dev
}

@test "network: traffic of a recording, unused interfaces left out, one that comes and begins anew" {
  net_dev 0 '    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0' \
    '  eth0: 1000 10 1 2 0 0 0 0 5000 20 3 4 0 0 0 0'
  net_dev 2000 '    lo: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' \
    '  eth0: 3000 15 1 5 0 0 0 0 6001 120 4 4 0 0 0 0' 'veth1:7 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0'
  net_dev 3000 '  eth0: 10 1 0 0 0 0 0 0 10 1 0 0 0 0 0 0' 'veth1:107 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0'
  net_dev 4000 '  eth0: 20 1 0 0 0 0 0 0 10 1 0 0 0 0 0 0'
  "$collect/network" --out "$out" --replay "$recording"
  [ "$(rows_of network.csv)" = "1700000002000,eth0,1000.00,500.50,2.50,50.00,0,3,1,0
1700000003000,veth1,100.00,0.00,0.00,0.00,0,0,0,0
1700000004000,eth0,10.00,0.00,0.00,0.00,0,0,0,0" ]
}

# disks MILLISECONDS LINE...: whole disks are vda and cciss/c0d0; vda1 is a partition.
disks() {
  local at=$1
  shift
  printf '%s\n' "$@" | moment "$at" proc/diskstats
  moment "$at" sys/block/vda/size <<<1
  moment "$at" 'sys/block/cciss!c0d0/size' <<<1
}

@test "disk: figures of a recording, without partitions and unused disks" {
  disks 0 ' 254 0 vda 100 0 1000 50 200 0 2000 100 3 400 500 0 0 0 0 10 20' ' 254 1 vda1 100 0 1000 50 200 0 2000 100 3 400 500 0 0 0 0 10 20' \
    '   7 0 loop0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
  # 20 reads of 4096 sectors in 30 ms (3 merged), 50 writes of 20480 sectors in 200 ms (8 merged), 4 flushes in 10 ms, busy 500 ms, queue 1000 ms: in 2 s
  disks 2000 ' 254 0 vda 120 3 5096 80 250 8 22480 300 0 900 1500 0 0 0 0 14 30' ' 254 1 vda1 120 0 5096 80 250 0 22480 300 0 900 1500 0 0 0 0 14 30'
  "$collect/disk" --out "$out" --replay "$recording"
  [ "$(<"$out/disk.csv")" = "utc_ms,device,reads_per_s,writes_per_s,read_mib_per_s,write_mib_per_s,read_await_ms,write_await_ms,flushes_per_s,flush_await_ms,queue_size,util_pct,read_merges_per_s,write_merges_per_s
1700000002000,vda,10.00,25.00,1.00,5.00,1.50,4.00,2.00,2.50,0.50,25.00,1.50,4.00" ]
}

@test "disk: kernels without flushes, names with a slash" {
  disks 0 ' 104 0 cciss/c0d0 1 0 8 1 1 0 8 1 0 1 1'
  disks 1000 ' 104 0 cciss/c0d0 3 0 24 5 1 0 8 1 0 1001 2001'
  "$collect/disk" --out "$out" --replay "$recording"
  [ "$(rows_of disk.csv)" = 1700000001000,cciss/c0d0,2.00,0.00,0.01,0.00,2.00,0.00,,,2.00,100.00,0.00,0.00 ]
}

@test "disk: one that vanishes, comes back or wraps has no row then, and never a negative one" {
  disks 0 ' 254 0 vda 4294967290 0 80 10 10 0 80 10 0 10 10'
  disks 1000 ' 254 0 vda 4 0 88 11 10 0 80 10 0 10 10' # 10 reads more than 2^32 - 6
  disks 2000 ' 254 0 vda 5 0 96 12 10 0 80 10 0 10 10'
  disks 3000 ' 254 1 vda1 5 0 96 12 10 0 80 10 0 10 10'
  disks 4000 ' 254 0 vda 1 0 8 1 0 0 0 0 0 1 1' # plugged in again
  disks 5000 ' 254 0 vda 3 0 24 2 0 0 0 0 0 2 2'
  "$collect/disk" --out "$out" --replay "$recording"
  [ "$(rows_of disk.csv)" = "1700000002000,vda,1.00,0.00,0.00,0.00,1.00,0.00,,,0.00,0.00,0.00,0.00
1700000005000,vda,2.00,0.00,0.01,0.00,0.50,0.00,,,0.00,0.10,0.00,0.00" ]
}

# process MILLISECONDS PID COMMAND PARENT USER SYSTEM START PAGES [SHARED_PAGES]
process() {
  moment "$1" "proc/$2/stat" <<<"$2 ($3) S $4 1 1 0 -1 4194560 9 9 9 9 $5 $6 99 99 20 0 2 0 $7 1000 $8 1 1"
  moment "$1" "proc/$2/statm" <<<"1000 $8 ${9-0} 9 0 9 0"
}

@test "processes: sums by name, those that come, go, and have odd names" {
  local at hz
  hz=$(getconf CLK_TCK)
  for at in 0 1000 2000; do moment $at proc/self/stat <<<'1 (x) S'; done
  moment 0 proc/uptime <<<'50.00 1.00'
  moment 1000 proc/uptime <<<'51.00 1.00'
  moment 2000 proc/uptime <<<'52.00 1.00'
  process 0 10 postgres 1 1000 500 100 10 4
  process 0 11 'a) b, c' 1 0 0 100 10
  process 0 12 sshd 1 0 0 100 10
  process 0 13 postgres 10 70 0 100 10 6
  process 1000 10 postgres 1 $((1000 + hz / 2)) 500 100 10 4
  process 1000 11 'a) b, c' 1 0 $((hz / 4)) 100 20
  process 1000 12 sshd 1 50 50 100 10
  process 1000 14 postgres 10 $((hz / 10)) 0 $((505 * hz / 10)) 30 8 # began at 50.5 s, after the first look
  process 2000 10 postgres 1 $((1000 + hz / 2)) 500 100 10 4
  process 2000 14 postgres 10 0 $((hz / 20)) $((515 * hz / 10)) 30 8 # another process of this number
  "$collect/processes" --out "$out" --replay "$recording" --processes '^(postgres|a. b, c)$'
  local page=$(($(getconf PAGESIZE) / 1024))
  [ "$(rows_of processes.csv | sort)" = "1700000000000,a)_b__c,1,2,0,0,$((10 * page)),0
1700000000000,postgres,2,4,0,0,$((10 * page)),$((6 * page))
1700000001000,a)_b__c,1,2,0,250,$((20 * page)),0
1700000001000,postgres,2,4,600,0,$((28 * page)),$((8 * page))
1700000002000,postgres,2,4,600,50,$((28 * page)),$((8 * page))" ]
}

@test "processes: a file of process ids, with their descendants" {
  local at hz
  hz=$(getconf CLK_TCK)
  for at in 0 1000; do moment $at proc/self/stat <<<'1 (x) S'; done
  process 0 20 child 30 0 0 100 1 # before its parent in the list
  process 0 30 parent 40 0 0 100 1
  process 0 40 root 1 0 0 100 1
  process 0 50 other 1 0 0 100 1
  process 1000 20 child 30 "$hz" 0 100 1
  process 1000 30 parent 40 "$hz" 0 100 1
  process 1000 40 root 1 0 "$hz" 100 1
  process 1000 50 other 1 "$hz" "$hz" 100 1
  printf '40 a1-vm2\n' >"$BATS_TEST_TMPDIR/pids"
  "$collect/processes" --out "$out" --replay "$recording" --processes "$BATS_TEST_TMPDIR/pids"
  local memory=$((3 * $(getconf PAGESIZE) / 1024)),0
  [ "$(rows_of processes.csv)" = "1700000000000,a1-vm2,3,6,0,0,$memory
1700000001000,a1-vm2,3,6,2000,1000,$memory" ]
}

@test "a recorded gap is noted, and a clock that goes back leaves out one row" {
  local at
  for at in 0 1000 4500 5500; do moment $at proc/stat <<<"cpu  $at 0 0 $at 0 0 0 0 0 0"; done
  "$collect/cpu" --out "$out" --replay "$recording"
  [ "$(<"$out/gaps.csv")" = "utc_ms,source,missed_ms,reason
1700000004500,cpu,2500,late" ]
  has_rows cpu.csv 3
  rm "$out"/*
  mkdir "$BATS_TEST_TMPDIR/back" # moments come in the order of their names
  cp -r "$recording/1700000000000000" "$BATS_TEST_TMPDIR/back/1000000000000000"
  cp -r "$recording/1700000001000000" "$BATS_TEST_TMPDIR/back/999999999000000"
  "$collect/cpu" --out "$out" --replay "$BATS_TEST_TMPDIR/back"
  [[ $(rows_of notes.csv) == *,cpu,the\ clock\ went\ back\ by\ 1000\ ms* ]]
  [ "$(rows_of cpu.csv)" = "" ]
}

@test "facts: a machine of files, without what is secret" {
  local root=$BATS_TEST_TMPDIR/root
  mkdir -p "$root"/{proc/sys/{kernel,vm},proc/self,sys/block/{sda,loop0}/queue,sys/block/sda/device,sys/kernel/mm/transparent_hugepage,etc}
  mkdir -p "$root/sys/devices/system/clocksource/clocksource0" "$root/sys/fs/cgroup/a" "$root/sys/hypervisor"
  printf 'PRETTY_NAME="Debian \\ 12"\n' >"$root/etc/os-release"
  printf '6.1.0\n' >"$root/proc/sys/kernel/osrelease"
  printf '7\n' >"$root/proc/sys/vm/swappiness"
  printf 'processor\t: %s\nmodel name\t: Fast "CPU"\nphysical id\t: %s\ncore id\t\t: %s\n\n' 0 0 0 1 0 0 2 1 0 3 1 0 >"$root/proc/cpuinfo"
  printf 'MemTotal:       16000 kB\nHugePages_Total:      12\nHugepagesize:       2048 kB\n' >"$root/proc/meminfo"
  printf 'always [madvise] never\n' >"$root/sys/kernel/mm/transparent_hugepage/enabled"
  printf 'none [mq-deadline]\n' >"$root/sys/block/sda/queue/scheduler"
  printf '2048\n' >"$root/sys/block/sda/size"
  printf '0\n' >"$root/sys/block/loop0/size"
  printf 'kvm-clock\n' >"$root/sys/devices/system/clocksource/clocksource0/current_clocksource"
  printf 'xen\n' >"$root/sys/hypervisor/type"
  mkdir -p "$root/proc/self/net" "$root/sys/class/net/lo"
  printf '00:00:00:00:00:00\n' >"$root/sys/class/net/lo/address"
  printf '           |-- %s\n              /32 host LOCAL\n' 10.0.0.5 127.0.0.1 10.0.0.5 >"$root/proc/self/net/fib_trie"
  printf 'fd000000000000000000000000000005 02 40 00 80     eth0\nfe800000000000000000000000000005 02 40 20 80     eth0\n' >"$root/proc/self/net/if_inet6"
  printf '0::/a\n' >"$root/proc/self/cgroup"
  printf '50000 100000\n' >"$root/sys/fs/cgroup/a/cpu.max"
  printf 'Limit                     Soft Limit           Hard Limit           Units\nMax open files            1024                 4096                 files\n' >"$root/proc/self/limits"
  printf '%s\n' '/dev/sda1 / ext4 rw,noatime,nobarrier 0 0' 'proc /proc proc rw 0 0' \
    'tmpfs /dev/shm tmpfs rw,noswap 0 0' 'tmpfs /run/lock tmpfs rw 0 0' \
    '//joe:hunter2@nas/x /x cifs rw,username=joe,password=hunter2,vers=3 0 0' >"$root/proc/self/mounts"
  mkdir -p "$root"/sys/devices/system/cpu/{cpu{0,1}/cpufreq,intel_pstate,vulnerabilities} "$root"/proc/{70,71,72} "$root"/sys/class/{net/lo,scsi_host/host2}
  printf 'powersave\n' | tee "$root/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor" >"$root/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor"
  printf 'intel_pstate\n' >"$root/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"
  printf '1\n' >"$root/sys/devices/system/cpu/intel_pstate/no_turbo"
  printf 'Mitigation: PTI\n' >"$root/sys/devices/system/cpu/vulnerabilities/meltdown"
  printf 'kvm-clock tsc \n' >"$root/sys/devices/system/clocksource/clocksource0/available_clocksource"
  printf '%s\n' postgres >"$root/proc/70/comm"
  printf '%s\n' postgres >"$root/proc/71/comm"
  printf '%s\n' bash >"$root/proc/72/comm"
  printf 'Cpus_allowed_list:\t0-1\nMems_allowed_list:\t0\n' | tee "$root/proc/70/status" >"$root/proc/72/status"
  printf 'Cpus_allowed_list:\t2-3\nMems_allowed_list:\t0\n' >"$root/proc/71/status"
  # A SCSI disk of an adapter, and an interface of a PCI device.
  mkdir -p "$root"/sys/devices/host2/target2/2:0:0:0 "$root"/sys/devices/pci1/net/eth0/queues/rx-{0,1} "$root"/sys/bus/e1000 "$root"/sys/class/net
  rmdir "$root/sys/block/sda/device"
  ln -s ../../devices/host2/target2/2:0:0:0 "$root/sys/block/sda/device"
  printf 'virtio_scsi\n' >"$root/sys/class/scsi_host/host2/proc_name"
  ln -s ../../bus/e1000 "$root/sys/devices/pci1/driver"
  ln -s ../.. "$root/sys/devices/pci1/net/eth0/device"
  ln -s ../../devices/pci1/net/eth0 "$root/sys/class/net/eth0"
  printf '52:54:00:00:00:01\n' >"$root/sys/class/net/eth0/address"
  printf '1500\n' >"$root/sys/class/net/eth0/mtu"
  printf -- '-1\n' >"$root/sys/class/net/eth0/speed"
  QUARTET_ROOT=$root PGPASSWORD=hunter2 "$collect/facts" --out "$out"
  local facts=$out/facts.json
  [ "$(jq -c '[.kernel, .distribution, .virtualisation, .clockSource, .tunedProfile, .settings."vm.swappiness"]' "$facts")" = \
    '["6.1.0","Debian \\ 12","xen","kvm-clock",null,"7"]' ]
  [ "$(jq -c .processors "$facts")" = \
    '{"model":"Fast \"CPU\"","sockets":2,"cores":2,"threads":4,"mhz":null,"governor":"powersave","frequencyDriver":"intel_pstate","turbo":"off","smt":null,"numaNodes":null}' ]
  [ "$(jq -c '[.clockSourcesAvailable, .mitigations, .pinning]' "$facts")" = \
    '["kvm-clock tsc",{"meltdown":"Mitigation: PTI"},{"postgres":{"processors":"0-1; 2-3","memoryNodes":"0"}}]' ]
  [ "$(jq -c '[.disks[0].driver, .interfaces]' "$facts")" = \
    '["virtio_scsi",[{"interface":"eth0","driver":"e1000","mtu":1500,"mbitPerSecond":null,"queues":2}]]' ]
  [ "$(jq -c '[.memory.totalKib, .memory.hugePages, .memory.transparentHugePages, .controlGroup.cpu, .limits."open files"]' "$facts")" = \
    '[16000,12,"madvise","50000 100000","1024"]' ]
  [ "$(jq -c '[.disks[] | .device, .bytes, .scheduler]' "$facts")" = '["sda",1048576,"mq-deadline"]' ]
  [ "$(jq -c '[.mounts[] | .mount, .device, .options]' "$facts")" = '["/","/dev/sda1","rw,noatime,nobarrier","/dev/shm","tmpfs","rw,noswap","/x","nas/x","rw,vers=3"]' ]
  [ "$(jq -c .addresses "$facts")" = '["10.0.0.5","fd00:0000:0000:0000:0000:0000:0000:0005","52:54:00:00:00:01"]' ]
  [ "$(jq -r .source.disk "$facts")" = /proc/diskstats ]
  run ! grep -q hunter2 "$facts"

  # Version 1: a hierarchy for each controller, and a group that cannot be seen from here.
  printf '5:cpu,cpuacct:/b\n4:memory:/far/away\n1:name=systemd:/\n0::/a\n' >"$root/proc/self/cgroup"
  rm "$root/sys/fs/cgroup/a/cpu.max"
  mkdir -p "$root/sys/fs/cgroup/cpu/b" "$root/sys/fs/cgroup/memory/b"
  printf '150000\n' >"$root/sys/fs/cgroup/cpu/b/cpu.cfs_quota_us"
  printf '4294967296\n' >"$root/sys/fs/cgroup/memory/memory.limit_in_bytes"
  printf '1\n' >"$root/sys/fs/cgroup/memory/b/memory.limit_in_bytes"
  QUARTET_ROOT=$root "$collect/facts" --out "$out"
  [ "$(jq -c .controlGroup "$facts")" = '{"cpu":"150000","memory":"4294967296"}' ]
  mkdir -p "$root/sys/fs/cgroup/memory/far/away"
  printf '7\n' >"$root/sys/fs/cgroup/memory/far/away/memory.limit_in_bytes"
  QUARTET_ROOT=$root "$collect/facts" --out "$out"
  [ "$(jq -r .controlGroup.memory "$facts")" = 7 ]
}

# block ROOT NUMBER PATH: a disk or partition below sys/block.
block() {
  mkdir -p "$1/sys/block/$3"
  printf '%s\n' "$2" >"$1/sys/block/$3/dev"
  [[ $3 != */* ]] || : >"$1/sys/block/$3/partition"
  [[ $3 == */* ]] || printf '2048\n' >"$1/sys/block/$3/size"
}

@test "facts: the disks of each mount and below each disk" {
  local root=$BATS_TEST_TMPDIR/root facts=$out/facts.json
  mkdir -p "$root"/proc/self "$root"/sys/block/{md0,dm-0}/slaves "$root"/sys/block/{dm-0/dm,loop0/loop,nvme0n1/device} \
    "$root"/sys/fs/btrfs/ab-cd/devices
  block "$root" 8:0 sda
  block "$root" 8:1 sda/sda1
  block "$root" 8:2 sda/sda2
  block "$root" 8:16 sdb
  block "$root" 8:32 sdc
  block "$root" 259:0 nvme0n1
  block "$root" 9:0 md0
  block "$root" 253:0 dm-0
  block "$root" 7:0 loop0
  printf '8:0\n' >"$root/sys/block/nvme0n1/device/dev" # the number of its controller, which is no disk
  touch "$root"/sys/block/md0/slaves/{sda2,sdb} "$root"/sys/block/dm-0/slaves/md0 "$root"/sys/fs/btrfs/ab-cd/devices/{sdc,nvme0n1}
  printf 'vg-data\n' >"$root/sys/block/dm-0/dm/name"
  printf '/srv/images/x.img\n' >"$root/sys/block/loop0/loop/backing_file"
  printf '%s\n' '20 1 8:1 / / rw - ext4 /dev/root rw' '21 20 253:0 / /data rw - xfs /dev/mapper/vg-data rw' \
    '22 20 0:40 / /srv rw - btrfs /dev/sdc rw' '23 20 8:1 / /old rw - ext4 /dev/root rw' \
    '24 23 7:0 / /old rw - ext4 /dev/loop0 rw' >"$root/proc/self/mountinfo"
  printf '%s 0 0\n' '/dev/root / ext4 rw' '/dev/mapper/vg-data /data xfs rw' '/dev/sdc /srv btrfs rw' '/dev/root /old ext4 rw' \
    '/dev/loop0 /old ext4 rw' 'nas:/x /nas nfs4 rw' '/dev/mapper/vg-data /again xfs rw' >"$root/proc/self/mounts"
  QUARTET_ROOT=$root "$collect/facts" --out "$out"
  [ "$(jq -c '[.mounts[] | .mount, .disks]' "$facts")" = \
    '["/",["sda"],"/data",["dm-0"],"/srv",["nvme0n1","sdc"],"/old",["loop0"],"/old",["loop0"],"/nas",[],"/again",["dm-0"]]' ]
  [ "$(jq -c '[.disks[] | select(.below != []) | .device, .below]' "$facts")" = \
    '["dm-0",["md0"],"loop0",["nvme0n1","sdc"],"md0",["sda","sdb"]]' ]
  [ "$(jq -c .servers "$facts")" = '[]' ]
}

@test "facts: the folders of a server, through a link" {
  local root=$BATS_TEST_TMPDIR/root
  mkdir -p "$root"/proc/{self,30,31} "$root"/{log,pg}
  ln -s "$root/log" "$root/pg/pg_wal"
  printf 'postgres\n' | tee "$root/proc/30/comm" >"$root/proc/31/comm"
  ln -s "$root/pg" "$root/proc/30/cwd"
  ln -s "$root/pg" "$root/proc/31/cwd" # a child of the server
  printf '30\n%s\n1700000000\n5433\n/tmp\n127.0.1.2\n' "$root/pg" >"$root/pg/postmaster.pid"
  [ "$(QUARTET_ROOT=$root "$collect/facts" | jq -c .servers)" = \
    "[{\"address\":\"127.0.1.2\",\"port\":5433,\"data\":\"$root/pg\",\"wal\":\"$root/log\"}]" ]
}

@test "facts: of this machine, on standard output" {
  run -0 --separate-stderr "$collect/facts"
  jq -e '.schemaVersion == 2 and .processors.threads > 0 and .memory.totalKib > 0 and (.settings | length > 20)' <<<"$output"
  [[ $(jq -r .source.disk <<<"$output") == iostat* ]]
}

@test "facts: of a machine that tells nothing" {
  mkdir "$BATS_TEST_TMPDIR/empty"
  QUARTET_ROOT=$BATS_TEST_TMPDIR/empty "$collect/facts" | jq -e '.kernel == null and .memory.totalKib == null and .disks == []'
}

@test "live: all collectors write rows on the grid and stop on TERM" {
  start "$collect/all" --out "$out" --processes '^(bash|sh)$'
  local file
  for file in cpu memory network disk processes; do
    eventually has_rows $file.csv 3
  done
  eventually iostat_has_reports 3
  eventually rows_near_the_second cpu.csv 2
  eventually rows_near_the_second memory.csv 2
  ends TERM
  has_rows space.csv 1
  [ "$(rows_of notes.csv)" = "" ]
  run ! pgrep -f "collect/.*--out $out"
  jq -e '.sysstat.hosts[0].statistics | length >= 3' "$out/iostat.json"
  jq -e .kernel "$out/facts.json"
  # Every line is whole, and rows are at least half an interval apart.
  local columns
  for file in cpu memory; do
    columns=$(head -n 1 "$out/$file.csv" | tr -cd , | wc -c)
    awk -F, -v columns="$columns" 'NR > 1 && NF != columns + 1 { exit 1 } NR > 2 && $1 - last < 500 { exit 1 } { last = $1 }' "$out/$file.csv"
  done
  # The shares of the processors add up to a hundred.
  awk -F, 'NR > 1 { sum = $2 + $3 + $4 + $5 + $6; if (sum < 99.9 || sum > 100.1) exit 1 }' "$out/cpu.csv"
}

@test "live: each collector stops on INT and TERM, alone" {
  local name signal
  for name in cpu memory network disk space 'processes --processes .'; do
    signal=$([[ $name == [cd]* ]] && printf INT || printf TERM)
    # shellcheck disable=SC2086,SC2016 # name and options; Perl's variable: a background command ignores INT otherwise
    start perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$collect/"$name --out "$out" --interval 0.2
    eventually has_rows "${name%% *}.csv" 1
    ends "$signal"
  done
}

@test "live: disk says the same through iostat and from /proc/diskstats" {
  mkdir "$out/other"
  dd if=/dev/urandom of="$BATS_TEST_TMPDIR/data" bs=1M count=1 conv=fsync status=none # so that there is a disk to see
  "$collect/disk" --out "$out" --count 2
  "$collect/disk" --out "$out/other" --count 2 --no-iostat
  [ "$(head -n 1 "$out/disk.csv")" = "$(head -n 1 "$out/other/disk.csv")" ]
  [ "$(rows_of disk.csv | cut -d , -f 2 | sort -u)" = "$(rows_of other/disk.csv | cut -d , -f 2 | sort -u)" ]
  # Numbers with two decimals in all columns, or none in those of the flushes.
  run ! grep -vE '^[0-9]{13},[^,]+(,[0-9]+\.[0-9]{2}){6},([0-9]+\.[0-9]{2})?,([0-9]+\.[0-9]{2})?(,[0-9]+\.[0-9]{2}){4}$' <(rows_of disk.csv && rows_of other/disk.csv)
  [ "$(rows_of notes.csv | grep -v 'as asked')" = "" ]
}

@test "disk: reads the reports of older and newer versions of iostat" {
  # Words of sysstat 11.7 (avgqu-sz, no flushes) and 12.6; the first ends by itself, so that /proc/diskstats takes over.
  mkdir "$BATS_TEST_TMPDIR/fake"
  cat >"$BATS_TEST_TMPDIR/fake/iostat" <<'END'
#!/usr/bin/env bash
[[ $* != *" 1 1" ]] || exit 0
time=$(date -u +%H:%M:%S)
printf '\t\t"timestamp": "2026-11-22T%s+0000",\n\t\t"disk": [\n' "$time"
if [[ $FAKE == old ]]; then
  printf '{"disk_device": "sda", "r/s": 1.50, "w/s": 2.00, "rkB/s": 1024.00, "wkB/s": 10.24, "rrqm/s": 0.00, "wrqm/s": 0.00, "r_await": 0.10, "w_await": 0.20, "avgqu-sz": 3.25, "util": 12.50},\n'
else
  printf '{"disk_device": "sda", "r/s": 1.50, "w/s": 2.00, "d/s": 0.00, "f/s": 7.00, "rkB/s": 1024.00, "wkB/s": 10.24, "r_await": 0.10, "w_await": 0.20, "d_await": 0.00, "f_await": 0.70, "aqu-sz": 3.25, "util": 12.50}\n'
fi
printf '\t\t]\n'
END
  chmod +x "$BATS_TEST_TMPDIR/fake/iostat"
  local version
  for version in old new; do
    FAKE=$version PATH=$BATS_TEST_TMPDIR/fake:$PATH start "$collect/disk" --out "$out"
    eventually grep -qs 'going on with' "$BATS_TEST_TMPDIR/output"
    ends TERM
  done
  grep -qE '^[0-9]{13},sda,1.50,2.00,1.00,0.01,0.10,0.20,,,3.25,12.50,0.00,0.00$' "$out/disk.csv"
  grep -qE '^[0-9]{13},sda,1.50,2.00,1.00,0.01,0.10,0.20,7.00,0.70,3.25,12.50,,$' "$out/disk.csv"
}

@test "disk: figures of iostat that are no plain numbers, or in other units, leave a note, and /proc/diskstats is read" {
  mkdir -p "$BATS_TEST_TMPDIR/fake"
  # shellcheck disable=SC2016 # The script expands it.
  printf '#!/bin/bash\nfor i in {1..50}; do printf "%%s\\n" "\\"timestamp\\": \\"x\\"," "$FIGURES" "]"; sleep 0.1; done\n' >"$BATS_TEST_TMPDIR/fake/iostat"
  chmod +x "$BATS_TEST_TMPDIR/fake/iostat"
  local figures
  for figures in \
    '{"disk_device": "sda", "r/s": 2,50, "w/s": 4,50, "rkB/s": 7,00, "wkB/s": 0,00}' \
    '{"disk_device": "sda", "tps": 5.00, "MB_read/s": 0.00}' \
    '{"disk_device": "sda", "rkB/s": nan, "wkB/s": 0.00}' \
    '{"disk_device": "sda", "rkB/s": 1e3, "wkB/s": 0.00}' \
    '{"disk_device": "sda", "rkB/s": , "wkB/s": 0.00}' \
    '{"disk_device": "sda", "rkB/s": -3.50, "wkB/s": 0.00}' \
    '{"disk_device": "sda", "rkB/s": 99999999999999999999, "wkB/s": 0.00}' \
    '{"disk_device": "s d a", "rkB/s": 0.00, "wkB/s": 0.00}'; do
    rm -rf "${out:?}"/*
    FIGURES=$figures PATH=$BATS_TEST_TMPDIR/fake:$PATH run -0 "$collect/disk" --out "$out" --count 1
    [[ $output == *'iostat writes its figures in a form that is not read here; going on with /proc/diskstats'* ]]
    [[ $output != *'line '* ]]
  done
}

@test "disk: without iostat, or with an interval that it cannot do, says so once and goes on" {
  PATH=$(path_without iostat) run -0 "$collect/disk" --out "$out" --count 1
  [[ $output == *'/proc/diskstats: iostat is not installed (package sysstat)'* ]]
  [ "$(rows_of notes.csv | wc -l)" -eq 1 ]
  [ ! -e "$out/iostat.json" ]
  [ "$(PATH=$BATS_TEST_TMPDIR/bin "$collect/facts" | jq -r .source.disk)" = /proc/diskstats ]
  run -0 "$collect/disk" --out "$out" --count 1 --interval 0.5
  [[ $output == *'whole seconds only'* ]]
}

@test "live: a collector that was stopped for three seconds notes the gap and goes on" {
  start "$collect/cpu" --out "$out"
  eventually has_rows cpu.csv 1
  kill -STOP "$pid"
  sleep 3
  kill -CONT "$pid"
  eventually has_rows cpu.csv 3
  ends TERM
  # Two to three seconds, and whatever the machine added.
  awk -F, 'NR == 2 && $2 == "cpu" && $3 >= 1800 { found = 1 } END { exit !found }' "$out/gaps.csv"
}

@test "kill -9 leaves whole rows, and the next start goes on in the same file" {
  start "$collect/cpu" --out "$out" --interval 0.1
  eventually has_rows cpu.csv 3
  kill -KILL "$pid"
  run ! grep -vE '^(utc_ms,.*|[0-9]{13}(,[0-9]+\.[0-9]{2}){5},[0-9.]*)$' "$out/cpu.csv"
  printf '17000' >>"$out/cpu.csv" # as if torn
  "$collect/cpu" --out "$out" --interval 0.1 --count 2
  [ "$(grep -c '^utc_ms' "$out/cpu.csv")" -eq 1 ]
  [[ $(tail -n 1 "$out/cpu.csv") =~ ^[0-9]{13}, ]]
  [ "$(grep -cx 17000 "$out/cpu.csv")" -eq 1 ]
}

@test "all: ends with standard input, and with the process of --while-pid" {
  mkfifo "$BATS_TEST_TMPDIR/stdin"
  "$collect/all" --out "$out" --while-stdin <"$BATS_TEST_TMPDIR/stdin" >"$BATS_TEST_TMPDIR/output" 2>&1 3>&- &
  pid=$!
  started+=("$pid")
  exec 8>"$BATS_TEST_TMPDIR/stdin"
  eventually has_rows cpu.csv 1
  exec 8>&-
  eventually is_gone "$pid"
  wait "$pid"
  sleep 100 3>&- &
  local owner=$!
  started+=("$owner")
  start "$collect/all" --out "$out" --while-pid "$owner"
  eventually has_rows cpu.csv 2
  kill "$owner"
  eventually is_gone "$pid"
  wait "$pid"
  run ! pgrep -f "collect/.*--out $out"
}

@test "all: kill -9 of it ends the collectors" {
  start "$collect/all" --out "$out"
  eventually has_rows disk.csv 1
  kill -KILL "$pid"
  none_left() { ! pgrep -f "collect/.*--out $out" >/dev/null; }
  eventually none_left
}

@test "all: goes on without a source that is missing, and notes it" {
  mkdir -p "$BATS_TEST_TMPDIR/root/proc/net" "$BATS_TEST_TMPDIR/root/proc/self"
  cp /proc/stat "$BATS_TEST_TMPDIR/root/proc/stat"
  cp /proc/net/dev "$BATS_TEST_TMPDIR/root/proc/net/dev"
  QUARTET_ROOT=$BATS_TEST_TMPDIR/root start "$collect/all" --out "$out" --interval 0.5
  eventually has_rows network.csv 2
  eventually grep -q 'collector disk has ended with exit code 3' "$out/notes.csv"
  ends TERM
  grep -q ',memory,.*/proc/meminfo cannot be read' "$out/notes.csv"
}

@test "all: ends with 3 when no collector is left" {
  local file
  for file in cpu memory network disk space; do fill_disk $file.csv; done
  run -3 timeout 120 "$collect/all" --out "$out" --interval 0.2
  [[ $output == *'cpu.csv cannot be written. Is the disk full?'* ]]
  [[ $output == *'no collector is running'* ]]
}

@test "a full disk ends a collector with a clear error" {
  "$collect/cpu" --out "$out" --interval 0.1 --count 1
  rm "$out/cpu.csv"
  fill_disk cpu.csv
  run -3 timeout 120 "$collect/cpu" --out "$out" --interval 0.1
  [ "$output" = "cpu: $out/cpu.csv cannot be written. Is the disk full? Free space, then start the collector again." ]
}

@test "a missing folder or source, or a file of other columns, is an environment error" {
  run -3 "$collect/cpu" --out "$out/nowhere"
  [ "$output" = "cpu: the folder $out/nowhere does not exist. Create it, or name another one with --out." ]
  run -3 "$collect/all" --out "$out/nowhere"
  run -3 "$collect/facts" --out "$out/nowhere"
  mkdir "$BATS_TEST_TMPDIR/empty"
  local name
  for name in cpu memory network disk 'processes --processes x'; do
    # shellcheck disable=SC2086 # name and options
    QUARTET_ROOT=$BATS_TEST_TMPDIR/empty run -3 "$collect/"$name --out "$out"
    [[ $output == *'cannot be read'* ]]
  done
  PATH=$(path_without df) run -3 "$collect/space" --out "$out"
  [[ $output == *'Install GNU coreutils'* ]]
  rm "$out"/*
  printf 'a,b\n' >"$out/cpu.csv"
  run -3 "$collect/cpu" --out "$out"
  [[ $output == *'different columns (a,b)'* ]]
}

@test "bad arguments are refused with exit code 2" {
  local name arguments
  for name in all cpu memory network disk space; do
    run -2 "$collect/$name"
    run -2 "$collect/$name" --out "$out" --color
    run -2 "$collect/$name" --out
    for arguments in '--interval soon' '--interval 0' '--interval 0.01' '--interval 4000' '--interval -1' '--count 0' '--count x' \
      '--while-pid me' '--replay /nowhere'; do
      # shellcheck disable=SC2086 # words
      run -2 "$collect/$name" --out "$out" $arguments
    done
  done
  run -2 "$collect/processes" --out "$out"
  run -2 "$collect/processes" --out "$out" --processes '('
  run -2 "$collect/processes" --out "$out" --processes /no/such/file
  run -2 "$collect/processes" --out "$out" --processes a b
  run -2 "$collect/all" --out "$out" --count 3
  run -2 "$collect/facts" --color
  [ -z "$(ls "$out")" ]
}

@test "help says what is written, and ends with examples" {
  local name
  for name in all cpu processes memory network disk space facts; do
    run -0 "$collect/$name" --help
    [[ $output == *'Exit codes: 0'*"scripts/collect/$name"* ]]
  done
}
