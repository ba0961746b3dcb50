-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL3, TU6, TU7)
-- plan:   Index Scan
ALTER TABLE cash_transaction
ADD CONSTRAINT cash_transaction_pkey PRIMARY KEY (ct_t_id);
