-- serves: Trade-Lookup F2/F4, Trade-Update F2 (TL5, TL7)
-- plan:   Index Only Scan
CREATE INDEX trade_by_account
ON trade (t_ca_id, t_dts, t_id, t_bid_price, t_exec_name, t_is_cash, t_trade_price);
