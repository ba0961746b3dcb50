-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL2, TU3)
-- plan:   Index Only Scan
-- note:   se_t_id alone is no longer unique here; the checks find a second settlement of a trade.
ALTER TABLE settlement
ADD CONSTRAINT settlement_pkey PRIMARY KEY (se_t_id, se_amt, se_cash_due_date, se_cash_type);
