# Disk figures from iostat, for scripts/collect/disk. Source it after collect.sh.
# shellcheck shell=bash disable=SC2154 # set by collect.sh and its functions

# Why iostat is not asked; empty if it is.
why_not_iostat() {
  if ! is_live || ! $use_iostat; then
    printf 'as asked'
  elif ! command -v iostat >/dev/null; then
    printf 'iostat is not installed (package sysstat)'
  elif ((interval_us % 1000000)); then
    printf 'iostat knows whole seconds only'
  elif ! iostat -o JSON -x -k 1 1 >/dev/null 2>&1; then
    printf 'this iostat has no JSON output'
  fi
}

# hundredths NAME NUMBER: sets NAME to a number of iostat's in hundredths.
hundredths() {
  local fraction=
  [[ $2 != *.* ]] || fraction=${2#*.}
  fraction+=00
  printf -v "$1" '%d' $((10#${2%%.*} * 100 + 10#${fraction:0:2}))
}

# Which of a disk's words, keys and values in turn, stand in our columns; they are the same in every line of one iostat.
iostat_keys=(r/s w/s rkB/s wkB/s r_await w_await f/s f_await aqu-sz util rrqm/s wrqm/s)
places=()
find_places() { # the words of a line
  local words=("$@") key i
  for key in "${iostat_keys[@]}"; do
    for ((i = 0; i < ${#words[@]}; i += 2)); do
      [[ ${words[i]} != "$key" && ! (${words[i]} == avgqu-sz && $key == aqu-sz) ]] || break
    done
    places+=($((i + 1))) # beyond the end where there is none: an empty column
  done
}

# A line that can be read: a name, then numbers without signs, which fit into the arithmetic of Bash.
disk_line='^[[:space:]]*\{"disk_device": "[^][:space:]"{},:]+"(, "[^][:space:]"{},:]+": [0-9]{1,12}(\.[0-9]+)?)+\},?[[:space:]]*$'

# add_iostat_row LINE: {"disk_device": "vda", "r/s": 0.00, ...}
add_iostat_row() {
  local words value=() place kib mib=()
  # shellcheck disable=SC2206 # words
  words=(${1//[\{\}\",:]/ })
  ((${#places[@]})) || find_places "${words[@]}"
  for place in "${places[@]}"; do value+=("${words[place]-}"); done
  for kib in "${value[2]}" "${value[3]}"; do
    hundredths kib "$kib"
    ratio kib "$kib" 102400
    mib+=("$kib")
  done
  rows+="$utc_ms,${words[1]},${value[0]},${value[1]},${mib[0]},${mib[1]},${value[4]},${value[5]},${value[6]},${value[7]},${value[8]},${value[9]},${value[10]},${value[11]}"$'\n'
}

# set_time TIMESTAMP: sets now_us to the moment of a report. It is the present, unless we were kept from reading for a while.
set_time() {
  now_us=${EPOCHREALTIME/./}
  [[ $1 =~ ([0-9]{2}):([0-9]{2}):([0-9]{2}) ]] || return 0
  local told=$((10#${BASH_REMATCH[1]} * 3600 + 10#${BASH_REMATCH[2]} * 60 + 10#${BASH_REMATCH[3]}))
  local late=$(((now_us / 1000000 % 86400 - told + 86400) % 86400))
  ((late < 2 || late > 43200)) || now_us=$((now_us - late * 1000000))
}

# iostat closes the brackets of its JSON on INT; what it still says is read to the end.
stop_iostat() {
  must_stop=true
  kill -INT "$iostat" 2>/dev/null || true
  # A stopped process would not act on INT.
  kill -CONT "$iostat" 2>/dev/null || true
}

from_iostat() {
  local line
  { exec {json}>"$out/iostat.json"; } 2>/dev/null || die 3 "$out/iostat.json cannot be opened for writing. Change its permissions, or name another folder with --out."
  now_us=${EPOCHREALTIME/./}
  read -r -t "0.$(printf '%06d' $((1000000 - now_us % 1000000 - 1)))" -u "$never" || true # begin with a second
  exec {reports}< <(exec env LC_ALL=C TZ=UTC0 S_TIME_FORMAT=ISO iostat -o JSON -x -k -y -t "$((interval_us / 1000000))" 2>/dev/null)
  iostat=$!
  must_stop=false
  trap stop_iostat TERM INT HUP
  rows=
  local why='iostat has ended'
  while IFS= read -r -u "$reports" line; do
    write "$json" "$out/iostat.json" "$line"$'\n'
    case $line in
      *'"timestamp":'*)
        set_time "$line"
        mark_time
        ticks=$((ticks + 1))
        ;;
      *'"disk_device":'*)
        # Decimal commas, other units, nan or exponents: an iostat that takes its form from elsewhere.
        if [[ ! $line =~ $disk_line || $line != *'"rkB/s"'* || $line != *'"wkB/s"'* ]]; then
          why='iostat writes its figures in a form that is not read here'
          kill -INT "$iostat" 2>/dev/null || true
          break
        fi
        add_iostat_row "$line"
        ;;
      *']'*)
        write_rows "$rows"
        rows=
        if ((count && ticks >= count)) || must_end; then stop_iostat; fi
        ;;
    esac
  done
  ! $must_stop || exit 0
  trap 'exit 0' TERM INT HUP
  exec {json}>&- {reports}<&-
  note "$why; going on with /proc/diskstats"
}
