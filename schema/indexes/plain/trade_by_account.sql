-- serves: Trade-Status F1, Customer-Position F2, Trade-Lookup F2/F4, Trade-Update F2 (TS1, CP4, TL5, TL7)
-- plan:   Index Scan, backward for the newest trades
CREATE INDEX trade_by_account
ON trade (t_ca_id, t_dts);
