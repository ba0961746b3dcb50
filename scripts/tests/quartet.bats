#!/usr/bin/env bats
# The program as a shell starts it.
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  quartet=$BATS_TEST_DIRNAME/../quartet
}

@test "names beyond ASCII are read whatever the locale" {
  local locale
  for locale in C POSIX C.UTF-8 no_SUCH; do
    LC_ALL=$locale run -2 "$quartet" report "$BATS_TEST_TMPDIR/Läufe-日本"
    echo "$output"
    [[ $output == *"/Läufe-日本"*'[NOT_RESULTS]'* ]]
    [[ $output != *Malformed* ]]
  done
}

# The packed folder of a real run: zip in gzip.
unpack_run() {
  zcat "$BATS_TEST_DIRNAME/../../driver/report/src/test/resources/io/quartet/report/older/2026-11-23-demo.zip.gz" >"$1.zip"
  python3 -m zipfile -e "$1.zip" "$1"
  rm "$1.zip"
}

# on_read_only FOLDER COMMAND...: root ignores permissions, so for root the folder is a mount that takes no writes.
on_read_only() {
  if ((EUID != 0)); then
    "${@:2}"
  else
    # shellcheck disable=SC2016 # The other shell expands it.
    unshare --mount bash -ec 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"' "$@"
  fi
}

@test "a run that cannot be written to is judged, and its verdict goes to another file" {
  local folder
  unpack_run "$BATS_TEST_TMPDIR/runs"
  folder=$(echo "$BATS_TEST_TMPDIR"/runs/*)
  touch "$folder/.DS_Store" "$folder/stats/Thumbs.db"
  chmod -R a-w "$folder"

  run -0 on_read_only "$folder" "$quartet" audit "$folder"
  echo "$output"
  [[ $(tr -s '[:space:]' ' ' <<<"$output") == *'without files of a desktop: .DS_Store; stats/Thumbs.db'* ]]
  [[ $output == *$'\nvalid for demo'* ]]
  [[ $output == *"$folder cannot be written to"* ]]
  run -0 on_read_only "$folder" "$quartet" audit "$folder" --output "$BATS_TEST_TMPDIR/verdict.json"
  jq -e '.verdict == "valid"' "$BATS_TEST_TMPDIR/verdict.json"
  chmod -R u+w "$folder"
}

# A Java machine that prints its environment and its words, a line each.
show_java() {
  unset QUARTET_JAVA_OPTIONS # of the suite
  export JAVA_HOME=$BATS_TEST_TMPDIR/java
  mkdir -p "$JAVA_HOME/bin"
  printf '#!/bin/bash\nenv\nprintf "word %%s\\n" "$@"\n' >"$JAVA_HOME/bin/java"
  chmod +x "$JAVA_HOME/bin/java"
}

@test "a Java that is too old is named" {
  show_java
  printf 'JAVA_VERSION="1.8.0_402"\n' >"$JAVA_HOME/release"
  run -3 "$quartet" history
  [[ $output == "Java 8 is too old: '$JAVA_HOME/bin/java' is "*'Install Java 17 or newer'* ]]
  printf 'JAVA_VERSION="17.0.17"\n' >"$JAVA_HOME/release"
  run -0 "$quartet" history
}

@test "of the variables of libpq the driver sees only PGPASSFILE" {
  show_java
  PGSERVICE=prod PGHOST=elsewhere PGOPTIONS='-c a=b' PGPASSWORD=p PGPASSFILE=/etc/pgpass run -0 "$quartet" doctor
  [[ $(grep ^PG <<<"$output") == PGPASSFILE=/etc/pgpass ]]
}

@test "options of the whole program may stand before the verb" {
  show_java
  run -0 "$quartet" -q --color never run f.yaml
  [[ $output == *$'\nword -Dquartet.verb=run\n'* && $output != *'word -XX:TieredStopAtLevel=1'* ]]
  run -0 "$quartet" -v report results/x
  [[ $output == *$'\nword -Dquartet.verb=report\n'* && $output == *'word -XX:TieredStopAtLevel=1'* ]]
  mkdir -p "$BATS_TEST_TMPDIR/results/long"
  truncate -s 4000000 "$BATS_TEST_TMPDIR/results/long/intervals.csv"
  QUARTET_RESULTS=$BATS_TEST_TMPDIR/results run -0 "$quartet" report long
  [[ $output == *$'\nword long'* && $output != *'word -XX:TieredStopAtLevel=1'* ]]
  local words
  for words in '--help tier-a' '-V tier-a'; do
    # shellcheck disable=SC2086 # Two words.
    run -0 "$quartet" $words
    [[ $output == *$'\nword -Dquartet.verb=\n'*$'\nword tier-a' ]]
  done
  local help
  help=$("$quartet" tier-a --help)
  [[ $help == *'Usage: quartet tier-a'* ]]
  for words in 'help tier-a' '-q tier-a --help'; do
    # shellcheck disable=SC2086 # Several words.
    run -0 "$quartet" $words
    [[ $output == "$help" ]]
  done
}

@test "results are where QUARTET_RESULTS says, and at a terminal their removal is confirmed" {
  local folder
  unpack_run "$BATS_TEST_TMPDIR/runs"
  folder=$(echo "$BATS_TEST_TMPDIR"/runs/*)
  cd "$BATS_TEST_TMPDIR"
  QUARTET_RESULTS=runs run -0 "$quartet" history
  [[ $output == *"${folder##*/}"* ]]
  QUARTET_RESULTS=runs run -0 "$quartet" note "${folder##*/}" --tag disk=nvme
  [[ $output == disk=nvme ]]
  QUARTET_RESULTS=none run -2 "$quartet" history
  [[ $output == *'none'*'[RESULTS_NOT_FOUND]'* ]]
  run -0 script -qec "$quartet remove $folder" /dev/null <<<n
  [[ $output == *"$folder"*'Delete 1 folder for good? [y/N]'*'nothing was removed'* ]]
  [[ -d $folder ]]
  run -0 script -qec "$quartet remove $folder" /dev/null <<<y
  [[ ! -e $folder ]]
}

@test "an example without a file name gets that of its kind" {
  cd "$BATS_TEST_TMPDIR"
  run -0 "$quartet" init --example experiment
  [[ $output == experiment.yaml ]]
  grep -q '^name: experiment$' experiment.yaml
  run -0 "$quartet" init --example profile
  [[ $output == profile && -e profile/profile.yaml ]]
}

@test "words for every Java machine arrive as arguments, and Java does not report them" {
  show_java
  JAVA_TOOL_OPTIONS=$'-Dtool=1\t-Dquoted="a b"' JDK_JAVA_OPTIONS="-Djdk='c  d'" _JAVA_OPTIONS=-Xmx1g QUARTET_JAVA_OPTIONS=-Dextra=1 run -0 "$quartet" doctor
  [[ $output != *JAVA_TOOL_OPTIONS=* && $output != *JDK_JAVA_OPTIONS=* && $output != *$'\n'_JAVA_OPTIONS=* ]]
  words=$(grep -E '^word -(Dtool|Dquoted|Djdk|Dextra|Xmx)' <<<"$output")
  [[ $words == $'word -Dtool=1\nword -Dquoted=a b\nword -Djdk=c  d\nword -Xmx384m\nword -Dextra=1\nword -Xmx1g' ]]

  JAVA_TOOL_OPTIONS=' ' _JAVA_OPTIONS='' run -0 "$quartet" doctor
  [[ $output != *$'\nword \n'* ]]
}

@test "the first start of a release is silent where only results are wanted" {
  local home=$BATS_TEST_TMPDIR/home words
  mkdir -p "$home/scripts/lib" "$home/driver/lib" "$home/examples/run/a"
  cp "$quartet" "$home/scripts/"
  touch "$home/driver/quartet-cli-1.jar"
  printf '#!/bin/sh\n' >"$home/scripts/lib/archive-classes"
  chmod +x "$home/scripts/lib/archive-classes"
  show_java
  for words in 'history --json' '-q history' 'history --quiet'; do
    # shellcheck disable=SC2086 # Two words.
    run -0 --separate-stderr "$home/scripts/quartet" $words
    [[ -z $stderr ]]
    rm "$home/driver/quartet.jsa.fits"
  done
  run -0 --separate-stderr "$home/scripts/quartet" history
  [[ $stderr == 'preparing a fast start of the verbs, once' ]]
}

@test "a variable for Java whose quote is not closed is named" {
  show_java
  JDK_JAVA_OPTIONS='-Da="b' run -3 "$quartet" doctor
  [[ $output == 'A quote in the variable JDK_JAVA_OPTIONS is not closed, so the Java machine would not start. Close the quote, or unset JDK_JAVA_OPTIONS.' ]]
}

@test "standard error stays empty, whatever the version and the environment of Java" {
  local java file=$BATS_TEST_TMPDIR/small.yaml
  cat >"$file" <<'YAML'
name: small
phases: [[100, 0, 0, 0]]
timing: {rampUp: 1s, warmUp: 1s, phase: 2s, rampDown: 1s}
load: {users: 2}
database: {loadUnits: {A: 1, B: 1, C: 1, D: 1}, tradeDays: 1, newsLength: 1000}
YAML
  for java in "" /usr/lib/jvm/*/; do
    [[ -z $java || -x $java/bin/java ]] || continue
    # It loads the native engine, and finds databases that are not up. On a busy machine it would say after 5 s that it still works.
    JAVA_HOME=$java JAVA_TOOL_OPTIONS=-Dtool=1 _JAVA_OPTIONS=-Xmx200m run --separate-stderr "$quartet" doctor "$file" --json --quiet
    echo "$java: $stderr"
    [[ -n $output && -z $stderr ]]
  done
}

@test "verbs start with the archive of classes that the build has written" {
  QUARTET_JAVA_OPTIONS=-Xlog:class+load run --separate-stderr "$quartet" --version
  grep 'io.quartet.cli.Main source: shared objects file (top)' <<<"$output"
}
