-- serves: Broker-Volume F1 (BV1)
-- plan:   Seq Scan (a few rows; the key is for uniqueness and foreign keys)
ALTER TABLE sector
ADD CONSTRAINT sector_pkey PRIMARY KEY (sc_id);
