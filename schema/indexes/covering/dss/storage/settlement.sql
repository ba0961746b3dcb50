-- serves: Trade-Update F2 (TU4, TUs4)
-- note:   has few updates, but all of them scattered and none HOT: vacuumed after 1 % of changed rows, so that its
--         index-only scans need few heap fetches.
ALTER TABLE settlement SET (
    autovacuum_vacuum_scale_factor = 0.01
);
