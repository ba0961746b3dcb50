-- serves: Security-Detail F1, Data-Maintenance FINANCIAL (SD3, DM8)
-- plan:   Index Scan
ALTER TABLE financial
ADD CONSTRAINT financial_pkey PRIMARY KEY (fi_co_id, fi_year, fi_qtr);
