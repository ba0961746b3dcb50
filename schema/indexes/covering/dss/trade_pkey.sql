-- serves: Trade-Lookup F1, Trade-Update F1 (TL1, TU1, TU2)
-- plan:   Index Only Scan
-- note:   TU2 changes t_exec_name, so it is not HOT; TRADE has few updates on VM2.
ALTER TABLE trade
ADD CONSTRAINT trade_pkey PRIMARY KEY (t_id)
INCLUDE (t_bid_price, t_exec_name, t_is_cash, t_tt_id, t_trade_price);
