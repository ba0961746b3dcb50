-- serves: Customer-Position F1, Trade-Order F1, Trade-Result F4, Trade-Status F1, Data-Maintenance CUSTOMER (CP2,
--         TO2, TR12, TS2)
-- plan:   Index Scan
ALTER TABLE customer
ADD CONSTRAINT customer_pkey PRIMARY KEY (c_id);
