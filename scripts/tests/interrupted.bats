#!/usr/bin/env bats
# Runs that are killed or stopped. Without databases they take seconds: soak suite interrupted-demo does the same to whole demos.
bats_require_minimum_version 1.5.0

# One data folder for both runs, one after the other.
setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  export BATS_NO_PARALLELIZE_WITHIN_FILE=true
  work=$(mktemp -d)
  chmod 711 "$work" # the account of the servers goes through it
  name=instant-$$
  port=15441
  plan=$work/instant.yaml
  export work name port plan
  cat >"$plan" <<END
name: $name
phases: vldb2013
timing: {rampUp: 1s, warmUp: 1s, phase: 2s, rampDown: 1s}
load: {mode: paced, rate: 20 etps, users: 8}
engine: {access: none}
provider: {port: $port, dataDirectory: data}
END
  scripts/quartet up "$plan"
}

teardown_file() {
  scripts/quartet down "$plan"
  rm -rf "$work"
}

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  # shellcheck source=scripts/lib/common.sh
  source scripts/lib/common.sh
  # shellcheck source=scripts/lib/eventually.sh
  source scripts/lib/eventually.sh
  # shellcheck source=scripts/lib/interrupted.sh
  source scripts/lib/interrupted.sh
}

@test "a run whose driver is killed in phase 4 leaves no process behind, and readable results" {
  kill_run killed run "$plan"
  nothing_left "$name" "$port"
}

@test "a run stopped with Ctrl-C in phase 4 leaves no process behind, and a whole report, whatever signal comes then" {
  stop_run stopped run "$plan"
  nothing_left "$name" "$port"
}
