-- serves: uniqueness; transactions come by customer
-- plan:   Index Scan
ALTER TABLE customer_taxrate
ADD CONSTRAINT customer_taxrate_pkey PRIMARY KEY (cx_tx_id, cx_c_id);
