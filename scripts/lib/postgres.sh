# PostgreSQL servers for tests. Source it after common.sh.
# shellcheck shell=bash disable=SC2034 # what is set is used by the scripts that source this file

# Sets bin: the folder QUARTET_PG_BIN names, otherwise that of the newest server installed.
find_postgres() {
  bin=${QUARTET_PG_BIN:-}
  if [[ -z $bin ]]; then
    local candidate
    for candidate in /usr/lib/postgresql/*/bin; do
      [[ -x $candidate/initdb ]] && bin=$candidate
    done
  fi
  [[ -x $bin/initdb ]] || die 3 'no PostgreSQL server found. Run scripts/quickstart, or set QUARTET_PG_BIN to its bin folder.'
}

# drop_root FOLDER: sets run_as, words before a server's command. PostgreSQL refuses to run as root, so there the servers, and
# the folder, belong to an account of their own.
drop_root() {
  run_as=()
  ((EUID == 0)) || return 0
  local account=quartet
  id "$account" >/dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin "$account"
  run_as=(setpriv --reuid "$account" --regid "$account" --clear-groups --)
  chown "$account:$account" "$1"
}
