-- serves: Security-Detail F1, Trade-Order F3, Trade-Result F4, Trade-Status F1, Trade-Update F3, Market-Watch F1
--         (SD1, TO5a, TR11, TS1, TU5, MW3)
-- plan:   Index Scan
ALTER TABLE security
ADD CONSTRAINT security_pkey PRIMARY KEY (s_symb);
