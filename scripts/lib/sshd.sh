# SSH servers for tests, of which nobody else knows. Source it after common.sh.
# shellcheck shell=bash disable=SC2034,SC2154 # sshd is used, and on_machine set, by the scripts that source this file

# make_ssh FOLDER PORT: keys, and ssh_config, a client configuration with which this account is let in wherever start_sshd has
# started a server on that port.
make_ssh() {
  local key
  for key in host client; do
    ssh-keygen -q -t ed25519 -N '' -C quartet-test -f "$1/$key"
  done
  mkdir -p "$1/tmp"
  printf '* %s\n' "$(<"$1/host.pub")" >"$1/known_hosts"
  printf '%s\n' "Port $2" "IdentityFile $1/client" 'IdentitiesOnly yes' "UserKnownHostsFile $1/known_hosts" \
    'GlobalKnownHostsFile /dev/null' >"$1/ssh_config"
}

# start_sshd FOLDER ADDRESS PORT [SETTING...]: in the background, until it is killed, started by the words of on_machine; sets sshd to
# its process id. Sessions have
# FOLDER/tmp for temporary files.
start_sshd() {
  local folder=$1 address=$2 port=$3
  shift 3
  ((EUID != 0)) || mkdir -p /run/sshd # where it locks itself in
  # Without descriptor 3: bats waits until nothing holds it any more.
  ${on_machine[@]+"${on_machine[@]}"} "$(PATH=$PATH:/usr/sbin command -v sshd)" -D -e -f /dev/null -p "$port" -h "$folder/host" -o ListenAddress="$address" \
    -o AuthorizedKeysFile="$folder/client.pub" -o StrictModes=no -o PidFile=none -o UsePAM=no -o PasswordAuthentication=no -o KbdInteractiveAuthentication=no \
    -o PermitRootLogin=prohibit-password -o MaxStartups=100 "${@/#/-o}" -o SetEnv="TMPDIR=$folder/tmp" 3>&- &
  sshd=$!
}
