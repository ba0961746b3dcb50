-- serves: Security-Detail F1, Trade-Order F3, Market-Watch F1 (SD1, SD2, TO5b, MW1c)
-- plan:   Index Only Scan; SD1 reads the whole row by Index Scan
ALTER TABLE company
ADD CONSTRAINT company_pkey PRIMARY KEY (co_id)
INCLUDE (co_name);
