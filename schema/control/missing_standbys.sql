-- Standbys in sync, and how many a commit waits for (synchronous_standby_names). No row if there are enough.
-- A role that may not read their state sees each of them as in sync.
SELECT in_sync
     , needed
FROM (
  SELECT count(*) FILTER (WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum')) AS in_sync
       , coalesce(substring(current_setting('synchronous_standby_names')
                            FROM '(?i)^\s*(?:FIRST|ANY)?\s*(\d+)\s*\(')::integer, 1) AS needed
  FROM pg_stat_replication
) AS standbys
WHERE current_setting('synchronous_standby_names') <> ''
  AND current_setting('max_wal_senders')::integer > 0
  AND current_setting('synchronous_commit') NOT IN ('off', 'local')
  AND in_sync < needed;
