-- serves: Trade-Order F3 (TO13)
-- plan:   Index Only Scan
ALTER TABLE charge
ADD CONSTRAINT charge_pkey PRIMARY KEY (ch_tt_id, ch_c_tier)
INCLUDE (ch_chrg);
