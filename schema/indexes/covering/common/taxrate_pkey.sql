-- serves: Trade-Order F3, Trade-Result F3 (TO11, TR9)
-- plan:   Index Only Scan
ALTER TABLE taxrate
ADD CONSTRAINT taxrate_pkey PRIMARY KEY (tx_id)
INCLUDE (tx_rate);
