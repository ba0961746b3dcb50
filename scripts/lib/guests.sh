# Finds the guests of this machine that libvirt does not tell about. Source it after collect.sh and addresses.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # the script that sources this file uses groups and described
#
# find_guests sets `groups` to the lines of containers for guests.awk, and notes the processes that run virtual machines.

groups=
described=
# By process id: its line for guests.awk without threads, the lines of its network, and the threads of the kernel that work for it.
declare -A machine=() network=() helpers=()
# Guests whose addresses are written already, by name and process.
declare -A has_addresses=()
# By the begin of a container's id: its name.
declare -A name_of_id=()

# The words of the command line of a process, in `words`.
read_command() { # PID
  words=()
  { mapfile -d '' -t words <"$proc/$1/cmdline"; } 2>/dev/null || true
}

# kib_of TEXT: a size as QEMU takes it, in MiB without a unit.
kib_of() {
  local text=$1 number
  [[ $text =~ ^([0-9]+)([kKmMgGtTbB]?)$ ]] || return 0
  number=${BASH_REMATCH[1]}
  case ${BASH_REMATCH[2]} in
    b | B) number=$((number / 1024)) ;;
    k | K) ;;
    g | G) number=$((number * 1024 * 1024)) ;;
    t | T) number=$((number * 1024 * 1024 * 1024)) ;;
    *) number=$((number * 1024)) ;;
  esac
  printf '%s' "$number"
}

# A hardware address in an option of QEMU, which libvirt may write as JSON.
mac='(^|[,{])"?mac"?[=:]"?([0-9a-fA-F:]{17})'

# look_at_qemu PID
look_at_qemu() {
  local pid=$1 words word i name='' processors=1 memory=128 text hardware=()
  read_command "$pid"
  network[$pid]=
  for ((i = 1; i < ${#words[@]}; i++)); do
    word=${words[i]} text=${words[i + 1]-}
    case ${word/#--/-} in
      -name)
        name=${text#guest=}
        name=${name%%,*}
        ;;
      -m)
        memory=${text#size=}
        memory=${memory%%,*}
        ;;
      -smp)
        text=${text#cpus=}
        processors=${text%%,*}
        ;;
    esac
    [[ ! $word =~ $mac ]] || hardware+=("${BASH_REMATCH[2]}")
    [[ ! $word =~ (^|,)ifname=([^,]+) ]] || network[$pid]+="interface"$'\t'"${BASH_REMATCH[2]}"$'\n'
  done
  [[ $processors =~ ^[0-9]+$ ]] || processors=
  name=${name:-$pid}
  machine[$pid]="process"$'\t'"$name"$'\t'"$pid"$'\t'"$processors"$'\t'"$(kib_of "$memory")"
  see_addresses "$name" "$pid" ${hardware[@]+"${hardware[@]}"}
}

see_addresses() { # NAME PID ADDRESS...
  [[ -z ${has_addresses["$2 $1"]-} ]] || return 0
  has_addresses["$2 $1"]=1
  write_addresses "$1" "${@:3}"
}

# machine_of_nspawn PID: sets name and the process that the machine began with.
machine_of_nspawn() {
  local words word i hostname='' folder=''
  name=
  read_command "$1"
  for ((i = 1; i < ${#words[@]}; i++)); do
    word=${words[i]}
    case $word in
      --machine=*) name=${word#*=} ;;
      -M) name=${words[i + 1]-} ;;
      --hostname=*) hostname=${word#*=} ;;
      --directory=*) folder=${word#*=} ;;
      -D) folder=${words[i + 1]-} ;;
    esac
  done
  name=${name:-${hostname:-${folder##*/}}}
  first=
  read -r first _ 2>/dev/null <"$proc/$1/task/$1/children" || true
}

# Where control groups count processors, memory and disks: version 2, or 1.
find_hierarchies() {
  local all=$sys/fs/cgroup
  if [[ -e $all/cgroup.controllers ]]; then
    hierarchies=("$all" "$all" "$all")
    list_of_threads=cgroup.threads
  else
    hierarchies=("$all/cpuacct" "$all/memory" "$all/blkio")
    [[ -d ${hierarchies[0]} ]] || hierarchies[0]=$all/cpu,cpuacct
    list_of_threads=tasks
  fi
}

# group_of_process PID: sets group to its path in the hierarchy of processors.
group_of_process() {
  local id controllers path
  group=
  while IFS=: read -r id controllers path; do
    [[ $id:$controllers != 0: || $list_of_threads == tasks ]] || group=$path
    [[ $list_of_threads != tasks || ,$controllers, != *,cpuacct,* ]] || group=$path
  done 2>/dev/null <"$proc/$1/cgroup" || true
  group=${group%/init.scope}
  group=${group%/payload}
}

# add_group KIND NAME PATH PID: a container; PID is one of its processes, or empty.
add_group() {
  local kind=$1 name=${2//$'\t'/_} path=$3 pid=$4 file files leader=
  [[ -n ${path#/} && $seen_groups != *" $path "* ]] || return 0
  seen_groups+="$path "
  set +f
  files=("${hierarchies[0]}$path"/**/"$list_of_threads")
  set -f
  if [[ -z $pid ]]; then
    for file in "${files[@]}"; do
      ! read -r pid 2>/dev/null <"$file" || break
    done
  fi
  # A network of its own.
  if [[ -n $pid && $(readlink "$proc/$pid/ns/net" 2>/dev/null) != "$own_network" ]]; then
    leader=$pid
    # shellcheck disable=SC2046 # words
    [[ -n ${has_addresses["$pid $name"]-} ]] || see_addresses "$name" "$pid" $(list_addresses "$proc/$pid" "$proc/$pid/root/sys/class/net")
  fi
  groups+="group"$'\t'"$kind"$'\t'"$name"$'\t'"${hierarchies[0]}$path"$'\t'"${hierarchies[1]}$path"$'\t'"${hierarchies[2]}$path"$'\t'"$leader"$'\n'
  for file in "${files[@]}"; do groups+="tasks"$'\t'"$file"$'\n'; done
}

# name_of_container ID: as its monitor was told, otherwise the begin of the id.
name_of_container() {
  printf '%s' "${name_of_id[${1:0:12}]-${1:0:12}}"
}

find_groups() {
  local folder path name top=${hierarchies[0]}
  set +f
  local folders=("$top"/machine.slice/* "$top"/machine/* "$top"/lxc.payload.* "$top"/lxc.payload/* "$top"/lxc/* "$top"/docker/* "$top"/libpod_parent/*
    "$top"/machine.slice/machine-libpod_pod_*/libpod-*.scope "$top"/system.slice/docker-*.scope
    "$top"/user.slice/user-*.slice/user@*.service/user.slice/{,user-libpod_pod_*/}libpod-*.scope)
  set -f
  for folder in "${folders[@]}"; do
    [[ -d $folder ]] || continue
    path=${folder#"$top"} name=${folder##*/}
    printf -v name '%b' "$name" # systemd writes \x2d for a hyphen
    case $path in
      */libpod-conmon-* | */machine-qemu* | */machine-lxc* | *.monitor) ;;
      */libpod-*)
        name=${name#libpod-}
        add_group podman "$(name_of_container "${name%.scope}")" "$path" ''
        ;;
      */systemd-nspawn@*.service)
        name=${name#systemd-nspawn@}
        add_group nspawn "${name%.service}" "$path" ''
        ;;
      */machine-*.scope)
        name=${name#machine-}
        add_group nspawn "${name%.scope}" "$path" ''
        ;;
      */docker-*.scope | /docker/*)
        name=${name#docker-}
        add_group docker "$(name_of_container "${name%.scope}")" "$path" ''
        ;;
      /lxc*) add_group lxc "${name#lxc.payload.}" "$path" '' ;;
    esac
  done
}

# find_stacked: adds the disks that others below them count already.
find_stacked() {
  local folder folders
  set +f
  folders=("$sys"/dev/block/*/slaves/*)
  set -f
  for folder in "${folders[@]}"; do
    folder=${folder%/slaves/*}
    [[ ! -d $folder ]] || groups+="stacked"$'\t'"${folder##*/}"$'\n'
  done
}

find_guests() {
  local pid command pids nspawn=() words i id
  groups=''
  seen_groups=' '
  machine=() network=() helpers=()
  own_network=$(readlink "$proc/self/ns/net" 2>/dev/null) || own_network=-
  find_hierarchies
  set +f
  pids=("$proc"/*)
  set -f
  for pid in "${pids[@]}"; do
    pid=${pid##*/}
    [[ $pid == [1-9]* ]] || continue
    read -r command 2>/dev/null <"$proc/$pid/comm" || continue
    case $command in
      qemu-img | qemu-nbd | qemu-ga | qemu-storage-*) ;;
      qemu-* | qemu | kvm) look_at_qemu "$pid" ;;
      vhost-[1-9]*) helpers[${command#vhost-}]+="$pid " ;; # from Linux 6.4 on a thread of the process itself
      systemd-nspawn) nspawn+=("$pid") ;;
      conmon)
        read_command "$pid"
        id=
        for ((i = 1; i < ${#words[@]}; i++)); do
          [[ ${words[i]} != -c ]] || id=${words[i + 1]-}
          [[ ${words[i]} != -n || -z $id ]] || name_of_id[${id:0:12}]=${words[i + 1]-}
        done
        ;;
    esac
  done
  find_groups
  find_stacked
  local name first group
  for pid in ${nspawn[@]+"${nspawn[@]}"}; do
    machine_of_nspawn "$pid"
    [[ -n $first ]] || continue
    group_of_process "$first"
    add_group nspawn "${name:-$pid}" "$group" "$first"
  done
}

# describe_processes: sets described to the lines of virtual machines and their threads.
describe_processes() {
  local pid threads
  described=
  for pid in "${!machine[@]}"; do
    set +f
    threads=("$proc/$pid"/task/*)
    set -f
    [[ -d ${threads[0]} ]] || continue
    described+=${machine[$pid]}$'\n'"threads"$'\t'"${helpers[$pid]-}${threads[*]##*/}"$'\n'"helpers"$'\t'"${helpers[$pid]-}"$'\n'${network[$pid]}
  done
}

shopt -s globstar
