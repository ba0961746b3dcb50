# Builds the C++ and the Java side. Source it after common.sh.
# shellcheck shell=bash

# build_native ON|OFF [TARGET...]: the loader and the engine, or the targets that are named; ON knows the tests too. Ninja skips
# what is up to date, and both builds share their objects.
build_native() {
  local with_tests=$1 log=build/native.log targets=()
  shift
  (($# == 0)) || targets=(--target "$@")
  say "building ${*:-the loader, the transaction engine and Tier A}"
  mkdir -p build
  if ! { cmake --preset release -DQUARTET_BUILD_TESTS="$with_tests" && cmake --build --preset release "${targets[@]}"; } >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    die 3 "the C++ build failed; the end of $log is above."
  fi
}

# Digest of everything the Java build reads.
java_sources() {
  find pom.xml driver examples txn-engine/proto -type f -not -path '*/target/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

driver_stamp=build/driver.stamp

# driver_is_built: true when nothing that the Java build reads has changed since the last build.
driver_is_built() {
  [[ -f $driver_stamp && $(<"$driver_stamp") == "$(java_sources)" && -d driver/cli/target/lib ]]
}

# build_driver: the driver and its tests, which are not run.
build_driver() {
  local log=build/driver.log
  mkdir -p build
  if driver_is_built; then
    say 'the driver is up to date'
    return
  fi
  say 'building the driver'
  if ! mvn -B -ntp -q -T 2 -DskipTests -Dspotless.check.skip package >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    die 3 "the Java build failed; the end of $log is above."
  fi
  java_sources >"$driver_stamp"
}

# build_all ON|OFF: what a user needs of both sides, side by side: Maven downloads while the compiler works.
build_all() {
  local driver status=0
  set -m # Maven gets its own process group, so that Ctrl-C or a failed C++ build can end it
  build_driver &
  driver=$!
  set +m
  trap 'kill -- -'"$driver"' 2>/dev/null' EXIT
  build_native "$1" quartet-load quartet-lab quartet-tier-a quartet_engine
  wait "$driver" || status=$?
  trap - EXIT
  ((status == 0)) || exit "$status"
}
