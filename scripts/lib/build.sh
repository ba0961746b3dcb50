# Builds the C++ and the Java side. Source it after common.sh.
# shellcheck shell=bash

# build_native ON|OFF: the loader and the engine, with tests and strict warnings or without. Ninja skips what is done.
build_native() {
  say 'building the loader and the transaction engine'
  local log=build/native.log
  mkdir -p build
  if ! { cmake --preset release -DQUARTET_BUILD_TESTS="$1" -DQUARTET_WARNINGS_ARE_ERRORS="$1" && cmake --build --preset release; } >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    die 3 "the C++ build failed; the end of $log is above."
  fi
}

# Digest of everything the Java build reads.
java_sources() {
  find pom.xml driver -type f -not -path '*/target/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

driver_stamp=build/driver.stamp

# Notes that the driver is built from what is there now.
driver_is_built() {
  java_sources >"$driver_stamp"
}

# The driver, without its tests. Skipped when nothing it reads has changed since the last time.
build_driver() {
  local log=build/driver.log
  mkdir -p build
  if [[ -f $driver_stamp && $(<"$driver_stamp") == "$(java_sources)" && -d driver/cli/target/lib ]]; then
    say 'the driver is built already'
    return
  fi
  say 'building the driver'
  if ! mvn -B -ntp -q -DskipTests -Dspotless.check.skip package >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    die 3 "the Java build failed; the end of $log is above."
  fi
  driver_is_built
}
