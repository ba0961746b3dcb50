-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3 (TL2, TU3, TU4)
-- note:   in the order of the trades.
CLUSTER settlement USING settlement_pkey;
