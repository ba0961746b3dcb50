-- serves: Trade-Order F4, Trade-Result F5, Market-Feed F1 (TO16, TR14, MF3, MFs3)
-- note:   grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap
--         fetches. Every order is updated once or twice and never HOT, because t_dts is indexed: room on the page would
--         not help, but old versions go early.
ALTER TABLE trade SET (
    autovacuum_vacuum_insert_scale_factor = 0.02
  , autovacuum_analyze_scale_factor = 0.05
  , autovacuum_vacuum_scale_factor = 0.05
);
