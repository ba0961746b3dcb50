-- serves: Security-Detail F1 (SD2)
-- plan:   Index Only Scan
ALTER TABLE company_competitor
ADD CONSTRAINT company_competitor_pkey PRIMARY KEY (cp_co_id, cp_comp_co_id, cp_in_id);
