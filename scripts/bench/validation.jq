# The tables of scripts/bench/validation, from the report.json of its runs.

def round2: . * 100 | round / 100;
def cells: map(if . == null then "" else tostring end) | "| " + join(" | ") + " |";
def heading: cells, "|" + ("---|" * length);
def sum(f): map(f) | add;

# Pearson's correlation of pairs [x, y].
def correlation:
  length as $n
  | (sum(.[0]) / $n) as $x
  | (sum(.[1]) / $n) as $y
  | sum((.[0] - $x) * (.[1] - $y)) / ((sum((.[0] - $x) | . * .) * sum((.[1] - $y) | . * .)) | sqrt);

# Sum over the databases of a role, over all phases.
def role($vm; f): [.statistics.vms[] | select(.phase == "all" and (.vm | endswith($vm))) | f] | add;
def reads($vm): role($vm; .perSecond.blocksRead);
def walBytes($vm): role($vm; .walBytes);

# Time that the users spent in a transaction, in percent of all their time.
def userTime:
  [.transactions[] | select(.issuer == "customers")]
  | sum(.started * .response.mean) as $all
  | map({key: .transaction, value: (.started * .response.mean / $all * 100)})
  | from_entries;

def runFigures:
  [.statistics.groups[] | select(.phase == "all")] as $groups
  | (.statistics.storage.roles | map(select(.phase == "all"))) as $disks
  | .metric.tradeResults as $trades
  | .metric.etps as $etps
  | {
      etps: .metric.etps,
      "requests of users by second": (.run.customerRequests / .run.measuredSeconds),
      "processors busy, %": (.statistics.machines[] | select(.phase == "all") | .userPercent + .systemPercent),
      "others' processor time, %": .metric.foreignPercent,
      "processor time by trade, ms": (.summary.hostProcessors as $processors | (.statistics.machines[] | select(.phase == "all") | .userPercent + .systemPercent) - (.metric.foreignPercent // 0) | . * 10 * $processors / $etps),
      "disk reads by second": ($disks | sum(.readsPerSecond)),
      "disk writes by second": ($disks | sum(.writesPerSecond)),
      "disk MiB by second": ($disks | sum(.readMibPerSecond + .writtenMibPerSecond)),
      "disk operations by trade": ($disks | sum(.operationsPerTradeResult)),
      "disk KiB by trade": ($disks | sum(.mibPerTradeResult) * 1024),
      "WAL KiB by trade": ($groups | sum(.walBytes) / $trades / 1024),
      "WAL of DSS by that of OLTP": (walBytes("vm2") / walBytes("vm3")),
      "8 KiB blocks written by trade": ($groups | sum(.buffersCheckpointer + .buffersBackgroundWriter + .buffersBackends) / $trades),
      "8 KiB blocks read by trade, from disk or cache of the system": ($groups | sum(.blocksRead) / $trades),
      "the same of DSS databases, %": (100 * reads("vm2") / (reads("vm2") + reads("vm3"))),
      "time of a disk read, ms": $disks[0].readAwaitMillis,
      "time of a disk write, ms": $disks[0].writeAwaitMillis,
      "Market-Feeds by Trade-Result": (.transactions | map({key: .transaction, value: .committed}) | from_entries | .["Market-Feed"] / .["Trade-Result"]),
      "users busy, Little's law": .littlesLaw.busyUsers,
      "correlation of requests with Group D's share": (if .run.phaseTable == "static" then null else [.phases[] | [(.cells[] | select(.group == "D") | .targetPercent), .requestsPerSecond]] | correlation end)
    };

[inputs | {key: (input_filename | split("/") | .[-3]), value: .}] as $runs
| ($runs | map(.key)) as $names
| ($runs | map(.value | runFigures)) as $figures
| (["figure"] + $names | heading),
  ($figures[0] | keys_unsorted[] as $name | [$name] + ($figures | map(.[$name] | if . then round2 else . end)) | cells),
  "",
  ($runs[0].value.transactions | map(select(.mixTargetPercent))) as $mix
  | (["transaction", "planned, %"] + ($names | map("measured, " + .)) + ($names | map("user time, %, " + .)) + ($names | map("mean response, ms, " + .)) | heading),
  ($mix[] | .transaction as $name | .mixTargetPercent as $planned | [$name, ($planned | round2)]
    + ($runs | map(.value.transactions[] | select(.transaction == $name) | .mixPercent | round2))
    + ($runs | map(.value | userTime[$name] | round2))
    + ($runs | map(.value.transactions[] | select(.transaction == $name) | .response.mean | round2)) | cells),
  "",
  (["phase", "share of D, %"] + ($names | map("requests by second, " + .)) + ($names | map("etps, " + .)) | heading),
  (range(10) as $i | [$i + 1, ($runs[0].value.phases[$i].cells[] | select(.group == "D") | .targetPercent)]
    + ($runs | map(.value.phases[$i].requestsPerSecond | round)) + ($runs | map(.value.phases[$i].etps | round)) | cells),
  "",
  ($runs | map({key, value: .value.phases}) | from_entries) as $phases
  | (["elastic by static, in each phase", "", "correlation with Group D's share"] | heading),
    (("memory", "fifth")
      | select($phases[. + "-elastic"] and $phases[. + "-static"]) as $limits
      | [range(10) as $i | [$phases[$limits + "-elastic"][$i], $phases[$limits + "-static"][$i]]
          | [(.[0].cells[] | select(.group == "D") | .targetPercent), .[0].requestsPerSecond / .[1].requestsPerSecond]] as $pairs
      | [$limits, ($pairs | map(.[1] | round2 | tostring) | join(", ")), ($pairs | correlation | round2)] | cells)
