-- Pending limit orders: empty after a load, then a queue.
CREATE TABLE trade_request (
    tr_t_id      bigint NOT NULL
  , tr_tt_id     varchar(3) NOT NULL
  , tr_s_symb    varchar(15) NOT NULL
  , tr_qty       integer NOT NULL
  , tr_bid_price numeric(8,2) NOT NULL
  , tr_b_id      bigint NOT NULL
);
