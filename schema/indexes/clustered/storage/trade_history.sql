-- serves: Trade-Lookup F1-F3, Trade-Update F1-F3, Customer-Position F2 (TL4, CP4)
-- note:   the states of a trade lie together.
CLUSTER trade_history USING trade_history_pkey;
