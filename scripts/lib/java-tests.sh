# Runs Java tests without Maven, on the classes that the last checked build left. Source it in the root of the clone.
# shellcheck shell=bash

# java_class_path MODULE: of all modules with their tests. Absolute, because workers that a test starts have another working folder.
# Classes of the tests of MODULE, for example driver/run, come first, as in Maven: those of run have a worker in the place of the
# command line.
java_class_path() {
  local folders=("$PWD"/driver/*/target/test-classes)
  printf '%s:' "$PWD/$1/target/test-classes" "${folders[@]/%test-classes/classes}" "${folders[@]}"
  awk -v ORS=: 1 driver/*/target/test-classpath # no file ends its line
}

# junit MODULE FORK JVM_OPTIONS OPTION...: tests in one process, which has the ports of that FORK, with their methods in another order
# each time. JVM_OPTIONS are words in one argument; OPTIONs choose the tests and how to show them. The variables of libpq lead
# nowhere, because no child of the driver may see them.
#
# A test that takes too long is interrupted and fails, and the stacks of all threads are printed. If the process still does not end,
# Java prints them once more, and the process is killed. Soak suites may take longer.
junit() {
  local jvm test_limit='10 m' limit=35m
  [[ -z ${QUARTET_SOAK-} ]] || test_limit='3 h' limit=3h
  read -ra jvm <<<"$3"
  PGSERVICE=nosuch PGHOSTADDR=127.0.0.250 PGOPTIONS='-c search_path=pg_catalog' PGCLIENTENCODING=nosuch \
    timeout --foreground --signal=QUIT --kill-after=20s "$limit" \
    java -cp "$(java_class_path "$1")" "${jvm[@]}" -XX:+UseSerialGC -Djava.awt.headless=true -Djava.io.tmpdir="${TMPDIR:-/tmp}" \
    -Djava.util.logging.config.file="$PWD/scripts/tests/java-logging.properties" -Dquartet.home="$PWD" \
    -Dquartet.test.fork="$2" ${QUARTET_SOAK:+-Dquartet.soak=true} \
    org.junit.platform.console.ConsoleLauncher execute --disable-banner --disable-ansi-colors --fail-if-no-tests \
    --config="junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer\$Random" \
    --config="junit.jupiter.execution.timeout.default=$test_limit" \
    --config=junit.jupiter.execution.timeout.threaddump.enabled=true "${@:4}"
}
