-- serves: Trade-Order F1, Trade-Result F5, Trade-Status F1, Broker-Volume F1 (TO3, TR16, TS2, BV1)
-- plan:   Index Scan
ALTER TABLE broker
ADD CONSTRAINT broker_pkey PRIMARY KEY (b_id);
