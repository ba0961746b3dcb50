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
  java -XX:TieredStopAtLevel=1 -cp "driver/report/target/test-classes:driver/results/target/test-classes:driver/books/target/test-classes:driver/report/target/classes:driver/cli/target/lib/*" \
    -Dquartet.home="$PWD" -Djava.io.tmpdir="$BATS_FILE_TMPDIR" \
    io.quartet.report.SimulatedDemo "$BATS_FILE_TMPDIR" || return
  scripts/quartet report "$BATS_FILE_TMPDIR/20260301-120000-demo" >"$BATS_FILE_TMPDIR/report.out" || return
}

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  run_folder=$BATS_FILE_TMPDIR/20260301-120000-demo
  page=$run_folder/report.html
  pdf=$run_folder/report.pdf
  disclosure=$run_folder/disclosure.pdf
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

# In one go: starting the browser is most of the time.
@test "errors on the console and in a script, a request to the network and a chart without data are found" {
  sed 's|</body>|<script>console.error("a loud noise")</script><script>nobody.knows()</script><img src="http://127.0.0.1:9/pixel.png" alt=""></body>|
    s|"at":\[[^]]*\]|"at":[]|' "$page" >"$BATS_TEST_TMPDIR/broken.html"
  grep -q '"at":\[\]' "$BATS_TEST_TMPDIR/broken.html"
  run ! grep -q '"at":\[\]' "$page"
  run -1 scripts/tests/page "$BATS_TEST_TMPDIR/broken.html"
  echo "$output"
  [[ $output == *'a chart has no data'*'chart-results'* ]]
  [[ $output == *'the console says'*'a loud noise'* ]]
  [[ $output == *'the console says'*'nobody is not defined'* ]]
  [[ $output == *'the page asks for http://127.0.0.1:9/pixel.png'* ]]
}

@test "every section is in a document, those of the disclosure in its contents with the page" {
  pdftotext -layout "$pdf" "$BATS_TEST_TMPDIR/report"
  pdftotext -layout "$disclosure" "$BATS_TEST_TMPDIR/disclosure"
  local listed=0
  while read -r title; do
    echo "section: $title"
    if grep -qE "^ *${title}[ .]*[0-9]+ *$" "$BATS_TEST_TMPDIR/disclosure"; then
      listed=$((listed + 1))
      (($(grep -c "^ *$title" "$BATS_TEST_TMPDIR/disclosure") >= 2)) # and where it begins
    else
      grep -q "^ *$title *$" "$BATS_TEST_TMPDIR/report"
    fi
  done < <(sections)
  (($(sections | wc -l) > 8 && listed > 5))
}

@test "every page of the documents has its number" {
  local document pages
  for document in "$pdf" "$disclosure"; do
    pages=$(pdfinfo "$document" | awk '$1 == "Pages:" { print $2 }')
    ((pages > 4))
    for number in 1 2 "$pages"; do
      pdftotext -f "$number" -l "$number" "$document" - | grep -q "Page $number of $pages"
    done
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

# What a script finds in the page: its expression, then further options of the browser.
found() {
  local expression=$1
  shift
  sed "s|</body>|<script>addEventListener('load', () => setTimeout(() => { document.title = $expression; }, 1000))</script></body>|" \
    "$page" >"$BATS_TEST_TMPDIR/measured.html"
  found=$(chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$BATS_TEST_TMPDIR/profile" \
    --no-first-run --window-size=1440,900 --virtual-time-budget=5000 "$@" --dump-dom "file://$BATS_TEST_TMPDIR/measured.html" \
    2>"$BATS_TEST_TMPDIR/browser.log" | grep -oP '(?<=<title>)[^<]+')
  echo "# $expression: $found" >&3
}

@test "the folded page of a demo is short" {
  found document.documentElement.scrollHeight
  ((found <= 12000))
}

@test "two screens of a phone have the answer and the picture" {
  # The browser has no narrower window than 500 pixels.
  page=$BATS_TEST_TMPDIR/narrow.html
  sed 's|</head>|<style>html { width: 390px }</style></head>|' "$run_folder/report.html" >"$page"
  found 'Math.round(document.getElementById(\x27picture\x27).getBoundingClientRect().bottom)' --window-size=500,844
  ((found <= 2 * 844))
}

@test "the page is dark where its reader asks for that" {
  found 'getComputedStyle(document.body).filter'
  [[ $found == none ]]
  found 'getComputedStyle(document.body).filter' --blink-settings=preferredColorScheme=0
  [[ $found == invert* ]]
}
