#!/usr/bin/env bats
# The check of the prose fails on each kind of defect, and names file and line.
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  prose=$BATS_TEST_DIRNAME/prose
  clone=$BATS_TEST_TMPDIR/clone
  git init -q "$clone"
  mkdir -p "$clone/docs" "$clone/pages"
}

# Writes a page of the clone.
page() { # path line...
  printf '%s\n' "${@:2}" >"$clone/$1"
}

# words N: a sentence of N words, one a line.
words() {
  printf 'word\n%.0s' $(seq 2 "$1")
  printf 'end.\n'
}

fails_with() { # text...
  run -1 "$prose" "$clone"
  echo "$output"
  local text
  for text; do [[ $output == *"$text"* ]]; done
  [[ $output == *'words.txt'* ]]
}

@test "pages that keep the rules pass; benchmarks and changelog may have longer sentences" {
  page pages/first-run.md '# First run' '' "$(words 30)" '' "    nobody is checkd in code, which may be $(printf 'wide %.0s' {1..30})" '' \
    "Quartet measures \`etpss\` behaviour." '' "| $(printf 'wide %.0s' {1..12}) | $(printf 'cell %.0s' {1..12}) |" '|---|---|'
  page docs/benchmarks.md "$(words 40)"
  page CHANGELOG.md "$(words 41)" '' 'Nobody knows.'
  run -0 "$prose" "$clone"
}

@test "a misspelt word fails" {
  page pages/a.md '' 'The servr is up.'
  fails_with 'pages/a.md:2:5' servr
}

@test "a sentence of 31 words fails, also over several lines and in a table" {
  page pages/a.md '# Title' '' "$(words 31)"
  page pages/b.md '| a |' '|---|' "| $(words 31 | tr '\n' ' ') |"
  page docs/benchmarks.md "$(words 41)"
  fails_with 'pages/a.md:3:1: the sentence "word' 'has 31 words' pages/b.md:3: docs/benchmarks.md:1:
}

@test "an unwanted phrase fails" {
  page pages/a.md 'The run is repeated.' '' 'Each set has a server of its own.'
  fails_with 'pages/a.md:3:' 'of its own'
}

@test "a line of more than 100 columns fails" {
  page pages/a.md '' '' "$(printf 'word %.0s' {1..21})"
  fails_with 'pages/a.md:3:101 MD013'
}

@test "without the programs and without a network the message says what to do" {
  page pages/a.md 'A page.'
  mkdir "$BATS_TEST_TMPDIR/bin"
  printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/npm"
  chmod +x "$BATS_TEST_TMPDIR/bin/npm"
  XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache PATH=$BATS_TEST_TMPDIR/bin:$PATH run -3 "$prose" "$clone"
  echo "$output"
  [[ $output == *'npm ci failed in '*'/cache/quartet/prose-'* ]]
  [[ $output == *'Connect to the npm registry once'* ]]
}
