# Builds the C++ and the Java side. Source it after common.sh.
# shellcheck shell=bash

# configure_native ON|OFF: Ninja configures again when a CMake file changes, but it reads no presets and knows nothing of the option.
configure_native() {
  local folder=build/release
  if [[ -f $folder/build.ninja && ! CMakePresets.json -nt $folder/build.ninja ]] &&
    grep -qx "QUARTET_BUILD_TESTS:BOOL=\($1\|ON\)" "$folder/CMakeCache.txt" &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then
    return
  fi
  cmake --preset release -DQUARTET_BUILD_TESTS="$1"
}

# build_native ON|OFF [TARGET...]: the loader and the engine, or the targets that are named; ON knows the tests too. Ninja skips
# what is up to date, and both builds share their objects.
build_native() {
  local with_tests=$1 log=build/native.log targets=()
  shift
  (($# == 0)) || targets=(--target "$@")
  say "building ${*:-the loader, the transaction engine and Tier A}"
  mkdir -p build
  if ! (
    set -o pipefail # bats leaves it off
    { configure_native "$with_tests" && cmake --build --preset release "${targets[@]}"; } 2>&1 | tee "$log" | native_progress | pulse 'building the C++ side'
  ); then
    tail -n 60 "$log" >&2
    die 3 "the C++ build failed; the end of $log is above."
  fi
}

# native_progress: a line for every library or program that Ninja links, from its output.
native_progress() {
  sed -nuE 's/^\[([0-9]+)\/([0-9]+)\] Linking CXX .*\/(lib)?([A-Za-z_-]+)(\.a|\.so)?$/  C++: \4 (step \1 of \2)/p'
}

# Digest of everything the Java build reads.
java_sources() {
  find pom.xml driver examples txn-engine/proto -type f -not -path '*/target/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# Kind of the last build of the driver, and the digest of what it read.
driver_stamp=build/driver.stamp

# driver_is_built plain|checked: true when that build, or a checked one, has read what the Java build reads now.
driver_is_built() {
  local kind digest
  [[ -f $driver_stamp && -d driver/cli/target/lib ]] || return 1
  read -r kind digest <"$driver_stamp"
  [[ ($kind == "$1" || $kind == checked) && $digest == "$(java_sources)" ]]
}

# build_driver plain|checked: what a user runs; or the same through Error Prone, with the tests and benchmarks, which are not run.
build_driver() {
  local kind=$1 log=build/driver.log sources options=(-DskipTests -Dspotless.check.skip)
  mkdir -p build
  if driver_is_built "$kind"; then
    say 'the driver is up to date'
    return
  fi
  [[ $kind != plain ]] || options=(-Dquartet.unchecked -Dmaven.test.skip -pl driver/cli -am)
  # Maven keeps the classes of the last build, of whichever kind, and libraries of older versions.
  [[ -f $driver_stamp && $(<"$driver_stamp") == "$kind "* ]] || rm -rf driver/*/target
  rm -rf driver/*/target/lib
  sources=$(java_sources)
  printf '%s unfinished\n' "$kind" >"$driver_stamp"
  say 'building the driver'
  # A build is over before C2 would pay off.
  if ! (
    set -o pipefail
    MAVEN_OPTS="${MAVEN_OPTS-} -XX:TieredStopAtLevel=1" mvn -B -ntp -T 2 "${options[@]}" package 2>&1 | tee "$log" | driver_progress | pulse 'building the driver'
  ); then
    tail -n 60 "$log" >&2
    die 3 "the Java build failed; the end of $log is above."
  fi
  archive_classes driver/cli/target/quartet.jsa
  printf '%s %s\n' "$kind" "$sources" >"$driver_stamp"
}

# archive_classes FILE: makes the verbs start sooner, see scripts/lib/archive-classes.
archive_classes() {
  say 'preparing a fast start of the verbs'
  if ! (
    set -o pipefail
    archive_classes_of_run "$1" 2>&1 | tee "$1.log" | sed -n '' | pulse 'preparing a fast start'
  ); then
    printf '  the verbs will start more slowly: %s says why\n' "$1.log"
  fi
  rm -rf "$1.run"
}

# archive_classes_of_run FILE: unpacks the run that releases have as their example, and reports on it.
archive_classes_of_run() {
  unpack_example_run "$1.run" && scripts/lib/archive-classes "$1" "$1.run"/*/
}

# unpack_example_run FOLDER: its results folder comes into the folder.
unpack_example_run() {
  mkdir -p "$1" &&
    gunzip -c driver/report/src/test/resources/io/quartet/report/older/2026-11-23-demo.zip.gz >"$1/run.zip" &&
    (cd "$1" && "${JAVA_HOME:+$JAVA_HOME/bin/}jar" xf run.zip && rm run.zip)
}

# driver_progress: a line for every module that Maven begins, from its output.
driver_progress() {
  sed -nuE 's/^\[INFO\] Building quartet-([a-z]+) .*\[([0-9]+)\/([0-9]+)\]$/  driver: \1 (\2 of \3)/p'
}

# build_all plain|checked: what a user needs of both sides, side by side: Maven downloads while the compiler works. A checked build
# is for the tests.
build_all() {
  local driver status=0 with_tests=OFF
  [[ $1 != checked ]] || with_tests=ON
  set -m # Maven gets its own process group, so that Ctrl-C or a failed C++ build can end it
  build_driver "$1" &
  driver=$!
  set +m
  trap 'kill -- -'"$driver"' 2>/dev/null' EXIT
  build_native "$with_tests" quartet-load quartet-lab quartet-tier-a quartet_engine
  wait "$driver" || status=$?
  trap - EXIT
  ((status == 0)) || exit "$status"
}
