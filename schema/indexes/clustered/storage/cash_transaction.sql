-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL3, TU6, TU7)
-- note:   in the order of the trades.
CLUSTER cash_transaction USING cash_transaction_pkey;
