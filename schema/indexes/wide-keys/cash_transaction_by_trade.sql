-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL3, TU6)
-- plan:   Index Only Scan
-- note:   beside the primary key, which cannot hold ct_name: it may be null.
CREATE INDEX cash_transaction_by_trade
ON cash_transaction (ct_t_id, ct_amt, ct_dts, ct_name);
