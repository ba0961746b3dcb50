# One virsh that stays open, read-only. Source it after collect.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # never is of collect.sh; the script that sources this file uses answer and found
#
# It writes into a file without a name: Bash would read a pipe byte by byte. virsh repeats the commands that it reads from a pipe. So each
# question ends with a mark, and its answer is whole when that comes back.

virsh=
# Names the file with its last answer; empty without one.
answer=
virsh_note=
virsh_retry=0
asked=0

# open_virsh: starts it; does nothing without one, or where recorded files are read.
open_virsh() {
  local file
  is_live && command -v virsh >/dev/null || return 0
  file=$(mktemp "${TMPDIR:-/tmp}/quartet-virsh.XXXXXX")
  exec {virsh_file}<>"$file" {to_virsh}<> <(:)
  rm "$file"
  virsh_file=/proc/$$/fd/$virsh_file
  (
    trap '' TERM INT HUP # it ends with its standard input
    exec virsh --quiet --readonly --connect "${LIBVIRT_DEFAULT_URI:-qemu:///system}" </proc/self/fd/"$to_virsh" {to_virsh}>&- >>"$virsh_file" 2>&1
  ) &
  virsh=$!
  is_new=true # and may have said already why it cannot run
}

# lose_virsh REASON: it has ended or hangs. Another one is tried a minute later.
lose_virsh() {
  note_virsh "$1"
  kill -KILL "$virsh" 2>/dev/null || true
  wait "$virsh" 2>/dev/null || true
  local descriptor=${virsh_file##*/}
  exec {to_virsh}>&- {descriptor}>&-
  virsh=''
  answer=''
  virsh_retry=$((SECONDS + 60))
}

# note_virsh REASON: each is noted once.
note_virsh() {
  [[ $virsh_note == "$1" ]] || note "virsh gives no guests ($1); guests of libvirt are read as QEMU processes. Try: virsh --readonly list"
  virsh_note=$1
}

# ask_virsh COMMAND...: sets answer and answer_lines.
ask_virsh() {
  local mark limit=$((SECONDS + 5)) line reason=
  answer=''
  answer_lines=()
  if [[ -z $virsh ]]; then
    ((virsh_retry && SECONDS >= virsh_retry)) || return 0
    open_virsh
  fi
  asked=$((asked + 1))
  mark="quartet-$asked-"
  $is_new || : >"$virsh_file"
  is_new=false
  printf '%s\n' "$@" "echo $mark" >&"$to_virsh"
  while [[ ${answer_lines[*]: -2} != *"$mark"* ]]; do
    read -r -t 0.05 -u "$never" || true
    if [[ ! -e /proc/$virsh ]]; then
      reason='it ended'
    elif ((SECONDS > limit)); then
      reason='no answer in 5 s'
    fi
    mapfile -t answer_lines <"$virsh_file"
    [[ -n $reason ]] || continue
    reason_of_virsh
    lose_virsh "$reason"
    return 0
  done
  answer=$virsh_file
  # It runs, but what it asks does not.
  if ((${#answer_lines[@]} < 10)); then
    reason_of_virsh
    [[ -z $reason ]] || { note_virsh "$reason" && answer=; }
  fi
}

# reason_of_virsh: sets reason to its last error.
reason_of_virsh() {
  for line in ${answer_lines[@]+"${answer_lines[@]}"}; do
    [[ $line != *'error: '* ]] || reason=${line#*error: }
  done
  reason=${reason%.}
}

# addresses_of_domain NAME: sets found to the addresses that libvirt knows.
addresses_of_domain() {
  local word
  found=()
  [[ -n $virsh && $1 != *"'"* ]] || return 0
  ask_virsh "domiflist '$1'" "domifaddr '$1'"
  # shellcheck disable=SC2048 # words
  for word in ${answer_lines[*]}; do
    word=${word%/*}
    [[ ! $word =~ ^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}$ && ! $word =~ ^[0-9]+(\.[0-9]+){3}$ ]] || found+=("$word")
  done
}
