-- serves: Trade-Order F3, Trade-Result F3, Data-Maintenance TAXRATE (TO11, TR9)
-- plan:   Index Scan
ALTER TABLE taxrate
ADD CONSTRAINT taxrate_pkey PRIMARY KEY (tx_id);
