-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL2, TU3, TU4)
-- plan:   Index Scan
ALTER TABLE settlement
ADD CONSTRAINT settlement_pkey PRIMARY KEY (se_t_id);
