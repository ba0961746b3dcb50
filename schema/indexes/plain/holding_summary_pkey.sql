-- serves: Customer-Position F1, Trade-Order F3/F4, Trade-Result F1/F2, Market-Watch F1 (CP3, TO9, TO15, TR3, TR5,
--         MW1b)
-- plan:   Index Scan
ALTER TABLE holding_summary
ADD CONSTRAINT holding_summary_pkey PRIMARY KEY (hs_ca_id, hs_s_symb);
