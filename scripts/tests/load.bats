#!/usr/bin/env bats
# Loads that lose their server or their disk, with clusters of their own.
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  loader=$PWD/build/release/bin/quartet-load
  load=("$loader" --load-units 1 --trade-days 1 --news-length 1000 --seed 7 --schema schema --indexes plain --role dss)
  export loader
}

# The server of the cluster with-postgres made; its data folder lies below PGHOST.
export_server_functions() {
  kill_server() { kill -KILL "$(head -n 1 "$PGHOST/data/postmaster.pid")"; }
  start_server() {
    local run_as=()
    ((EUID != 0)) || run_as=(setpriv --reuid quartet --regid quartet --clear-groups --)
    # The dead server's children hold its shared memory for a moment.
    for _ in {1..20}; do
      (cd "$PGHOST" && "${run_as[@]}" "$(pg_config --bindir)/pg_ctl" -D data -l server.log -w -s start) 2>/dev/null && return
      sleep 0.5
    done
    return 1
  }
  steps() { psql -XAtqc 'SELECT count(*) FROM quartet_load_step' 2>/dev/null || echo 0; }
  export -f kill_server start_server steps
}

@test "a load whose server is killed waits for it and goes on" {
  export_server_functions
  lose_the_server_twice() {
    "$@" 2>"$PGHOST/load.log" &
    local pid=$! done_before=0
    for _ in 1 2; do
      until (($(steps) > done_before)); do
        kill -0 "$pid" || return 1
        sleep 0.1
      done
      kill_server
      sleep 1
      start_server
      done_before=$(steps)
    done
    wait "$pid" || {
      cat "$PGHOST/load.log"
      return 1
    }
    "$loader" --verify
  }
  export -f lose_the_server_twice
  run scripts/lib/with-postgres bash -c 'lose_the_server_twice "$@"' - "${load[@]}"
  echo "$output"
  ((status == 0))
  [[ $(grep -c 'as sent' <<<"$output") == 33 ]]
}

@test "a load that waits for a missing standby says so, leaves no commit waiting and is continued later" {
  export_server_functions
  lose_the_standby() {
    "$@" 2>"$PGHOST/load.log" &
    local pid=$! status=0
    until (($(steps) > 0)); do
      kill -0 "$pid" || return 1
      sleep 0.1
    done
    psql -Xqc "ALTER SYSTEM SET synchronous_standby_names = 'ANY 2 (one, two)'" -c 'SELECT pg_reload_conf()'
    wait "$pid" || status=$?
    echo "exit code $status: $(tail -n 1 "$PGHOST/load.log")"
    psql -XAtqc "SELECT 'still waiting: ' || count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    psql -Xqc 'ALTER SYSTEM RESET synchronous_standby_names' -c 'SELECT pg_reload_conf()'
    "$@" && "$loader" --verify
  }
  export -f lose_the_standby
  run scripts/lib/with-postgres -c wal_level=replica -c max_wal_senders=2 bash -c 'lose_the_standby "$@"' - "${load[@]}"
  echo "$output"
  ((status == 0))
  [[ $output == *'exit code 5: '*' and one has waited for 10 s. Start the standbys'*'still waiting: 0'* ]]
  [[ $(grep -c 'as sent' <<<"$output") == 33 ]]
}

@test "a load whose server stays away says so and is continued later" {
  export_server_functions
  lose_the_server() {
    "$@" --wait-for-server 2 2>"$PGHOST/load.log" &
    local pid=$! status=0
    until (($(steps) > 3)); do
      kill -0 "$pid" || return 1
      sleep 0.1
    done
    kill_server
    wait "$pid" || status=$?
    echo "exit code $status: $(tail -n 1 "$PGHOST/load.log")"
    start_server
    local before
    before=$(steps)
    echo "kept $before steps"
    "$@" && "$loader" --verify
  }
  export -f lose_the_server
  run scripts/lib/with-postgres bash -c 'lose_the_server "$@"' - "${load[@]}"
  echo "$output"
  ((status == 0))
  [[ $output == *'exit code 3: '*'cannot connect to'* ]]
  [[ $output != *'kept 0 steps'* ]]
  [[ $(grep -c 'as sent' <<<"$output") == 33 ]]
}

@test "a load that fills the disk says so and is continued when there is room" {
  fill_the_disk() {
    mkdir "$PGHOST/small"
    mount -t tmpfs -o size=96m,mode=0777 tmpfs "$PGHOST/small"
    mkdir -m 777 "$PGHOST/small/data"
    ((EUID != 0)) || chown quartet "$PGHOST/small/data"
    psql -XAtqc "CREATE TABLESPACE small LOCATION '$PGHOST/small/data'"
    local status=0
    "$@" --data-tablespace small --index-tablespace small >"$PGHOST/load.log" 2>&1 || status=$?
    echo "exit code $status: $(tail -n 1 "$PGHOST/load.log")"
    mount -o remount,size=1g "$PGHOST/small"
    "$@" --data-tablespace small --index-tablespace small && "$loader" --verify
    psql -XAtqc "SELECT 'elsewhere: ' || count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('r', 'i') AND relname NOT LIKE 'quartet%' AND reltablespace = 0"
    psql -XAtqc 'DROP SCHEMA public CASCADE; DROP TABLESPACE small' 2>/dev/null
    umount "$PGHOST/small"
  }
  export -f fill_the_disk
  # A mount of our own, for which root or a user namespace is needed.
  local namespace=(unshare --mount)
  ((EUID == 0)) || namespace=(unshare --user --map-current-user --keep-caps --mount)
  run "${namespace[@]}" scripts/lib/with-postgres bash -c 'fill_the_disk "$@"' - "${load[@]}"
  echo "$output"
  # PostgreSQL says "No space left on device", or "wrote only 4096 of 8192 bytes" where part of a page still fits.
  [[ $output == *'exit code 5: '*'(SQLSTATE 53100). Free space on the server'* ]]
  [[ $(grep -c 'as sent' <<<"$output") == 33 ]]
  [[ $output == *'elsewhere: 0'* ]]
  ((status == 0))
}
