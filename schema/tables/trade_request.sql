-- Pending limit orders. Empty after a load, then a queue: rows come and go, so vacuum runs after a fixed number of
-- them.
CREATE TABLE trade_request (
    tr_t_id      bigint NOT NULL
  , tr_tt_id     varchar(3) NOT NULL
  , tr_s_symb    varchar(15) NOT NULL
  , tr_qty       integer NOT NULL
  , tr_bid_price numeric(8,2) NOT NULL
  , tr_b_id      bigint NOT NULL
)
WITH (
    autovacuum_vacuum_scale_factor = 0
  , autovacuum_vacuum_threshold = 2000
);
