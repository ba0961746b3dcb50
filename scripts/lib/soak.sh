# What is known of the soak suites. Source it in the root of the clone.
# shellcheck shell=bash

# A suite is a program in soak_folder whose comment says "Proves: ..." and "Minutes: N", its build included.
soak_folder=scripts/tests/soak.d
soak_table=docs/testing.md

# Names of all suites, one a line.
soak_names() {
  local file
  for file in "$soak_folder"/*; do printf '%s\n' "${file##*/}"; done
}

# soak_field NAME FIELD: what the comment of a suite says there.
soak_field() {
  sed -n "s/^# $2: //p" "$soak_folder/$1" | head -n 1
}

# soak_passed_on NAME: the commit on which it last passed, as the table has it; nothing when none is recorded.
soak_passed_on() {
  sed -nE "s/^\| \`$1\` \|.*\| ([0-9a-f]{7,40}) \|$/\1/p" "$soak_table"
}

# soak_row NAME COMMIT: the row of the table.
soak_row() {
  # shellcheck disable=SC2016 # no commands: Markdown's quotes
  printf '| `%s` | %s | %s min | %s |\n' "$1" "$(soak_field "$1" Proves)" "$(soak_field "$1" Minutes)" "${2:-not yet}"
}

# soak_rows [NAME COMMIT]: all rows, one of them with a new commit.
soak_rows() {
  local name
  while read -r name; do
    if [[ $name == "${1-}" ]]; then soak_row "$name" "$2"; else soak_row "$name" "$(soak_passed_on "$name")"; fi
  done < <(soak_names)
}

# soak_record [NAME COMMIT]: rewrites the table between its two marks.
soak_record() {
  local rows
  rows=$(soak_rows "$@")
  awk -v rows="$rows" '
    /^<!-- end of the soak suites -->$/ { inside = 0 }
    !inside { print }
    /^<!-- soak suites: / { inside = 1; print "| suite | proves | length | last passed on |\n|---|---|---|---|\n" rows }
  ' "$soak_table" >"$soak_table.new"
  mv "$soak_table.new" "$soak_table"
}

# soak_turn MINUTES NUMBER: the suites whose turn it is: from the one that the number names, all in order that still fit.
soak_turn() {
  local names left=$1 i name minutes
  mapfile -t names < <(soak_short_names "$1")
  for ((i = 0; i < ${#names[@]}; i++)); do
    name=${names[($2 + i) % ${#names[@]}]}
    minutes=$(soak_field "$name" Minutes)
    ((minutes <= left)) || return 0
    left=$((left - minutes))
    printf '%s\n' "$name"
  done
}

# soak_short_names MINUTES: the suites that take at most so long.
soak_short_names() {
  local name
  while read -r name; do
    (($(soak_field "$name" Minutes) > $1)) || printf '%s\n' "$name"
  done < <(soak_names)
}
