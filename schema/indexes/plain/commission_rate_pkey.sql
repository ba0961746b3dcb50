-- serves: Trade-Order F3, Trade-Result F4 (TO12, TR13)
-- plan:   Index Scan
ALTER TABLE commission_rate
ADD CONSTRAINT commission_rate_pkey PRIMARY KEY (cr_c_tier, cr_tt_id, cr_ex_id, cr_from_qty);
