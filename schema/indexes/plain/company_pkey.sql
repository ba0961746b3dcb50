-- serves: Security-Detail F1, Trade-Order F3, Market-Watch F1, Data-Maintenance COMPANY (SD1, SD2, TO5b, MW1c)
-- plan:   Index Scan
ALTER TABLE company
ADD CONSTRAINT company_pkey PRIMARY KEY (co_id);
