-- serves: Security-Detail F1 (SD1)
-- plan:   Index Scan
ALTER TABLE zip_code
ADD CONSTRAINT zip_code_pkey PRIMARY KEY (zc_code);
