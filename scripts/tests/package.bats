#!/usr/bin/env bats
# What the archive for VM1 asks of a machine. The soak suite bare-machines runs it on machines where nothing is installed.
# bats file_tags=unit
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  program=build/release/bin/quartet-tier-a
}

# newest_glibc PROGRAM: sets newest, the highest version of the C library that the program or one of its libraries needs.
newest_glibc() {
  scripts/tier-a/glibc "$1" >"$BATS_TEST_TMPDIR/versions"
  cat "$BATS_TEST_TMPDIR/versions"
  read -r newest _ <"$BATS_TEST_TMPDIR/versions"
}

# is_at_most VERSION LIMIT
is_at_most() {
  [[ $(printf '%s\n' "$1" "$2" | sort -V | tail -n 1) == "$2" ]]
}

@test "on Debian 12, Tier A and the libraries that travel with it need no symbol above GLIBC_2.34" {
  local limit
  limit=$(getconf GNU_LIBC_VERSION)
  limit=${limit#glibc }
  [[ $limit != 2.36 ]] || limit=2.34 # Debian 12. Libraries of another system may need all that its C library has
  newest_glibc "$program"
  is_at_most "$newest" "$limit"
}

@test "a program that needs a newer C library is reported" {
  printf 'int _dl_find_object(void *, void *);\nint main(void) { return _dl_find_object(0, 0); }\n' |
    gcc -x c -o "$BATS_TEST_TMPDIR/newer" -
  newest_glibc "$BATS_TEST_TMPDIR/newer"
  [[ $newest == 2.35 ]]
  run ! is_at_most "$newest" 2.34
  run ! is_at_most PRIVATE 2.34
}

@test "compiler runtime, protobuf, fmt and boost are linked into Tier A" {
  run -0 ldd "$program"
  echo "$output"
  [[ $output == *libgcc_s.so* ]] # shared on purpose: linked in, it needs a newer C library
  [[ ! $output =~ lib(stdc\+\+|protobuf|fmt|spdlog|boost) ]]
}
