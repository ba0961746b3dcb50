# Installs the distribution packages Quartet needs. Source it after common.sh.
# shellcheck shell=bash

# Packages to build and run; those only the tests and the linters need; those of txn-engine/fuzz/run; those of scripts/lib/bare-root;
# those of scripts/release, and of its image.
# Used by the scripts that source this file.
# shellcheck disable=SC2034
BUILD_PACKAGES=(g++ cmake ninja-build libpq-dev libfmt-dev libcli11-dev
  nlohmann-json3-dev libyaml-cpp-dev libssl-dev libxxhash-dev libasio-dev libboost-context-dev libprotobuf-dev protobuf-compiler unixodbc-dev odbc-postgresql pkg-config maven postgresql postgresql-client procps openssl)
# shellcheck disable=SC2034
TEST_PACKAGES=(git libgtest-dev parallel clang-format python3-venv shellcheck shfmt bats jq iproute2 sysstat chromium poppler-utils openssh-client openssh-server pgbouncer nodejs npm)
# shellcheck disable=SC2034
FUZZ_PACKAGES=(clang libclang-rt-dev)
# shellcheck disable=SC2034
MACHINE_PACKAGES=(mmdebstrap systemd-container dpkg-dev)
# shellcheck disable=SC2034
RELEASE_PACKAGES=(git jq unzip help2man dpkg-dev libossp-uuid16)
# shellcheck disable=SC2034
IMAGE_PACKAGES=(mmdebstrap buildah libfaketime)

is_installed() {
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Prints the packages of the arguments that are missing, one a line.
missing_packages() {
  local package
  for package in "$@"; do
    case $package in
      # Any server from 14 on will do, wherever it came from.
      postgresql) compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || printf '%s\n' "$package" ;;
      nodejs) command -v node >/dev/null || printf '%s\n' "$package" ;;
      npm) command -v npm >/dev/null || printf '%s\n' "$package" ;;
      postgresql-client) command -v psql >/dev/null || printf '%s\n' "$package" ;;
      *) is_installed "$package" || printf '%s\n' "$package" ;;
    esac
  done
  if ! has_jdk; then
    first_available openjdk-17-jdk-headless openjdk-21-jdk-headless
  fi
}

# True when a JDK of at least 17 is on the path.
has_jdk() {
  local version
  version=$(javac -version 2>/dev/null) || return 1
  version=${version#javac }
  ((${version%%.*} >= 17))
}

# Prints the mirror of Debian's packages that this machine uses.
debian_mirror() {
  local mirror
  # shellcheck disable=SC2016 # a field of apt's
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | sed -n 1p)
  printf '%s\n' "${mirror:-http://deb.debian.org/debian}"
}

# Prints the first of the arguments that apt knows, or the first one when it knows none.
first_available() {
  local package
  for package in "$@"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      printf '%s\n' "$package"
      return
    fi
  done
  printf '%s\n' "$1"
}

# ensure_packages PACKAGE...: installs what is missing, or says what to install and exits with 3.
ensure_packages() {
  local missing become=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  command -v apt-get >/dev/null ||
    die 3 "this machine lacks packages and has no apt-get. Install the equivalent of: ${missing[*]}"
  if ((EUID != 0)); then
    if sudo -n true 2>/dev/null; then
      become=(sudo)
    else
      say "these packages are missing and neither root nor password-less sudo is there to install them:"
      die 3 "run this, then try again:  sudo apt-get install --no-install-recommends ${missing[*]}"
    fi
  fi

  say "installing ${missing[*]}"
  # Debian makes and starts a cluster called main when the server package arrives; Quartet brings its own clusters.
  local override=/etc/postgresql-common/createcluster.d/quartet.conf
  "${become[@]}" mkdir -p "${override%/*}"
  printf 'create_main_cluster = false\n' | "${become[@]}" tee "$override" >/dev/null
  # The tests start an SSH server of their own; nobody asked for one on port 22. Debian's looks for this file.
  if [[ " ${missing[*]} " == *' openssh-server '* ]]; then
    say 'the SSH server is installed for the tests only; it will not run while there is /etc/ssh/sshd_not_to_be_run'
    "${become[@]}" mkdir -p /etc/ssh
    "${become[@]}" touch /etc/ssh/sshd_not_to_be_run
  fi
  local status=0
  (
    set -o pipefail # bats leaves it off
    "${become[@]}" apt-get update -qq 2>&1 | pulse 'reading the list of packages'
  ) || status=$?
  mapfile -t missing < <(missing_packages "$@") # again: only now is it known which JDK there is
  ((status)) || (
    set -o pipefail
    "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      -o Dpkg::Options::=--force-confold "${missing[@]}" 2>&1 | pulse 'installing the packages'
  ) || status=$?
  "${become[@]}" rm -f "$override"
  ((status == 0)) || die 3 "apt-get failed with $status; its output is above. Fix the cause, then try again."
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} == 0)) || die 3 "still missing after apt-get: ${missing[*]}. Install them by hand, then try again."
}
