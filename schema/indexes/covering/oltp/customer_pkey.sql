-- serves: Trade-Order F1, Trade-Result F4, Trade-Status F1, Customer-Position F1 (TO2, TR12, TS2, CP2)
-- plan:   Index Only Scan; CP2 reads the whole row by Index Scan
ALTER TABLE customer
ADD CONSTRAINT customer_pkey PRIMARY KEY (c_id)
INCLUDE (c_tier, c_l_name, c_f_name, c_tax_id);
