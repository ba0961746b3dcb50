-- serves: Trade-Order F1, Trade-Result F5, Trade-Status F1, Broker-Volume F1 (TOs1, TO3, TR16, TS2, BV1)
-- plan:   Index Only Scan; Trade-Result updates by Index Scan
-- note:   with the name in it: else a few brokers are looked up by reading all of broker_by_name. b_name never changes,
--         so updates stay HOT.
ALTER TABLE broker
ADD CONSTRAINT broker_pkey PRIMARY KEY (b_id)
INCLUDE (b_name);
