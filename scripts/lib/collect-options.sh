# The options that all collectors have. Sourced by collect.sh.
# shellcheck shell=bash disable=SC2034 # what is set is used by the scripts that source this file

# The comment at the head of the script is its help.
usage() {
  sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "$0"
}

# parse_options OPTION...: those that all collectors have; the others are left in `rest`.
parse_options() {
  rest=()
  while (($#)); do
    case $1 in
      -h | --help)
        usage
        exit 0
        ;;
      --out | --interval | --count | --while-pid | --replay)
        (($# >= 2)) || die 2 "$1 needs a value. Try --help."
        case $1 in
          --out) out=$2 ;;
          --interval) set_interval "$2" ;;
          --count)
            [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || die 2 "--count $2 is not a number of intervals. Give a whole number from 1."
            count=$2
            ;;
          --while-pid)
            [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || die 2 "--while-pid $2 is not a process id. Give a whole number."
            owner=$2
            ;;
          --replay) set_replay "$2" ;;
        esac
        shift 2
        ;;
      *)
        rest+=("$1")
        shift
        ;;
    esac
  done
}

# no_more_options: for collectors without options of their own.
no_more_options() {
  ((${#rest[@]} == 0)) || die 2 "unknown argument '${rest[0]}'. Try --help."
}

set_interval() {
  [[ $1 =~ ^([0-9]{1,4})(\.([0-9]{1,3}))?s?$ ]] || die 2 "--interval $1 is not a time in seconds. Write for instance 1 or 0.5."
  local thousandths=${BASH_REMATCH[3]-}000
  interval_us=$((10#${BASH_REMATCH[1]} * 1000000 + 10#${thousandths:0:3} * 1000))
  ((interval_us >= 100000 && interval_us <= 3600000000)) || die 2 "--interval $1 is out of range. Give 0.1 to 3600 seconds."
  interval=${1%s}
}

# The moments of a recording: folders named by their time in microseconds since 1970, each with a proc and maybe a sys.
set_replay() {
  local folder
  replay=()
  set +f
  for folder in "$1"/[0-9]*; do replay+=("$folder"); done
  set -f
  [[ -d ${replay[0]} ]] || die 2 "--replay $1 holds no recorded moments. Name a folder with DIR/MICROSECONDS/proc."
  proc=${replay[0]}/proc
  sys=${replay[0]}/sys
}
