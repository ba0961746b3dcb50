-- serves: Security-Detail F1, Data-Maintenance ADDRESS (SD1, DM2)
-- plan:   Index Scan
ALTER TABLE address
ADD CONSTRAINT address_pkey PRIMARY KEY (ad_id);
