#!/usr/bin/env bats
# Progress and times of the first command.
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  # shellcheck source=scripts/lib/common.sh
  source scripts/lib/common.sh
}

# seconds CLOCK: of 1:05 or 1:05:09.
seconds() {
  awk -F: '{for (i = 1; i <= NF; i++) s = 60 * s + $i; print s}' <<<"$1"
}

@test "a part that prints nothing gets a line with its time" {
  work() {
    echo 'step 1'
    sleep 6
    printf 'half a line'
  }
  run pulse 'building the driver' < <(work)
  echo "$output"
  [[ $status == 0 && ${#lines[@]} == 3 ]]
  [[ ${lines[0]} == 'step 1' ]]
  [[ ${lines[1]} =~ ^'  still building the driver: 0:0'[5-9]$ ]]
  [[ ${lines[2]} == 'half a line' ]]
}

@test "times have hours from an hour on" {
  [[ $(clock 65) == 1:05 && $(clock 3909) == 1:05:09 ]]
}

@test "quickstart ends with the times of its parts, which add up" {
  run scripts/quickstart --no-demo
  echo "$output"
  [[ $status == 0 ]]
  pattern='^total time ([0-9:]+): packages ([0-9:]+), build ([0-9:]+)$'
  [[ ${lines[-1]} =~ $pattern ]]
  (($(seconds "${BASH_REMATCH[1]}") == $(seconds "${BASH_REMATCH[2]}") + $(seconds "${BASH_REMATCH[3]}")))
}

@test "a Java machine that writes no archive of classes does not stop the build" {
  # shellcheck source=scripts/lib/build.sh
  source scripts/lib/build.sh
  mkdir -p "$BATS_TEST_TMPDIR/jdk/bin"
  ln -s "$(command -v true)" "$BATS_TEST_TMPDIR/jdk/bin/java"
  ln -s "$(command -v jar)" "$BATS_TEST_TMPDIR/jdk/bin/jar"
  JAVA_HOME=$BATS_TEST_TMPDIR/jdk run archive_classes "$BATS_TEST_TMPDIR/quartet.jsa"
  echo "$output"
  [[ $status == 0 && ! -e $BATS_TEST_TMPDIR/quartet.jsa ]]
  [[ ${lines[-1]} == "  the verbs will start more slowly: $BATS_TEST_TMPDIR/quartet.jsa.log says why" ]]
}
