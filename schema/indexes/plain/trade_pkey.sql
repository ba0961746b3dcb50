-- serves: Trade-Lookup F1, Trade-Update F1, Trade-Result F1/F3/F5, Market-Feed F1, Trade-Cleanup F1 (TL1, TU1, TU2,
--         TR1, TR10, TR14, MF3, TC)
-- plan:   Index Scan
ALTER TABLE trade
ADD CONSTRAINT trade_pkey PRIMARY KEY (t_id);
