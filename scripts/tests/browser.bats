#!/usr/bin/env bats
# A report as its reader meets it: the page in Chromium, the document in poppler. It is that of a simulated run.
bats_require_minimum_version 1.5.0

setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  # shellcheck source=scripts/lib/common.sh
  source scripts/lib/common.sh
  # shellcheck source=scripts/lib/build.sh
  source scripts/lib/build.sh
  build_driver checked
  java -cp "driver/report/target/test-classes:driver/results/target/test-classes:driver/books/target/test-classes:driver/report/target/classes:driver/cli/target/lib/*" \
    -Dquartet.home="$PWD" -Djava.io.tmpdir="$BATS_FILE_TMPDIR" \
    io.quartet.report.SimulatedDemo "$BATS_FILE_TMPDIR" || return
  scripts/quartet report "$BATS_FILE_TMPDIR/20260301-120000-demo" >"$BATS_FILE_TMPDIR/report.out" || return
}

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  run_folder=$BATS_FILE_TMPDIR/20260301-120000-demo
  page=$run_folder/report.html
  pdf=$run_folder/report.pdf
}

# The page with one place changed.
broken() { # sed-script
  sed "$1" "$page" >"$BATS_TEST_TMPDIR/broken.html"
  ! cmp -s "$page" "$BATS_TEST_TMPDIR/broken.html"
  run -1 scripts/tests/page "$BATS_TEST_TMPDIR/broken.html"
  echo "$output"
}

# Titles of the sections, as in the page.
sections() {
  grep -oP '(?<=<h2>)[^<]+' "$page"
}

@test "every chart of the page has data, nothing goes wrong, nothing is asked for" {
  run -0 scripts/tests/page "$page"
  echo "$output" >&3
  [[ $output == *' charts, drawn '[0-9]*' ms after '* ]]
}

@test "an error on the console is found" {
  broken 's|</body>|<script>console.error("a loud noise")</script></body>|'
  [[ $output == *'the console says'*'a loud noise'* ]]
}

@test "an error in the script is found" {
  broken 's|</body>|<script>nobody.knows()</script></body>|'
  [[ $output == *'the console says'*'nobody is not defined'* ]]
}

@test "a request to the network is found" {
  broken 's|</body>|<img src="http://127.0.0.1:9/pixel.png" alt=""></body>|'
  [[ $output == *'the page asks for http://127.0.0.1:9/pixel.png'* ]]
}

@test "a chart without data is found" {
  broken 's|"seconds":\[[^]]*\]|"seconds":[]|'
  [[ $output == *'a chart has no data'*'chart-results'* ]]
}

@test "the document has every section, in its contents with the page" {
  pdftotext -layout "$pdf" "$BATS_TEST_TMPDIR/text"
  while read -r title; do
    echo "section: $title"
    grep -qE "^ *${title}[ .]*[0-9]+ *$" "$BATS_TEST_TMPDIR/text"
    (($(grep -c "^ *$title" "$BATS_TEST_TMPDIR/text") >= 2)) # and where it begins
  done < <(sections)
  (($(sections | wc -l) > 8))
}

@test "every page of the document has its number" {
  local pages
  pages=$(pdfinfo "$pdf" | awk '$1 == "Pages:" { print $2 }')
  ((pages > 8))
  for number in 1 2 "$pages"; do
    pdftotext -f "$number" -l "$number" "$pdf" - | grep -q "Page $number of $pages"
  done
}

@test "the fonts of the document are inside it" {
  run -0 pdffonts "$pdf"
  echo "$output"
  [[ $output == *LiberationSans* ]]
  # Columns: name, type, encoding, emb, sub, uni, object.
  (($(tail -n +3 <<<"$output" | awk '$(NF - 4) != "yes"' | wc -l) == 0))
}

@test "charts of the document are drawn, not painted dot by dot" {
  run -0 pdfimages -list "$pdf"
  echo "$output"
  ((${#lines[@]} == 2)) # the heading alone
}
