-- serves: Market-Feed F1, Broker-Volume F1 (MF2, MFs2, BV1)
-- plan:   Index Only Scan; MFs2 deletes by Index Scan
CREATE INDEX trade_request_by_symbol
ON trade_request (tr_s_symb, tr_tt_id, tr_bid_price)
INCLUDE (tr_t_id, tr_qty, tr_b_id);
