-- serves: Broker-Volume F1 (BV1)
-- plan:   Index Only Scan; Seq Scan while the table has few pages
CREATE INDEX trade_request_by_broker
ON trade_request (tr_b_id, tr_s_symb)
INCLUDE (tr_qty, tr_bid_price);
