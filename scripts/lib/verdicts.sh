# Verdicts of runs that tests make. Source it.
# shellcheck shell=bash

# broken_rules FILE: ids of the rules that an audit.json calls broken, one a line. Left out are two that a machine breaks which has
# something else to do: the driver gets no processor, and its users wait.
broken_rules() {
  jq -r '[.checks[] | select(.verdict == "fail" and .severity == "F") | .id] - ["littles-law", "driver-not-bottleneck"] | .[]' "$1"
}
