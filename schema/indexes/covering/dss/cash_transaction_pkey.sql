-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL3, TU6)
-- plan:   Index Only Scan
-- note:   ct_name makes it nearly as large as the table; TU7 is not HOT.
ALTER TABLE cash_transaction
ADD CONSTRAINT cash_transaction_pkey PRIMARY KEY (ct_t_id)
INCLUDE (ct_amt, ct_dts, ct_name);
