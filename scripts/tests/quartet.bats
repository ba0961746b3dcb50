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
