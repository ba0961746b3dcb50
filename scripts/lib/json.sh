# Reads small files of the kernel and writes JSON values. Source it; it runs nothing.
# shellcheck shell=bash

# first_line FILE: prints it, nothing if the file is not there.
first_line() {
  local line=
  { IFS= read -r line <"$1"; } 2>/dev/null || true
  printf '%s' "$line"
}

# quoted TEXT: a JSON string, or null for an empty one.
quoted() {
  local text=$1
  if [[ -z $text ]]; then
    printf null
    return
  fi
  text=${text//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//[[:cntrl:]]/ }
  printf '"%s"' "$text"
}

# number TEXT: the number, or null for anything else.
number() {
  if [[ $1 =~ ^-?(0|[1-9][0-9]*)(\.[0-9]+)?$ ]]; then printf '%s' "$1"; else printf null; fi
}

# chosen FILE: of "always [madvise] never" the one in brackets.
chosen() {
  local line
  line=$(first_line "$1")
  [[ $line != *'['* ]] || line=${line#*'['}
  printf '%s' "${line%%']'*}"
}
