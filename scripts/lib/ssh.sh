# Connections to other machines. Source it after common.sh; scripts/collect/remote, which also uses the second half, after collect.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # collect.sh sets some of it, and the script that sources this file uses it

# parse_ssh_options: what parse_options left in `rest`. Sets host, processes, guests, check, facts_only, while_stdin, ssh_options, and
# by_hand, what somebody at a terminal would type to the same effect.
parse_ssh_options() {
  local user='' configuration=''
  host=
  processes=
  guests=
  check=false
  facts_only=false
  while_stdin=false
  while ((${#rest[@]})); do
    case ${rest[0]} in
      --check) check=true ;;
      --facts) facts_only=true ;;
      --guests) guests=--guests ;;
      --while-stdin) while_stdin=true ;;
      --processes | --user | --configuration)
        ((${#rest[@]} >= 2)) || die 2 "${rest[0]} needs a value. Try --help."
        printf -v "${rest[0]#--}" '%s' "${rest[1]}"
        rest=("${rest[@]:1}")
        ;;
      -*) die 2 "unknown argument '${rest[0]}'. Try --help." ;;
      *)
        [[ -z $host ]] || die 2 "two machines are given, $host and ${rest[0]}. Run it once for each."
        host=${rest[0]}
        ;;
    esac
    rest=("${rest[@]:1}")
  done
  set_ssh_options "$host" "$user" "$configuration"
  # Nothing of this machine for the other to use, and a connection that nobody else shares.
  ssh_options+=(-aTx -o ControlPath=none)
}

# set_ssh_options HOST USER CONFIGURATION: sets ssh_options, with which every connection to a machine is made, and by_hand.
set_ssh_options() {
  local host=$1 user=$2 configuration=$3
  [[ -n $host ]] || die 2 'no machine given. Name one as ssh knows it, for instance db1. Try --help.'
  [[ $host =~ ^[A-Za-z0-9_.:%][A-Za-z0-9_.:%-]*$ ]] || die 2 "'$host' is not a name or address of a machine. Give the account with --user, the port in --configuration."
  # No password and no question.
  ssh_options=(-o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 -o ClearAllForwardings=yes)
  by_hand="ssh${configuration:+ -F $configuration}${user:+ -l $user} $host true"
  if [[ -n $configuration ]]; then
    # ssh would wait for a pipe.
    [[ -f $configuration && -r $configuration ]] || die 2 "the file $configuration of --configuration cannot be read. Give an OpenSSH client configuration."
    ssh_options+=(-F "$configuration")
  fi
  if [[ -n $user ]]; then
    [[ $user =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]*$ ]] || die 2 "--user '$user' is not an account name. Give an account of that machine."
    ssh_options+=(-l "$user")
  fi
}

# no_connection HOST TEXT: what ssh printed when it could not connect; ends this script.
no_connection() {
  case $2 in
    *'Host key verification failed'*)
      die 3 "$1: its host key is missing from known_hosts or differs. Connect once by hand, compare its fingerprint and accept it: $by_hand"
      ;;
  esac
  die 3 "$1: ssh could not connect ($(reason_of "$2")). Fix that until this command works without a prompt: $by_hand"
}

# no_root HOST: ends this script.
no_root() {
  die 3 "$1: the account cannot become root there. Allow it sudo without a password, or name another account in provider.ssh.user."
}

# require_processes: a file of process ids would be one of this machine.
require_processes() {
  local status=0
  # shellcheck disable=SC2319 # 2 of the condition: no regular expression
  [[ '' =~ $processes ]] || status=$?
  [[ $processes != */* && $status -lt 2 ]] || die 2 "--processes $processes is not a regular expression. Write for instance '^postgres\$'."
}

# in_base64 TEXT
in_base64() {
  printf '%s' "$1" | base64 -w 0
}

# The command for the other machine: all collectors, or only the facts. Nothing in it means anything to whatever shell the account has
# there: base64, in single quotes.
remote_command() {
  local program option
  # shellcheck disable=SC2016 # the other machine expands it
  program='. "$folder/lib/there.sh"'
  for option in --interval "$interval" ${processes:+--processes "$processes"} $guests; do
    program+=" $(in_base64 "$option")"
  done
  # shellcheck disable=SC2016
  ! $facts_only || program='bash "$folder/collect/facts"'
  # shellcheck disable=SC2016 # the other machine expands it
  printf "bash -c '%s <<<%s | tar -xzf - -C \"\$folder\"; %s'" \
    'set -e; umask 077; folder=$(mktemp -d "${TMPDIR:-/tmp}/quartet-collect.XXXXXX"); leave() { cd /; rm -rf "$folder"; }; trap leave EXIT; base64 -d' \
    "$(tar -czf - -C "$here/.." collect/{all,cpu,disk,facts,guests,memory,network,processes,space} \
      lib/{addresses,collect,collect-options,common,guests,iostat,json,there,virsh}.sh lib/guests.awk | base64 -w 0)" "$program"
}

# What the other machine needs, looked at by any Bash: prints "quartet-collect VERSION;KERNEL;IOSTAT;WHAT GUESTS NEED;WHAT IS MISSING".
# shellcheck disable=SC2016 # the other machine expands it
looks='missing=; [ "${BASH_VERSINFO:-0}" -ge 5 ] || missing="Bash 5"; '
# shellcheck disable=SC2016
looks+='for program in base64 df dirname gzip mkdir mktemp mv rm sleep tail tar timeout; do command -v $program >/dev/null || missing="$missing $program"; done; '
# shellcheck disable=SC2016
looks+='case $(tail --help 2>/dev/null) in *--pid*) ;; *) missing="$missing GNU-coreutils" ;; esac; [ -r /proc/stat ] || missing="$missing /proc/stat"; '
# shellcheck disable=SC2016
looks+='folder=$(mktemp -d 2>/dev/null) && rm -r "$folder" || missing="$missing a-folder-for-temporary-files"; '
# shellcheck disable=SC2016
looks+='virsh=; if [ -n "$guests" ] && command -v virsh >/dev/null; then virsh=", virsh"; timeout 10 virsh -q -r -c "${LIBVIRT_DEFAULT_URI:-qemu:///system}" list </dev/null >/dev/null 2>&1 || virsh=", virsh is refused"; fi; '
# shellcheck disable=SC2016
looks+='[ -z "$guests" ] || command -v awk >/dev/null || virsh="$virsh, no awk"; '
# shellcheck disable=SC2016
looks+='iostat=without; command -v iostat >/dev/null && iostat=with; echo "quartet-collect $BASH_VERSION;$(uname -sr);$iostat;$virsh;$missing"'

# reason_of TEXT: the last line that ssh printed, without its end.
reason_of() {
  local line reason=
  while IFS= read -r line; do
    line=${line%$'\r'}
    [[ -z ${line// /} ]] || reason=$line
  done <<<"$1"
  reason=${reason:-it said nothing}
  printf '%s' "${reason%.}"
}

# check_host: says what the other machine is, or ends with 3 and what it lacks.
check_host() {
  local said code=0 found bash kernel iostat virsh missing
  # shellcheck disable=SC2029 # it is a constant
  said=$(ssh "${ssh_options[@]}" "$host" "bash -c 'guests=$guests; $looks'" </dev/null 2>&1) || code=$?
  ((code != 255)) || no_connection "$host" "$said"
  [[ $said == *'quartet-collect '* ]] || die 3 "$host: Bash does not run there ($(reason_of "$said")). Install Bash 5 there, or fix the login scripts of the account."
  found=${said##*quartet-collect }
  IFS=';' read -r bash kernel iostat virsh missing <<<"${found%%$'\n'*}"
  [[ -z ${missing// /} ]] || die 3 "$host: it lacks ${missing# }. Install it there. The collectors need only Bash 5, GNU coreutils, tar and gzip."
  printf '%s: %s, Bash %s, %s iostat%s\n' "$host" "$kernel" "$bash" "$iostat" "$virsh"
}

# say_how_it_ended EXIT-CODE: of ssh; ends this script.
say_how_it_ended() {
  local code=$1 rows="The rows so far are in $out."
  ((code != 0)) || ! $must_stop || exit 0
  case $code in
    0) die 3 "the collectors on $host were stopped there. $rows Start them again." ;;
    255)
      if ((${#descriptor[@]})); then
        die 3 "the connection to $host is lost; the message of ssh is above. $rows Fix the network, then start it again."
      fi
      die 3 "no connection to $host; the message of ssh is above. Find the cause with: scripts/collect/remote --check $host"
      ;;
    *) die 3 "the collectors on $host have ended with exit code $code; their messages are above. $rows Find the cause with: scripts/collect/remote --check $host" ;;
  esac
}
