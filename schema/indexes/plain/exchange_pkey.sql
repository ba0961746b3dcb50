-- serves: Security-Detail F1, Trade-Status F1 (SD1, TS1)
-- plan:   Seq Scan (a few rows; the key is for uniqueness and foreign keys)
ALTER TABLE exchange
ADD CONSTRAINT exchange_pkey PRIMARY KEY (ex_id);
