-- serves: Trade-Update F3 (TU7, TUs7)
-- note:   has few updates, but all of them scattered and none HOT: vacuumed after 1 % of changed rows, so that its
--         index-only scans need few heap fetches.
ALTER TABLE cash_transaction SET (
    autovacuum_vacuum_scale_factor = 0.01
);
