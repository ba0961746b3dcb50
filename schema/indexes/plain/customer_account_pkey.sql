-- serves: Trade-Order F1/F3, Trade-Result F1/F6, Trade-Status F1 (TO1, TO14, TR4, TR18, TR20, TS2)
-- plan:   Index Scan
ALTER TABLE customer_account
ADD CONSTRAINT customer_account_pkey PRIMARY KEY (ca_id);
