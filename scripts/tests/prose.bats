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

# In one go: starting the programs is much of the time. That a whole clone passes is shown by the lint stage.
@test "a misspelt word, a long sentence, an unwanted phrase and a wide line fail, each with file and line, and nothing else" {
  local text
  page pages/spelling.md '' 'The servr is up.'
  page pages/lines.md '# Title' '' "$(words 31)"
  page pages/table.md '| a |' '|---|' "| $(words 31 | tr '\n' ' ') |"
  page pages/phrase.md 'The run is repeated.' '' 'Each set has a server of its own.'
  page pages/wide.md '' '' "$(printf 'word %.0s' {1..21})"
  # Pages that keep the rules. The history of benchmarks and the changelog may have longer sentences.
  page pages/first-run.md '# First run' '' "$(words 30)" '' "    nobody is checkd in code, which may be $(printf 'wide %.0s' {1..30})" '' \
    "Quartet measures \`etpss\` behaviour." '' "| $(printf 'wide %.0s' {1..12}) | $(printf 'cell %.0s' {1..12}) |" '|---|---|'
  page docs/benchmarks-history.md "$(words 40)" '' "$(words 41)"
  page CHANGELOG.md "$(words 41)" '' 'Nobody knows.'
  run -1 "$prose" "$clone"
  echo "$output"
  for text in 'pages/spelling.md:2:5' servr 'pages/lines.md:3:1: the sentence "word' 'has 31 words' pages/table.md:3: docs/benchmarks-history.md:42: \
    pages/phrase.md:3: 'of its own' 'pages/wide.md:3:101 MD013' words.txt; do
    [[ $output == *"$text"* ]]
  done
  for text in pages/first-run.md CHANGELOG.md docs/benchmarks-history.md:1:; do
    [[ $output != *"$text"* ]]
  done
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
