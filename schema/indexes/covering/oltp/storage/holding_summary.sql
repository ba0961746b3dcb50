-- serves: Trade-Result F2 (TR5u, TR5i, TR5d)
-- note:   nearly every Trade-Result updates hs_qty, which is not indexed: room is kept on each page for HOT updates, and
--         vacuum comes early for the index-only scan of Market-Watch (MW1b, MWs).
ALTER TABLE holding_summary SET (
    fillfactor = 85
  , autovacuum_vacuum_scale_factor = 0.05
);
