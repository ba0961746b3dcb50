-- serves: Trade-Order F4, Trade-Result F5, Market-Feed F1 (TO18, TR15, MF5, MFs3)
-- note:   grows by inserts: vacuumed after 2 % of new rows, so that index-only scans of young rows need few heap
--         fetches.
ALTER TABLE trade_history SET (
    autovacuum_vacuum_insert_scale_factor = 0.02
  , autovacuum_analyze_scale_factor = 0.05
);
