-- serves: Customer-Position F2, Trade-Status F1 (CP4, TS1)
-- plan:   Index Only Scan
ALTER TABLE status_type
ADD CONSTRAINT status_type_pkey PRIMARY KEY (st_id)
INCLUDE (st_name);
