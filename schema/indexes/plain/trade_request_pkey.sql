-- serves: Market-Feed F1, Trade-Cleanup F1 (MF4, TC)
-- plan:   Index Scan
ALTER TABLE trade_request
ADD CONSTRAINT trade_request_pkey PRIMARY KEY (tr_t_id);
