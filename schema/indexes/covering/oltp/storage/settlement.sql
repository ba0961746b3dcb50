-- serves: Trade-Result F6 (TR17)
-- note:   grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap
--         fetches.
ALTER TABLE settlement SET (
    autovacuum_vacuum_insert_scale_factor = 0.02
  , autovacuum_analyze_scale_factor = 0.05
);
