-- serves: Trade-Result F5 (TR16)
-- note:   every Trade-Result of a broker updates the same row: few rows per page, so that there is room for many
--         versions and every update is HOT.
ALTER TABLE broker SET (
    fillfactor = 10
  , autovacuum_vacuum_scale_factor = 0.5
);
