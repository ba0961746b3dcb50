#!/usr/bin/env bats
# finish_run of interrupted.sh, which soak suite interrupted-demo uses, with a program that ends as a busy or a fast machine lets it.
bats_require_minimum_version 1.5.0

setup() {
  # shellcheck source=scripts/lib/common.sh
  source "$BATS_TEST_DIRNAME/../lib/common.sh"
  # shellcheck source=scripts/lib/eventually.sh
  source "$BATS_TEST_DIRNAME/../lib/eventually.sh"
  # shellcheck source=scripts/lib/verdicts.sh
  source "$BATS_TEST_DIRNAME/../lib/verdicts.sh"
  # shellcheck source=scripts/lib/interrupted.sh
  source "$BATS_TEST_DIRNAME/../lib/interrupted.sh"
  work=$(mktemp -d)
  mkdir "$work/scripts" "$work/bin"
  cd "$work" || exit
  printf '#!/bin/sh\n' >bin/pdfinfo
  cat >scripts/quartet <<'END'
#!/usr/bin/env bash
# run --results DIR: the checks of runs 1 to $FAST are over at once. check --finish RUN: rule $BROKEN is broken.
ended() { # STATE IS-VALID
  echo "{\"state\": \"$1\"}" >"$run/state.json"
  echo "{\"run\": {\"state\": \"$1\"}, \"verdict\": {\"isValid\": $2}}" >"$run/report.json"
  echo '</html>' >"$run/report.html"
}
if [[ $1 == run ]]; then
  run=$3/20261123-030000-fake
  mkdir -p "$run"
  echo "$run" >>runs
  trap 'ended measured false; echo "quartet check --finish $run" >&2; exit 130' INT
  trap '' TERM
  is_fast=$(($(wc -l <runs) <= FAST))
  # Before the line that Ctrl-C waits for: it may come at once after it.
  ((!is_fast)) || trap '' INT
  echo '{"state": "running"}' >"$run/state.json"
  echo '==> checking the databases after the run' >&2
  echo 'after,a1-vm2,one,A,0,6,pass' >"$run/checks.csv"
  if ((is_fast)); then
    ended finished true
  else
    echo '{"state": "measured"}' >"$run/state.json"
    for ((wait = 0; wait < 1200; wait++)); do sleep 0.1; done
  fi
else
  run=$3
  ended finished "$([[ -z $BROKEN ]] && echo true || echo false)"
  jq -n --arg rule "$BROKEN" '{checks: [$rule | select(. != "") | {id: ., verdict: "fail", severity: "F"}]}' >"$run/audit.json"
  [[ -z $BROKEN ]] || exit 4
fi
END
  chmod +x scripts/quartet bin/pdfinfo
  PATH=$work/bin:$PATH
  export FAST=0 BROKEN=
}

teardown() {
  cd / && rm -rf "$work"
}

@test "a run that is completed is accepted" {
  finish_run label run
}

@test "a run whose checks are over before Ctrl-C is tried again" {
  FAST=2 finish_run label run
  (($(wc -l <runs) == 3))
}

@test "a rule that only a busy machine breaks is accepted, and exit code 4 with it" {
  BROKEN=littles-law finish_run label run
}

@test "any other broken rule is not" {
  BROKEN=conservation run ! finish_run label run
  [[ $output == *'broke rules: conservation'* ]]
}
