# One look at the guests of a machine, for scripts/collect/guests. POSIX awk. Lines of the input, tabs between the fields:
#
#   time MICROSECONDS                      since the look before, 0 if there was none
#   before KEY VALUE                       a counter of that look, as this program printed it
#   stats FILE                             the answer of virsh domstats --raw
#   group KIND NAME CPU MEMORY IO PID      a container, the folders of its control group, and one of its processes with
#                                          a network of its own, or nothing
#   tasks FILE                             a file with the ids of threads of that container
#   stacked MAJOR:MINOR                    a disk that others below it count already
#   process NAME PID PROCESSORS KIB        a process that runs a virtual machine, and what it was told to give it
#   threads ID ID...                       its threads, with those of the kernel that work for it
#   helpers ID ID...                       the latter, whose time its process does not count
#   interface DEVICE                       one of the host that is its network
#
# Variables: proc, the folder to read everything else from; utc_ms; ticks, of processor time in a second. Prints a row of guests.csv for each
# guest; then a line "domain NAME" for each guest of libvirt, and a line "before KEY VALUE" for each counter.

# rate KEY VALUE FACTOR: growth of a counter per second, times a factor; empty if it is not known. Keeps the value for the next look.
function rate(key, value, factor) {
  if (value == "") return ""
  kept[++keeps] = key "\t" sprintf("%.0f", value)
  if (micros == 0 || !(key in before) || value + 0 < before[key] + 0) return ""
  return sprintf("%.2f", (value - before[key]) * 1e6 / micros * factor)
}

function first_line(path, line) {
  line = ""
  if ((getline line < path) < 0) return ""
  close(path)
  return line
}

# value_of PATH KEY: the number behind a word at the begin of a line.
function value_of(path, key, line, words, found) {
  found = ""
  while ((getline line < path) > 0) {
    split(line, words, /[ \t:]+/)
    if (words[1] == key) {
      found = words[2]
      break
    }
  }
  close(path)
  return found
}

# wait GUEST IDS: how long threads waited for a processor since the look before, in milliseconds per second; empty if it is not known. What
# a thread waited after its last look is not counted. One that is new has waited since then at most, unless its guest is new too.
function wait(guest, ids, count, list, i, words, key, sum, known, seen) {
  count = split(ids, list, " ")
  seen = ("seen " guest) in before
  sum = known = 0
  for (i = 1; i <= count; i++) {
    if (split(first_line(proc "/" list[i] "/schedstat"), words, " ") < 2) continue
    known = 1
    key = guest " " list[i]
    kept[++keeps] = key "\t" words[2]
    if (!(key in before)) sum += !seen ? 0 : words[2] < micros * 1000 ? words[2] : micros * 1000
    else if (words[2] + 0 >= before[key] + 0) sum += words[2] - before[key]
    else sum += words[2]
  }
  if (!known) return ""
  kept[++keeps] = "seen " guest "\t1"
  return micros == 0 || !seen ? "" : sprintf("%.2f", sum / micros)
}

# add NAME KIND: a guest; the second of a name has its kind behind it.
function add(name, kind) {
  gsub(/[, \t]/, "_", name)
  while (name in kind_of) name = name "-" kind
  kind_of[name] = kind
  guest[++guests] = name
  return name
}

function kib(bytes) {
  return bytes == "" || bytes !~ /^[0-9]+$/ || bytes + 0 >= 9e18 ? "" : sprintf("%.0f", bytes / 1024)
}

# read_stats LINE: of virsh, whose prompt may stand before it.
function read_stats(line, at, key, value, raw) {
  at = index(line, "Domain: '")
  if (at) {
    raw = substr(line, at + 9)
    sub(/'[^']*$/, "", raw)
    domain[++domains] = raw
    current = add(raw, "libvirt")
    is_domain[raw] = current
    return
  }
  # Most lines are counters of KVM.
  if (line !~ /^  (cpu\.time|vcpu\.(current|[0-9]+\.delay)|balloon\.(maximum|current|rss)|(block|net)\.[0-9]+\.(rd|wr|rx|tx)\.bytes)=/) return
  at = index(line, "=")
  key = substr(line, 3, at - 3)
  value = substr(line, at + 1)
  if (key == "cpu.time") counter[current, "cpu"] = value
  else if (key == "vcpu.current") processors[current] = value
  else if (key ~ /delay$/) counter[current, "delay"] += value
  else if (key == "balloon.maximum") configured[current] = value
  else if (key == "balloon.current") present[current] = value
  else if (key == "balloon.rss") resident[current] = value
  else if (key ~ /\.rd\.bytes$/) counter[current, "read"] += value
  else if (key ~ /\.wr\.bytes$/) counter[current, "write"] += value
  else if (key ~ /\.rx\.bytes$/) counter[current, "received"] += value
  else if (key ~ /\.tx\.bytes$/) counter[current, "sent"] += value
}

BEGIN { FS = "\t" }

$1 == "time" { micros = $2 }

$1 == "stats" {
  while ((getline line < $2) > 0) read_stats(line)
  close($2)
}

$1 == "before" { before[$2] = $3 }

$1 == "group" {
  name = add($3, $2)
  cpu[name] = $4; memory[name] = $5; io[name] = $6; leader[name] = $7
}

$1 == "tasks" {
  while ((getline line < $2) > 0) tasks[name] = tasks[name] " " line
  close($2)
}

# A guest of libvirt is not counted twice.
$1 == "process" {
  if ($2 in is_domain) name = is_domain[$2]
  else {
    name = add($2, "qemu")
    processors[name] = $4
    configured[name] = $5
  }
  pid[name] = $3
}
$1 == "threads" { tasks[name] = $2 }
$1 == "helpers" { helpers[name] = $2 }
$1 == "stacked" { stacked[$2] }
$1 == "interface" && kind_of[name] == "qemu" { device[$2] = name }

function read_group(name, line, words, i, pair) {
  line = value_of(cpu[name] "/cpu.stat", "usage_usec")
  if (line != "") counter[name, "cpu"] = line * 1000
  else counter[name, "cpu"] = first_line(cpu[name] "/cpuacct.usage")
  split(first_line(cpu[name] "/cpu.max"), words, " ")
  if (words[1] + 0 > 0) processors[name] = words[1] / words[2]
  else {
    line = first_line(cpu[name] "/cpu.cfs_quota_us")
    if (line + 0 > 0) processors[name] = line / first_line(cpu[name] "/cpu.cfs_period_us")
  }
  line = first_line(memory[name] "/memory.current")
  resident[name] = kib(line != "" ? line : first_line(memory[name] "/memory.usage_in_bytes"))
  line = first_line(memory[name] "/memory.max")
  configured[name] = kib(line != "" ? line : first_line(memory[name] "/memory.limit_in_bytes"))
  line = first_line(memory[name] "/memory.swap.current")
  swapped[name] = kib(line != "" ? line : value_of(memory[name] "/memory.stat", "total_swap"))
  while ((getline line < (io[name] "/io.stat")) > 0) {
    i = split(line, words, " ")
    for (; i > 1 && !(words[1] in stacked); i--) {
      split(words[i], pair, "=")
      if (pair[1] == "rbytes") counter[name, "read"] += pair[2]
      if (pair[1] == "wbytes") counter[name, "write"] += pair[2]
    }
  }
  close(io[name] "/io.stat")
  while ((getline line < (io[name] "/blkio.throttle.io_service_bytes_recursive")) > 0) {
    split(line, words, " ")
    if (words[1] in stacked) continue
    if (words[2] == "Read") counter[name, "read"] += words[3]
    if (words[2] == "Write") counter[name, "write"] += words[3]
  }
  close(io[name] "/blkio.throttle.io_service_bytes_recursive")
  if (leader[name] == "") return
  while ((getline line < (proc "/" leader[name] "/net/dev")) > 0) {
    if (line !~ /:/ || line ~ /^ *lo:/) continue
    sub(/^[^:]*:/, "", line)
    sub(/^ +/, "", line)
    split(line, words, / +/)
    counter[name, "received"] += words[1]
    counter[name, "sent"] += words[9]
  }
  close(proc "/" leader[name] "/net/dev")
}

# ticks_of ID: processor time of a process or of a thread of the kernel; empty if it has ended.
function ticks_of(id, line, words) {
  line = first_line(proc "/" id "/stat")
  sub(/^.*\) /, "", line)
  return split(line, words, " ") > 13 ? words[12] + words[13] : ""
}

function read_process(name, used, count, list, i) {
  swapped[name] = value_of(proc "/" pid[name] "/status", "VmSwap")
  if (kind_of[name] != "libvirt") resident[name] = value_of(proc "/" pid[name] "/status", "VmRSS")
  # Linux counts huge pages apart.
  if (resident[name] != "") resident[name] += value_of(proc "/" pid[name] "/status", "HugetlbPages")
  if (kind_of[name] == "libvirt") return
  used = ticks_of(pid[name])
  if (used != "") {
    count = split(helpers[name], list, " ")
    for (i = 1; i <= count; i++) used += ticks_of(list[i])
    counter[name, "cpu"] = used * 1e9 / ticks
  }
  counter[name, "read"] = value_of(proc "/" pid[name] "/io", "read_bytes")
  counter[name, "write"] = value_of(proc "/" pid[name] "/io", "write_bytes")
}

# What a host receives from the device of a guest, the guest has sent.
function read_devices(line, words, name) {
  while ((getline line < (proc "/net/dev")) > 0) {
    if (line !~ /:/) continue
    sub(/^ +/, "", line)
    split(line, words, /: */)
    if (!(words[1] in device)) continue
    name = device[words[1]]
    sub(/^[^:]*: */, "", line)
    split(line, words, / +/)
    counter[name, "sent"] += words[1]
    counter[name, "received"] += words[9]
  }
}

END {
  for (i = 1; i <= guests; i++) {
    if (guest[i] in cpu) read_group(guest[i])
    else if (guest[i] in pid) read_process(guest[i])
  }
  for (name in device) {
    read_devices()
    break
  }
  for (i = 1; i <= guests; i++) {
    name = guest[i]
    # Counters of another process or group, or of another source, begin again.
    key = kind_of[name] " " pid[name] " " name " "
    waited = rate(key "delay", counter[name, "delay"], 1e-6)
    if (counter[name, "delay"] == "") waited = wait(key, tasks[name])
    balloon = ""
    if (configured[name] != "" && present[name] != "") balloon = configured[name] + 0 > present[name] + 0 ? configured[name] - present[name] : 0
    used = rate(key "cpu", counter[name, "cpu"], 1e-6)
    if (counter[name, "cpu"] == "" && kind_of[name] != "libvirt") continue
    row = utc_ms "," name "," kind_of[name] "," processors[name] "," used "," waited "," configured[name] "," resident[name] "," balloon "," swapped[name]
    row = row "," rate(key "read", counter[name, "read"], 1) "," rate(key "write", counter[name, "write"], 1)
    print row "," rate(key "received", counter[name, "received"], 1) "," rate(key "sent", counter[name, "sent"], 1)
  }
  for (i = 1; i <= domains; i++) print "domain\t" domain[i]
  for (i = 1; i <= keeps; i++) print "before\t" kept[i]
}
