# What bench/switch prints. Reads completed-before and completed-after (milliseconds, requests completed so far), then turns:
# side, start and end in milliseconds, and the ticks of driver, Tier A, PostgreSQL and the machine at both.
# Variables: tick_us, microseconds of a tick; seconds, length of what counts of a turn.

# Requests completed by a moment: what an interval had is spread over it evenly.
function completed_by(side, moment,   low, high, middle) {
  low = 1
  high = rows[side]
  while (high - low > 1) { middle = int((low + high) / 2); if (at[side, middle] <= moment) low = middle; else high = middle }
  return sum[side, low] + (sum[side, high] - sum[side, low]) * (moment - at[side, low]) / (at[side, high] - at[side, low])
}
# The 97.5 % quantile of Student's t, by the expansion of Cornish and Fisher.
function t(freedom,   z) { z = 1.959964; return z + (z^3 + z) / 4 / freedom + (5 * z^5 + 16 * z^3 + 3 * z) / 96 / freedom^2 }
function row(kind, digits,   i, n, mean, spread, half, x) {
  for (i = 1; i < turns; i += 2) {
    x = log(value[i, kind] / value[i + 1, kind])
    if (side[i] == "before") x = -x
    ++n; mean += x; spread += x * x
  }
  mean /= n
  half = n > 1 ? t(n - 1) * sqrt((spread - n * mean * mean) / (n - 1) / n) : 0
  printf "%-22s %9." digits "f %9." digits "f   %.3f (%.3f to %.3f)\n", kind, total["before", kind] / count["before"], total["after", kind] / count["after"],
    exp(mean), exp(mean - half), exp(mean + half)
}
FILENAME ~ /completed/ { s = FILENAME; sub(/.*completed-/, "", s); ++rows[s]; at[s, rows[s]] = $1; sum[s, rows[s]] = $2; next }
{
  ++turns
  side[turns] = $1
  requests = completed_by($1, $3) - completed_by($1, $2)
  value[turns, "requests/s"] = requests * 1000 / ($3 - $2)
  split("driver,Tier A,PostgreSQL", kinds, ",")
  used = 0
  for (k = 1; k <= 3; ++k) {
    value[turns, kinds[k] " us"] = ($(7 + k) - $(3 + k)) * tick_us / requests
    used += $(7 + k) - $(3 + k)
  }
  value[turns, "all three us"] = used * tick_us / requests
  value[turns, "driver + Tier A, share"] = 1 - ($10 - $6) / used
  others += 1 - used / ($11 - $7)
  ++count[$1]
  for (k in value) { split(k, part, SUBSEP); if (part[1] == turns) total[$1, part[2]] += value[k] }
}
END {
  printf "%d turns of %.0f s each; other programs had %.1f %% of the processor time used\n\n", turns / 2, seconds, 100 * others / turns
  printf "%-22s %9s %9s   %s\n", "", "before", "after", "after / before (95 % interval)"
  row("requests/s", 0); row("PostgreSQL us", 1); row("Tier A us", 1); row("driver us", 1); row("all three us", 1); row("driver + Tier A, share", 3)
  postgres = total["before", "PostgreSQL us"] / count["before"]
  printf "\nin parts of the PostgreSQL us before: PostgreSQL %.3f to %.3f, Tier A %.3f to %.3f, driver %.3f to %.3f\n", 1,
    total["after", "PostgreSQL us"] / count["after"] / postgres, total["before", "Tier A us"] / count["before"] / postgres,
    total["after", "Tier A us"] / count["after"] / postgres, total["before", "driver us"] / count["before"] / postgres,
    total["after", "driver us"] / count["after"] / postgres
}
