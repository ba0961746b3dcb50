# Verdicts of runs that tests make. Source it.
# shellcheck shell=bash

# broken_rules FILE: ids of the rules that an audit.json calls broken, one a line. Left out are those that a machine breaks which has
# something else to do: the driver gets no processor, its users wait, and clients connect late.
broken_rules() {
  jq -r '[.checks[] | select(.verdict == "fail" and .severity == "F") | .id] - ["littles-law", "driver-not-bottleneck", "tool-begin"] | .[]' "$1"
}
