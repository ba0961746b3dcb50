-- serves: Security-Detail F1 (SD2)
-- plan:   Index Only Scan or Seq Scan (102 rows)
ALTER TABLE industry
ADD CONSTRAINT industry_pkey PRIMARY KEY (in_id)
INCLUDE (in_name);
