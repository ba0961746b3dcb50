-- serves: Trade-Status F1, Customer-Position F2, Trade-Lookup F2/F4, Trade-Update F2 (TS1, CP4, TL5, TL7)
-- note:   the trades of an account lie together, the oldest first.
CLUSTER trade USING trade_by_account;
