-- serves: Trade-Order F3, Trade-Result F3, Data-Maintenance CUSTOMER_TAXRATE (TO11, TR9, DM5)
-- plan:   Index Only Scan
-- note:   customer first, so that one index serves both uniqueness and the transactions.
ALTER TABLE customer_taxrate
ADD CONSTRAINT customer_taxrate_pkey PRIMARY KEY (cx_c_id, cx_tx_id);
