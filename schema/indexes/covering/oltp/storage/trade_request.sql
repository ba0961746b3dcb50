-- serves: Trade-Order F4, Market-Feed F1 (TO17, MF4, MFs2)
-- note:   empty after a load, then a queue: rows come and go, so vacuum runs after a fixed number of them.
ALTER TABLE trade_request SET (
    autovacuum_vacuum_scale_factor = 0
  , autovacuum_vacuum_threshold = 2000
);
