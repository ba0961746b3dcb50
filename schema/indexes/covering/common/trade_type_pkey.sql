-- serves: Trade-Order F3, Trade-Result F1, Trade-Lookup F1, Trade-Status F1 (TO8, TR2, TL1, TS1)
-- plan:   Index Only Scan
ALTER TABLE trade_type
ADD CONSTRAINT trade_type_pkey PRIMARY KEY (tt_id)
INCLUDE (tt_name, tt_is_sell, tt_is_mrkt);
