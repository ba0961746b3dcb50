-- serves: Trade-Order F3, Trade-Result F1, Trade-Lookup F1, Trade-Status F1 (TO8, TR2, TL1, TS1)
-- plan:   Seq Scan (a few rows; the key is for uniqueness and foreign keys)
ALTER TABLE trade_type
ADD CONSTRAINT trade_type_pkey PRIMARY KEY (tt_id);
