# What the collectors of scripts/collect share. Source it after common.sh.
# shellcheck shell=bash disable=SC2034 # what is set is used by the scripts that source this file
#
# A collector is a loop around next_tick, which sleeps without a process and says when it is time to read the counters again.
# $proc and $sys are where to read them: this machine's, those below $QUARTET_ROOT, or those of the recorded moment at hand.
export LC_ALL=C
set -f # lines are split into words all the time; nothing here is a file pattern

collector=${0##*/}
proc=${QUARTET_ROOT-}/proc
sys=${QUARTET_ROOT-}/sys
out=
interval=1
interval_us=1000000
count=0
owner=
replay=()
replayed=0
csv=
now_us=0
last_us=0
elapsed_us=0
utc_ms=0
ticks=0
# shellcheck source=scripts/lib/collect-options.sh
source "$(dirname "${BASH_SOURCE[0]}")/collect-options.sh"

# True when nothing but this machine is looked at.
is_live() {
  ((${#replay[@]} == 0)) && [[ -z ${QUARTET_ROOT-} ]]
}

require_out() {
  [[ -n $out ]] || die 2 'no folder given. Name an existing one with --out DIR.'
  [[ -d $out ]] || die 3 "the folder $out does not exist. Create it, or name another one with --out."
  [[ -w $out && -x $out ]] || die 3 "the folder $out cannot be written by $(id -un). Change its permissions, or name another one with --out."
}

# open_file FILE HEADER: opens a CSV for appending; its descriptor is left in `opened`. A line that a kill left torn is ended.
open_file() {
  local first=
  if [[ -s $1 ]]; then
    # In a subshell: reading here could lose data of another pipe, see split_lines in scripts/collect/remote.
    first=$(mapfile -t -n 1 lines <"$1" && printf '%s' "${lines[0]-}")
    [[ $first == "$2" ]] || die 3 "$1 has different columns ($first). Move it away, or name another folder with --out."
    [[ -z $(tail -c 1 "$1") ]] || printf '\n' >>"$1"
  fi
  { exec {opened}>>"$1"; } 2>/dev/null || die 3 "$1 cannot be opened for writing. Change its permissions, or name another folder with --out."
  [[ -n $first ]] || write "$opened" "$1" "$2"$'\n'
}

# begin_all: opens the files for gaps and notes, and gets ready to sleep.
begin_all() {
  require_out
  open_file "$out/gaps.csv" 'utc_ms,source,missed_ms,reason'
  gaps=$opened
  open_file "$out/notes.csv" 'utc_ms,source,note'
  notes=$opened
  exec {never}<> <(:) # a pipe that never has anything to read: sleeping on it needs no process
}

# begin COLUMNS: the same, and opens the collector's own file.
begin() {
  begin_all
  open_file "$out/$collector.csv" "utc_ms,$1"
  csv=$opened
  trap 'exit 0' TERM INT HUP
}

# write DESCRIPTOR FILE TEXT: one write for each line, nothing is held back.
write() {
  { printf '%s' "$3" >&"$1"; } 2>/dev/null || die 3 "$2 cannot be written. Is the disk full? Free space, then start the collector again."
}

# write_rows TEXT: rows with their line ends.
write_rows() {
  [[ -z $1 ]] || write "$csv" "$out/$collector.csv" "$1"
}

# note TEXT: what a reader of the files has to know, on stderr and in notes.csv.
note() {
  say "$collector: $*"
  local text=${*//,/;}
  write "$notes" "$out/notes.csv" "$((${EPOCHREALTIME/./} / 1000)),$collector,${text//$'\n'/ }"$'\n'
}

# give_up MESSAGE: there is nothing to read here, which the files shall tell too.
give_up() {
  note "$*"
  exit 3
}

# require_source FILE: not all containers have all of /proc.
require_source() {
  [[ -r $1 ]] || give_up "$1 cannot be read, so there will be no $collector.csv from this machine. Nothing to do unless you need it."
}

# mark_time: the counters are read now. Sets utc_ms and elapsed_us, which is 0 when there is nothing to compare with.
mark_time() {
  utc_ms=$((now_us / 1000))
  elapsed_us=$((last_us ? now_us - last_us : 0))
  last_us=$now_us
  if ((elapsed_us < 0)); then
    note "the clock went back by $((-elapsed_us / 1000)) ms; one row is missing"
    elapsed_us=0
  elif ((elapsed_us * 10 >= interval_us * 19)); then
    write "$gaps" "$out/gaps.csv" "$utc_ms,$collector,$(((elapsed_us - interval_us) / 1000)),late"$'\n'
  fi
}

# must_end: true after --count intervals (the first tick begins one), and when the process of --while-pid is gone.
must_end() {
  ((count && ticks > count + 1)) && return 0
  [[ -n $owner && ! -e /proc/$owner ]]
}

# sleep_to_next: to the next whole interval of UTC, or the one after if that is near: it belongs to a tick that came late. Looks
# at least once a second whether to end, and is false then.
sleep_to_next() {
  now_us=${EPOCHREALTIME/./}
  local left_us=$((interval_us - now_us % interval_us)) seconds
  ((left_us * 2 >= interval_us)) || left_us=$((left_us + interval_us))
  local due_us=$((now_us + left_us))
  while ((left_us > 0 && left_us <= 2 * interval_us)); do # more is left when the clock was set back
    ((left_us <= 1000000)) || left_us=1000000
    printf -v seconds '%d.%06d' $((left_us / 1000000)) $((left_us % 1000000))
    read -r -t "$seconds" -u "$never" || true
    ! must_end || return 1
    now_us=${EPOCHREALTIME/./}
    left_us=$((due_us - now_us))
  done
}

# next_tick: sleeps until the next whole interval of UTC; false when it is time to end.
next_tick() {
  ticks=$((ticks + 1))
  ! must_end || return 1
  if ((${#replay[@]})); then
    next_moment || return 1
  else
    sleep_to_next || return 1
  fi
  mark_time
}

next_moment() {
  ((replayed < ${#replay[@]})) || return 1
  local moment=${replay[replayed]}
  replayed=$((replayed + 1))
  now_us=${moment##*/}
  proc=$moment/proc
  sys=$moment/sys
}

# decimal NAME HUNDREDTHS: sets NAME to the number with two decimals.
decimal() {
  printf -v "$1" '%d.%02d' $(($2 / 100)) $(($2 % 100))
}

# per_second NAME DELTA: sets NAME to DELTA per second of the interval, with two decimals.
per_second() {
  local hundredths=$((($2 * 100000000 + elapsed_us / 2) / elapsed_us))
  printf -v "$1" '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
}

# ratio NAME DIVIDEND DIVISOR: sets NAME to the quotient with two decimals, 0.00 if there is nothing to divide by.
ratio() {
  local hundredths=$(($3 ? ($2 * 100 + $3 / 2) / $3 : 0))
  printf -v "$1" '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
}
