#!/usr/bin/env bats
# The check of citations and links fails on each kind that leads nowhere, and names file and line.
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  references=$BATS_TEST_DIRNAME/references
  clone=$BATS_TEST_TMPDIR/clone
  git init -q "$clone"
  # Without their endings, so that this file cites nothing itself.
  page=docs/spec/orders
  none=docs/spec/none
  old=population
  mkdir -p "$clone/docs/spec" "$clone/src"
  printf '%s\n' '# Orders' '' "## Price \`curve\`" '' '## Price curve' '' '```' '# no heading' '```' >"$clone/$page.md"
}

# Writes a file of the clone.
file() { # path line...
  printf '%s\n' "${@:2}" >"$clone/$1"
}

fails_with() { # text...
  run -1 "$references" "$clone"
  echo "$output"
  [ "${#lines[@]}" -eq 1 ]
  local text
  for text; do [[ $output == *"$text"* ]]; done
}

@test "citations and links that lead somewhere pass" {
  file src/a.cc "// The curve ($page.md, \"Price curve\")." "const char* a = \"see $page.md, \\\"Orders\\\"\";"
  file src/b.java " * <p>Source: $page.md, \"Price" ' * curve".' " * Source: $page.md," ' * "Orders".'
  file docs/README.md '[orders](spec/orders.md#price-curve-1), [x](../src/a.cc), [y](#top), [spec](spec/)' '# Top' \
    "[the" "$old](spec/orders.md)" '[away](https://example.org/none.md)' "Here \`[z](none.md)\` and $page.md." '```' '[w](none.md)' '```'
  run -0 "$references" "$clone"
}

@test "a citation of a page that does not exist fails" {
  file src/a.cc '' "// See $none.md, \"Orders\"."
  fails_with src/a.cc:2: "$none.md"
}

@test "a citation of a heading that does not exist fails" {
  file src/a.sql "-- $page.md, \"no heading\""
  fails_with src/a.sql:1: 'no heading "no heading"'
}

@test "a citation of the specification without a heading fails" {
  file src/a.yaml "a: 1 # see $page.md"
  fails_with src/a.yaml:1: 'without a heading'
}

@test "a heading that is wrong only in the next line fails" {
  file src/b.java " * Source: $page.md, \"Price" ' * limit".'
  fails_with src/b.java:1: 'Price limit'
}

@test "a link to a file that does not exist fails" {
  file docs/README.md '' '' "See [\`a\`](../src/none.cc)."
  fails_with docs/README.md:3: src/none.cc
}

@test "a link to an anchor that does not exist fails" {
  file docs/README.md '[orders](spec/orders.md#price)'
  fails_with docs/README.md:1: 'spec/orders.md#price'
}

@test "the bare name of a page of the specification fails" {
  file src/a.proto "// $old.md section 2"
  fails_with src/a.proto:1: "cites $old.md"
}

@test "a file beside the clone fails" {
  file src/a.h "// ../shared""/style.md says how."
  fails_with src/a.h:1: 'which no clone has'
}
