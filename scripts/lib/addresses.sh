# Addresses of a network namespace. Source it after collect.sh.
# shellcheck shell=bash

# list_addresses PROCESS INTERFACES: prints those of the namespace of a process (its folder in /proc), one a line and each once: IPv4 in
# dotted form, IPv6 with all its digits, and the hardware addresses in a folder like /sys/class/net. Without loopback and link-local
# ones, which say nothing about a machine. Prints nothing where they cannot be read.
list_addresses() {
  local line address='' seen=' ' folder digits scope name
  while IFS= read -r line; do
    case $line in
      *'|-- '*) address=${line##* } ;;
      *'/32 host LOCAL'*)
        [[ $address == 127.* || $seen == *" $address "* ]] || printf '%s\n' "$address"
        seen+="$address "
        ;;
    esac
  done 2>/dev/null <"$1/net/fib_trie" || true
  while read -r digits _ _ scope _ name; do
    [[ $scope == 00 && $name != lo ]] || continue
    printf '%s:%s:%s:%s:%s:%s:%s:%s\n' "${digits:0:4}" "${digits:4:4}" "${digits:8:4}" "${digits:12:4}" \
      "${digits:16:4}" "${digits:20:4}" "${digits:24:4}" "${digits:28:4}"
  done 2>/dev/null <"$1/net/if_inet6" || true
  set +f
  local folders=("$2"/*)
  set -f
  for folder in "${folders[@]}"; do
    read -r address 2>/dev/null <"$folder/address" || continue
    [[ $address == 00:00:00:00:00:00 || $seen == *" $address "* ]] || printf '%s\n' "$address"
    seen+="$address "
  done
}
