#!/usr/bin/env bats
# Programs in the environment of someone who works with PostgreSQL: no variable of libpq leads them elsewhere.
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  programs=$PWD/build/release/bin
  # Name and a value that changes the connection, or breaks it, where libpq reads it.
  variables=(
    PGSERVICE=nosuch PGSERVICEFILE=/nowhere PGSYSCONFDIR=/nowhere PGHOSTADDR=127.0.0.250 PGPASSWORD=wrong PGREQUIREAUTH=none
    PGOPTIONS='-c search_path=pg_catalog -c default_transaction_read_only=on' PGTARGETSESSIONATTRS=standby PGLOADBALANCEHOSTS=never
    PGAPPNAME=other PGSSLCERT=/nowhere PGSSLKEY=/nowhere PGSSLCRL=/nowhere PGSSLCRLDIR=/nowhere PGSSLSNI=2 PGSSLCOMPRESSION=2
    PGSSLCERTMODE=require PGSSLNEGOTIATION=direct PGREQUIRESSL=1 PGSSLMINPROTOCOLVERSION=never PGSSLMAXPROTOCOLVERSION=never
    PGREQUIREPEER=other PGCHANNELBINDING=require PGGSSENCMODE=require PGGSSLIB=other PGGSSDELEGATION=2 PGKRBSRVNAME=other
    PGMINPROTOCOLVERSION=never PGMAXPROTOCOLVERSION=never PGCLIENTENCODING=nosuch PGDATESTYLE=nosuch PGTZ=nosuch PGGEQO=nosuch
    PGLOCALEDIR=/nowhere PGDATA=/nowhere PG_COLOR=always PGFUTURE=other
  )
  export programs
}

# Each program connects once and changes nothing. The database of quartet-load holds a table that it refuses to replace.
try() {
  local model=(--load-units 1 --trade-days 1 --news-length 1000 --seed 7)
  local databases=(--dss "$QUARTET_TEST_TCP_HOST:$PGPORT" --oltp "$QUARTET_TEST_TCP_HOST:$PGPORT")
  local tier_a=("$programs/quartet-tier-a" "${model[@]}" --listen 127.0.0.1:1 "${databases[@]}" --user-sessions 1 --market-sessions 1 --probe)
  case $1 in
    quartet-load) "$programs/quartet-load" "${model[@]}" --schema schema --indexes plain --role dss --progress json ;;
    quartet-lab) "$programs/quartet-lab" plans quartet "${model[@]}" --role dss ;;
    quartet-tier-a) "${tier_a[@]}" ;;
    odbc) "${tier_a[@]}" --access odbc ;;
  esac 2>&1
}

@test "no program follows a variable of libpq that it does not document" {
  try_all() {
    local variable program
    local -A usual
    psql -Xqc 'CREATE TABLE customer ()'
    for program in quartet-load quartet-lab quartet-tier-a odbc; do
      usual[$program]=$(try "$program") || usual[$program]+=" exit code $?"
      echo "$program: ${usual[$program]}"
    done
    [[ ${usual["quartet-load"]} == *'public.customer exists'*' exit code 5' && ${usual["quartet-lab"]} == *'not loaded'*' exit code 2' ]]
    [[ ${usual["quartet-tier-a"]} == *'"version":"1'* && ${usual[odbc]} == "${usual["quartet-tier-a"]}" ]]
    for variable; do
      for program in "${!usual[@]}"; do
        found=$(export "${variable?}" && try "$program") || found+=" exit code $?"
        echo "$variable: $found"
        [[ $(head -n 1 <<<"$found") == *": ignored variables of the environment: ${variable%%=*}. It takes PGHOST, "*' only.' ]]
        [[ $(tail -n +2 <<<"$found") == "${usual[$program]}" ]]
      done
    done
  }
  export -f try try_all
  run scripts/lib/with-postgres bash -ec 'try_all "$@"' - "${variables[@]}"
  echo "$output"
  ((status == 0))
}

@test "no program follows defaults of its role" {
  try_defaults() {
    local program usual found
    psql -Xqc 'CREATE TABLE customer ()'
    for program in quartet-load quartet-lab quartet-tier-a odbc; do
      usual=$(try "$program") || usual+=" exit code $?"
      psql -Xqc 'ALTER ROLE CURRENT_USER SET statement_timeout = 1' -c 'ALTER ROLE CURRENT_USER SET search_path = app' \
        -c "ALTER ROLE CURRENT_USER SET datestyle = 'SQL, DMY'" -c 'ALTER ROLE CURRENT_USER SET exit_on_error = on' \
        -c 'ALTER ROLE CURRENT_USER SET default_transaction_read_only = on'
      found=$(try "$program") || found+=" exit code $?"
      echo "$program: $found"
      [[ $found == "$usual" ]]
      PGOPTIONS='-c default_transaction_read_only=off -c statement_timeout=0' psql -Xqc 'ALTER ROLE CURRENT_USER RESET ALL'
    done
  }
  export -f try try_defaults
  run scripts/lib/with-postgres bash -ec try_defaults
  echo "$output"
  ((status == 0))
}

@test "programs name all variables that they ignore, and take those that they document" {
  try_documented() {
    PGSERVICE=nosuch PGOPTIONS=-x try quartet-lab || (($? == 2))
    PGPORT=1 try quartet-lab || (($? == 3))
    PGPASSFILE=/nowhere try quartet-load || (($? == 3))
    PGSSLMODE=verify-full PGSSLROOTCERT=/nowhere try quartet-tier-a || (($? == 3))
  }
  export -f try try_documented
  run scripts/lib/with-postgres bash -ec try_documented
  echo "$output"
  ((status == 0))
  [[ $output == *'variables of the environment: PGOPTIONS, PGSERVICE. '* ]]
  [[ $output == *':1/quartet'* && $output == *'no password supplied'* && $output == *'SSL was required'* ]]
}
