-- serves: Trade-Order F3 (TO13)
-- plan:   Seq Scan (a few rows; the key is for uniqueness and foreign keys)
ALTER TABLE charge
ADD CONSTRAINT charge_pkey PRIMARY KEY (ch_tt_id, ch_c_tier);
