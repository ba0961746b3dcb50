-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL2, TU3)
-- plan:   Index Only Scan
-- note:   TU4 changes se_cash_type, so it is not HOT; it is 1-2 % of the mix.
ALTER TABLE settlement
ADD CONSTRAINT settlement_pkey PRIMARY KEY (se_t_id)
INCLUDE (se_amt, se_cash_due_date, se_cash_type);
