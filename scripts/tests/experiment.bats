#!/usr/bin/env bats
# Experiments from the shell: what they refuse, and how they go on after kill -9. Runs without databases take seconds.
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  # shellcheck source=scripts/lib/common.sh
  source scripts/lib/common.sh
  # shellcheck source=scripts/lib/eventually.sh
  source scripts/lib/eventually.sh
  # shellcheck source=scripts/lib/interrupted.sh
  source scripts/lib/interrupted.sh
  work=$(mktemp -d)
  chmod 711 "$work" # the account of the servers goes through it
  name=users-$$-$BATS_TEST_NUMBER
  port=$((15460 + BATS_TEST_NUMBER))
  file=$work/users.yaml
  cat >"$work/base.yaml" <<END
name: base
phases: [[100, 0, 0, 0]]
timing: {rampUp: 200ms, warmUp: 300ms, phase: 1s, rampDown: 100ms}
load: {mode: paced, rate: 20 etps}
engine: {access: none}
provider: {port: $port, dataDirectory: data}
END
  cat >"$file" <<END
name: $name
base: base.yaml
vary: {load.users: [2, 4]}
repeats: 1
END
}

teardown() {
  [[ ! -d $work/results ]] || scripts/quartet experiment "$file" --down --results "$work/results"
  rm -rf "$work"
}

# has_attempts NUMBER FOLDER: that many attempts have begun.
has_attempts() {
  [[ $(jq length "$2/attempts.json") == "$1" ]]
}

@test "experiment --dry-run shows cells, order, time and room, starts nothing and leaves nothing" {
  run -0 --separate-stderr scripts/quartet experiment "$file" --dry-run --results "$work/results"
  echo "$output"
  [[ $output == *"$name: 2 cells"*'(baseline)'*'3 runs in their order'*'minutes in total'*'disk space for databases'* ]]
  [[ -z $stderr ]]
  run -0 scripts/quartet experiment "$file" --dry-run --json --results "$work/results"
  jq -e '(.cells | length) == 2 and (.runs | length) == 3' <<<"$output"
  [[ $(cd "$work" && echo ./*) == './base.yaml ./users.yaml' ]]
}

@test "an experiment killed with kill -9 in its second run goes on with it; a second driver and a changed file are refused" {
  local folder=$work/results/$name status=0
  begin_run_until '==> run 1 of 3' results.err results experiment "$file"

  run -3 scripts/quartet experiment "$file" --results "$work/results"
  echo "$output"
  [[ $output == *"$folder"*'[EXPERIMENT_RUNNING]'* ]]

  eventually has_attempts 2 "$folder"
  kill -KILL "$driver"
  wait "$driver" || true

  sed -i 's/2, 4/2, 5/' "$file"
  run -2 scripts/quartet experiment "$file" --results "$work/results"
  echo "$output"
  [[ $output == *"$folder"*'but the files now say'*'[EXPERIMENT_CHANGED]'* ]]
  sed -i 's/2, 5/2, 4/' "$file"

  scripts/quartet experiment "$file" --results "$work/results" || status=$?
  ((status == 4)) # without databases every run is INVALID by rule
  must_hold 'the killed attempt was made again, and nothing else' \
    'map(.state) == ["finished", "interrupted", "finished", "finished"]' "$folder/attempts.json"
  must_hold 'the second attempt was that of the same place' '.[1:3] | map([.cell, .block, .isControl]) | .[0] == .[1]' "$folder/attempts.json"
  must_hold 'every finished attempt has a folder of its own' '[.[] | select(.state == "finished") | .runId] | unique | length == 3' \
    "$folder/attempts.json"
  nothing_left "$name-1" "$port"
  [[ ! -e $work/data/$name-1 ]]
}
